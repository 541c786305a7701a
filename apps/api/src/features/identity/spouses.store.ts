import type { Tx } from '#platform/db'
import { patchSet } from '#platform/pages'

const select = (tx: Tx, userId: string) =>
  tx
    .selectFrom('spouses')
    .select([
      'id',
      'first_name',
      'last_name',
      'other_names',
      'gender',
      'birth_date',
      'phone',
      'email',
      'title_id',
      'linked_user_id',
      'created_at',
    ])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)

export const listSpouses = (tx: Tx, userId: string) => select(tx, userId).orderBy('created_at').orderBy('id').execute()
export const findSpouse = (tx: Tx, userId: string, id: string) =>
  select(tx, userId).where('id', '=', id).executeTakeFirst()
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
}

export const insertSpouse = async (tx: Tx, now: Date, userId: string, values: SpouseValues): Promise<string> => {
  const { id } = await tx
    .insertInto('spouses')
    .values({ ...values, user_id: userId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateSpouse = async (
  tx: Tx,
  now: Date,
  id: string,
  patch: { [K in keyof SpouseValues]?: SpouseValues[K] | undefined },
): Promise<void> => {
  await tx
    .updateTable('spouses')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Whether a live reservation includes this person. */
export const spouseIsReserved = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('reservation_participants')
    .select('id')
    .where('spouse_id', '=', id)
    .where('live', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The row stays for the books of past events; the list no longer shows it. */
export const removeSpouse = async (tx: Tx, now: Date, id: string): Promise<void> => {
  await tx.updateTable('spouses').set({ removed_at: now, updated_at: now }).where('id', '=', id).execute()
}
