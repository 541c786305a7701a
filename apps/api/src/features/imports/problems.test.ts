import { importRoutes as routes } from '@shiloh/contract/imports'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { IMPORTED, type ImportedResource } from '@shiloh/contract/sample-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { alike, proposalFor } from './proposals.ts'

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: ['users.import', 'users.read', 'church_map.import'] })
  const map = [
    'region,area,district,assembly',
    'Central,Winneba,Winneba,Bethel',
    'Central,Winneba,Apam,Bethel',
    'Central,Winneba,Apam,St. Luke Apam',
    'Central,Winneba,Apam,Zion',
    ...Array.from({ length: 320 }, (_, index) => `Central,Winneba,Apam,Chapel ${index}`),
  ]
  const files = [{ field: 'file', name: 'map.csv', bytes: Buffer.from(map.join('\n')) }]
  await t.call(organisationRoutes.importChurchMap, { as: office, body: { dry_run: 'false' }, files })
  await t.database.pool.query(`with c as (insert into event_centers (name) values ('Hill House') returning id),
    k as (insert into room_categories (name) values ('Plain')), p as (insert into products (name) values ('Shirt'))
    insert into event_blocks (event_center_id, name) select id, 'Main' from c`)
})
afterAll(() => t.close())

type Asked = Partial<z.input<typeof routes.checkImport.body>>

/** Stores a file, of people if nothing else is said, and checks it. */
const checked = async (
  lines: readonly string[],
  asked: Asked = {},
  resource: ImportedResource = 'users',
  as = office,
) => {
  const files = [{ field: 'file', name: 'people.csv', bytes: Buffer.from(lines.join('\n')) }]
  const { data } = await t.call(routes.prepareImport, { as, body: { resource }, files })
  const mapping = Object.fromEntries(data.columns.map(({ name, header }) => [name, header]))
  const answer = await t.call(routes.checkImport, {
    as,
    params: { id: data._id },
    body: { mapping, ...asked },
  })
  expect(answer.status, JSON.stringify(answer)).toBe(200)
  return answer.data
}
const imported = async (id: string) => {
  expect((await t.call(routes.startImport, { as: office, params: { id } })).status).toBe(202)
  await t.app.deps.jobs.drain()
  return (await t.call(routes.getImport, { as: office, params: { id } })).data
}

test('a name that is not in the list brings those that are like it, in the words of the file', async () => {
  const lines = [
    'First Name,Surname,Sex,DOB,Church',
    'Ama,Mensah,x,1990-13-40,Bethel',
    'Kofi,Mensah,m,17-05-1960,St Lukes',
    'Yaw,Mensah,m,17-05-1960,Nowhere',
  ]
  const run = await checked(lines)
  expect(run.problems.map(({ row, label, choices, proposal, more }) => [row, label, choices, proposal, more])).toEqual([
    [2, 'Sex', ['male', 'female'], null, false],
    [2, 'DOB', [], null, false],
    [2, 'Church', ['Bethel, Apam', 'Bethel, Winneba'], null, true],
    [3, 'Church', ['St. Luke Apam'], null, true],
    [4, 'Church', [], null, true],
  ])
  expect(run.choices['gender']).toEqual([
    { value: 'male', label: 'Male' },
    { value: 'female', label: 'Female' },
  ])
  expect(run.problems[4]?.message).toContain('No entry')
  // A unit is named with the one above it.
  const mends = [
    { column: 'assembly', from: 'Bethel', to: 'Bethel, Winneba' },
    { column: 'assembly', from: 'Nowhere', to: 'Zion' },
    { column: 'gender', from: 'x', to: 'female' },
    { column: 'birth_date', from: '1990-13-40', to: '' },
  ]
  const mended = await checked(lines, { mends })
  expect(mended.problems.map(({ row }) => row)).toEqual([3])
  // The result says what the check said.
  const done = await imported(mended._id)
  expect(done).toMatchObject({ created: 2, refused: 1 })
  const { rows } = await t.database.pool.query(
    `select d.name from users u join church_units a on a.id = u.assembly_id join church_units d on d.id = a.parent_id
     where u.first_name = 'Ama' and u.last_name = 'Mensah'`,
  )
  expect(rows).toEqual([{ name: 'Winneba' }])
})

test('the result of an import lists every problem of its check', async () => {
  const run = await checked(['first_name,last_name,gender,assembly', 'Esi,Osei,x,Nowhere', 'Abena,Osei,f,Zion'])
  const problems = run.problems.map(({ row, column, value }) => [row, column, value])
  expect(problems).toEqual([
    [2, 'gender', 'x'],
    [2, 'assembly', 'Nowhere'],
  ])
  const done = await imported(run._id)
  expect(done.problems.map(({ row, column, value }) => [row, column, value])).toEqual(problems)
})

