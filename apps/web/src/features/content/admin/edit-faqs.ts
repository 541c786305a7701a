import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import type { EditedFaq } from '@shiloh/contract/content'
import { IconEdit } from '@tabler/icons-react'
import { z } from 'zod'
import { type TextRef, text } from '#platform/i18n'
import type { BulkAction } from '#ui/list/bulk-types'
import { texts as lists } from '../../../ui/list/list-texts.ts'
import { texts } from './texts.ts'

const schema = z.object({ category: z.string(), published: z.string() }).partial()
const half = { half: true, empty: undefined } as const

/** The act that sets the subject area of the selected questions, or publishes and withdraws them. */
export const editMany = (
  categories: readonly { readonly value: string; readonly label: TextRef }[],
): BulkAction<EditedFaq> => ({
  label: text(texts, 'edit_many'),
  icon: IconEdit,
  permission: 'faqs.update',
  many: {
    route: bulkEditRoutes.editFaqs,
    consequence: text(texts, 'edit_many'),
    form: {
      schema,
      sections: [
        {
          fields: [
            { kind: 'select', name: 'category', label: text(texts, 'category'), choices: categories, ...half },
            {
              kind: 'select',
              name: 'published',
              label: text(texts, 'is_published'),
              choices: [
                { value: 'true', label: text(lists, 'yes') },
                { value: 'false', label: text(lists, 'no') },
              ],
              ...half,
            },
          ],
        },
      ],
      toChange: (values) => {
        const { category, published } = schema.parse(values)
        return { ...(category && { category }), ...(published && { published: published === 'true' }) }
      },
    },
  },
})
