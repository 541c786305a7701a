import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { type Mate, roomMateRoutes } from '@shiloh/contract/reservations/room-mates'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import classes from './mates.module.css'
import { texts } from './texts.ts'

interface MateRowProps {
  mate: Mate
  isBusy: boolean
  onAnswer: (state: 'accepted' | 'declined' | 'withdrawn') => void
}

/** One wish: who, how it stands, what is against it, and what can be done. */
function MateRow({ mate, isBusy, onAnswer }: MateRowProps) {
  const t = useT(texts)
  const name = mate.name ?? mate.typed ?? t('by_link')
  const stands = () => {
    if (mate.is_gone) return t('gone')
    if (mate.state === 'accepted') return t('together')
    if (mate.state === 'declined') return t('declined')
    return mate.asked_by_us ? t('waiting') : null
  }
  const isRequest = mate.state === 'asked' && !mate.asked_by_us
  return (
    <li className={classes.mate}>
      <div>
        <b>{isRequest ? t('asks_you', { name }) : name}</b>
        <p className={classes.quiet}>{stands()}</p>
        {mate.obstacles.length > 0 ? (
          <p className={classes.against}>{mate.obstacles.map((one) => t(`obstacle_${one}`)).join(' ')}</p>
        ) : null}
      </div>
      <div className={classes.acts}>
        {isRequest ? (
          <>
            <Button
              disabled={isBusy || mate.obstacles.length > 0}
              aria-label={t('accept_of', { name })}
              onClick={() => onAnswer('accepted')}
            >
              {t('accept')}
            </Button>
            <Button
              variant="default"
              disabled={isBusy}
              aria-label={t('decline_of', { name })}
              onClick={() => onAnswer('declined')}
            >
              {t('decline')}
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            disabled={isBusy}
            aria-label={t('withdraw_of', { name })}
            onClick={() => onAnswer('withdrawn')}
          >
            {t('withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Whom the member wishes to share a room with, and who wishes it with them. */
export function RoomMates({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const titleId = useId()
  const params = { id: reservation._id }
  const { data } = useQuery(queryOf(roomMateRoutes.listRoomMates, { params }))
  const ask = useAct(roomMateRoutes.askRoomMate, [roomMateRoutes.listRoomMates])
  const answer = useAct(roomMateRoutes.answerRoomMate, [roomMateRoutes.listRoomMates])
  const clipboard = useClipboard({ timeout: 3000 })
  const [who, setWho] = useState('')
  const [said, setSaid] = useState<'asked' | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const isOver = !['pending', 'active', 'redeemed'].includes(reservation.status)
  if (isOver || !reservation.accommodation || !data?.most || (data.most < 2 && data.mates.length === 0)) return null
  const typed = who.trim()
  // A code has letters, a phone has none.
  const body = /\p{L}/u.test(typed) ? { code: typed } : { phone: typed }
  const send = () =>
    ask.mutate(
      { params, body },
      {
        onSuccess: () => {
          setWho('')
          setLink(null)
          setSaid('asked')
        },
      },
    )
  const makeLink = () =>
    ask.mutate(
      { params, body: {} },
      {
        onSuccess: (answered) => {
          setSaid(null)
          setLink(answered.data.link)
        },
      },
    )
  return (
    <section id="room-mates" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      <p className={classes.quiet}>{t('intro', { most: data.most })}</p>
      <p className={classes.quiet}>{t('rules')}</p>
      {data.mates.length > 0 ? (
        <ul className={classes.list}>
          {data.mates.map((mate) => (
            <MateRow
              key={mate._id}
              mate={mate}
              isBusy={answer.isPending}
              onAnswer={(state) => answer.mutate({ params: { ...params, wish_id: mate._id }, body: { state } })}
            />
          ))}
        </ul>
      ) : null}
      <form
        className={classes.form}
        data-no-print
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.length >= 5) send()
        }}
      >
        <TextInput
          label={t('who')}
          value={who}
          maxLength={30}
          onChange={(event) => setWho(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={ask.isPending} disabled={typed.length < 5}>
          {t('ask')}
        </Button>
        <Button variant="subtle" disabled={ask.isPending} onClick={makeLink}>
          {t('link')}
        </Button>
      </form>
      <div aria-live="polite">
        {said ? <p>{t(said)}</p> : null}
        {link ? (
          <>
            <p>{t('link_ready')}</p>
            <p className={classes.link}>{link}</p>
            <Button variant="default" onClick={() => clipboard.copy(link)}>
              {t(clipboard.copied ? 'copied' : 'copy')}
            </Button>
          </>
        ) : null}
      </div>
    </section>
  )
}
