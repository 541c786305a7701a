import { IconCash, IconCoins, IconCreditCard, IconReceipt, IconReceiptRefund } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts as closings } from './desk/closing/texts.ts'
import { texts as refunds } from './refunds/texts.ts'
import { texts } from './texts.ts'

const desk = { label: text(texts, 'cash_desk'), to: '/admin/cash' }

/** Money for staff: the desk, its receipts and closing, and the open list. */
export const adminRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/cash',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'cash_desk'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['payments.read', 'reservations.read'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'one' },
      nav: { group: 'money', icon: IconCash },
    },
    component: lazyPage(() => import('./desk/desk-page.tsx'), 'CashDeskPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/cash/payments',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'cash_payments'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['payments.read'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'all' },
      nav: { group: 'money', icon: IconReceipt },
    },
    component: lazyPage(() => import('./lists.tsx'), 'CashPaymentsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/cash/closing',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'closing'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['payments.read'],
      breadcrumb: [desk],
    },
    component: lazyPage(() => import('./desk/closing/closing-page.tsx'), 'ClosingPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/cash/closings',
    validateSearch: listSearch,
    staticData: {
      title: text(closings, 'closings'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['payments.read'],
      breadcrumb: [desk],
    },
    component: lazyPage(() => import('./desk/closing/closings-page.tsx'), 'ClosingsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/payments',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'payments'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['payments.read'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'all' },
      nav: { group: 'money', icon: IconCreditCard },
    },
    component: lazyPage(() => import('./lists.tsx'), 'PaymentsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/payments/open',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'open_payments'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['payments.read'],
      nav: { group: 'money', icon: IconCoins, count: 'payments' },
    },
    component: lazyPage(() => import('./open-page.tsx'), 'OpenPaymentsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/refunds',
    validateSearch: listSearch,
    staticData: {
      title: text(refunds, 'refunds'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['payments.read'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'all' },
      nav: { group: 'money', icon: IconReceiptRefund, count: 'refunds' },
    },
    component: lazyPage(() => import('./refunds/refunds-page.tsx'), 'RefundsPage'),
  }),
]
