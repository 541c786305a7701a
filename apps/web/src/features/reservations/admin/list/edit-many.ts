import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import { isLive } from '@shiloh/contract/reservations/states'
import type { AdminReservationRow } from '@shiloh/contract/reservations/views'
import { roomCategoryRoutes } from '@shiloh/contract/venues'
import { IconEdit } from '@tabler/icons-react'
import { z } from 'zod'
import { text } from '#platform/i18n'
import type { BulkAction } from '#ui/list/bulk-types'
import { texts as common } from '../texts.ts'
import { texts } from './texts.ts'

const schema = z.object({ participant_type_id: z.string(), room_category_id: z.string() }).partial()

/** The act that sets the participant type or category of the selected reservations. What stays empty is left as it is. */
export const editMany: BulkAction<AdminReservationRow> = {
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
            {
              kind: 'pick',
              name: 'participant_type_id',
              label: text(common, 'participant_type'),
              route: participantTypeRoutes.query,
              empty: undefined,
            },
            {
              kind: 'pick',
              name: 'room_category_id',
              label: text(texts, 'category'),
              route: roomCategoryRoutes.query,
              empty: undefined,
            },
          ],
        },
      ],
      toChange: (values) => {
        const { participant_type_id, room_category_id } = schema.parse(values)
        return { ...(participant_type_id && { participant_type_id }), ...(room_category_id && { room_category_id }) }
      },
    },
  },
}
