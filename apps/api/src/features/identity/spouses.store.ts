import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { joinsLater } from './lists.store.ts'

/** Selects a spouse list. `now` decides which invitations are still open. */
const select = (db: Queryable, userId: string, now: Date) =>
  db
    .selectFrom('spouses')
    .leftJoin('spouse_invitations as i', (join) =>
      join
        .onRef('i.spouse_id', '=', 'spouses.id')
        // A declined invitation still looks open, so that the sender learns nothing.
        .on('i.status', 'in', ['sent', 'declined'])
        .on('i.expires_at', '>', now)
        .on('spouses.linked_user_id', 'is', null)
        .on(sql<boolean>`i.id = (select max(l.id) from spouse_invitations l where l.spouse_id = spouses.id)`),
    )
    .select([
      sql<string | null>`coalesce(i.email::text, i.phone)`.as('invited_to'),
      // As the rules of reservations see it.
      sql<boolean>`coalesce(spouses.title_id in (select id from titles where needs_confirmation)
        and spouses.title_id is distinct from spouses.confirmed_title_id and spouses.title_id is distinct from
          (select u.confirmed_title_id from users u where u.id = spouses.linked_user_id), false)`.as('title_waits'),
    ])
    .select([
      'spouses.id',
      'first_name',
      'last_name',
      'other_names',
      'gender',
      'birth_date',
      'spouses.phone',
      'spouses.email',
      'title_id',
      'linked_user_id',
      'spouses.created_at',
      'i.created_at as invited_at',
      'i.expires_at as invited_until',
    ])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)

export const listSpouses = (db: Queryable, userId: string, now: Date) =>
  select(db, userId, now).orderBy('spouses.created_at').orderBy('spouses.id').execute()
export const findSpouse = (db: Queryable, userId: string, id: string, now: Date) =>
  select(db, userId, now).where('spouses.id', '=', id).executeTakeFirst()
export type SpouseRow = NonNullable<Awaited<ReturnType<typeof findSpouse>>>

interface SpouseValues {
  readonly first_name: string
  readonly last_name: string
  readonly other_names: string | null
  readonly gender: 'male' | 'female'
  readonly birth_date: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly title_id: string | null
  readonly title_claimed_at?: Date | null
}

type SpousePatch = { [K in keyof SpouseValues]?: SpouseValues[K] | undefined } & {
  /** The title that the office confirmed. */
  readonly confirmed_title_id?: string | undefined
}

export const insertSpouse = async (tx: Tx, now: Date, userId: string, values: SpouseValues): Promise<string> => {
  const { id } = await tx
    .insertInto('spouses')
    .values({ ...values, user_id: userId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateSpouse = async (tx: Tx, now: Date, id: string, patch: SpousePatch): Promise<void> => {
  await tx
    .updateTable('spouses')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Returns whether a live reservation of their list's owner includes this person, or will with a change that waits for its payment. */
export const spouseIsReserved = async (db: Queryable, now: Date, userId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('reservation_participants')
    .select('id')
    .where('spouse_id', '=', id)
    .where('live', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined || joinsLater(db, now, userId, id)

/** Hides a spouse. The row is kept for the records of past events. */
export const removeSpouse = async (tx: Tx, now: Date, id: string): Promise<void> => {
  await tx.updateTable('spouses').set({ removed_at: now, updated_at: now }).where('id', '=', id).execute()
}
