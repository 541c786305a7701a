import { z } from 'zod'
import { IMPORT_ERRORS, IMPORT_FIELD, MAX_IMPORT } from './admin-resource.ts'
import { fileRoute, id, idParams, listRoute, route, signedIn, timestamp } from './core.ts'
import { declareList, EXPORT_TYPES, exportQuery, exportWishes, listQuery } from './lists.ts'
import { IMPORTED } from './sample-files.ts'

/** Imports from the stored file to the undo. Each needs the permission `import` of its resource. */

export const IMPORT_STATES = ['draft', 'running', 'completed', 'failed', 'stopped', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Days that an import can be undone, and that its file is kept. */
export const IMPORT_DAYS = 60

/** By what an import of people recognises somebody without staff number and e-mail address in the file: beside the phone. */
export const SAME_PERSON = ['names', 'birth_date'] as const
export type SamePerson = (typeof SAME_PERSON)[number]

const importRun = z.object({
  _id: id,
  resource: z.enum(IMPORTED),
  file_name: z.string(),
  state: z.enum(IMPORT_STATES),
  total: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  started_by: z.object({ _id: id, name: z.string() }).nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  undone_at: timestamp.nullable(),
  undone_by: z.string().nullable(),
  /** What its undo did: rows that it deleted, set back, and left because somebody changed or used them meanwhile. */
  undo: z.object({ deleted: z.number(), restored: z.number(), kept: z.number() }),
  has_file: z.boolean(),
  /** Its file was deleted because somebody who may be in it was erased or deleted. */
  file_erased: z.boolean(),
  /** Rows after which a failed or stopped import can go on. Null: it cannot. */
  continues_after: z.number().nullable(),
  /** Its progress, while it runs. */
  activity_id: id.nullable(),
  /** The progress of its undo. */
  undo_activity_id: id.nullable(),
})

const importProblem = z.object({
  row: z.number(),
  column: z.string(),
  label: z.string(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
  /** What the column takes, if that is a short list. Of a long one, the values that are like this one, the nearest first. */
  choices: z.array(z.string()),
  /** The column takes more than the choices that this answer has. */
  more: z.boolean(),
  /** A value that is near and allowed. */
  proposal: z.string().nullable(),
})
export type ImportProblem = z.output<typeof importProblem>

/** A value that a person corrects before the import: in one row, or in every row that has it. */
const mend = z.object({
  column: z.string().max(60),
  from: z.string().max(2000),
  to: z.string().max(2000),
  row: z.int().min(1).optional(),
})

/** Column → header of the file, or null to leave the column out. */
const mapping = z.record(z.string().max(60), z.string().max(200).nullable())

export const importDetail = importRun.extend({
  /** What the resource needs, with the header that was found or chosen, and what the first row becomes. */
  columns: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      required: z.boolean(),
      /** Columns that can be filled in the place of a needed one. */
      instead: z.array(z.string()),
      header: z.string().nullable(),
      example: z.string().nullable(),
    }),
  ),
  headers: z.array(z.object({ name: z.string(), label: z.string() })),
  /** The columns were chosen for an earlier file with this header. */
  remembered: z.boolean(),
  mends: z.array(mend),
  /** How known people are recognised. Null: the list has no people. */
  same_person: z.enum(SAME_PERSON).nullable(),
  /** The file was checked with these columns. */
  checked: z.boolean(),
  /** The first 500, in the order of the file. */
  problems: z.array(importProblem),
  /**
   * What the columns of these problems take: values with their names. Of a long list, those that are like one of the refused
   * values.
   */
  choices: z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() }))),
  error: z.string().nullable(),
})
export type ImportDetail = z.output<typeof importDetail>

const checkBody = z.object({
  mapping,
  mends: z.array(mend).max(500).default([]),
  /** Absent: as before. */
  same_person: z.enum(SAME_PERSON).optional(),
})

const importList = declareList({
  sort: ['created_at', 'file_name', 'resource'],
  order: ['-created_at'],
  filter: { resource: z.enum(IMPORTED).optional(), state: z.enum(IMPORT_STATES).optional() },
})

