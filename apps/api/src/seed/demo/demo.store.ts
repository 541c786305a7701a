import { sql } from 'kysely'
import type { Tx } from '#platform/db'

export const hasEvents = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('events').select('id').limit(1).executeTakeFirst()) !== undefined

/** The organisation, as its settings page shows it. */
export const nameOrganisation = async (
  tx: Tx,
  values: {
    readonly name: string
    readonly short_name: string
    readonly accent_colour: string
    readonly email: string
    readonly phone: string
    readonly address: string
    readonly about: string
  },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('client_groups')
    .set({ ...values, country_code: 'GH', currency: 'GHS', time_zone: 'Africa/Accra', updated_at: now })
    .execute()
}

/** Gives accounts the roles that every installation has. */
export const giveRoles = async (tx: Tx, roles: readonly { userId: string; role: string }[]): Promise<void> => {
  await sql`insert into user_roles (user_id, role_id)
    select g."userId", r.id from json_to_recordset(${JSON.stringify(roles)}::json) as g("userId" text, role text)
    join roles r on r.name = g.role`.execute(tx)
}

export const readQuotas = (tx: Tx, eventIds: readonly string[]) =>
  tx
    .selectFrom('quotas')
    .select(['id', 'event_id', 'kind', 'ref_id', 'night', 'capacity'])
    .where('event_id', 'in', eventIds)
    .execute()

/** Counters as the live claims make them. */
export const countClaims = async (tx: Tx): Promise<void> => {
  await sql`update quotas q set claimed = c.quantity
    from (select quota_id, sum(quantity)::int as quantity from claims where released_at is null group by quota_id) c
    where q.id = c.quota_id`.execute(tx)
}

export const findFormVersion = (tx: Tx, formId: string): Promise<{ id: string } | undefined> =>
  tx.selectFrom('form_versions').select('id').where('form_id', '=', formId).executeTakeFirst()

export const setReceiptCounter = async (tx: Tx, last: number): Promise<void> => {
  await tx.updateTable('counters').set({ value: last }).where('name', '=', 'cash_receipt').execute()
}
