import { Button } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { OwnWaiting, ReservationRow } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney, formatRange, formatTime } from '@shiloh/contract/text/format'
import { IconClock } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Heading, Unbroken } from '#ui/base/values'
import { LetGo } from '../offer/let-go.tsx'
import { STANDING_TONES } from '../parts/standing-tones.ts'
import { dueNowIn, useStandingWords } from '../parts/standing-words.ts'
import { TakeOffer } from '../parts/waiting-offer.tsx'
import { clearDraft } from '../reserve/draft-place.ts'
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
          <p className={classes.over}>{over}</p>
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

/** A reservation with something to pay. */
export function PayItem({ of: row, about, isFirst }: ItemProps<ReservationRow>) {
  const t = useT(texts)
  const language = useLanguage()
  const { event, currency, standing, code } = row
  const { title, sentence } = useStandingWords()(standing, currency, event.time_zone)
  const tone = STANDING_TONES[standing.kind]
  return (
    <Card
      about={about}
      over={code}
      event={event}
      limit={<Unbroken>{title}</Unbroken>}
      tone={tone}
      actions={
        <>
          <LinkButton variant={isFirst ? 'filled' : 'default'} to="/reservations/$id" params={{ id: row._id }}>
            {t('pay', { amount: formatMoney(dueNowIn(row), currency, language) })}
          </LinkButton>
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

/** A reservation that was begun, or for which somebody registered. */
export function BegunItem({ of: begun, about, isFirst }: ItemProps<Begun>) {
  const t = useT(texts)
  const language = useLanguage()
  const { user } = useAccount()
  const discard = useAct(reservationRoutes.deleteDraft, [reservationRoutes.listDrafts])
  const { event, started, progress } = begun
  const forget = () => {
    clearDraft(
      `${user?._id ?? ''}:${event._id}`,
      () => localStorage,
      () => sessionStorage,
    )
    discard.mutate({ params: { id: event._id } })
  }
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
            loading={discard.isPending}
            aria-label={t('discard_named', { event: event.name })}
            onClick={forget}
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
