import { buffer } from 'node:stream/consumers'
import { SAME_PERSON, type SamePerson } from '@shiloh/contract/imports'
import { z } from 'zod'
import { runActivity } from '#platform/activity/activity'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import type { Files } from '#platform/files/files'
import { inWork } from '#platform/jobs/work'
import {
  announceImport,
  type Counts,
  countColumns,
  importChunk,
  type Mapping,
  noteChanges,
  readChunks,
  storedProblems,
  sumOf,
} from '#platform/tables/imports.store'
import { openTable, type Table } from '#platform/tables/table-reader'
import { requireImporter } from './importer.ts'
import { IMPORTERS } from './importers.ts'
import { findImportOfActivity, type ImportRow, isImported, updateImport } from './imports.store.ts'

/** Problems that are kept of an import. */
export const MAX_PROBLEMS = 500

const mappingOf = z.record(z.string(), z.string())
const mendsOf = z.array(z.object({ column: z.string(), from: z.string(), to: z.string(), row: z.number().optional() }))
const problemsOf = z.array(
  z.object({
    row: z.number(),
    field: z.string(),
    code: z.string(),
    value: z.string().default(''),
    first: z.number().optional(),
  }),
)
const headersOf = z.array(z.object({ name: z.string(), label: z.string() }))

/** What an import keeps as JSON. */
export const keptOf = ({ mapping, mends, report, headers }: ImportRow) => ({
  mapping: mappingOf.parse(mapping),
  mends: mendsOf.parse(mends),
  problems: problemsOf.parse(report),
  headers: headersOf.parse(headers),
})

/** By what an import recognises people. */
export const samePersonOf = ({ same_person }: Pick<ImportRow, 'same_person'>): SamePerson =>
  SAME_PERSON.find((one) => one === same_person) ?? 'names'

/** Returns the importer of a row's resource. @throws not_found for a resource that is no longer imported */
export const importerOf = ({ resource }: Pick<ImportRow, 'resource'>) => {
  if (!isImported(resource)) throw new AppError('not_found')
  return IMPORTERS[resource]
}

/** Opens the stored file of an import, at the header that has the chosen columns. */
export const openStored = async (
  files: Files,
  { storage_key, file_erased_at }: ImportRow,
  headers: readonly string[],
): Promise<Table> => {
  if (storage_key === null) throw new AppError(file_erased_at === null ? 'not_found' : 'file_erased')
  const bytes = await buffer(await files.read(storage_key))
  return openTable(bytes, (names) => headers.every((header) => names.includes(header)))
}

const countsOf = ({ rows_done: total, created, updated, unchanged, refused }: ImportRow): Counts => ({
  total,
  created,
  updated,
  unchanged,
  refused,
})

/**
 * Imports the stored file of an activity. A thousand rows and the note that they are done are one transaction: after a
 * crash or a pause the import continues behind them, and no row is half stored.
 */
export const runImport = (payload: unknown, deps: Deps): Promise<void> =>
  runActivity<'import'>(deps, payload, async ({ id: activityId, advance, hold }) => {
    const row = found(await findImportOfActivity(deps.db, activityId))
    const importer = importerOf(row)
    const kept = keptOf(row)
    const mapping: Mapping = kept.mapping
    const table = await openStored(deps.files, row, Object.values(mapping))
    const work = { db: deps.db, now: deps.clock(), deps }
    const rows = await importer.begin(work, row.created_by ?? '', samePersonOf(row))
    let counts = countsOf(row)
    let problems: readonly unknown[] = kept.problems
    for await (const chunk of readChunks(table, rows, mapping, kept.mends, row.rows_done)) {
      const stored = await inWork(deps, async (work) => {
        await hold(work.tx)
        await noteChanges(work.tx, row.id)
        const result = await importChunk(work, rows, chunk, mapping)
        await requireImporter(work.tx, row.resource, row.created_by)
        const sum = sumOf(counts, result.counts)
        const all = [...problems, ...storedProblems(result.problems)].slice(0, MAX_PROBLEMS)
        await updateImport(work.tx, row.id, {
          ...countColumns(sum),
          // The total stays that of the check: the rows that were done are counted beside it.
          rows_total: row.total,
          rows_done: chunk.upTo,
          report: JSON.stringify(all),
        })
        return { sum, all }
      })
      counts = stored.sum
      problems = stored.all
      if (!(await advance(chunk.upTo, row.total))) return { result: figuresOf(counts), done: chunk.upTo }
    }
    await inWork(deps, async (work) => {
      await hold(work.tx)
      await updateImport(work.tx, row.id, { status: 'completed', rows_total: counts.total, finished_at: work.now })
      const { id, resource, file_name: fileName, created_by, starter } = row
      const by = created_by === null ? undefined : { id: created_by, name: starter ?? '' }
      await announceImport(work, { id, resource, fileName, counts, by })
    })
    return { result: figuresOf(counts), done: counts.total }
  })

const figuresOf = ({ created, updated, unchanged, refused }: Counts) => ({ created, updated, unchanged, refused })
