import { Button, Group } from '@mantine/core'
import { useT } from '#platform/i18n'
import { DateRange } from '#ui/base/values'
import type { GateEvent } from './queries.ts'
import { texts } from './texts.ts'

interface NotYetProps {
  event: GateEvent
  onAccept: () => void
  onChangeEvent: () => void
}

/** A gate before the first day of its event. Usually the wrong event was chosen. */
export function NotYet({ event, onAccept, onChangeEvent }: NotYetProps) {
  const t = useT(texts)
  return (
    <>
      <h1>{event.name}</h1>
      <p>
        <b>{t('opens_in', { days: event.opens_in_days })}</b>{' '}
        <span className="dim">
          <DateRange from={event.starts_at} to={event.ends_at} zone={event.time_zone} />
        </span>
      </p>
      <p>{t('let_in_early')}</p>
      <Group mt="md">
        <Button onClick={onChangeEvent}>{t('change_place')}</Button>
        <Button variant="default" onClick={onAccept}>
          {t('open_early')}
        </Button>
      </Group>
    </>
  )
}
