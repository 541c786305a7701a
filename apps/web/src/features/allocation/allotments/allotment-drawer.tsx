import { Button, Drawer, Modal, NumberInput, TextInput } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { type AllotmentView, allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { DayInput } from '#ui/form/day-input'
import { AddNew, type ParticipantType } from './add-new.tsx'
import classes from './allotments.module.css'
import { errorsOf } from './errors.ts'
import { texts } from './texts.ts'

const STATUSES = ['pending', 'active', 'redeemed', 'failed', 'cancelled', 'archived'] as const
/** Reservations that can still be given a bed. */
const OPEN: readonly string[] = ['pending', 'active']
const STALE = [allotmentRoutes.listAllotments, allotmentRoutes.readAllotment]

/** One group: who has been named, whom else to name, how many beds, and when the rest goes back. */
export function AllotmentDrawer({
  one,
  at,
  types,
  onClose,
}: {
  one: AllotmentView
  /** Where the cursor is when it opens. */
  at: 'names' | 'dates'
  types: readonly ParticipantType[]
  onClose: () => void
}) {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const { data } = useQuery(queryOf(allotmentRoutes.readAllotment, { params: { id: one._id } }))
  const isPhone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const [isEnding, setEnding] = useState(false)
  const end = useAct(allotmentRoutes.endAllotment, [allotmentRoutes.listAllotments])
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : 480}
      title={one.held_for.name}
      closeButtonProps={{ 'aria-label': t('close') }}
      padding="lg"
    >
      <div className={classes.drawer}>
        <p>
          {t('given')}: <b>{one.given}</b>. {t('filled')}: <b>{one.filled}</b>. {t('empty')}: <b>{one.empty}</b>.{' '}
          {one.returned > 0 ? `${t('returned', { count: one.returned })}.` : ''}
        </p>
        {one.empty > 0 && can('reservations.update') ? <AddName one={one} /> : null}
        {one.empty > 0 && can('reservations.create') ? <AddNew one={one} types={types} /> : null}
        <section>
          <h2>{t('names')}</h2>
          {data?.guests.length === 0 ? <p className="dim">{t('nobody_named')}</p> : null}
          <ol className={classes.names}>
            {data?.guests.map(({ reservation_id, name, code, status, created_at }) => (
              <li key={reservation_id}>
                <span>
                  <b>{name}</b>
                  <small>
                    {STATUSES.filter((known) => known === status).map((known) => t(`status_${known}`))},{' '}
                    {formatDate(created_at, language)}
                  </small>
                </span>
                <Link className="code" to="/admin/reservations/$id" params={{ id: reservation_id }}>
                  {code}
                </Link>
              </li>
            ))}
          </ol>
        </section>
        <ChangeForm key={`${one.given} ${one.releases.length}`} one={one} isFirst={at === 'dates'} />
        <Button variant="subtle" color="red" onClick={() => setEnding(true)}>
          {t('end')}
        </Button>
      </div>
      <Modal
        opened={isEnding}
        onClose={() => setEnding(false)}
        title={t('end_title', { name: one.held_for.name })}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <p>{t('end_hint', { count: one.empty })}</p>
        <Button
          data-saves
          color="red"
          mt="lg"
          loading={end.isPending}
          onClick={() =>
            end.mutate(
              { params: { id: one._id } },
              {
                onSuccess: () => {
                  toastDone({ message: t('ended') })
                  onClose()
                },
              },
            )
          }
        >
          {t('end')}
        </Button>
      </Modal>
    </Drawer>
  )
}

/** Finds a reservation of the event, and gives it a bed of the group. */
function AddName({ one }: { one: AllotmentView }) {
  const t = useT(texts)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const fill = useAct(allotmentRoutes.fillAllotment, [...STALE, reservationRoutes.getReservation])
  const { data } = useQuery({
    ...queryOf(reservationRoutes.searchReservations, { query: { search, event_id: one.event_id } }),
    enabled: search.length > 1,
  })
  const found = search.length > 1 ? data?.filter(({ status }) => OPEN.includes(status)) : undefined
  return (
    <section>
      <h2>{t('add_name')}</h2>
      <TextInput
        type="search"
        aria-label={t('find_reservation')}
        placeholder={t('find_reservation')}
        value={typed}
        maxLength={80}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found?.length === 0 ? <p className="dim">{t('nobody_found')}</p> : null}
      <ul className={classes.names}>
        {found?.slice(0, 8).map((row) => (
          <li key={row._id}>
            <span>
              <b>{row.user.name}</b>
              <small className="code">{row.code}</small>
            </span>
            <Button
              variant="default"
              size="compact-md"
              loading={fill.isPending && fill.variables.body.reservation_id === row._id}
              disabled={fill.isPending}
              onClick={() =>
                fill.mutate(
                  { params: { id: one._id }, body: { reservation_id: row._id } },
                  {
                    onSuccess: () => {
                      setTyped('')
                      toastDone({ message: t('named') })
                    },
                  },
                )
              }
            >
              {t('add')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Changes how many beds a group has, and when the rest goes back. */
function ChangeForm({ one, isFirst }: { one: AllotmentView; isFirst: boolean }) {
  const t = useT(texts)
  const change = useAct(allotmentRoutes.changeAllotment, STALE, { shown: true })
  const errorAt = errorsOf(change.error, t)
  const coming = one.releases.filter(({ done_at }) => done_at === null)
  const first = coming.find(({ beds }) => beds !== null)
  const [beds, setBeds] = useState<number | string>(one.given)
  const [part, setPart] = useState(first?.on_day ?? null)
  const [partBeds, setPartBeds] = useState<number | string>(first?.beds ?? '')
  const [rest, setRest] = useState(coming.find((release) => release.beds === null)?.on_day ?? null)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(
          {
            params: { id: one._id },
            body: {
              ...(Number(beds) === one.given ? {} : { beds: Number(beds) }),
              ...(rest === null
                ? {}
                : {
                    releases: [
                      ...(part === null ? [] : [{ on_day: part, beds: Number(partBeds) }]),
                      { on_day: rest, beds: null },
                    ],
                  }),
            },
          },
          { onSuccess: () => toastDone({ message: t('changed') }) },
        )
      }}
    >
      <h2>{t('change')}</h2>
      <div className={classes.pair}>
        <NumberInput label={t('beds')} min={1} value={beds} error={errorAt('beds')} onChange={setBeds} />
        <DayInput
          label={t('back_rest')}
          data-autofocus={isFirst || undefined}
          value={rest}
          error={errorAt(part === null ? 'releases.0.on_day' : 'releases.1.on_day', 'releases')}
          onChange={setRest}
        />
        <DayInput
          label={t('back_part')}
          clearable
          value={part}
          error={part === null ? undefined : errorAt('releases.0.on_day')}
          onChange={setPart}
        />
        <NumberInput
          label={t('back_part_beds')}
          min={1}
          value={partBeds}
          disabled={part === null}
          error={part === null ? undefined : errorAt('releases.0.beds')}
          onChange={setPartBeds}
        />
      </div>
      {errorAt() ? <p role="alert">{errorAt()}</p> : null}
      <Button type="submit" variant="default" loading={change.isPending}>
        {t('save')}
      </Button>
    </form>
  )
}
