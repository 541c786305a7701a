import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import type { UserEvent } from '@shiloh/contract/events/events'
import { isLive } from '@shiloh/contract/reservations/states'
import type { AdminReservationRow } from '@shiloh/contract/reservations/views'
import { roomCategoryRoutes } from '@shiloh/contract/venues'
import { IconEdit } from '@tabler/icons-react'
import { z } from 'zod'
import { type TextRef, text } from '#platform/i18n'
import type { BulkAction } from '#ui/list/bulk-types'
import { texts as common } from '../texts.ts'
import { EditSum } from './edit-sum.tsx'
import { texts } from './texts.ts'

const schema = z.object({ participant_type_id: z.string(), room_category_id: z.string() }).partial()

/** A choice among what an event offers, or among all. */
const field = (
  name: keyof z.input<typeof schema>,
  label: TextRef,
  route: typeof participantTypeRoutes.query | typeof roomCategoryRoutes.query,
  offered: readonly (readonly [string, string])[] | undefined,
) => {
  const shared = { name, label, empty: undefined } as const
  return offered
    ? ({
        ...shared,
        kind: 'select',
        choices: offered.map(([value, called]) => ({ value, label: () => called })),
      } as const)
    : ({ ...shared, kind: 'pick', route } as const)
}

/**
 * The act that sets the participant type or category of the selected reservations. What stays empty is left as it is.
 *
 * @param event the event of the list: then only what it offers can be chosen
 */
export const editMany = (event: UserEvent | undefined): BulkAction<AdminReservationRow> => ({
  label: text(texts, 'edit_many'),
  icon: IconEdit,
  permission: 'reservations.update',
  fits: (rows) => rows.some(({ status }) => isLive(status)),
  many: {
    route: bulkEditRoutes.editReservations,
    consequence: text(texts, 'edit_many_hint'),
    form: {
      schema,
      sections: [
        {
          title: text(texts, 'edit_many_title'),
          hint: text(texts, 'edit_many_hint'),
          fields: [
            field(
              'participant_type_id',
              text(common, 'participant_type'),
              participantTypeRoutes.query,
              event?.participant_types.map(({ _id, name }) => [_id, name]),
            ),
            field(
              'room_category_id',
              text(texts, 'category'),
              roomCategoryRoutes.query,
              event?.accommodations.map(({ room_category_id, name }) => [room_category_id, name]),
            ),
          ],
        },
      ],
      sum: EditSum,
      toChange: (values) => {
        const { participant_type_id, room_category_id } = schema.parse(values)
        return { ...(participant_type_id && { participant_type_id }), ...(room_category_id && { room_category_id }) }
      },
    },
  },
})
