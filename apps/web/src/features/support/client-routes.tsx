import { IconLifebuoy } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './parts/texts.ts'

const toHelp = { label: text(texts, 'help'), to: '/support' }

type Search = Readonly<Record<string, unknown>>
const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)
/** What a question is about: a reservation, or the beds of a group. */
const withSubject = ({ reservation, allotment }: Search): { reservation?: string; allotment?: string } => ({
  ...(isId(reservation) && { reservation }),
  ...(isId(allotment) && { allotment }),
})

/** Help for members: frequent questions, and conversations with the office. */
export const clientRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/support',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'help'),
      layout: 'client',
      roles: ['user'],
      nav: { group: 'client', icon: IconLifebuoy },
    },
    component: lazyPage(() => import('./help/help-page.tsx'), 'HelpPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/support/new',
    validateSearch: withSubject,
    staticData: { title: text(texts, 'ask_title'), layout: 'client', roles: ['user'], breadcrumb: [toHelp] },
    component: lazyPage(() => import('./help/ask-page.tsx'), 'AskPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/support/$id',
    staticData: { title: text(texts, 'help'), layout: 'client', roles: ['user'], breadcrumb: [toHelp] },
    component: lazyPage(() => import('./help/ticket-page.tsx'), 'TicketPage'),
  }),
]
