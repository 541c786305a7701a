import { z } from 'zod'
import { adminResource, exportRoute } from './admin-resource.ts'
import { can, fileRoute, id, idParams, line, signedIn } from './core.ts'
import { declareList, EXPORT_TYPES, exportWishes } from './lists.ts'
import { optionalText, stamps } from './record-fields.ts'

/** Files to fill in for an import: the office's own, and an empty one of each resource. */

/** The resources that are imported. */
export const IMPORTED = [
  'users',
  'church_map',
  'countries',
  'titles',
  'designations',
  'event_centers',
  'event_blocks',
  'event_rooms',
  'room_categories',
  'speakers',
  'caterers',
  'products',
  'product_options',
  'participant_types',
  'committee_types',
] as const
export type ImportedResource = (typeof IMPORTED)[number]

/** The multipart field that carries the file. */
export const SAMPLE_FIELD = 'file'

const sampleFile = z.object({
  _id: id,
  title: z.string(),
  resource: z.enum(IMPORTED),
  description: z.string(),
  file_name: z.string(),
  /** Bytes. */
  file_size: z.number(),
  ...stamps,
})

const sampleBody = z.object({
  title: line(120),
  resource: z.enum(IMPORTED),
  description: optionalText(),
})

const sampleList = declareList({
  sort: ['title', 'resource', 'created_at', 'updated_at'],
  order: ['resource', 'title'],
  filter: { resource: z.enum(IMPORTED).optional() },
})

const samples = adminResource({
  path: '/admin/sample-csv-file',
  resource: 'sample_csv_files',
  name: 'sample files of imports',
  item: sampleFile,
  create: sampleBody,
  update: sampleBody.partial(),
  list: sampleList,
})

const FILE_ERRORS = [
  'duplicate',
  'spreadsheet_unsupported',
  'spreadsheet_too_large',
  'spreadsheet_columns_twice',
  'file_unreadable',
] as const

export const sampleFileRoutes = {
  list: samples.list,
  export: exportRoute('/admin/sample-csv-file/export', 'sample_csv_files.read', 'sample files', sampleList),
  create: {
    ...samples.create,
    summary: 'Store a sample file: XLSX or CSV in the form field `file`',
    files: [SAMPLE_FIELD],
    errors: FILE_ERRORS,
  },
  get: samples.get,
  update: {
    ...samples.update,
    summary: 'Change a sample file: omitted fields and an omitted file stay',
    files: [SAMPLE_FIELD],
    errors: [...FILE_ERRORS, 'in_use'] as const,
  },
  remove: samples.remove,
  download: fileRoute({
    method: 'GET',
    path: '/admin/sample-csv-file/{id}/download',
    access: can('sample_csv_files.read'),
    summary: 'Download a sample file',
    fileTypes: Object.values(EXPORT_TYPES),
    params: idParams,
  }),
  template: fileRoute({
    method: 'GET',
    path: '/admin/sample-csv-file/template/{resource}',
    access: signedIn('admin'),
    summary: 'The empty file that an import of the resource reads, for those who may import it',
    fileTypes: Object.values(EXPORT_TYPES),
    errors: ['forbidden'],
    params: z.object({ resource: z.enum(IMPORTED) }),
    query: exportWishes.omit({ columns: true }),
  }),
}
