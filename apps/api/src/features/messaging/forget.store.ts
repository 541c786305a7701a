import { sql } from 'kysely'
import type { Tx } from '#platform/db/db'
import { matchesPerson, namesOnly } from '#platform/db/search.store'
import { sqlIn } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { emptyAlerts } from '#platform/messaging/alerts.store'
import { forgetInDigests } from '#platform/messaging/messages.store'
import { forgetNotifications } from '#platform/messaging/notices.store'

interface Sent {
  readonly id: string
  readonly activity_id: string | null
}

/** Returns messages `b`, also drafts, that went to a person alone: selected by id, or as the only one whom a filter found. */
const findSentTo = async (tx: Tx, userId: string): Promise<Sent[]> => {
  const { rows } = await sql<Sent>`
    select b.id, b.activity_id from bulk_messages b
    where b.ids <> '{}' and b.ids <@ array(
        select ${userId} union all select id::text from reservations where user_id = ${userId})
      or b.ids is null and b.audience <> 'members'
        and b.id in (select message_id from bulk_recipients where user_id = ${userId})
        and not exists (select from bulk_recipients r where r.message_id = b.id and r.user_id <> ${userId})`.execute(tx)
  return rows
}

/** Returns messages that nobody got, also drafts, whose filter searches for this person and finds nobody else. */
const findMeantFor = async (tx: Tx, userId: string): Promise<Sent[]> => {
  const { rows } = await sql<Sent & { search: string }>`
    select b.id, b.activity_id, b.filter ->> 'search' as search from bulk_messages b join users u on u.id = ${userId}
    where b.ids is null and ${namesOnly(sql`b.filter ->> 'search'`)}
      and not exists (select from bulk_recipients r where r.message_id = b.id)`.execute(tx)
  const meant: Sent[] = []
  for (const { search, ...message } of rows) {
    const others = await sql`select from users u
      where u.id <> ${userId} and u.erased_at is null and ${matchesPerson(search, {})} limit 1`.execute(tx)
    if (others.rows.length === 0) meant.push(message)
  }
  return meant
}

/** Deletes the messages of the office to a person alone, also drafts, with their activities and alerts. An announcement is for everybody who fits. */
export const forgetInBulkMessages = async ({ tx, now }: Pick<Work, 'tx' | 'now'>, userId: string): Promise<void> => {
  const gone = [...(await findSentTo(tx, userId)), ...(await findMeantFor(tx, userId))]
  // A worker that sends one locks its activity first.
  await sql`delete from activities where id = any(${gone.map((one) => one.activity_id)}::text[])`.execute(tx)
  const ids = gone.map(({ id }) => id)
  await sql`update bulk_messages set again_of = null, again_result = null where again_of = any(${ids}::text[])`.execute(
    tx,
  )
  await sql`delete from bulk_messages where id = any(${ids}::text[])`.execute(tx)
  const { rows: held } = await sql<{ name: string }>`
    select data ->> 'name' as name from alerts where kind = 'message_held' and subject = any(${ids}::text[])`.execute(
    tx,
  )
  await emptyAlerts(tx, ['message_held'], ids, now)
  await forgetNotifications(sqlIn(tx), { links: ids.map((id) => `/admin/messages/${id}`) })
  await forgetInDigests(
    tx,
    held.map(({ name }) => name),
  )
  // Whom the others went to is written down. Of those that are still to start, less of a filter would find more people.
  await sql`update bulk_messages b set filter = filter - 'search', updated_at = ${now} from users u
    where u.id = ${userId} and b.started_at is not null and ${namesOnly(sql`b.filter ->> 'search'`)}`.execute(tx)
}
