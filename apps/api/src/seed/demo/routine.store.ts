import type { Tx } from '#platform/db/db'

/** Turns one of our workflows on, in the name of an administrator. Returns its id and version. */
export const turnOn = async (tx: Tx, ready: string, authorId: string) => {
  const row = await tx
    .updateTable('workflows')
    .set({ enabled: true })
    .where('ready', '=', ready)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('workflow_versions')
    .set({ author_id: authorId })
    .where('workflow_id', '=', row.id)
    .where('version', '=', row.version)
    .execute()
  return row
}
