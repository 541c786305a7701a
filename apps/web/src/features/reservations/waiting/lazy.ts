import { lazy } from 'react'

/** The sheet, loaded when somebody opens it. */
export const WaitingSheet = lazy(() =>
  import('./waiting-sheet.tsx').then((module) => ({ default: module.WaitingSheet })),
)
