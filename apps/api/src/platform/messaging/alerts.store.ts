import type { AlertData, AlertKind } from '@shiloh/contract/alerts/alerts'
import type { Tx } from '../db/db.ts'
import { sqlOf, type TxSql, type Write } from '../db/sql.store.ts'
import { ERASED_NAME } from '../text/erased.ts'

const RAISE = {
  name: 'alerts_raise',
  text: `
    insert into alerts (kind, subject, data, created_at, updated_at) values ($1, $2, $3, $4, $4)
    on conflict (kind, subject) where resolved_at is null do update set data = excluded.data, updated_at = excluded.updated_at`,
}

/** `raiseAlert` as a statement to combine with other writes. */
export const raisingAlert = <K extends AlertKind>(kind: K, subject: string, data: AlertData<K>, now: Date): Write => ({
  statement: RAISE,
  values: [kind, subject, JSON.stringify(data), now],
})

/**
 * Alerts staff to something that waits for them. There is one alert per kind and subject until it is resolved. Raising
 * it again replaces its data.
 *
 * @param subject what the alert is about, as its kind defines it (`ALERT_RULES`)
 */
export const raiseAlert = async <K extends AlertKind>(
  via: Tx | TxSql,
  kind: K,
  subject: string,
  data: AlertData<K>,
  now: Date,
): Promise<void> => {
  const { statement, values } = raisingAlert(kind, subject, data, now)
  await sqlOf(via)(statement, values)
}

const RESOLVE = {
  name: 'alerts_resolve',
  text: `update alerts set resolved_at = $3, updated_at = $3 where kind = $1 and subject = $2 and resolved_at is null`,
}

/** `resolveAlert` as a statement to combine with other writes. */
export const resolvingAlert = (kind: AlertKind, subject: string, now: Date): Write => ({
  statement: RESOLVE,
  values: [kind, subject, now],
})

/** Ends an alert whose cause is gone. Does nothing if there is none. */
export const resolveAlert = async (via: Tx | TxSql, kind: AlertKind, subject: string, now: Date): Promise<void> => {
  await sqlOf(via)(RESOLVE, [kind, subject, now])
}

const RESOLVE_ALL = {
  name: 'alerts_resolve_all',
  text: `
    update alerts set resolved_at = $3, updated_at = $3
    where kind = $1 and subject = any($2::text[]) and resolved_at is null`,
}

/** `resolveAlert` for many subjects. */
export const resolveAlerts = async (
  via: Tx | TxSql,
  kind: AlertKind,
  subjects: readonly string[],
  now: Date,
): Promise<void> => {
  if (subjects.length > 0) await sqlOf(via)(RESOLVE_ALL, [kind, [...subjects], now])
}

const RESOLVE_OTHERS = {
  name: 'alerts_resolve_others',
  text: `
    update alerts set resolved_at = $3, updated_at = $3
    where kind = $1 and resolved_at is null and not (subject = any($2::text[]))`,
}

/** Ends all alerts of a kind except those of `subjects`: what a complete check did not find again. */
export const resolveOtherAlerts = async (
  via: Tx | TxSql,
  kind: AlertKind,
  subjects: readonly string[],
  now: Date,
): Promise<void> => {
  await sqlOf(via)(RESOLVE_OTHERS, [kind, [...subjects], now])
}

const EMPTY = {
  name: 'alerts_empty',
  text: `
    update alerts set data = data || jsonb_build_object('subject', '', 'name', $4::text),
      resolved_at = coalesce(resolved_at, $3), updated_at = $3
    where kind = any($1::text[]) and subject = any($2::text[])`,
}

/** Ends alerts about somebody whose account is erased or deleted, also those that ended before, without their name. */
export const emptyAlerts = async (
  via: Tx | TxSql,
  kinds: readonly AlertKind[],
  subjects: readonly string[],
  now: Date,
): Promise<void> => {
  if (subjects.length > 0) await sqlOf(via)(EMPTY, [[...kinds], [...subjects], now, ERASED_NAME])
}
