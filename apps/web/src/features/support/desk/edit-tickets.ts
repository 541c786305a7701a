import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import type { DataOf } from '@shiloh/contract/core'
import { supportRoutes, TICKET_CATEGORIES, TICKET_STATUSES } from '@shiloh/contract/support'
import { IconEdit } from '@tabler/icons-react'
import { z } from 'zod'
import { text } from '#platform/i18n'
import type { BulkAction } from '#ui/list/bulk-types'
import { texts } from './texts.ts'

const schema = z
  .object({ status: z.string(), assignee_id: z.string(), nobody: z.boolean(), category: z.string() })
  .partial()
const half = { half: true, empty: undefined } as const

/** The act that sets the status, assignee or subject area of the selected tickets. */
export const editMany = (
  categoryName: (category: string) => string,
): BulkAction<DataOf<typeof supportRoutes.listTickets>> => ({
  label: text(texts, 'edit_many'),
  icon: IconEdit,
  permission: 'support_tickets.update',
  many: {
    route: bulkEditRoutes.editTickets,
    consequence: text(texts, 'edit_many'),
    form: {
      schema,
      sections: [
        {
          fields: [
            {
              kind: 'select',
              name: 'status',
              label: text(texts, 'status'),
              choices: TICKET_STATUSES.map((value) => ({ value, label: text(texts, value) })),
              ...half,
            },
            {
              kind: 'select',
              name: 'category',
              label: text(texts, 'category'),
              choices: TICKET_CATEGORIES.map((value) => ({ value, label: () => categoryName(value) })),
              ...half,
            },
            {
              kind: 'pick',
              name: 'assignee_id',
              label: text(texts, 'assignee'),
              route: supportRoutes.pickAssignees,
              ...half,
            },
            { kind: 'switch', name: 'nobody', label: text(texts, 'to_nobody') },
          ],
        },
      ],
      toChange: (values) => {
        const { status, category, assignee_id, nobody } = schema.parse(values)
        return {
          ...(status && { status }),
          ...(category && { category }),
          ...(nobody ? { assignee_id: null } : assignee_id && { assignee_id }),
        }
      },
    },
  },
})
