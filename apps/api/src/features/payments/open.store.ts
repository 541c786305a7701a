import type { Language, QueryOf } from '@shiloh/contract/core'
import {
  MISMATCHES,
  OPEN_KINDS,
  type OpenMoney,
  PROVIDERS,
  type paymentRoutes,
} from '@shiloh/contract/payments/payments'
import { REFUND_REASONS, REFUND_STATUSES } from '@shiloh/contract/payments/refunds'
import { sql } from 'kysely'
import { PRICE_IN_FORCE, WAIVED_IN_FORCE } from '#features/reservations'
import { shown } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import type { Page } from '#platform/db/pages'
import { type ListSql, paginate } from '#platform/db/pages.store'
import type { RowOf, Unchecked } from '#platform/db/rows'
import { hasCode, hasWords, personKey } from '#platform/db/search.store'
import { refundActs } from './rules.ts'
import { oneOf } from './store.ts'

type ItemColumns = Pick<
  OpenMoney,
  | 'kind'
  | 'refund_id'
  | 'payment_id'
  | 'reservation_id'
  | 'reservation_code'
  | 'reservation_status'
  | 'event_name'
  | 'person'
  | 'person_id'
  | 'status'
  | 'refund_reason'
  | 'mismatch'
  | 'provider'
  | 'reference'
  | 'amount'
  | 'currency'
  | 'since'
  | 'last_error'
>
interface Item
  extends Unchecked<RowOf<ItemColumns, 'since'>, 'kind' | 'status' | 'refund_reason' | 'mismatch' | 'provider'> {
  id: string
  event_id: string
  search_text: string
  provider_reference: string | null
  needs_attention: boolean
}

/** Refunds of a reservation that are not complete: this money is on the list already. */
const ON_LIST = sql`coalesce((select sum(f.amount) from refunds f join payments p on p.id = f.payment_id
  where p.reservation_id = r.id and f.status in ('due', 'requested', 'refused')), 0)`

/** What a reservation owes of the choice in force. */
const OWED_IN_FORCE = sql.raw(`(${PRICE_IN_FORCE} - r.paid - ${WAIVED_IN_FORCE} - r.reduced)`)

type Query = QueryOf<typeof paymentRoutes.listOpenPayments>

/**
 * All open money. For a reservation that is not secured, this is its part payment, unless staff keep the place until a
 * date. For one that is checked in, it is what it owes since a bank took money back. For an ended reservation, it is what neither the
 * refund rule retains nor a refund covers.
 */
const itemsAt = (now: Date, language: Language, query: Query) => sql<Item>`
  (select i.*, r.event_id, r.code as reservation_code, r.status as reservation_status, ${toldIn(language, 'e', 'name')} as event_name,
    u.first_name || ' ' || u.last_name as person, u.id as person_id, ${personKey(query.search ?? '', query)} as search_text
  from (
    select f.id, 'refund' as kind, f.id as refund_id, f.payment_id, p.reservation_id, f.status, f.reason as refund_reason, p.mismatch,
      p.provider, p.provider_reference, p.reference, f.amount, p.currency, f.created_at as since, f.last_error, f.needs_attention
    from refunds f join payments p on p.id = f.payment_id where f.status in ('due', 'requested', 'refused')
    union all
    select p.id, 'mismatch', null, p.id, p.reservation_id, null, null, p.mismatch, p.provider, p.provider_reference, p.reference,
      case when p.captured > 0 then greatest(p.captured - p.refunded, 0) else coalesce(greatest(p.reported_amount, 0), 0) end,
      case when p.captured > 0 then p.currency else coalesce(p.reported_currency, p.currency) end, coalesce(p.settled_at, p.created_at), null, false
    from payments p
    where p.looked_at is null and p.status in ('paid', 'refund_due') and p.mismatch is not null and (p.mismatch <> 'too_late' or p.captured = 0)
    union all
    select d.id, 'dispute', null, p.id, p.reservation_id, null, null, null, p.provider, p.provider_reference, p.reference, d.amount, d.currency,
      d.created_at, null, false
    from disputes d join payments p on p.id = d.payment_id where d.status = 'open'
    union all
    select r.id, 'part_payment', null, null, r.id, null, null, null, null, null, null, r.paid - r.retained - ${ON_LIST}, r.currency, r.updated_at, null, false
    from reservations r where r.status = 'pending' and r.paid > 0 and (r.kept_until is null or r.kept_until <= ${now})
      and r.paid + r.waived + r.reduced < coalesce(r.due_at_once, r.total) and r.paid - r.retained > ${ON_LIST}
    union all
    select r.id, 'charged_back', null, null, r.id, null, null, null, null, null, null, ${OWED_IN_FORCE}, r.currency, r.updated_at, null, false
    from reservations r where r.status = 'redeemed' and r.charged_back > 0 and ${OWED_IN_FORCE} > 0
    union all
    select r.id, 'homeless', null, null, r.id, null, null, null, null, null, null, r.paid - r.retained - ${ON_LIST}, r.currency, r.updated_at, null, false
    from reservations r where r.status in ('failed', 'cancelled') and r.paid > r.retained and r.paid - r.retained > ${ON_LIST}
  ) i
  join reservations r on r.id = i.reservation_id join events e on e.id = r.event_id join users u on u.id = r.user_id)`

/** @param providers the names of the configured ones */
const view = (row: Item, providers: readonly string[]): OpenMoney => {
  const status = row.status === null ? null : oneOf(REFUND_STATUSES, row.status)
  return {
    _id: row.id,
    kind: oneOf(OPEN_KINDS, row.kind),
    refund_id: row.refund_id,
    payment_id: row.payment_id,
    reservation_id: row.reservation_id,
    reservation_code: row.reservation_code,
    reservation_status: row.reservation_status,
    event_name: row.event_name,
    person: row.person,
    person_id: row.person_id,
    status,
    refund_reason: row.refund_reason === null ? null : oneOf(REFUND_REASONS, row.refund_reason),
    mismatch: row.mismatch === null ? null : oneOf(MISMATCHES, row.mismatch),
    provider: row.provider === null ? null : oneOf(PROVIDERS, row.provider),
    reference: row.reference,
    amount: row.amount,
    currency: row.currency,
    since: row.since.toISOString(),
    last_error: row.last_error,
    allowed:
      status !== null
        ? refundActs({
            status,
            online: providers.includes(row.provider ?? '') && row.provider_reference !== null,
            needsAttention: row.needs_attention,
          })
        : row.kind === 'mismatch'
          ? ['looked_at']
          : row.kind === 'dispute' && providers.includes(row.provider ?? '')
            ? ['ask_dispute']
            : [],
  }
}

const open = {
  table: 'o',
  sort: {},
  filter: {
    search: (words) =>
      sql<boolean>`(${hasWords(words, sql.ref('o.search_text'))} or ${hasCode(words, 'o.reservation_code')} or o.reference = ${words})`,
  },
  sum: { currency: 'o.currency', of: { amount: 'o.amount' } },
} as const satisfies ListSql<typeof paymentRoutes.listOpenPayments, Item>

export const listOpen = async (
  db: Queryable,
  query: Query,
  providers: readonly string[],
  { now, language }: { readonly now: Date; readonly language: Language },
): Promise<Page<OpenMoney>> => {
  const select = db
    .selectFrom(itemsAt(now, language, query).as('o'))
    .selectAll('o')
    .where(shown(query, { payment: 'o.payment_id', reservation: 'o.reservation_id' }))
  const { items, ...page } = await paginate(select, query, open)
  return { items: items.map((row) => view(row, providers)), ...page }
}
