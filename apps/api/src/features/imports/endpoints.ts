import { IMPORT_FIELD } from '@shiloh/contract/admin-resource'
import type { Language } from '@shiloh/contract/core'
import { type ImportDetail, type ImportProblem, importRoutes, type SamePerson } from '@shiloh/contract/imports'
import { EXPORT_TYPES } from '@shiloh/contract/lists'
import { isAllowed } from '@shiloh/contract/permissions'
import { IMPORTED, type ImportedResource } from '@shiloh/contract/sample-files'
import { spacedIn } from '@shiloh/contract/text/format'
import { readClientGroup } from '#features/organisation'
import { bind, orchestrates, reads, readsLate, writes } from '#http/binder'
import { startActivity } from '#platform/activity/activity'
import { sha256 } from '#platform/auth/crypto'
import type { OrchestrateContext, ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { takeTurn } from '#platform/db/turns.store'
import { AppError, invalid, isFieldCode } from '#platform/errors'
import { saveFile } from '#platform/files/files.store'
import { momentCell, wordCell } from '#platform/tables/cells'
import { columnLabel } from '#platform/tables/column-texts'
import { writeCsv } from '#platform/tables/csv'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import {
  choicesText,
  countColumns,
  type Importer,
  type Mapping,
  NO_ROWS,
  openImport,
  readChunks,
  rehearseChunk,
  rolledBack,
  storedProblems,
  sumOf,
} from '#platform/tables/imports.store'
import { matchColumns } from '#platform/tables/match-columns'
import { isNeeded, lacking } from '#platform/tables/sheets'
import { writeXlsx } from '#platform/tables/xlsx-writer'
import { fieldText, storedErrorText, translate } from '#platform/text/texts'
import { IMPORTERS } from './importers.ts'
import * as store from './imports.store.ts'
import { alike, type Choice, choicesOf, dayProblem, proposalFor, shownDay } from './proposals.ts'
import { importerOf, keptOf, MAX_PROBLEMS, openStored, samePersonOf } from './run.ts'
import { texts } from './texts.ts'

/** Choices that are listed beside a refused value, those of a long list that are like it, and all that a person can choose from. */
const MOST_LISTED = 8
const MOST_ALIKE = 20
const MOST_CHOICES = 300

/** The resources that the caller may import. */
const importable = ({ caller }: ReadContext): ImportedResource[] =>
  IMPORTED.filter((resource) => isAllowed(caller.authorization, `${resource}.import`))

/** Whose imports the caller sees. A file has the rows of a list: others' files are for those who can read the list. */
const seen = (ctx: ReadContext) => {
  const resources = importable(ctx)
  return {
    resources,
    readable: resources.filter((resource) => isAllowed(ctx.caller.authorization, `${resource}.read`)),
    callerId: ctx.caller.id,
  }
}

/** Returns an import that the caller may see. @throws not_found */
const importOf = async (ctx: ReadContext, id: string): Promise<store.ImportRow> =>
  found(await store.findSeen(ctx.db, id, seen(ctx)))

/** An import goes on where it failed or was stopped, while its file is kept and nothing of it was undone. */
const canContinue = ({ state, storage_key, rows_done, total, ...row }: store.ImportRow): boolean =>
  (state === 'failed' || state === 'stopped') &&
  storage_key !== null &&
  rows_done < total &&
  row.undo_activity_id === null

/** Starts the job of an import, in the name of the caller. */
const beginImport = (ctx: WriteContext, row: store.ImportRow): Promise<string> =>
  startActivity(ctx, {
    kind: 'import',
    about: { resource: row.resource, file_name: row.file_name, import_id: row.id },
    ownerId: ctx.caller.id,
    permission: `${listView(row).resource}.import`,
    total: row.total,
    link: `/admin/imports/${row.id}`,
    acts: ['pause', 'stop'],
    task: 'run_import',
  })

const listView = (row: store.ImportRow) => ({
  _id: row.id,
  // The query returns those of known resources only.
  resource: IMPORTED.find((one) => one === row.resource) ?? IMPORTED[0],
  file_name: row.file_name,
  state: row.state,
  total: row.total,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  refused: row.refused,
  started_by: row.created_by === null ? null : { _id: row.created_by, name: row.starter ?? '' },
  created_at: row.created_at.toISOString(),
  finished_at: (row.finished_at ?? row.stopped_at)?.toISOString() ?? null,
  undone_at: row.undone_at?.toISOString() ?? null,
  undone_by: row.undoer,
  undo: { deleted: row.rows_deleted, restored: row.rows_restored, kept: row.rows_kept },
  has_file: row.storage_key !== null,
  file_erased: row.file_erased_at !== null,
  continues_after: canContinue(row) ? row.rows_done : null,
  activity_id: row.activity_id,
  undo_activity_id: row.undo_activity_id,
})

const headersDigest = (headers: readonly { readonly name: string }[]): string =>
  sha256(Buffer.from(headers.map(({ name }) => name).join('\n')))

/** Says what is wrong with each value, what the column takes, and what was probably meant. */
const explained = async (
  ctx: ReadContext,
  row: store.ImportRow,
): Promise<{ problems: ImportProblem[]; choices: ImportDetail['choices'] }> => {
  const { problems: kept, mapping, headers } = keptOf(row)
  const headerOf = new Map(headers.map(({ name, label }) => [name, label]))
  const importer = importerOf(row)
  const { country } = await readClientGroup(ctx.db)
  const choices = new Map<string, readonly Choice[]>()
  for (const field of new Set(kept.map((problem) => problem.field)))
    choices.set(field, await choicesOf(ctx.db, importer, field, ctx.language))
  const offers = new Map<string, { proposal: string | null; near: readonly Choice[] }>()
  const offerOf = (field: string, value: string, all: readonly Choice[]) => ({
    proposal: proposalFor(field, value, all, country),
    near: all.length <= MOST_LISTED ? all : alike(value, all, MOST_ALIKE),
  })
  const meant = new Map<string, Map<string, Choice>>()
  const placeOf = new Map(headers.map(({ name }, index) => [name, index]))
  const placed = (field: string) => placeOf.get(mapping[field] ?? '') ?? headers.length
  // In the order of the file, also within a row.
  kept.sort((a, b) => a.row - b.row || placed(a.field) - placed(b.field))
  const problems = kept.map(({ row: line, field, code, value, first }) => {
    const key = `${field}\n${value}`
    const isChoice = code !== 'twice'
    const offer = offers.get(key) ?? offerOf(field, value, choices.get(field) ?? [])
    offers.set(key, offer)
    const likely = meant.get(field) ?? new Map<string, Choice>()
    for (const choice of offer.near) likely.set(choice.value, choice)
    meant.set(field, likely)
    return {
      row: line,
      column: field,
      // The name that the file has for it: the office looks for it there.
      label: headerOf.get(mapping[field] ?? '') ?? columnLabel(field, ctx.language),
      value,
      code,
      message:
        choicesText(importer, field, code, ctx.language) ??
        allowedIn(
          { resource: row.resource, field, value, code, first, isListed: choices.get(field)?.length !== 0 },
          ctx.language,
        ),
      choices: isChoice ? offer.near.map((choice) => choice.value) : [],
      more: (choices.get(field)?.length ?? 0) > MOST_CHOICES,
      proposal: isChoice ? offer.proposal : null,
    }
  })
  const offered = [...choices].flatMap(([field, all]): [string, readonly Choice[]][] => {
    const some = all.length <= MOST_CHOICES ? all : [...(meant.get(field)?.values() ?? [])].slice(0, MOST_CHOICES)
    return some.length === 0 ? [] : [[field, some]]
  })
  return {
    problems,
    choices: Object.fromEntries(
      offered.map(([field, all]) => [field, all.map(({ value, label }) => ({ value, label }))]),
    ),
  }
}

interface Wrong {
  readonly field: string
  readonly value: string
  readonly code: string
  readonly first?: number | undefined
}

/** Says what a column takes instead of a value. */
const allowedIn = (
  { resource, field, value, code, first, isListed }: Wrong & { resource: string; isListed: boolean },
  language: Language,
): string => {
  if (code === 'twice' && first !== undefined)
    return translate(resource === 'users' ? texts.twice : texts.twice_record, language, { row: first })
  if (code === 'not_found' && isListed) return translate(texts.not_listed, language)
  // A country goes by its code and by its names, so no two have the same.
  if (code === 'unknown_choice' && field === 'country') return translate(texts.no_country, language)
  if (code === 'unknown_choice' && isListed && value !== '') return translate(texts.ambiguous, language)
  if (field === 'birth_date' && value !== '') return dayProblem(value, language)
  if (field === 'phone' && code === 'phone') return translate(texts.phone, language)
  return fieldText(isFieldCode(code) ? code : 'invalid', language)
}

/** What the first row of the file becomes, by column. */
const examplesOf = async (ctx: ReadContext, row: store.ImportRow, importer: Importer, mapping: Mapping) => {
  if (row.state !== 'draft') return new Map<string, string>()
  const table = await openStored(ctx.deps.files, row, Object.values(mapping))
  const rows = await importer.begin(ctx, ctx.caller.id, samePersonOf(row))
  for await (const { cells } of table.rows()) {
    const named = Object.fromEntries(
      Object.entries(mapping).map(([column, header]) => [column, cells[header] === '' ? undefined : cells[header]]),
    )
    const read = rows.read(named)
    return new Map(
      Object.entries(named).flatMap(([column, cell]): [string, string][] => {
        const value: unknown = 'value' in read ? Reflect.get(Object(read.value), column) : undefined
        const fixed = importer.choices[column]
        const chosen = fixed?.values.find((one) => one === String(value))
        if (fixed && chosen !== undefined) return [[column, fixed.label(chosen, ctx.language)]]
        const shown = typeof value === 'string' || typeof value === 'number' ? shownDay(String(value)) : cell
        return shown === undefined ? [] : [[column, shown]]
      }),
    )
  }
  return new Map<string, string>()
}

const detail = async (ctx: ReadContext, id: string, { remembered = false } = {}): Promise<ImportDetail> => {
  const row = await importOf(ctx, id)
  const importer = importerOf(row)
  const { mapping, mends, headers } = keptOf(row)
  const examples = await examplesOf(ctx, row, importer, mapping)
  const { problems, choices } = await explained(ctx, row)
  // Beside those that an office fills in: what our own exports write, where the file has it.
  const { columns: matched } = matchColumns(
    importer,
    headers.map(({ name }) => name),
  )
  const offered = importer.read.filter((name) => importer.template.includes(name) || matched[name] !== undefined)
  return {
    ...listView(row),
    columns: offered.map((name) => ({
      name,
      label: columnLabel(name, ctx.language),
      required: isNeeded(importer, name),
      instead: [...(importer.neededUnless[name] ?? [])],
      header: mapping[name] ?? null,
      example: examples.get(name) ?? null,
    })),
    headers,
    remembered,
    mends,
    same_person: row.resource === 'users' ? samePersonOf(row) : null,
    checked: row.checked_at !== null,
    problems,
    choices,
    error:
      row.error === null
        ? null
        : [translate(texts.failed, ctx.language), storedErrorText(row.error, ctx.language)].join(' '),
  }
}

/** Reads the whole file with these columns and stores nothing but the report. */
const check = async (
  ctx: OrchestrateContext,
  row: store.ImportRow,
  mapping: Mapping,
  mends: Parameters<typeof readChunks>[3],
  samePerson: SamePerson,
): Promise<void> => {
  const importer = importerOf(row)
  const missing = lacking(importer, (column) => mapping[column] !== undefined)
  if (missing.length > 0) throw invalid(missing.map((field) => ({ field, code: 'required' })))
  const table = await openStored(ctx.deps.files, row, Object.values(mapping))
  await ctx.transact(async (work) => {
    // Two checks that create the same people would wait for each other.
    await takeTurn(work.tx, `imports.check ${row.resource}`)
    await store.lockImport(work.tx, row.id)
    if ((await importOf(work, row.id)).state !== 'draft') throw new AppError('illegal_transition')
    const rows = await importer.begin(work, ctx.caller.id, samePerson)
    let counts = NO_ROWS
    const problems: unknown[] = []
    await rolledBack(work.tx, async () => {
      for await (const chunk of readChunks(table, rows, mapping, mends)) {
        const stored = await rehearseChunk(work, rows, chunk, mapping)
        counts = sumOf(counts, stored.counts)
        problems.push(...storedProblems(stored.problems).slice(0, MAX_PROBLEMS - problems.length))
      }
    })
    await store.updateImport(work.tx, row.id, {
      ...countColumns(counts),
      mapping: JSON.stringify(mapping),
      mends: JSON.stringify(mends),
      same_person: samePerson,
      report: JSON.stringify(problems),
      checked_at: ctx.now,
    })
  })
}

const used = (mapping: Readonly<Record<string, string | null>>, headers: readonly string[]): Mapping => {
  const chosen = Object.entries(mapping).flatMap(([column, header]): [string, string][] =>
    header !== null && headers.includes(header) ? [[column, header]] : [],
  )
  const twice = chosen.find(([, header], index) => chosen.findIndex(([, other]) => other === header) < index)
  if (twice) throw invalid([{ field: twice[0], code: 'column_used' }])
  return Object.fromEntries(chosen)
}

const isOver = ({ state }: store.ImportRow): boolean =>
  state === 'completed' || state === 'stopped' || state === 'failed'

export const endpoints = bind(importRoutes, {
  listImports: reads(async (ctx, { query }) => {
    const { items, total } = await store.listImports(ctx.db, query, seen(ctx), ctx.now)
    return { items: items.map(listView), total }
  }),
  exportImports: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'imports',
      columns: {
        created_at: (row) => momentCell(row.created_at),
        resource: (row) => wordCell(row.resource),
        file: (row) => row.file_name,
        state: (row) => wordCell(row.state),
        rows: (row) => row.total,
        created: (row) => row.created,
        updated: (row) => row.updated,
        unchanged: (row) => row.unchanged,
        refused: (row) => row.refused,
        started_by: (row) => row.started_by?.name,
        finished_at: (row) => momentCell(row.finished_at),
        undone_at: (row) => momentCell(row.undone_at),
        undone_by: (row) => row.undone_by,
      },
      rows: eachOf(
        eachPage((page) => store.listImports(ctx.db, { ...query, ...page }, seen(ctx), ctx.now)),
        listView,
      ),
    }),
  ),
  prepareImport: orchestrates(async (ctx, { body: { resource }, files }) => {
    if (!importable(ctx).includes(resource)) throw new AppError('forbidden')
    const upload = files.find(({ field }) => field === IMPORT_FIELD)
    if (!upload) throw invalid([{ field: IMPORT_FIELD, code: 'required' }])
    const table = await openImport(IMPORTERS[resource], upload.bytes)
    const headers = table.headers.flatMap((name, index) =>
      name === '' ? [] : [{ name, label: table.labels[index] ?? name }],
    )
    const names = headers.map(({ name }) => name)
    const kept = await store.findMapping(ctx.db, resource, headersDigest(headers))
    const mapping = kept === undefined ? matchColumns(IMPORTERS[resource], names).columns : kept
    const isWorkbook = upload.bytes.subarray(0, 2).toString() === 'PK'
    const stored = await ctx.deps.files.storeTable(upload, isWorkbook ? EXPORT_TYPES.xlsx : EXPORT_TYPES.csv)
    const id = await ctx.transact(async ({ tx, now, caller, audit }) => {
      const file_id = await saveFile(tx, now, stored, { ownerId: caller.id, purpose: 'import', visibility: 'staff' })
      const draft = await store.insertDraft(tx, now, {
        resource,
        file_name: upload.name.slice(0, 200),
        file_sha256: stored.sha256,
        file_id,
        headers: JSON.stringify(headers),
        mapping: JSON.stringify(mapping),
        created_by: caller.id,
      })
      audit({ action: 'prepare_import', resource, objectId: draft, after: { file: upload.name } })
      return draft
    })
    return detail(ctx, id, { remembered: kept !== undefined })
  }),
  getImport: reads((ctx, { params }) => detail(ctx, params.id)),
  checkImport: orchestrates(async (ctx, { params, body }) => {
    const row = await importOf(ctx, params.id)
    if (row.state !== 'draft') throw new AppError('illegal_transition')
    const headers = keptOf(row).headers.map(({ name }) => name)
    await check(ctx, row, used(body.mapping, headers), body.mends, body.same_person ?? samePersonOf(row))
    return detail(ctx, params.id)
  }),
  saveImport: writes(async (ctx, { params, body }) => {
    await store.lockImport(ctx.tx, params.id)
    const row = await importOf(ctx, params.id)
    if (row.state !== 'draft') throw new AppError('illegal_transition')
    const headers = keptOf(row).headers.map(({ name }) => name)
    await store.updateImport(ctx.tx, row.id, {
      mapping: JSON.stringify(used(body.mapping, headers)),
      mends: JSON.stringify(body.mends),
      ...(body.same_person && { same_person: body.same_person }),
      checked_at: null,
    })
    return { _id: row.id }
  }),
  startImport: writes(async (ctx, { params }) => {
    await store.lockImport(ctx.tx, params.id)
    const row = await importOf(ctx, params.id)
    if (row.state !== 'draft' || row.checked_at === null) throw new AppError('illegal_transition')
    const { mapping, headers } = keptOf(row)
    await store.saveMapping(ctx.tx, ctx.now, row.resource, headersDigest(headers), JSON.stringify(mapping))
    const activity_id = await beginImport(ctx, row)
    await store.updateImport(ctx.tx, row.id, {
      status: 'running',
      activity_id,
      created_by: ctx.caller.id,
      ...countColumns({ ...NO_ROWS, total: row.total }),
      report: '[]',
    })
    ctx.audit({ action: 'start_import', resource: row.resource, objectId: row.id, after: { file: row.file_name } })
    return detail(ctx, params.id)
  }),
  continueImport: writes(async (ctx, { params }) => {
    await store.lockImport(ctx.tx, params.id)
    const row = await importOf(ctx, params.id)
    if (!canContinue(row)) throw new AppError('illegal_transition')
    const activity_id = await beginImport(ctx, row)
    await store.updateImport(ctx.tx, row.id, { status: 'running', activity_id, created_by: ctx.caller.id })
    ctx.audit({
      action: 'continue_import',
      resource: row.resource,
      objectId: row.id,
      after: { file: row.file_name, rows_done: row.rows_done },
    })
    return detail(ctx, params.id)
  }),
  checkUndo: reads(async (ctx, { params }) => {
    const row = await importOf(ctx, params.id)
    const touched = isOver(row)
      ? await store.countTouched(ctx.db, row.id)
      : { rows: 0, created: 0, changed: 0, used: 0 }
    return {
      ...touched,
      allowed: touched.rows > 0 && touched.changed === 0 && touched.used === 0,
      undone_at: row.undone_at?.toISOString() ?? null,
    }
  }),
  undoImport: writes(async (ctx, { params }) => {
    const asked = await importOf(ctx, params.id)
    // Looking at every row takes its time. Only one of several who ask locks the import after it and begins.
    if (asked.state === 'undoing') return detail(ctx, params.id)
    if (!isOver(asked)) throw new AppError('illegal_transition')
    const { rows, changed, used: referred } = await store.countTouched(ctx.tx, asked.id)
    if (changed > 0 || referred > 0)
      throw new AppError('import_touched', {
        data: { changed, used: referred },
        says: (language) => translate(texts.touched, language, { changed, used: referred }).trim(),
      })
    await store.lockImport(ctx.tx, params.id)
    const row = await importOf(ctx, params.id)
    if (!isOver(row)) return detail(ctx, params.id)
    const undo_activity_id = await startActivity(ctx, {
      kind: 'import_undo',
      about: { resource: row.resource, file_name: row.file_name, import_id: row.id },
      ownerId: ctx.caller.id,
      permission: `${listView(row).resource}.import`,
      total: rows + row.rows_deleted + row.rows_restored + row.rows_kept,
      link: `/admin/imports/${row.id}`,
      task: 'undo_import',
    })
    await store.updateImport(ctx.tx, row.id, { status: 'undoing', undo_activity_id, undone_by: ctx.caller.id })
    ctx.audit({ action: 'undo_import', resource: row.resource, objectId: row.id, before: { file: row.file_name } })
    return detail(ctx, params.id)
  }),
  downloadImport: reads(async (ctx, { params }) => {
    const { storage_key, file_erased_at, file_name, mime } = await importOf(ctx, params.id)
    if (storage_key === null) throw new AppError(file_erased_at === null ? 'not_found' : 'file_erased')
    return { name: file_name, mime: mime ?? EXPORT_TYPES.csv, body: await ctx.deps.files.read(storage_key) }
  }),
  downloadRefused: reads(async (ctx, { params, query: { format } }) => {
    const row = await importOf(ctx, params.id)
    const { mapping, headers } = keptOf(row)
    const table = await openStored(ctx.deps.files, row, Object.values(mapping))
    const wrong = Map.groupBy((await explained(ctx, row)).problems, (problem) => problem.row)
    async function* records() {
      for await (const { row: line, cells } of table.rows()) {
        const problems = wrong.get(line)
        if (problems)
          yield [
            [
              ...headers.map(({ name }) => cells[name] ?? ''),
              problems.map(({ label, message }) => `${label}${spacedIn(':', ctx.language)}${message}`).join(' '),
            ],
          ]
      }
    }
    const head = [...headers.map(({ label }) => label), translate(texts.problem, ctx.language)]
    return {
      name: `${row.file_name.replace(/\.[^.]*$/, '')}-${translate(texts.refused_file, ctx.language)}.${format}`,
      mime: EXPORT_TYPES[format],
      body:
        format === 'csv'
          ? writeCsv(head, records(), ctx.language)
          : writeXlsx({ name: row.resource, headers: head, textColumns: true }, records()),
    }
  }),
})
