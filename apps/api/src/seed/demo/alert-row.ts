import type { AlertData, AlertKind } from '@shiloh/contract/alerts/alerts'
import type { Row } from './insert.store.ts'

/** Returns an open alert that nobody has been notified of yet. */
export const alertRow = <K extends AlertKind>(
  id: string,
  kind: K,
  subject: string,
  data: AlertData<K>,
  at: Date,
): Row<'alerts'> => ({
  id,
  kind,
  subject,
  data,
  snoozed_until: null,
  resolved_at: null,
  resolved_by: null,
  resolution: '',
  created_at: at,
  updated_at: at,
  told_at: null,
  mailed_at: null,
})
