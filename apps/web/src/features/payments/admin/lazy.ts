import { lazy } from 'react'

// Staff components load with the page that shows them, never on a member's phone.
export const TakeCashDialog = lazy(() =>
  import('./take-cash.tsx').then(({ TakeCashDialog: component }) => ({ default: component })),
)
export const PaymentsPanel = lazy(() =>
  import('./payments-panel.tsx').then(({ PaymentsPanel: component }) => ({ default: component })),
)
export const RefundDrawer = lazy(() =>
  import('./refunds/refund-drawer.tsx').then(({ RefundDrawer: component }) => ({ default: component })),
)
