import { type Definition, workflowDefinition } from '@shiloh/contract/workflows'
import type { Tx } from '#platform/db/db'

/** Returns the current version of a workflow, and older ones whose runs are in progress. */
export const findVersionsInUse = async (
  tx: Tx,
  workflowId: string,
): Promise<{ readonly version: number; readonly definition: Definition }[]> => {
  const rows = await tx
    .selectFrom('workflow_versions as v')
    .innerJoin('workflows as w', 'w.id', 'v.workflow_id')
    .select(['v.version', 'v.definition'])
    .where('v.workflow_id', '=', workflowId)
    .where(({ eb, exists, selectFrom }) =>
      eb.or([
        eb('v.version', '=', eb.ref('w.version')),
        exists(
          selectFrom('workflow_runs as r')
            .select('r.id')
            .whereRef('r.workflow_id', '=', 'v.workflow_id')
            .whereRef('r.version', '=', 'v.version')
            .where('r.finished_at', 'is', null),
        ),
      ]),
    )
    .execute()
  return rows.map(({ version, definition }) => ({ version, definition: workflowDefinition.parse(definition) }))
}

export const saveAuthor = async (
  tx: Tx,
  workflowId: string,
  versions: readonly number[],
  authorId: string,
): Promise<void> => {
  await tx
    .updateTable('workflow_versions')
    .set({ author_id: authorId })
    .where('workflow_id', '=', workflowId)
    .where('version', 'in', [0, ...versions])
    .execute()
}

/** Makes the paused runs of a workflow due. Returns how many there are. */
export const wakePaused = async (tx: Tx, now: Date, workflowId: string): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('workflow_runs')
    .set({ wake_at: now })
    .where('workflow_id', '=', workflowId)
    .where('state', '=', 'paused')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
