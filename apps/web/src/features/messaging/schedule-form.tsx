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
  onChosen: (when: string) => void | Promise<void>
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
