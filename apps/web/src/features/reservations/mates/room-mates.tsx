import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { type Mate, roomMateRoutes } from '@shiloh/contract/reservations/room-mates'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { mateNamed } from '../parts/named-mate.ts'
import { readMate } from '../parts/wire-phone.ts'
import { useKeptLink } from './kept-link.ts'
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
  const name = mate.name ?? mate.typed ?? t(mate.way === 'link' ? 'by_link' : 'somebody')
  const stands = () => {
    if (mate.is_gone) return t('gone')
    if (mate.state === 'accepted') return t('together')
    if (mate.state === 'declined') return t('declined')
    if (!mate.asked_by_us) return null
    // Whether somebody has this number or code is nobody else's business.
    return mate.name === null && mate.typed !== null ? t('waiting_typed') : t('waiting')
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
  const [isWrong, setIsWrong] = useState(false)
  const { user, organisation } = useAccount()
  const kept = useKeptLink(reservation.event._id)
  const isOver = !['pending', 'active', 'redeemed'].includes(reservation.status)
  // A family has a room of its own, and a room with one bed has no place for others.
  const mayAsk = data !== undefined && data.most !== null && data.most > 1
  if (isOver || !reservation.accommodation || !data || (!mayAsk && data.mates.length === 0)) return null
  const send = () => {
    const mate = readMate(who, [user?.country ?? organisation.country, organisation.country])
    setIsWrong(mate === null)
    if (mate === null) return
    ask.mutate(
      { params, body: mateNamed(mate) },
      {
        onSuccess: () => {
          setWho('')
          setLink(null)
          setSaid('asked')
        },
      },
    )
  }
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
      {mayAsk ? <p className={classes.quiet}>{t('intro', { most: data.most ?? 0 })}</p> : null}
      <p className={classes.quiet}>{t('rules')}</p>
      {kept ? (
        <div className={classes.mate}>
          <b>{t('sent_you', { name: kept.name })}</b>
          <LinkButton to="/room-mates" hash={kept.token}>
            {t('answer', { name: kept.name })}
          </LinkButton>
        </div>
      ) : null}
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
      {mayAsk ? (
        <form
          className={classes.form}
          data-no-print
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <TextInput
            label={t('who')}
            value={who}
            maxLength={30}
            error={isWrong ? t(who.trim() === '' ? 'who_missing' : 'unreadable') : undefined}
            onChange={(event) => {
              setIsWrong(false)
              setWho(event.currentTarget.value)
            }}
          />
          <Button type="submit" variant="default" loading={ask.isPending}>
            {t('ask')}
          </Button>
          <Button variant="subtle" disabled={ask.isPending} onClick={makeLink}>
            {t('link')}
          </Button>
        </form>
      ) : null}
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
