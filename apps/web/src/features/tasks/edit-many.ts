import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { TASK_STATUSES, type Task } from '@shiloh/contract/tasks'
import { IconEdit } from '@tabler/icons-react'
import { z } from 'zod'
import { text } from '#platform/i18n'
import type { BulkAction } from '#ui/list/bulk-types'
import { assigneeOf } from './task-parts.tsx'
import { texts } from './texts.ts'

const schema = z.object({ status: z.string(), who: z.string(), due_on: z.string() }).partial()
const NOBODY = 'nobody'
const half = { half: true, empty: undefined } as const

/** The act that sets status, assignee or due date of the selected tasks. What stays empty is left as it is. */
export const editMany = (
  assignees: readonly { readonly value: string; readonly label: string }[],
): BulkAction<Task> => ({
  label: text(texts, 'edit'),
  icon: IconEdit,
  permission: 'tasks.update',
  many: {
    route: bulkEditRoutes.editTasks,
    consequence: text(texts, 'edit'),
    form: {
      schema,
      sections: [
        {
          fields: [
            {
              kind: 'select',
              name: 'status',
              label: text(texts, 'status'),
              choices: TASK_STATUSES.map((value) => ({ value, label: text(texts, `status_${value}`) })),
              ...half,
            },
            {
              kind: 'select',
              name: 'who',
              label: text(texts, 'assignee'),
              choices: [
                { value: NOBODY, label: text(texts, 'nobody') },
                ...assignees.map(({ value, label }) => ({ value, label: () => label })),
              ],
              ...half,
            },
            { kind: 'date', name: 'due_on', label: text(texts, 'due'), ...half },
          ],
        },
      ],
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
