import { buffer } from 'node:stream/consumers'
import { EXPORT_TYPES } from '@shiloh/contract/lists'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { IMPORTED, sampleFileRoutes } from '@shiloh/contract/sample-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTable } from '#platform/tables/table-reader'
import { writeXlsx } from '#platform/tables/xlsx-writer'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let office: TestAccount
beforeAll(async () => {
  app = await testApp()
  office = await app.account({
    type: 'admin',
    permissions: [
      'sample_csv_files.read',
      'sample_csv_files.create',
      'sample_csv_files.update',
      'sample_csv_files.delete',
      'countries.import',
    ],
  })
})
afterAll(() => app.close())

const one = ['TV', 'Atlantis', '+228']
const headers = ['code', 'name', 'dial_code']
const table = () => buffer(writeXlsx({ name: 'countries', headers }, [[one]]))
const file = (bytes: Buffer, name: string) => [{ field: 'file', name, bytes }]

test('the office keeps its own files for an import', async () => {
  const { list, create, update, remove, download } = sampleFileRoutes
  const xlsx = await table()
  const body = { title: 'Countries of the mission', resource: 'countries', description: 'One row a country' }
  const made = await app.call(create, { as: office, body, files: file(xlsx, 'mission.xlsx') })
  expect(made.data).toMatchObject({ ...body, file_name: 'mission.xlsx', file_size: xlsx.length })
  const params = { id: made.data._id }
  const got = await app.call(download, { as: office, params })
  expect(got.raw.equals(xlsx)).toBe(true)
  expect(got.headers).toMatchObject({ 'content-type': EXPORT_TYPES.xlsx })
  expect((await app.call(create, { as: office, body, files: file(xlsx, 'again.xlsx') })).code).toBe('duplicate')

  const csv = Buffer.from('code,name,dial_code\r\n')
  const changed = await app.call(update, {
    as: office,
    params,
    body: { description: '' },
    files: file(csv, 'mission.csv'),
  })
  expect(changed.data).toMatchObject({ title: body.title, description: '', file_name: 'mission.csv' })
  expect((await app.call(download, { as: office, params })).raw.equals(csv)).toBe(true)
  const listed = (resource: 'countries' | 'titles') => app.call(list, { as: office, query: { resource } })
  expect((await listed('countries')).data.map(({ _id }) => _id)).toEqual([params.id])
  expect((await listed('titles')).data).toEqual([])
  const acts = await app.app.deps.db
    .selectFrom('audit_trail')
    .select('action')
    .where('object_id', '=', params.id)
    .orderBy('seq')
    .execute()
  const stored = await app.app.deps.db
    .selectFrom('files')
    .select('storage_key')
    .where('purpose', '=', 'sample_csv')
    .executeTakeFirstOrThrow()
  expect((await app.call(remove, { as: office, params })).status).toBe(200)
  await app.app.deps.jobs.drain()
  await expect(app.app.deps.files.read(stored.storage_key)).rejects.toThrow()
  expect(acts.map(({ action }) => action)).toEqual(['create', 'update'])
  expect(await app.app.deps.db.selectFrom('files').select('id').where('purpose', '=', 'sample_csv').execute()).toEqual(
    [],
  )
})

test('a file is not offered for an import that it does not fit', async () => {
  const { create, update, get } = sampleFileRoutes
  const body = { title: 'Moved to another list', resource: 'countries', description: '' }
  const made = await app.call(create, { as: office, body, files: file(await table(), 'mission.xlsx') })
  const params = { id: made.data._id }
  const moved = await app.call(update, { as: office, params, body: { resource: 'event_rooms' } })
  expect(moved).toMatchObject({ status: 422, errors: [{ field: 'file' }] })
  expect((await app.call(get, { as: office, params })).data.resource).toBe('countries')
  const products = file(Buffer.from('name,description\r\n'), 'products.csv')
  const replaced = await app.call(update, { as: office, params, body: { resource: 'products' }, files: products })
  expect(replaced.data).toMatchObject({ resource: 'products', file_name: 'products.csv' })
  expect((await app.call(update, { as: office, params, body: { resource: 'caterers' } })).status).toBe(200)
})

