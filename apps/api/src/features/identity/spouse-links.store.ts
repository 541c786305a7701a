import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'

/** The recipient of an invitation: an e-mail address or a phone. */
export interface Handle {
  readonly email: string | null
  readonly phone: string | null
}

/** Records an invitation and withdraws an older one of the same person. Returns its id. */
export const insertInvitation = async (
  tx: Tx,
  now: Date,
  invitation: Handle & { readonly spouseId: string; readonly inviterId: string; readonly expiresAt: Date },
): Promise<string> => {
  await sql`select id from users where id = ${invitation.inviterId} for key share`.execute(tx)
  await withdrawInvitation(tx, now, invitation.spouseId)
  const { id } = await tx
    .insertInto('spouse_invitations')
    .values({
      spouse_id: invitation.spouseId,
      inviter_id: invitation.inviterId,
      email: invitation.email,
      phone: invitation.phone,
      created_at: now,
      expires_at: invitation.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const withdrawInvitation = async (tx: Tx, now: Date, spouseId: string): Promise<void> => {
  await tx
    .updateTable('spouse_invitations')
    .set({ status: 'withdrawn', answered_at: now })
    .where('spouse_id', '=', spouseId)
    // Includes declined ones: the sender cannot tell the two apart.
    .where('status', 'in', ['sent', 'declined'])
    .execute()
}

/** Open invitations with the account (`u`) they reach, by an address or phone that it has confirmed. */
const reaching = (db: Queryable, now: Date) =>
  db
    .selectFrom('spouse_invitations as i')
    .innerJoin('users as f', 'f.id', 'i.inviter_id')
    .innerJoin('spouses as s', 's.id', 'i.spouse_id')
    .innerJoin('users as u', (join) =>
      join.on(
        sql<boolean>`((u.email = i.email and u.email_confirmed_at is not null) or (u.phone = i.phone and u.phone_verified_at is not null))`,
      ),
    )
    .select([
      'i.id',
      'i.spouse_id',
      'i.inviter_id',
      'i.created_at',
      'i.expires_at',
      'f.first_name',
      'f.last_name',
      'f.other_names',
    ])
    .where('i.status', '=', 'sent')
    .where('i.expires_at', '>', now)
    .where('f.erased_at', 'is', null)
    .where('s.removed_at', 'is', null)
    .where('s.linked_user_id', 'is', null)
    .where('u.user_type', '=', 'user')
    .where('u.status', '=', 'approved')
    .whereRef('u.id', '<>', 'i.inviter_id')

/** Returns the invitations that reach this account, newest first. */
export const invitationsFor = (db: Queryable, now: Date, userId: string) =>
  reaching(db, now).where('u.id', '=', userId).orderBy('i.created_at', 'desc').orderBy('i.id').limit(50).execute()
export type InvitationRow = Awaited<ReturnType<typeof invitationsFor>>[number]

/** Returns one of them. */
export const findInvitation = (
  db: Queryable,
  now: Date,
  userId: string,
  id: string,
): Promise<InvitationRow | undefined> =>
  reaching(db, now).where('u.id', '=', userId).where('i.id', '=', id).executeTakeFirst()

/** Returns one of them, locked. Of two concurrent answers, the second finds none. The accounts come first, as in an erasure. */
export const lockInvitation = async (
  tx: Tx,
  now: Date,
  userId: string,
  id: string,
): Promise<InvitationRow | undefined> => {
  await sql`select u.id from users u where u.id = ${userId} or u.id = (select inviter_id from spouse_invitations where id = ${id})
    order by u.id for key share`.execute(tx)
  return reaching(tx, now).where('u.id', '=', userId).where('i.id', '=', id).forUpdate('i').executeTakeFirst()
}

/**
 * Returns the accounts that an invitation reaches. Those that declined the same person before get no further message.
 */
export const reachedBy = async (
  db: Queryable,
  now: Date,
  id: string,
): Promise<{ userId: string; from: InvitationRow }[]> => {
  const rows = await reaching(db, now)
    .select('u.id as user_id')
    .where('i.id', '=', id)
    .where(
      sql<boolean>`not exists (select 1 from spouse_invitations d where d.inviter_id = i.inviter_id and d.id <> i.id
        and d.answered_by = u.id and d.status <> 'accepted')`,
    )
    .execute()
  return rows.map(({ user_id, ...from }) => ({ userId: user_id, from }))
}

export const answerInvitation = async (
  tx: Tx,
  now: Date,
  id: string,
  status: 'accepted' | 'declined',
  userId: string,
): Promise<void> => {
  await tx
    .updateTable('spouse_invitations')
    .set({ status, answered_at: now, answered_by: userId })
    .where('id', '=', id)
    .execute()
}

/** Returns the person of a list who is linked to this account, if any. */
export const linkedSpouse = (db: Queryable, ownerId: string, linkedUserId: string) =>
  db
    .selectFrom('spouses')
    .select('id')
    .where('user_id', '=', ownerId)
    .where('linked_user_id', '=', linkedUserId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Returns the only person of a spouse list without a link who has the names of this account. */
export const unlinkedNamesake = async (
  db: Queryable,
  ownerId: string,
  named: { readonly first_name: string; readonly last_name: string },
): Promise<string | undefined> => {
  const rows = await db
    .selectFrom('spouses')
    .select('id')
    .where('user_id', '=', ownerId)
    .where('linked_user_id', 'is', null)
    .where('removed_at', 'is', null)
    .where(
      sql<boolean>`lower(first_name) = lower(${named.first_name}) and lower(last_name) = lower(${named.last_name})`,
    )
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]?.id : undefined
}

/**
 * Locks the live reservations that include these people, then the accounts that have them on their lists or are linked to them, so that
 * none is erased meanwhile, with `accounts`, then the people. The order is that of reserving, editing and erasing. Nobody can reserve with them until the transaction ends.
 */
export const lockSpouses = async (tx: Tx, ids: readonly string[], accounts: readonly string[] = []): Promise<void> => {
  await sql`select r.id from reservations r
    where r.id in (select reservation_id from reservation_participants where spouse_id = any(${ids}::text[]) and live)
    order by r.id for update`.execute(tx)
  await sql`select id from users where id = any(${accounts}::text[]) or id in (
      select unnest(array[user_id, linked_user_id]) from spouses where id = any(${ids}::text[]))
    order by id for key share`.execute(tx)
  await sql`select id from spouses where id = any(${ids}::text[]) order by id for update`.execute(tx)
}

export const setLink = async (tx: Tx, now: Date, id: string, linkedUserId: string | null): Promise<void> => {
  await tx
    .updateTable('spouses')
    .set({ linked_user_id: linkedUserId, linked_at: linkedUserId === null ? null : now, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** An event where one account would have two places: its own, and one in its spouse's reservation. */
export interface Twice {
  readonly event: string
  readonly name: string
  /** The reservation of the spouse, and the account's own. */
  readonly code: string
  readonly other_code: string
}

/**
 * Gives the live places of a person of a spouse list to the linked account, also those of an account that they were linked to
 * before. Returns the events where the account already has a place, because nobody can have two. Past events stay as they were.
 */
export const claimPlaces = async (tx: Tx, spouseId: string, userId: string, now: Date): Promise<Twice[]> => {
  const places = await sql<{ id: string }>`
    select p.id from reservation_participants p join events e on e.id = p.event_id
    where p.spouse_id = ${spouseId} and p.live and p.user_id is distinct from ${userId} and e.ends_at > ${now} order by p.id`.execute(
    tx,
  )
  const twice: Twice[] = []
  for (const { id } of places.rows) {
    const claim = sql`update reservation_participants set user_id = ${userId} where id = ${id}`
    await sql`savepoint claim_place`.execute(tx)
    try {
      await claim.execute(tx)
    } catch (error) {
      // The index refused a second place of the account at this event. Other errors are passed on.
      if (!(error instanceof Error && 'constraint' in error && error.constraint === 'participants_one_live_user'))
        throw error
      await sql`rollback to savepoint claim_place`.execute(tx)
      const { rows } = await sql<Twice>`
        select e.name as event, o.name, r.code, own.code as other_code
        from reservation_participants p
        join reservations r on r.id = p.reservation_id
        join events e on e.id = p.event_id
        join reservation_participants o on o.event_id = p.event_id and o.live and o.user_id = ${userId}
        join reservations own on own.id = o.reservation_id
        where p.id = ${id}`.execute(tx)
      // The other place was given up at this moment, so the claim can be retried.
      if (rows.length === 0) await claim.execute(tx)
      twice.push(...rows)
    }
    await sql`release savepoint claim_place`.execute(tx)
  }
  return twice
}
