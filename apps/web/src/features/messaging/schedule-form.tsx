import { timestamp } from '@shiloh/contract/core'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { text } from '#platform/i18n'
import { RecordForm } from '#ui/form/record-form'
import { texts } from './texts.ts'

const schema = z.object({ starts_at: timestamp })

/** Asks when a message starts, in the organisation's time zone. */
export function ScheduleForm({
  title,
  value = '',
  onChosen,
  onClose,
}: {
  title: string
  value?: string
  /** Resolves to `NOT_SAVED` if the form stays. */
  onChosen: (when: string) => Promise<unknown>
  onClose: () => void
}) {
  const { organisation } = useAccount()
  return (
    <RecordForm
      schema={schema}
      title={title}
      action={text(texts, 'schedule')}
      saved={text(texts, 'status_scheduled')}
      values={{ starts_at: value }}
      sections={[
        {
          fields: [
            {
              kind: 'datetime',
              name: 'starts_at',
              label: text(texts, 'schedule_at'),
              hint: text(texts, 'schedule_hint'),
              zone: organisation.time_zone,
              // A day alone is not meant as midnight.
              usualTime: '09:00',
              required: true,
            },
          ],
        },
      ]}
      onSave={async ({ starts_at }) => onChosen(starts_at)}
      onDone={onClose}
    />
  )
}