test('a file that four people replace at once leaves none behind', async () => {
  const { create, update } = sampleFileRoutes
  const body = { title: 'Replaced at once', resource: 'countries', description: '' }
  const made = await app.call(create, { as: office, body, files: file(await table(), 'first.xlsx') })
  const replaced = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      app.call(update, {
        as: office,
        params: { id: made.data._id },
        body: { description: name },
        files: file(Buffer.from(`code,name,dial_code\r\n${name},,\r\n`), `${name}.csv`),
      }),
    ),
  )
  expect(replaced.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { rows } = await app.database.pool.query(
    `select count(*)::int as files, (select count(*)::int from sample_csv_files) as samples from files where purpose = 'sample_csv'`,
  )
  expect(rows[0].files).toBe(rows[0].samples)
})

test('only tables are stored', async () => {
  const { create } = sampleFileRoutes
  const body = { title: 'No table', resource: 'countries' }
  const refused = async (bytes: Buffer | undefined) =>
    app.call(create, { as: office, body, files: bytes ? file(bytes, 'x.xlsx') : [] })
  expect((await refused(undefined)).errors).toMatchObject([{ field: 'file', code: 'required' }])
  expect((await refused(Buffer.from('PK\u0003\u0004 not a workbook'))).code).toBe('file_unreadable')
  expect((await refused(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))).code).toBe('spreadsheet_unsupported')
  expect((await refused(Buffer.from('Dear all,\nplease bring name and code.\n'))).errors).toMatchObject([
    { field: 'file', message: 'The file lacks these columns of the list: Code, Name, Dialling code' },
  ])
  expect((await refused(Buffer.from('code,name,Code\nTV,Atlantis,TV\n'))).code).toBe('spreadsheet_columns_twice')
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0])
  expect((await refused(picture)).code).toBe('file_unreadable')

  // The field is named, in the language of the reader, also where the file of an entry is replaced.
  const made = await app.call(create, { as: office, body, files: file(await table(), 'x.xlsx') })
  const replaced = await app.call(sampleFileRoutes.update, {
    as: office,
    params: { id: made.data._id },
    body: {},
    files: file(picture, 'x.png'),
    headers: { 'accept-language': 'de' },
  })
  expect(replaced.errors).toEqual([
    { field: 'file', code: 'invalid', message: 'Diese Datei konnte nicht gelesen werden.' },
  ])
})

test('every import has an empty file in every format, for those who may import', async () => {
  await app.database.pool.query(`delete from countries where code = 'TV'`)
  const { template } = sampleFileRoutes
  const all = await app.account({
    type: 'admin',
    permissions: IMPORTED.map((resource) => `${resource}.import` as const),
  })
  for (const resource of IMPORTED)
    for (const format of ['csv', 'xlsx'] as const) {
      const { raw, status } = await app.call(template, { as: all, params: { resource }, query: { format } })
      expect(status, resource).toBe(200)
      for await (const _ of readTable(raw)) throw new Error('a template has no rows')
    }
  const titles = await app.call(template, { as: office, params: { resource: 'titles' } })
  expect(titles.code).toBe('forbidden')

  // What it says in words is what the import reads: only the required columns are missing.
  const words = await app.call(template, {
    as: office,
    params: { resource: 'countries' },
    query: { format: 'csv', headers: 'words' },
    headers: { 'accept-language': 'fr' },
  })
  expect(words.raw.toString()).toBe('\ufeffCode *;Nom *;Indicatif *;Peut être choisi\r\n')
  const { data } = await app.call(organisationRoutes.importCountries, {
    as: office,
    body: { dry_run: 'true' },
    files: file(Buffer.from(`${words.raw}TV;Atlantis;228;true\r\n`), 'countries.csv'),
  })
  expect(data).toMatchObject({ created: 1, refused: 0 })
})
