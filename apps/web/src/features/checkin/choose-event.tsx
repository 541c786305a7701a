import { Button } from '@mantine/core'
import { formatCount } from '@shiloh/contract/text/format'
import { IconChevronRight } from '@tabler/icons-react'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { DateRange } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import classes from './gate.module.css'
import type { GateEvent } from './queries.ts'
import { texts } from './texts.ts'

interface ChooseEventProps {
  events: readonly GateEvent[]
  onChoose: (id: string) => void
  onAgain: () => void
}

/** Chooses the event of the gate: running and upcoming ones first, past ones last. */
export function ChooseEvent({ events, onChoose, onAgain }: ChooseEventProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { organisation } = useAccount()
  if (events.length === 0)
    return (
      <>
        <h1>{t('check_in')}</h1>
        <EmptyState
          title={t('no_event')}
          hint={[t('no_event_hint'), organisation.phone, organisation.email].filter(Boolean).join(' ')}
          action={
            <Button variant="default" onClick={onAgain}>
              {t('look_again')}
            </Button>
          }
        />
      </>
    )
  const now = Date.now()
  const isOver = (event: GateEvent) => Date.parse(event.ends_at) < now
  const sorted = [...events.filter((event) => !isOver(event)), ...events.filter(isOver).reverse()]
  return (
    <>
      <h1>{t('choose_event')}</h1>
      <p className="dim">{t('choose_event_hint')}</p>
      <ul className={classes.events}>
        {sorted.map((event) => (
          <li key={event._id}>
            <button type="button" onClick={() => onChoose(event._id)}>
              <span>
                <b>{event.name}</b>
                <span className="dim">
                  {isOver(event) ? `${t('over')} ` : ''}
                  <DateRange from={event.starts_at} to={event.ends_at} zone={event.time_zone} />
                </span>
                {event.opens_in_days > 0 ? (
                  <span className={classes.notToday}>{t('opens_in', { days: event.opens_in_days })}</span>
                ) : null}
                <span className="dim">
                  {t('count', {
                    in: formatCount(event.counters.in, language),
                    expected: formatCount(event.counters.expected, language),
                  })}
                </span>
              </span>
              <IconChevronRight size={20} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
