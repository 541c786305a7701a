import type { Feature } from '#http/feature'
import { removeFile } from '#platform/files/files.store'
import { inWork, type Work } from '#platform/jobs/work'
import { endpoints } from './endpoints.ts'
import { findStale, forgetImport, forgetPersonInImports } from './imports.store.ts'
import { runImport } from './run.ts'
import { runUndo } from './undo.ts'

/** Forgets a person who is erased or deleted: what an undo would need, and the files that may name them. */
export const forgetInImports = async (work: Work, userId: string): Promise<void> => {
  for (const file of await forgetPersonInImports(work.tx, work.now, userId)) await removeFile(work, file)
}

/** Imports from the stored file to the undo. */
export const imports: Feature = {
  endpoints,
  jobs: {
    run_import: runImport,
    undo_import: runUndo,
    forget_imports: (_, deps) =>
      inWork(deps, async (work) => {
        for (const stale of await findStale(work.tx, work.now)) {
          await forgetImport(work.tx, stale)
          await removeFile(work, { id: stale.file_id, storage_key: stale.storage_key })
        }
      }),
  },
  crontab: ['41 3 * * * forget_imports'],
}
