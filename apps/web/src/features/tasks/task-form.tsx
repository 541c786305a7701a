import { day, id, line } from '@shiloh/contract/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { optionalText } from '@shiloh/contract/record-fields'
import { TASK_STATUSES, type Task, type TaskStatus, taskRoutes } from '@shiloh/contract/tasks'
import { useRef } from 'react'
import { z } from 'zod'
import { useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { RecordForm } from '#ui/form/record-form'
import { assigneeOf, STALE, useAssignees, useReminders, whoOf } from './task-parts.tsx'
import { texts } from './texts.ts'

const schema = z.object({
  title: line(200),
  description: optionalText(5000),
  status: z.enum(TASK_STATUSES),
  who: z.string().nullable().optional(),
  due_on: day.nullable().optional(),
  remind: z.string().nullable().optional(),
  event_id: id.nullable().optional(),
})

interface TaskFormProps {
  task?: Task | undefined
  status?: TaskStatus
  /** The day of the calendar that it was added to. */
  due_on?: string | undefined
  event?: { readonly _id: string; readonly name: string } | undefined
  onDone: (made?: string) => void
}

/** A new task, or all fields of one. */
export function TaskForm({ task, status = 'open', due_on: day0, event, onDone }: TaskFormProps) {
  const t = useT(texts)
  const can = useCan()
  const { choices } = useAssignees()
  const reminders = useReminders(task?.remind_days ?? null)
  const create = useAct(taskRoutes.create, STALE, { shown: true })
  const update = useAct(taskRoutes.update, STALE, { shown: true })
  const made = useRef<string>(undefined)
  const about = task ? task.event : (event ?? null)
  const said = (items: readonly { value: string; label: string }[]) =>
    items.map(({ value, label }) => ({ value, label: () => label }))
  return (
    <RecordForm
      schema={schema}
      title={t(task ? 'edit_title' : 'add')}
      again={!task}
      values={{
        title: task?.title ?? '',
        description: task?.description ?? '',
        status: task?.status ?? status,
        who: task ? whoOf(task) : null,
        due_on: task ? task.due_on : (day0 ?? null),
        remind: task?.remind_days === null || !task ? null : String(task.remind_days),
        event_id: about?._id ?? null,
      }}
      sections={[
        {
          fields: [
            { kind: 'text', name: 'title', label: text(texts, 'title'), required: true },
            {
              kind: 'select',
              name: 'status',
              label: text(texts, 'status'),
              required: true,
              half: true,
              choices: TASK_STATUSES.map((value) => ({ value, label: text(texts, `status_${value}`) })),
            },
            { kind: 'select', name: 'who', label: text(texts, 'assignee'), half: true, choices: said(choices) },
            {
              kind: 'date',
              name: 'due_on',
              label: text(texts, 'due'),
              half: true,
              ...(typeof task?.offset_days === 'number' && { hint: text(texts, 'follows') }),
            },
            { kind: 'select', name: 'remind', label: text(texts, 'remind'), half: true, choices: said(reminders) },
            ...(can('events.read')
              ? [
                  {
                    kind: 'pick' as const,
                    name: 'event_id' as const,
                    label: text(texts, 'event'),
                    route: adminEventRoutes.pickEvents,
                    ...(about && { picked: [about] }),
                  },
                ]
              : []),
            { kind: 'textarea', name: 'description', label: text(texts, 'description') },
          ],
        },
      ]}
      onSave={async ({ who, remind, due_on, ...body }) => {
        const values = {
          ...body,
          ...assigneeOf(who),
          remind_days: remind ? Number(remind) : null,
          // A date that nobody changed still follows its event.
          ...(due_on === (task?.due_on ?? null) ? {} : { due_on }),
        }
        if (task) await update.mutateAsync({ params: { id: task._id }, body: values })
        else made.current = (await create.mutateAsync({ body: values })).data._id
      }}
      onDone={() => onDone(made.current)}
    />
  )
}
