import { formatRange } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { ChoiceSelect } from '#ui/form/choice-select'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

interface EventChoiceProps {
  events: readonly { _id: string; name: string; starts_at: string; ends_at: string; time_zone: string }[]
  value: string | null
  onChange: (id: string) => void
}

/** The events of a vendor. Nothing if there is no choice. */
export function EventChoice({ events, value, onChange }: EventChoiceProps) {
  const t = useT(texts)
  const language = useLanguage()
  if (events.length < 2) return null
  const dates = ({ starts_at, ends_at, time_zone }: (typeof events)[number]) =>
    formatRange(starts_at, ends_at, language, time_zone)
  const names = new Set(events.map(({ name }) => name))
  const chosen = events.find(({ _id }) => _id === value)
  return (
    <div className={classes.event}>
      <ChoiceSelect
        aria-label={t('event')}
        choices={events.map((event) => ({
          value: event._id,
          // On a phone there is room for the name alone.
          label: names.size === events.length ? event.name : `${event.name}, ${dates(event)}`,
        }))}
        value={value}
        onChange={onChange}
      />
      {chosen ? <small>{dates(chosen)}</small> : null}
    </div>
  )
}
