import type { DataOf } from '@shiloh/contract/core'
import { vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '#platform/live'
import { queryOf, refetchAll } from '#platform/queries'

/** Everything that changes when an order does. */
export const aboutOrders = [vendorRoutes.orders, vendorRoutes.dashboard, vendorRoutes.statement]

/** Milliseconds between two looks at what people eat: a kitchen's screen stays open through a meal. */
const whileServingMs = 20_000

export type ProductFigures = DataOf<typeof vendorRoutes.dashboard>['products'][number]

/** Returns how many pieces are left to hand over. */
export const leftOfAll = (products: readonly ProductFigures[]): number =>
  products.reduce((sum, { left }) => sum + left, 0)

const ofEvent = (eventId: string | undefined) => ({ query: { ...(eventId && { event_id: eventId }) } })

/** Loads the vendor's events, and what one of them ordered. Another phone of the vendor changes it too. */
export function useDashboard(eventId: string | undefined) {
  const client = useQueryClient()
  useLive('orders', () => {
    void refetchAll(client, aboutOrders)
  })
  return useQuery(queryOf(vendorRoutes.dashboard, ofEvent(eventId)))
}

export const useCatering = (eventId: string | undefined) =>
  useQuery({ ...queryOf(vendorRoutes.catering, ofEvent(eventId)), refetchInterval: whileServingMs })

export const useStatement = (eventId: string | undefined) => useQuery(queryOf(vendorRoutes.statement, ofEvent(eventId)))
