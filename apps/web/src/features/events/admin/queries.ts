import { adminEventRoutes } from '@shiloh/contract/events'
import { eventRoomRoutes } from '@shiloh/contract/venues'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/api'
import { keyOf, queryOf } from '#platform/queries'

/** One event as administrators have it. */
export const eventQuery = (id: string) => queryOf(adminEventRoutes.readAdminEvent, { params: { id } })
export const eventKey = (id: string) => eventQuery(id).queryKey

const pageSize = 500

/** How many beds the rooms of a category have in each block of a center. */
export const bedsQuery = (centerId: string, categoryId: string) =>
  queryOptions({
    queryKey: [...keyOf(eventRoomRoutes.list), 'beds', centerId, categoryId],
    queryFn: async ({ signal }) => {
      const beds: Record<string, number> = {}
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { items, meta } = await call(eventRoomRoutes.list, {
          query: { event_center_id: centerId, room_category_id: categoryId, page, page_size: pageSize },
          signal,
        })
        for (const room of items) beds[room.event_block_id] = (beds[room.event_block_id] ?? 0) + room.beds
        pages = meta.total_pages
      }
      return beds
    },
  })

/** The beds of some blocks, of all of them where none is named. */
export const bedsIn = (beds: Readonly<Record<string, number>>, blockIds: readonly string[]): number =>
  Object.entries(beds)
    .filter(([block]) => blockIds.length === 0 || blockIds.includes(block))
    .reduce((sum, [, count]) => sum + count, 0)
