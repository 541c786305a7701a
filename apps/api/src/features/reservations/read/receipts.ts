import { effectiveStatus } from '@shiloh/contract/reservations/states'
import type { ReceiptView } from '@shiloh/contract/reservations/views'
import { maskEmail, maskName, maskPhone } from '@shiloh/contract/text/masking'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { standingOfRow } from '../money/standing.store.ts'
import { findReceipt, type OwnRow, type ReceiptRow } from './lists.sql.ts'
import { eventBriefView } from './views.ts'

/** The part of an event that is shown with a reservation. */
export const briefOf = (row: OwnRow | ReceiptRow) =>
  eventBriefView({
    id: row.event_id,
    slug: row.slug,
    name: row.event_name,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    place: row.place,
  })

/**
 * Returns what a stranger with a QR code sees: enough to recognise a ticket, with personal data masked. @throws
 * not_found
 */
export const receiptOf = async (
  { db, now, deps, language }: Pick<ReadContext, 'db' | 'now' | 'deps' | 'language'>,
  qrId: string,
  signature: string | undefined,
): Promise<ReceiptView> => {
  const row = found(await findReceipt(db, qrId, language))
  const status = effectiveStatus(row.status, row.hold_expires_at, now)
  const { balance, ...standing } = standingOfRow(row, now)
  return {
    _id: row.id,
    code: row.code,
    status,
    event: briefOf(row),
    role: row.role,
    name: maskName(row.name),
    phone: row.phone === null ? '' : maskPhone(row.phone),
    email: row.email === null ? '' : maskEmail(row.email),
    participant_type: row.participant_type,
    ...(row.role === 'main'
      ? { total: row.total, paid: row.paid, balance, standing }
      : { total: null, paid: null, balance: null, standing: null }),
    currency: row.currency,
    checked_in: row.checked_in_at !== null && row.checked_out_at === null,
    genuine: signature === undefined ? null : deps.crypto.verifySignature(row.id, signature),
  }
}
