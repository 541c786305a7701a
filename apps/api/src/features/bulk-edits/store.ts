import type { Language } from '@shiloh/contract/core'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/db/db'

const refusedRows = z.array(z.object({ id: z.string(), code: z.string() }))
type Refused = z.output<typeof refusedRows>[number]

export interface NewBulkEdit {
  readonly activity_id: string
  readonly resource: string
  readonly act: string
  readonly reason: string
  readonly actor_id: string
  readonly actor_name: string
  readonly language: Language
  readonly ids: readonly string[]
}

export const insertBulkEdit = async (tx: Tx, edit: NewBulkEdit): Promise<void> => {
  await tx
    .insertInto('bulk_edits')
    .values({ ...edit, ids: [...edit.ids] })
    .execute()
}

export const findBulkEdit = async (db: Queryable, activityId: string) => {
  const row = await db
    .selectFrom('bulk_edits')
    .select(['resource', 'act', 'reason', 'actor_id', 'actor_name', 'language', 'ids', 'answered', 'refused'])
    .where('activity_id', '=', activityId)
    .executeTakeFirst()
  return row && { ...row, refused: refusedRows.parse(row.refused) }
}

/** Writes down that the next row was answered, in the transaction of its act. */
export const noteAnswer = async (tx: Tx, activityId: string, refused?: Refused): Promise<void> => {
  await tx
    .updateTable('bulk_edits')
    .set({
      answered: sql`answered + 1`,
      ...(refused && { refused: sql`refused || ${JSON.stringify([refused])}::jsonb` }),
    })
    .where('activity_id', '=', activityId)
    .execute()
}
