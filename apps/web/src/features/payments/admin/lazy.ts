import { lazy } from 'react'

// Staff's parts are fetched with the page that shows them: a member's phone never loads them.
export const TakeCashDialog = lazy(() =>
  import('./take-cash.tsx').then(({ TakeCashDialog: component }) => ({ default: component })),
)
export const PaymentsPanel = lazy(() =>
  import('./payments-panel.tsx').then(({ PaymentsPanel: component }) => ({ default: component })),
)
