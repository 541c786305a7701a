import { formatRange } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { ChoiceSelect } from '#ui/form/choice-select'
import { texts } from './texts.ts'

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
  return (
    <ChoiceSelect
      aria-label={t('event')}
      choices={events.map(({ _id, name, starts_at, ends_at, time_zone }) => ({
        value: _id,
        label: `${name}, ${formatRange(starts_at, ends_at, language, time_zone)}`,
      }))}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
      maw={520}
      mb="md"
    />
  )
}
