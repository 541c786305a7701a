import type { Language } from '@shiloh/contract/core'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

export interface NewLink {
  readonly reservationId: string
  readonly userId: string
  readonly tokenHash: string
  /** Who made the link and is notified when it is completed. */
  readonly madeBy: string
  readonly expiresAt: Date
}

/** Invalidates every link of a reservation. */
export const endLinks = async (tx: Tx, now: Date, reservationId: string): Promise<void> => {
  await tx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('reservation_id', '=', reservationId)
    .where('used_at', 'is', null)
    .execute()
}

/** Stores a new link and invalidates older ones. */
export const insertLink = async (tx: Tx, now: Date, link: NewLink): Promise<void> => {
  await endLinks(tx, now, link.reservationId)
  await tx
    .insertInto('one_time_tokens')
    .values({
      user_id: link.userId,
      reservation_id: link.reservationId,
      purpose: 'complete_reservation',
      token_hash: link.tokenHash,
      data: JSON.stringify({ made_by: link.madeBy }),
      expires_at: link.expiresAt,
      created_at: now,
    })
    .execute()
}

/** Returns a link that is still open. */
export const findOneToken = (db: Queryable, now: Date, id: string) =>
  db
    .selectFrom('one_time_tokens')
    .select(['reservation_id', 'expires_at', 'data'])
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Returns the recipient and their language. */
export const findAddressee = (db: Queryable, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'phone', 'language', 'first_name'])
    .where('id', '=', userId)
    .executeTakeFirst()

export const findStaff = (db: Queryable, id: string) =>
  db.selectFrom('users').select('id').where('id', '=', id).where('user_type', '=', 'admin').executeTakeFirst()

/** Returns the choices for fields that refer to something, in the language of a reader. */
export const findChoices = async (db: Queryable, reader: Language) => ({
  titles: await db
    .selectFrom('titles as t')
    .select(['t.id as _id', toldIn(reader, 't', 'name').as('name')])
    .orderBy('t.rank')
    .orderBy('t.name')
    .limit(500)
    .execute(),
  designations: await db
    .selectFrom('designations as d')
    .select(['d.id as _id', toldIn(reader, 'd', 'name').as('name')])
    .orderBy('d.rank')
    .orderBy('d.name')
    .limit(500)
    .execute(),
  committee_types: await db
    .selectFrom('committee_types as c')
    .select(['c.id as _id', toldIn(reader, 'c', 'name').as('name')])
    .orderBy('name')
    .limit(500)
    .execute(),
})
