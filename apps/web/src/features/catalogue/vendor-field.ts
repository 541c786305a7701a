import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { Route } from '@shiloh/contract/core'
import { IconEdit } from '@tabler/icons-react'
import { z } from 'zod'
import { text } from '#platform/i18n'
import type { BulkAction } from '#ui/list/bulk-types'
import { texts } from './texts.ts'

interface Supplied {
  readonly vendor_id: string | null
  readonly vendor: string | null
}

/** The account of who supplies something. It can stay open. */
export const vendorField = (row?: Supplied) =>
  ({
    kind: 'pick',
    name: 'vendor_id',
    label: text(texts, 'vendor'),
    hint: text(texts, 'vendor_hint'),
    route: authorizationRoutes.pickUsers,
    query: { user_type: 'vendor' },
    empty: null,
    ...(row?.vendor_id && { picked: [{ _id: row.vendor_id, name: row.vendor ?? '' }] }),
  }) as const

/** The filter of a list by who supplies its rows. */
export const vendorFilter = {
  kind: 'pick',
  key: 'vendor_id',
  label: text(texts, 'vendor'),
  route: authorizationRoutes.pickUsers,
  query: { user_type: 'vendor' },
} as const

const schema = z.object({ vendor_id: z.string(), nobody: z.boolean() }).partial()

/** The act that sets who supplies the selected rows. */
export const editMany = (route: Route): BulkAction<Supplied & { readonly _id: string }> => ({
  label: text(texts, 'set_vendor'),
  icon: IconEdit,
  ...(route.access.kind === 'can' && { permission: route.access.permission }),
  many: {
    route,
    consequence: text(texts, 'set_vendor'),
    form: {
      schema,
      sections: [
        {
          fields: [
            { ...vendorField(), empty: undefined },
            { kind: 'switch', name: 'nobody', label: text(texts, 'no_vendor') },
          ],
        },
      ],
      toChange: (values) => {
        const { vendor_id, nobody } = schema.parse(values)
        return nobody ? { vendor_id: null } : vendor_id ? { vendor_id } : {}
      },
    },
  },
})
