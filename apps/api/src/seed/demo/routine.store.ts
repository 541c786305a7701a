import type { Tx } from '#platform/db/db'

/** Turns one of our workflows on. Returns its id and version. */
export const turnOn = (tx: Tx, ready: string) =>
  tx
    .updateTable('workflows')
    .set({ enabled: true })
    .where('ready', '=', ready)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
