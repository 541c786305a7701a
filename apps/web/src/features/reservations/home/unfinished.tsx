import { Button } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { OwnWaiting, ReservationRow } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney, formatRange, formatTime } from '@shiloh/contract/text/format'
import { IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { focusPage } from '#platform/page-heading'
import { useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Heading, Unbroken } from '#ui/base/values'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { PayNow } from '../../payments/index.ts'
import { LetGo } from '../offer/let-go.tsx'
import { STANDING_TONES } from '../parts/standing-tones.ts'
import { dueNowIn, useStandingWords } from '../parts/standing-words.ts'
import { TakeOffer } from '../parts/waiting-offer.tsx'
import { clearDraft, keepDraft } from '../reserve/draft-place.ts'
import classes from './home.module.css'
import { texts } from './texts.ts'

export type Begun = DataOf<typeof reservationRoutes.listDrafts>[number]

/** What the page knows of an event beside its reservations. */
export interface AboutEvent {
  readonly cover: ReactNode
  /** What is left of it. */
  readonly left: ReactNode
}
export type FindEvent = (id: string) => AboutEvent

interface CardProps {
  about: AboutEvent
  over: string
  event: { readonly name: string; readonly starts_at: string; readonly ends_at: string; readonly time_zone: string }
  children: ReactNode
  /** Until when something is kept, or that nothing is. */
  limit?: ReactNode
  tone?: 'warn' | 'bad' | 'ok' | 'mute'
  actions: ReactNode
}

/** One thing that waits for its person. */
function Card({ about, over, event, children, limit, tone = 'warn', actions }: CardProps) {
  const language = useLanguage()
  const id = useId()
  return (
    <li className={classes.card} aria-labelledby={id}>
      <div className={classes.cover} aria-hidden="true">
        {about.cover}
      </div>
      <div className={classes.words}>
        <div id={id}>
          <p className={classes.over}>
            <Unbroken>{over}</Unbroken>
          </p>
          <Heading level={3}>{event.name}</Heading>
        </div>
        <p className="dim">
          <Unbroken>{formatRange(event.starts_at, event.ends_at, language, event.time_zone)}</Unbroken>
        </p>
        {limit ? (
          <p className={classes.limit} data-tone={tone}>
            <IconClock size={18} aria-hidden /> <span>{limit}</span>
          </p>
        ) : null}
        {/* "By then" is what is above. */}
        <p>{children}</p>
        <div className={classes.acts}>{actions}</div>
      </div>
    </li>
  )
}

interface ItemProps<T> {
  of: T
  about: AboutEvent
  /** The one filled button of the page is the first one's. */
  isFirst: boolean
}

/** A place that came free, with the hour until which it is held. */
export function OfferItem({ of: entry, about, isFirst }: ItemProps<OwnWaiting>) {
  const t = useT(texts)
  const language = useLanguage()
  const { event, offer_expires_at: until } = entry
  return (
    <Card
      about={about}
      over={t('offer')}
      event={event}
      limit={
        until ? (
          <Unbroken>
            {t('held_until', {
              when: `${formatDay(until, language, event.time_zone)}, ${formatTime(until, language, event.time_zone)}`,
            })}
          </Unbroken>
        ) : undefined
      }
      actions={
        <>
          <TakeOffer variant={isFirst ? 'filled' : 'default'} entry={entry} event={event.slug} />
          <LetGo entry={entry} variant="subtle" />
        </>
      }
    >
      {entry.name ? t('offer_note_of', { name: entry.name }) : t('offer_note')}
    </Card>
  )
}

/** A reservation with something to pay. Its button opens the checkout. */
export function PayItem({ of: row, about, isFirst }: ItemProps<ReservationRow>) {
  const t = useT(texts)
  const language = useLanguage()
  const { event, currency, standing, code } = row
  const { title, sentence } = useStandingWords()(standing, currency, event.time_zone)
  const tone = STANDING_TONES[standing.kind]
  const due = dueNowIn(row)
  return (
    <Card
      about={about}
      over={code}
      event={event}
      limit={<Unbroken>{title}</Unbroken>}
      tone={tone}
      actions={
        <>
          <PayNow
            variant={isFirst ? 'filled' : 'default'}
            wish={{ reservation_id: row._id, amount: due === row.balance ? undefined : due }}
          >
            {t('pay', { amount: formatMoney(due, currency, language) })}
          </PayNow>
          <LinkButton variant="subtle" color="gray" to="/reservations/$id" params={{ id: row._id }}>
            {t('see')}
          </LinkButton>
        </>
      }
    >
      <Unbroken>{sentence}</Unbroken>
    </Card>
  )
}

/** Discards a draft, on the server and in this browser. It can be brought back as it was, while the toast shows. */
function useDiscard({ event, started }: Begun) {
  const t = useT(texts)
  const { user } = useAccount()
  const stale = [reservationRoutes.listDrafts]
  const remove = useAct(reservationRoutes.deleteDraft, stale)
  const save = useAct(reservationRoutes.saveDraft, stale)
  const [isReading, setReading] = useState(false)
  const isGoing = useRef(false)
  useEffect(
    () => () => {
      if (isGoing.current) focusPage()
    },
    [],
  )
  const params = { id: event._id }
  const act = async () => {
    setReading(true)
    isGoing.current = true
    try {
      const { draft } = started ? await call(reservationRoutes.getDraft, { params }) : { draft: null }
      const name = `${user?._id ?? ''}:${event._id}`
      const here = [() => localStorage, () => sessionStorage] as const
      const putBack = keepDraft(name, ...here)
      await remove.mutateAsync({ params })
      clearDraft(name, ...here)
      toastDone({
        message: t('discarded', { event: event.name }),
        undo: {
          label: t('undo'),
          act: () => {
            putBack()
            save.mutate({ params, body: { draft } })
          },
        },
      })
    } catch (error) {
      isGoing.current = false
      showFailure(error instanceof Error ? error.message : '', true)
    } finally {
      setReading(false)
    }
  }
  return { isBusy: isReading, act }
}

/** A reservation that was begun, or for which somebody registered. */
export function BegunItem({ of: begun, about, isFirst }: ItemProps<Begun>) {
  const t = useT(texts)
  const language = useLanguage()
  const { event, started, progress } = begun
  const discard = useDiscard(begun)
  const words = () => {
    if (!progress) return t(started ? 'continue_kept' : 'continue_new')
    const { step, at, of, persons, total } = progress
    return (
      <>
        {t('continue_at', { step, at, of })}{' '}
        <Unbroken>{t('continue_so_far', { persons, amount: formatMoney(total, event.currency, language) })}</Unbroken>
      </>
    )
  }
  return (
    <Card
      about={about}
      over={t('continue_reserving')}
      event={event}
      limit={
        <>
          {t('not_held')} {about.left}
        </>
      }
      actions={
        <>
          <LinkButton
            variant={isFirst ? 'filled' : 'default'}
            to="/events/$id/reserve"
            params={{ id: event.slug }}
            aria-label={t('continue_named', { event: event.name })}
          >
            {t('go_on')}
          </LinkButton>
          <Button
            variant="subtle"
            color="gray"
            loading={discard.isBusy}
            aria-label={t('discard_named', { event: event.name })}
            onClick={() => void discard.act()}
          >
            {t('discard')}
          </Button>
        </>
      }
    >
      {words()}
    </Card>
  )
}
