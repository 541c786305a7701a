import type { WebhookEvent } from '@shiloh/contract/webhooks'
import { DELIVERIES_SHOWN, KEPT_DAYS } from '@shiloh/contract/webhooks'
import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '#platform/db/db'

export interface WebhookRow {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly secret_sealed: string
  readonly events: WebhookEvent[]
  readonly enabled: boolean
  readonly due: number
  readonly oldest_due_at: Date | null
  readonly failed: number
  readonly last_delivered_at: Date | null
}

const select = sql`
  select w.id, w.name, w.url, w.secret_sealed, w.events, w.enabled,
    (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'due') as due,
    (select min(e.at) from webhook_deliveries d join webhook_events e on e.id = d.event_id
      where d.webhook_id = w.id and d.state = 'due') as oldest_due_at,
    (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'failed') as failed,
    (select max(d.last_at) from webhook_deliveries d where d.webhook_id = w.id and d.state = 'delivered') as last_delivered_at
  from webhooks w`

export const listWebhooks = async (db: Queryable): Promise<WebhookRow[]> =>
  (await sql<WebhookRow>`${select} order by lower(w.name), w.id`.execute(db)).rows

export const findWebhook = async (db: Queryable, id: string): Promise<WebhookRow | undefined> =>
  (await sql<WebhookRow>`${select} where w.id = ${id}`.execute(db)).rows[0]

/** Locks a webhook until the transaction ends. */
export const lockWebhook = async (tx: Tx, id: string): Promise<WebhookRow | undefined> => {
  await sql`select 1 from webhooks where id = ${id} for update`.execute(tx)
  return findWebhook(tx, id)
}

/** Counts webhooks. Others that are added at the same moment wait. */
export const countWebhooks = async (tx: Tx): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(tx)
  return (await sql<{ count: number }>`select count(*)::int as count from webhooks`.execute(tx)).rows[0]?.count ?? 0
}

interface WebhookFields {
  readonly name: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly enabled: boolean
}

export const insertWebhook = async (
  tx: Tx,
  now: Date,
  hook: WebhookFields & { readonly id: string; readonly secretSealed: string; readonly by: string },
): Promise<void> => {
  await sql`insert into webhooks (id, name, url, secret_sealed, events, enabled, created_by, created_at, updated_at)
    values (${hook.id}, ${hook.name}, ${hook.url}, ${hook.secretSealed}, ${[...hook.events]}::text[], ${hook.enabled},
      ${hook.by}, ${now}, ${now})`.execute(tx)
}

export const updateWebhook = async (tx: Tx, now: Date, id: string, hook: WebhookFields): Promise<void> => {
  await sql`update webhooks set name = ${hook.name}, url = ${hook.url}, events = ${[...hook.events]}::text[],
      enabled = ${hook.enabled}, updated_at = ${now} where id = ${id}`.execute(tx)
}

export const deleteWebhook = async (tx: Tx, id: string): Promise<void> => {
  await sql`delete from webhooks where id = ${id}`.execute(tx)
}

interface DeliveryRow {
  readonly event_id: number
  readonly type: string
  readonly subject_id: string
  readonly at: Date
  readonly state: 'due' | 'delivered' | 'failed'
  readonly attempts: number
  readonly status: number | null
  readonly problem: string | null
  readonly next_at: Date
  readonly last_at: Date | null
}

const deliveryColumns = sql`d.event_id, e.type, e.subject_id, e.at, d.state, d.attempts, d.status, d.problem, d.next_at, d.last_at`

export const listDeliveries = async (db: Queryable, id: string, before: number | undefined): Promise<DeliveryRow[]> =>
  (
    await sql<DeliveryRow>`select ${deliveryColumns} from webhook_deliveries d join webhook_events e on e.id = d.event_id
      where d.webhook_id = ${id} and ${before === undefined ? sql`true` : sql`d.event_id < ${before}`}
      order by d.event_id desc limit ${DELIVERIES_SHOWN}`.execute(db)
  ).rows

/** Adds the job that delivers what is due to one receiver. */
export const addJob = (db: Db | Tx, id: string) =>
  sql`select graphile_worker.add_job('deliver_webhook', ${JSON.stringify({ webhook_id: id })}::json,
    queue_name => ${`webhook:${id}`}, max_attempts => 3)`.execute(db)

/** Notes an event for one webhook, whatever it listens to. */
export const addPing = async (tx: Tx, now: Date, id: string): Promise<void> => {
  await sql`with noted as (
      insert into webhook_events (type, subject_id, at) values ('ping', ${id}, ${now}) returning id
    ) insert into webhook_deliveries (webhook_id, event_id, next_at) select ${id}, id, ${now} from noted`.execute(tx)
  await addJob(tx, id)
}

/** Makes every event after `after` that the webhook listens to due again, and returns how many. */
export const replayAfter = async (
  tx: Tx,
  now: Date,
  hook: Pick<WebhookRow, 'id' | 'events'>,
  after: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`with again as (
      insert into webhook_deliveries (webhook_id, event_id, next_at)
        select ${hook.id}, id, ${now} from webhook_events where id > ${after} and type = any(${[...hook.events]}::text[])
      on conflict (webhook_id, event_id) do update set state = 'due', attempts = 0, next_at = excluded.next_at
      returning 1
    ) select count(*)::int as count from again`.execute(tx)
  await addJob(tx, hook.id)
  return rows[0]?.count ?? 0
}

/** Returns what is due to a receiver, oldest first. */
export const findDue = async (db: Queryable, id: string, now: Date, limit: number): Promise<DeliveryRow[]> =>
  (
    await sql<DeliveryRow>`select ${deliveryColumns} from webhook_deliveries d join webhook_events e on e.id = d.event_id
      where d.webhook_id = ${id} and d.state = 'due' and d.next_at <= ${now} order by d.event_id limit ${limit}`.execute(
      db,
    )
  ).rows

interface Attempt {
  readonly state: 'due' | 'delivered' | 'failed'
  readonly attempts: number
  readonly nextAt: Date
  readonly status: number | null
  readonly problem: string | null
}

/** Notes how an attempt ended. */
export const saveAttempt = async (db: Db, now: Date, id: string, eventId: number, attempt: Attempt): Promise<void> => {
  await sql`update webhook_deliveries set state = ${attempt.state}, attempts = ${attempt.attempts},
      next_at = ${attempt.nextAt}, status = ${attempt.status}, problem = ${attempt.problem}, last_at = ${now}
    where webhook_id = ${id} and event_id = ${eventId}`.execute(db)
}

/** Adds a job for each receiver that something is due to. */
export const wakeReceivers = async (tx: Tx, now: Date): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select w.id from webhooks w where w.enabled and exists (
      select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'due' and d.next_at <= ${now})`.execute(
    tx,
  )
  for (const { id } of rows) await addJob(tx, id)
}

/** Deletes events that are older than the deliveries are kept. */
export const forgetOld = async (tx: Tx, now: Date): Promise<void> => {
  await sql`delete from webhook_events where at < ${new Date(now.getTime() - KEPT_DAYS * 86_400_000)}`.execute(tx)
}
