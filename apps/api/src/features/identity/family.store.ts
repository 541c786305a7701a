import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { joinsLater } from './lists.store.ts'

const select = (db: Queryable, userId: string) =>
  db
    .selectFrom('family_members')
    .select(['id', 'relation', 'first_name', 'last_name', 'other_names', 'gender', 'birth_date', 'created_at'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)

export const listFamily = (db: Queryable, userId: string) =>
  select(db, userId).orderBy('created_at').orderBy('id').execute()
export const findFamilyMember = (db: Queryable, userId: string, id: string) =>
  select(db, userId).where('id', '=', id).executeTakeFirst()
export type FamilyRow = NonNullable<Awaited<ReturnType<typeof findFamilyMember>>>

interface FamilyValues {
  readonly first_name: string
  readonly last_name: string
  readonly other_names: string | null
  readonly gender: 'male' | 'female'
  readonly birth_date: string | null
}

export const insertFamilyMember = async (
  tx: Tx,
  now: Date,
  userId: string,
  values: FamilyValues & { readonly relation: 'child' | 'companion' },
): Promise<string> => {
  const { id } = await tx
    .insertInto('family_members')
    .values({ ...values, user_id: userId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateFamilyMember = async (
  tx: Tx,
  now: Date,
  id: string,
  patch: { [K in keyof FamilyValues]?: FamilyValues[K] | undefined },
): Promise<void> => {
  await tx
    .updateTable('family_members')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Returns whether a live reservation of their list's owner includes this person, or will with a change that waits for its payment. */
export const memberIsReserved = async (db: Queryable, now: Date, userId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('reservation_participants')
    .select('id')
    .where('family_member_id', '=', id)
    .where('live', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined || joinsLater(db, now, userId, id)

/** Hides a family member. The row is kept for the records of past events. */
export const removeFamilyMember = async (tx: Tx, now: Date, id: string): Promise<void> => {
  await tx.updateTable('family_members').set({ removed_at: now, updated_at: now }).where('id', '=', id).execute()
}