export const importRoutes = {
  listImports: listRoute({
    method: 'GET',
    path: '/admin/imports',
    access: signedIn('admin'),
    summary: 'Imports into the lists that the caller may import, newest first',
    query: listQuery(importList),
    response: importRun,
  }),
  exportImports: fileRoute({
    method: 'GET',
    path: '/admin/imports/export',
    access: signedIn('admin'),
    summary: 'Export the imports that the caller sees, as CSV or XLSX, streamed',
    fileTypes: Object.values(EXPORT_TYPES),
    query: exportQuery(importList),
  }),
  prepareImport: route({
    method: 'POST',
    path: '/admin/imports',
    access: signedIn('admin'),
    summary: 'Store the file of an import (form field `file`) and find its columns. Nothing is imported yet',
    body: z.object({ resource: z.enum(IMPORTED) }),
    files: [IMPORT_FIELD],
    maxFile: MAX_IMPORT,
    response: importDetail,
    status: 201,
    errors: IMPORT_ERRORS,
  }),
  getImport: route({
    method: 'GET',
    path: '/admin/imports/{id}',
    access: signedIn('admin'),
    summary: 'One import with its columns, its problems and whether it can be undone',
    params: idParams,
    response: importDetail,
  }),
  checkImport: route({
    method: 'POST',
    path: '/admin/imports/{id}/check',
    access: signedIn('admin'),
    summary: 'Try the import with these columns and corrections. Nothing is imported',
    params: idParams,
    body: checkBody,
    response: importDetail,
    errors: [...IMPORT_ERRORS, 'illegal_transition'],
  }),
  saveImport: route({
    method: 'PUT',
    path: '/admin/imports/{id}',
    access: signedIn('admin'),
    summary: 'Keep columns and corrections that were not checked yet, for the next person who opens the import',
    params: idParams,
    body: checkBody,
    response: z.object({ _id: id }),
    errors: ['illegal_transition'],
  }),
  startImport: route({
    method: 'POST',
    path: '/admin/imports/{id}/start',
    access: signedIn('admin'),
    summary: 'Import a file that was checked. It runs as an activity, which survives leaving the page',
    params: idParams,
    response: importDetail,
    status: 202,
    errors: ['illegal_transition'],
  }),
  continueImport: route({
    method: 'POST',
    path: '/admin/imports/{id}/continue',
    access: signedIn('admin'),
    summary: 'Go on with an import that failed or was stopped, after the last rows that it stored',
    params: idParams,
    response: importDetail,
    status: 202,
    errors: ['illegal_transition'],
  }),
  checkUndo: route({
    method: 'GET',
    path: '/admin/imports/{id}/undo',
    access: signedIn('admin'),
    summary:
      'Whether an import can be undone, and why not: rows that were changed since, and new rows that others refer to',
    params: idParams,
    response: z.object({
      allowed: z.boolean(),
      rows: z.number(),
      /** Of these, the new ones, with the parents that no row of the file was about. */
      created: z.number(),
      changed: z.number(),
      used: z.number(),
      undone_at: timestamp.nullable(),
    }),
  }),
  undoImport: route({
    method: 'POST',
    path: '/admin/imports/{id}/undo',
    access: signedIn('admin'),
    summary:
      'Undo an import, while nobody changed or used its rows. It runs as an activity; asked again meanwhile, it answers the same',
    params: idParams,
    response: importDetail,
    status: 202,
    errors: ['illegal_transition', 'import_touched'],
  }),
  downloadImport: fileRoute({
    method: 'GET',
    path: '/admin/imports/{id}/file',
    access: signedIn('admin'),
    summary: 'The file of an import',
    fileTypes: Object.values(EXPORT_TYPES),
    params: idParams,
  }),
  downloadRefused: fileRoute({
    method: 'GET',
    path: '/admin/imports/{id}/refused',
    access: signedIn('admin'),
    summary: 'The refused rows as they are in the file, with what is wrong, to correct and import again',
    fileTypes: Object.values(EXPORT_TYPES),
    params: idParams,
    query: exportWishes.pick({ format: true }),
  }),
} as const
