import { sql } from 'kysely'
import type { Work } from '#platform/jobs/work'

/**
 * Forgets what was typed about payments for a person, or by them. The books keep amounts, dates, methods and references. The
 * reservations are locked.
 */
export const forgetInPayments = async ({ tx }: Pick<Work, 'tx'>, userId: string): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    update payments p set note = '', prompted_phone = null, void_reason = case when void_reason is not null then '' end,
      looked_reason = case when looked_reason is not null then '' end
    where id in (select m.id from payments m join reservations r on r.id = m.reservation_id where r.user_id = ${userId}
      union select id from payments where payer_id = ${userId}) returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`update refunds set note = '', paid_to = null, withdrawn_reason = case when withdrawn_reason is not null then '' end
    where payment_id = any(${ids}::text[])`.execute(tx)
  await sql`update ledger_entries set reason = '' where payment_id = any(${ids}::text[]) and reason <> ''`.execute(tx)
}
