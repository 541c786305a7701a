import type { Queryable, Tx } from '#platform/db/db'

export interface BackgroundExport {
  readonly activity_id: string
  readonly user_id: string
  readonly address: string
  readonly language: string
  readonly permission: string
  /** What was asked for by a body. */
  readonly body?: object
}

export const insertExport = async (tx: Tx, { body, ...asked }: BackgroundExport): Promise<void> => {
  await tx
    .insertInto('background_exports')
    .values({ ...asked, body: body ? JSON.stringify(body) : null })
    .execute()
}

export const findExport = (db: Queryable, activityId: string) =>
  db.selectFrom('background_exports').selectAll().where('activity_id', '=', activityId).executeTakeFirst()

/** Writes down what was denied to the person when the file was made. */
export const saveDenied = async (tx: Tx, activityId: string, denied: string): Promise<void> => {
  await tx.updateTable('background_exports').set({ denied }).where('activity_id', '=', activityId).execute()
}
