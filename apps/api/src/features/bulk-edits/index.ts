import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { runBulkEdit } from './run.ts'

export { forgetInBulkEdits } from './store.ts'

/** One act on many rows, in the background. */
export const bulkEdits: Feature = { endpoints, jobs: { run_bulk_edit: runBulkEdit } }