test('a person who is twice in a file is imported once', async () => {
  const run = await checked([
    'first_name,last_name,birth_date,phone,email',
    'Kojo,Okai,01-01-1980,0247773777,',
    'Kojo,Okai,01-01-1980,0247773777,',
    'Adwoa,Okai,02-02-1982,0247773777,',
    'Efua,Okai,,,okai@example.com',
    'Akua,Okai,,,Okai@example.com',
  ])
  expect(run).toMatchObject({ created: 3, refused: 2, same_person: 'names' })
  expect(run.problems.map(({ row, column, code, message }) => [row, column, code, message])).toEqual([
    [3, 'phone', 'twice', expect.stringContaining('row 2')],
    [6, 'email', 'twice', expect.stringContaining('row 5')],
  ])
  expect(await imported(run._id)).toMatchObject({ created: 3, refused: 2 })
})

const twice: Partial<Record<ImportedResource, readonly string[]>> = {
  countries: ['code,name,dial_code', 'TG,Togo,+228', 'TG,Togo again,+228'],
  titles: ['name,rank', 'Cantor,3', 'cantor,4'],
  designations: ['name', 'Cantor', 'Cantor'],
  church_map: ['region,area,code', 'Volta,Ho,1', 'Volta,Ho,2'],
  event_centers: ['name', 'Lake House', 'Lake  house'],
  event_blocks: ['event_center,name', 'Hill House,North', 'Hill House,North'],
  event_rooms: [
    'event_center,event_block,name,floor,room_category,beds',
    'Hill House,Main,1,0,Plain,2',
    'Hill House,Main,1,0,Plain,3',
  ],
  room_categories: ['name', 'Suite', 'Suite'],
  speakers: ['name', 'Ama Osei', 'Ama Osei'],
  caterers: ['name', 'Sweet Mother', 'Sweet Mother'],
  products: ['name', 'Hymnal', 'Hymnal'],
  product_options: ['product,name', 'Shirt,M', 'Shirt,M'],
  participant_types: ['name', 'Steward', 'Steward'],
  committee_types: ['name', 'Choir', 'Choir'],
}

test.for(IMPORTED.filter((resource) => resource !== 'users'))(
  'a record that is twice in a file of %s is named, and imported once',
  async (resource) => {
    const clerk = await t.account({ type: 'admin', permissions: [`${resource}.import`, `${resource}.read`] })
    const run = await checked(twice[resource] ?? [], {}, resource, clerk)
    // Every country is there already.
    const first = resource === 'countries' ? 'unchanged' : 'created'
    expect(run).toMatchObject({ total: 2, [first]: 1, updated: 0, refused: 1 })
    expect(run.problems).toMatchObject([
      { row: 3, code: 'twice', message: 'The same as in row 2. Only that row is imported.' },
    ])
  },
)

test('phone and birth date recognise a person whose name is written in another way', async () => {
  const first = await checked(['first_name,last_name,birth_date,phone', 'Emmanuel,Tetteh,03-03-1970,0247773888'])
  await imported(first._id)
  const lines = ['first_name,last_name,birth_date,phone', 'Emanuel,Teteh,03-03-1970,0247773888']
  expect(await checked(lines)).toMatchObject({ created: 1, updated: 0, same_person: 'names' })
  const run = await checked(lines, { same_person: 'birth_date' })
  expect(run).toMatchObject({ created: 0, updated: 1, same_person: 'birth_date' })
  expect(await imported(run._id)).toMatchObject({ created: 0, updated: 1, same_person: 'birth_date' })
})

test('a day with a time brings the day', () => {
  const proposed = (value: string) => proposalFor('birth_date', value, [], 'GH')
  expect(proposed('1990-05-13 00:00:00')).toBe('13-05-1990')
  expect(proposed('13.05.1990T08:30:00.000Z')).toBe('13-05-1990')
  expect(proposed('05/13/1990, 8:30 AM')).toBe('13-05-1990')
  expect([proposed('1990-02-30 00:00:00'), proposed('13-05-1990'), proposed('8:30')]).toEqual([null, null, null])
})

test('choices that are like a value: all its words, the nearest first', () => {
  const of = (...names: string[]) => names.map((value) => ({ value, label: value }))
  const near = (value: string, ...names: string[]) => alike(value, of(...names), 3).map((choice) => choice.value)
  expect(near('bethel', 'Zion', 'Bethel Afienya', 'Bethel')).toEqual(['Bethel', 'Bethel Afienya'])
  expect(near('Betel Kasoa', 'Bethel Afienya', 'Bethel Kasoa')).toEqual(['Bethel Kasoa'])
  expect(near('x', 'Xavier')).toEqual([])
})

test('a country that does not exist is refused, and what a country is called is said', async () => {
  const lines = [
    'first_name,last_name,gender,birth_date,phone,country',
    'Ama,Osei,f,17-05-1990,0244300001,ZZ',
    'Esi,Osei,f,17-05-1990,0244300002,XX',
    'Kofi,Osei,m,17-05-1990,0244300003,Atlantis',
    'Yaw,Osei,m,17-05-1990,0244300004,gh',
    'Abena,Osei,f,17-05-1990,+4915112345678,Allemagne',
  ]
  const { problems } = await checked(lines)
  const says = 'There is no such country. Write its code, for example GH, or its name, for example Ghana.'
  expect(problems.map(({ row, column, code, message }) => [row, column, code, message])).toEqual(
    [2, 3, 4].map((row) => [row, 'country', 'unknown_choice', says]),
  )
})
