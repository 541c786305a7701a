import { IconLayoutDashboard } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

/** The month and year shown, and whether all events are meant instead of the current one. */
export interface DashboardSearch {
  readonly of?: 'all'
  readonly month?: number
  readonly year?: number
}

const numberOf = (value: unknown): number | undefined =>
  value !== undefined && Number.isInteger(Number(value)) ? Number(value) : undefined

export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin',
    // Every administrator has this home. Their permissions decide what it shows.
    staticData: {
      title: text(texts, 'overview'),
      layout: 'admin',
      roles: ['admin'],
      nav: { group: 'event', order: 1, icon: IconLayoutDashboard },
    },
    validateSearch: ({ of, month, year }: Record<string, unknown>): DashboardSearch => ({
      ...(of === 'all' && { of }),
      ...(numberOf(month) && { month: numberOf(month) }),
      ...(numberOf(year) && { year: numberOf(year) }),
    }),
    component: lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage'),
  }),
]
