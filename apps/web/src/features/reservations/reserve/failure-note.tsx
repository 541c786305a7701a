import { Button } from '@mantine/core'
import type { UserEvent } from '@shiloh/contract/events/events'
import { formatMoney } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { TakeOffer } from '../parts/waiting-offer.tsx'
import { useStanding } from '../queries.ts'
import type { Failure } from './failure.ts'
import classes from './reserve.module.css'
import { texts } from './texts.ts'

interface FailureNoteProps {
  failure: Failure
  event: UserEvent
  /** The total shown with the attempt, and the total by the current offer. */
  oldTotal: number
  total: number
  onRetry: () => void
}

function AlreadyReserved({ event }: { event: UserEvent }) {
  const t = useT(texts)
  const { data } = useStanding(event._id)
  const offered = data?.waiting.find(({ status, reservation }) => status === 'offered' && reservation !== null)
  return (
    <>
      <p>
        {data?.reservation?.reserved_by
          ? t('reserved_for_you', { name: data.reservation.reserved_by })
          : data?.has_reservation && !data.reservation
            ? `${t('place_held')} ${t('place_held_hint')}`
            : t('already_reserved')}
      </p>
      {offered ? <TakeOffer entry={offered} event={event.slug} variant="default" /> : null}
      {data?.reservation && !offered ? (
        <LinkButton variant="default" to="/reservations/$id" params={{ id: data.reservation._id }}>
          {t('see_reservation')}
        </LinkButton>
      ) : null}
      {data?.has_reservation && !data.reservation ? (
        <LinkButton variant="default" to="/support/new">
          {t('ask_office')}
        </LinkButton>
      ) : null}
    </>
  )
}

/** Above the step: why the attempt failed, and what to do. */
export function FailureNote({ failure, event, oldTotal, total, onRetry }: FailureNoteProps) {
  const t = useT(texts)
  const language = useLanguage()
  const money = (minor: number) => formatMoney(minor, event.currency, language)
  const words = () => {
    switch (failure.kind) {
      case 'lost':
        return (
          <>
            <p>
              {failure.message} {t('lost_answer')}
            </p>
            <Button variant="default" onClick={onRetry}>
              {t('try_again')}
            </Button>
          </>
        )
      case 'quote':
        return <p>{t('quote_changed', { old: money(oldTotal), now: money(total) })}</p>
      case 'already':
        return <AlreadyReserved event={event} />
      case 'fields':
        return failure.gone ? <p>{t('gone_meanwhile')}</p> : null
      case 'other':
        return <p>{failure.message}</p>
    }
  }
  const content = words()
  return content === null ? null : (
    <div className={classes.alert} role="alert">
      {content}
    </div>
  )
}
