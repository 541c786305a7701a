import { Button, TextInput } from '@mantine/core'
import { type Mate, roomMateRoutes } from '@shiloh/contract/reservations/room-mates'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import classes from './mates.module.css'
import { texts } from './staff-texts.ts'

/** A field for the code of another reservation, and what is done with it. */
function CodeForm({ label, busy, onCode }: { label: string; busy: boolean; onCode: (code: string) => void }) {
  const t = useT(texts)
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const typed = code.trim()
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsMissing(typed.length < 4)
        if (typed.length < 4) return
        onCode(typed)
        setCode('')
      }}
    >
      <TextInput
        label={t('code')}
        value={code}
        maxLength={30}
        error={isMissing ? t('code_missing') : undefined}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setIsMissing(false)
        }}
      />
      <Button type="submit" variant="default" loading={busy}>
        {label}
      </Button>
    </form>
  )
}

function Wishes({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const params = { id: reservation._id }
  const { data } = useQuery(queryOf(roomMateRoutes.readMatesOf, { params }))
  const join = useAct(roomMateRoutes.joinRoomMates, [roomMateRoutes.readMatesOf])
  const remove = useAct(roomMateRoutes.removeRoomMate, [roomMateRoutes.readMatesOf])
  const stands = ({ is_gone, state, asked_by_us }: Mate) => {
    if (is_gone) return t('gone')
    if (state === 'accepted') return t('together')
    if (state === 'declined') return t('declined')
    return t(asked_by_us ? 'asked' : 'asks')
  }
  if (!data) return null
  return (
    <section>
      <h2>{t('title')}</h2>
      {data.mates.length === 0 ? <p className={classes.quiet}>{t('none')}</p> : null}
      <ul className={classes.list}>
        {data.mates.map((mate) => {
          const name = mate.name ?? mate.typed ?? t(mate.way === 'link' ? 'unknown' : 'somebody')
          return (
            <li key={mate._id} className={classes.mate}>
              <div>
                <b>{name}</b>, {stands(mate)}
                {mate.obstacles.length > 0 ? (
                  <p className={classes.against}>{mate.obstacles.map((one) => t(`obstacle_${one}`)).join(' ')}</p>
                ) : null}
              </div>
              {mate.state === 'accepted' || mate.asked_by_us ? (
                <Button
                  variant="default"
                  disabled={remove.isPending}
                  aria-label={t('remove_of', { name })}
                  onClick={() => remove.mutate({ params: { ...params, wish_id: mate._id } })}
                >
                  {t('remove')}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
      {data.most ? (
        <CodeForm label={t('join')} busy={join.isPending} onCode={(code) => join.mutate({ params, body: { code } })} />
      ) : null}
    </section>
  )
}

/** With whom the people of a reservation must not share a room. */
function KeptApart({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const mayChange = useCan()('welfare.update')
  const params = { id: reservation._id }
  const { data } = useQuery(queryOf(roomMateRoutes.listKeptApart, { params }))
  const add = useAct(roomMateRoutes.keepApart, [roomMateRoutes.listKeptApart])
  const end = useAct(roomMateRoutes.endKeptApart, [roomMateRoutes.listKeptApart])
  if (!data) return null
  return (
    <section>
      <h2>{t('apart_title')}</h2>
      <p className={classes.quiet}>{t('apart_note')}</p>
      {data.length === 0 ? <p>{t('apart_none')}</p> : null}
      <ul className={classes.list}>
        {data.map(({ _id, name, code, is_gone, together }) => (
          <li key={_id} className={classes.mate}>
            <div>
              <b>{name}</b> <span className="code">{code}</span>
              {is_gone ? <p className={classes.quiet}>{t('apart_gone')}</p> : null}
              {together ? <p className={classes.against}>{t('apart_together')}</p> : null}
            </div>
            {mayChange ? (
              <Button
                variant="default"
                disabled={end.isPending}
                aria-label={t('apart_remove_of', { name })}
                onClick={() => end.mutate({ params: { ...params, apart_id: _id } })}
              >
                {t('apart_remove')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <CodeForm
          label={t('apart_add')}
          busy={add.isPending}
          onCode={(code) => add.mutate({ params, body: { code } })}
        />
      ) : null}
    </section>
  )
}

/** Wishes for room-mates, and who must not share a room, on the page of a reservation. */
export function StaffMates({ reservation }: { reservation: ReservationView }) {
  const can = useCan()
  if (!reservation.accommodation) return null
  return (
    <>
      {can('reservations.assign_rooms') ? <Wishes reservation={reservation} /> : null}
      {can('welfare.read') ? <KeptApart reservation={reservation} /> : null}
    </>
  )
}
