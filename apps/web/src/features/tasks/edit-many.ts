import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { TASK_STATUSES, type Task } from '@shiloh/contract/tasks'
import { IconCalendar, IconCircleCheck, IconProgress, IconTrash, IconUser } from '@tabler/icons-react'
import { z } from 'zod'
import { text } from '#platform/i18n'
import type { ActOnMany, BulkAction } from '#ui/list/bulk-types'
import { assigneeOf } from './task-parts.tsx'
import { texts } from './texts.ts'

const schema = z.object({ status: z.string(), who: z.string(), due_on: z.string() }).partial()
const NOBODY = 'nobody'
const half = { half: true, empty: undefined } as const

type Form = NonNullable<ActOnMany['form']>
type Field = Form['sections'][number]['fields'][number]

/** Sets one value of the selected tasks. */
const setting = (icon: BulkAction<Task>['icon'], label: BulkAction<Task>['label'], field: Field): BulkAction<Task> => ({
  label,
  icon,
  permission: 'tasks.update',
  many: {
    route: bulkEditRoutes.editTasks,
    consequence: label,
    form: {
      schema,
      sections: [{ fields: [field] }],
      toChange: (values) => {
        const { status, who, due_on } = schema.parse(values)
        return {
          ...(status && { status }),
          ...(who && assigneeOf(who === NOBODY ? null : who)),
          ...(due_on && { due_on }),
        }
      },
    },
  },
})

/** What a planner does with the selected tasks. */
export const actsOnMany = (
  assignees: readonly { readonly value: string; readonly label: string }[],
  onRemove: NonNullable<BulkAction<Task>['act']>,
): BulkAction<Task>[] => [
  {
    label: text(texts, 'mark_done'),
    icon: IconCircleCheck,
    permission: 'tasks.update',
    applies: ({ status }) => status !== 'done',
    many: {
      route: bulkEditRoutes.editTasks,
      consequence: text(texts, 'finish_text'),
      change: { status: 'done' },
    },
  },
  setting(IconUser, text(texts, 'assign'), {
    kind: 'select',
    name: 'who',
    label: text(texts, 'assignee'),
    choices: [
      { value: NOBODY, label: text(texts, 'nobody') },
      ...assignees.map(({ value, label }) => ({ value, label: () => label })),
    ],
    ...half,
  }),
  setting(IconCalendar, text(texts, 'set_due'), { kind: 'date', name: 'due_on', label: text(texts, 'due'), ...half }),
  setting(IconProgress, text(texts, 'set_status'), {
    kind: 'select',
    name: 'status',
    label: text(texts, 'status'),
    choices: TASK_STATUSES.map((value) => ({ value, label: text(texts, `status_${value}`) })),
    ...half,
  }),
  { label: text(texts, 'remove'), icon: IconTrash, permission: 'tasks.delete', act: onRemove },
]
