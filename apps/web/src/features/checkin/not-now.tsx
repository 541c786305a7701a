import { Button, Group } from '@mantine/core'
import { SITTING_GRACE_MS } from '@shiloh/contract/checkin/scans'
import { formatTime } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import type { CopyState } from './engine/db.ts'
import { pointTime } from './point-time.ts'
import { texts } from './texts.ts'

interface NotNowProps {
  point: CopyState['points'][number]
  zone: string
  /** The server's time in milliseconds. */
  now: number
  onAccept: () => void
  onBack: () => void
}

/** A point of another time. Usually another one was meant: breakfast is on each day. */
export function NotNow({ point, zone, now, onAccept, onBack }: NotNowProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { starts_at } = point
  const isOver = starts_at !== null && Date.parse(starts_at) < now
  // A phone that is set to it would let nobody eat.
  const isSitting = point.kind === 'meal'
  const opens =
    starts_at === null
      ? ''
      : formatTime(new Date(Date.parse(starts_at) - SITTING_GRACE_MS).toISOString(), language, zone)
  return (
    <>
      <h1>{point.name}</h1>
      <p>
        <b>{pointTime(point, zone, language)}</b>
      </p>
      <p>
        {isSitting && isOver
          ? t('sitting_over')
          : isSitting
            ? t('sitting_later', { time: opens })
            : t(isOver ? 'point_over' : 'point_later')}
      </p>
      <Group mt="md">
        <Button onClick={onBack}>{t('other_point')}</Button>
        {isSitting && isOver ? null : (
          <Button variant="default" onClick={onAccept}>
            {t('start_anyway')}
          </Button>
        )}
      </Group>
    </>
  )
}
