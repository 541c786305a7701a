import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { type Panel, panels } from './panels.ts'
import { texts } from './texts.ts'

const withPanel = ({ panel }: Readonly<Record<string, unknown>>): { panel?: Panel } => {
  const known = panels.find((one) => one === panel)
  return known ? { panel: known } : {}
}

/** The gate, home of check-in users. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/check-in',
    validateSearch: withPanel,
    staticData: { title: text(texts, 'check_in'), layout: 'check-in', roles: ['checkin_user'] },
    component: lazyPage(() => import('./gate-page.tsx'), 'GatePage'),
  }),
]
