import { Anchor } from '@mantine/core'
import { id } from '@shiloh/contract/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { taskTemplateRoutes } from '@shiloh/contract/tasks'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { text, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { RecordForm } from '#ui/form/record-form'
import { STALE } from './task-parts.tsx'
import { texts } from './texts.ts'

const schema = z.object({ template_id: id, event_id: id })

interface ApplyFormProps {
  event: { readonly _id: string; readonly name: string } | undefined
  onDone: () => void
}

/** Creates the tasks of a template for an event. */
export function ApplyForm({ event, onDone }: ApplyFormProps) {
  const t = useT(texts)
  const apply = useAct(taskTemplateRoutes.apply, STALE, { shown: true })
  return (
    <RecordForm
      schema={schema}
      title={t('apply_title')}
      action={text(texts, 'apply')}
      saved={null}
      values={{ template_id: '', event_id: event?._id ?? '' }}
      sections={[
        {
          fields: [
            {
              kind: 'pick',
              name: 'template_id',
              label: text(texts, 'template'),
              required: true,
              route: taskTemplateRoutes.pick,
            },
            {
              kind: 'pick',
              name: 'event_id',
              label: text(texts, 'event'),
              required: true,
              route: adminEventRoutes.pickEvents,
              ...(event && { picked: [event] }),
            },
          ],
        },
      ]}
      onSave={async ({ template_id, event_id }) => {
        const { data } = await apply.mutateAsync({ params: { id: template_id }, body: { event_id } })
        toastDone({ message: t('applied', { created: data.created }) })
      }}
      onDone={onDone}
    >
      <p className="dim small">{t('apply_hint')}</p>
      <Anchor component={Link} to="/admin/tasks-and-planning/templates">
        {t('edit_templates')}
      </Anchor>
    </RecordForm>
  )
}
