import { buffer } from 'node:stream/consumers'
import { activityRoutes } from '@shiloh/contract/activities'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { importRoutes as routes } from '@shiloh/contract/imports'
import { organisationRoutes } from '@shiloh/contract/organisation'
import type { ImportedResource } from '@shiloh/contract/sample-files'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { watchActivities } from '#platform/activity/activity'
import { readTable } from '#platform/tables/table-reader'
import { writeXlsx } from '#platform/tables/xlsx-writer'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { runImport } from './run.ts'
import { runUndo } from './undo.ts'

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({
    type: 'admin',
    permissions: [
      'users.import',
      'users.read',
      'users.update',
      'church_map.import',
      'church_map.read',
      'countries.import',
      'titles.import',
      'event_blocks.import',
      'event_rooms.import',
    ],
  })
  await t.call(organisationRoutes.importChurchMap, {
    as: office,
    body: { dry_run: 'false' },
    files: [
      {
        field: 'file',
        name: 'map.csv',
        bytes: Buffer.from('region,area,district,assembly\nGreater Accra,Accra,Accra,Bethel'),
      },
    ],
  })
})
afterAll(() => t.close())

const prepare = (resource: ImportedResource, name: string, file: string | Buffer, as = office) =>
  t.call(routes.prepareImport, { as, body: { resource }, files: [{ field: 'file', name, bytes: Buffer.from(file) }] })
const mappingOf = ({ columns }: { columns: readonly { name: string; header: string | null }[] }) =>
  Object.fromEntries(columns.map(({ name, header }) => [name, header]))
const get = async (id: string) => (await t.call(routes.getImport, { as: office, params: { id } })).data
const undoOf = async (id: string) => (await t.call(routes.checkUndo, { as: office, params: { id } })).data
const undo = (id: string) => t.call(routes.undoImport, { as: office, params: { id } })
/** Undoes an import to the end, and returns it. */
const undone = async (id: string) => {
  const asked = await undo(id)
  expect(asked.status, JSON.stringify(asked)).toBe(202)
  expect(asked.data.state).toBe('undoing')
  await t.app.deps.jobs.drain()
  return get(id)
}
/** Imports a file with the columns that are found. */
const importing = async (resource: ImportedResource, name: string, file: string | Buffer) => {
  const { data } = await prepare(resource, name, file)
  const params = { id: data._id }
  await t.call(routes.checkImport, { as: office, params, body: { mapping: mappingOf(data) } })
  const started = await t.call(routes.startImport, { as: office, params })
  expect(started.status, JSON.stringify(started)).toBe(202)
  return data._id
}

test('a list of a German office: columns, check, a mended value, import, the same again, undo', async () => {
  const file = iconv.encode(
    'Mitglieder 2027;;;;;\r\nNachname;Vorname;Tel. No;Kirche;Geschlecht;Bus\r\nMüller;Ama;O24 555 O918;Betel;w;1\r\nAsante;Kofi;0244 555 919;Bethel;x;2\r\nBoateng;Yaw;0244 555 920;;m;3\r\n',
    'win1252',
  )
  const { data } = await prepare('users', 'mitglieder.csv', file)
  const found = mappingOf(data)
  expect(found).toMatchObject({
    last_name: 'nachname',
    first_name: 'vorname',
    phone: 'tel_no',
    assembly: 'kirche',
    gender: 'geschlecht',
    email: null,
  })
  expect(data.columns.find(({ name }) => name === 'last_name')).toMatchObject({ required: true, example: 'Müller' })
  // A list with other names alone is read too, so a first name is needed or they are.
  expect(data.columns.find(({ name }) => name === 'first_name')).toMatchObject({
    required: true,
    instead: ['other_names'],
  })
  expect(data).toMatchObject({ state: 'draft', checked: false, remembered: false })
  const params = { id: data._id }
  expect((await t.call(routes.startImport, { as: office, params })).code).toBe('illegal_transition')
  // Two fields from one column: the second is named.
  const [[first, header = null] = ['', null], [second] = ['']] = Object.entries(found).filter(
    ([, from]) => from !== null,
  )
  const twice = { ...found, [first]: header, [second]: header }
  expect(await t.call(routes.checkImport, { as: office, params, body: { mapping: twice } })).toMatchObject({
    status: 422,
    errors: [{ field: second, code: 'column_used' }],
  })
  expect((await t.call(routes.checkImport, { as: office, params, body: { mapping: {} } })).errors).toMatchObject([
    { field: 'last_name', code: 'required' },
    { field: 'first_name', code: 'required' },
  ])
  const check = async (mends: object[]) =>
    (await t.call(routes.checkImport, { as: office, params, body: { mapping: found, mends } })).data
  const checked = await check([])
  expect(checked).toMatchObject({ created: 1, refused: 2, total: 3 })
  // A phone that cannot be read does not hide that the church is unknown.
  expect(checked.problems.map(({ row, column, value, proposal }) => [row, column, value, proposal])).toEqual([
    [3, 'phone', 'O24 555 O918', '+233245550918'],
    [3, 'assembly', 'Betel', 'Bethel'],
    [4, 'gender', 'x', null],
  ])
  expect(checked.problems[2]?.choices).toEqual(['male', 'female'])
  const mended = await check([
    { column: 'phone', from: 'O24 555 O918', to: '+233245550918' },
    { column: 'gender', from: 'x', to: 'male', row: 4 },
  ])
  expect(mended.problems.map(({ column, value, proposal }) => [column, value, proposal])).toEqual([
    ['assembly', 'Betel', 'Bethel'],
  ])
  const mends = [...mended.mends, { column: 'assembly', from: 'Betel', to: 'Bethel' }]
  // Corrections are kept before they are checked, and an import begins only after the check.
  expect((await t.call(routes.saveImport, { as: office, params, body: { mapping: found, mends } })).status).toBe(200)
  expect(await get(data._id)).toMatchObject({ mends, checked: false })
  expect((await t.call(routes.startImport, { as: office, params })).code).toBe('illegal_transition')
  await check(mends)
  expect((await t.call(routes.startImport, { as: office, params })).data.state).toBe('running')
  expect((await t.call(routes.startImport, { as: office, params })).code).toBe('illegal_transition')
  await t.app.deps.jobs.drain()
  expect(await get(data._id)).toMatchObject({
    state: 'completed',
    created: 3,
    refused: 0,
  })
  expect(await undoOf(data._id)).toMatchObject({ allowed: true, rows: 3 })
  const listed = await t.call(routes.listImports, { as: office, query: { search: 'mitglieder' } })
  expect(listed.data).toMatchObject([
    { file_name: 'mitglieder.csv', state: 'completed', created: 3, started_by: { _id: office.id } },
  ])
  const acts = await t.call(activityRoutes.listActivities, { as: office })
  expect(acts.data[0]).toMatchObject({
    kind: 'import',
    state: 'done',
    result: { created: 3 },
    link: `/admin/imports/${data._id}`,
  })

  // The same header brings the same columns, and the mended file changes nothing.
  expect((await prepare('users', 'again.csv', file)).data.remembered).toBe(true)
  const again = await importing('users', 'again.csv', 'Nachname;Vorname;Tel. No\nMüller;Ama;0245550918\n')
  await t.app.deps.jobs.drain()
  expect(await get(again)).toMatchObject({ unchanged: 1, created: 0, updated: 0 })
  expect(await undoOf(again)).toMatchObject({ allowed: false, rows: 0 })

  // A change by hand and a ticket keep the import.
  const person = (await t.database.pool.query(`select id from users where last_name = 'Boateng'`)).rows[0].id
  const body = { other_names: 'Kwame' }
  await t.call(authorizationRoutes.updateUser, { as: office, params: { id: person }, body })
  expect(await undo(data._id)).toMatchObject({
    code: 'import_touched',
    message: expect.stringMatching(/1 row was changed since\.$/),
  })
  expect(await undoOf(data._id)).toMatchObject({ allowed: false, changed: 1, used: 0 })
  await t.database.pool.query(`update users set other_names = null, updated_at = created_at where id = $1`, [person])
  await t.database.pool.query(`insert into support_tickets (user_id, subject) values ($1, 'Help')`, [person])
  expect(await undoOf(data._id)).toMatchObject({ changed: 0, used: 1 })
  await t.database.pool.query(`delete from support_tickets where user_id = $1`, [person])
  // Three requests make one undo.
  const asked = await Promise.all([undo(data._id), undo(data._id), undo(data._id)])
  expect(new Set(asked.map((one) => `${one.status} ${one.data.undo_activity_id}`)).size).toBe(1)
  expect(asked[0]).toMatchObject({ status: 202, data: { state: 'undoing' } })
  expect((await t.call(routes.saveImport, { as: office, params, body: { mapping: found } })).code).toBe(
    'illegal_transition',
  )
  await t.app.deps.jobs.drain()
  expect(await get(data._id)).toMatchObject({
    state: 'undone',
    undone_by: expect.stringContaining(' '),
    undo: { deleted: 3, restored: 0, kept: 0 },
  })
  expect((await undo(data._id)).code).toBe('illegal_transition')
  expect(await undoOf(data._id)).toMatchObject({ allowed: false, rows: 0, undone_at: expect.any(String) })
  const done = await t.call(activityRoutes.listActivities, { as: office, query: { search: 'mitglieder' } })
  const byKind = done.data.toSorted((a, b) => b.kind.localeCompare(a.kind))
  expect(byKind.map(({ kind, state, result }) => [kind, state, result])).toEqual([
    ['import_undo', 'done', { deleted: 3, restored: 0, kept: 0 }],
    ['import', 'done', expect.objectContaining({ created: 3, undone: 3 })],
  ])
  expect((await t.database.pool.query(`select 1 from users where last_name = 'Boateng'`)).rows).toEqual([])
})

test('an undo brings back what was changed, and keeps what was there', async () => {
  // Each deleted account is looked for wherever one can be named.
  const { rows: slow } = await t.database.pool.query(
    `select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'users'::regclass and cardinality(c.conkey) = 1 and not exists (
       select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))`,
  )
  expect(slow).toEqual([])
  const first = await importing('titles', 'titles.csv', 'name,rank\nSeer,3\nPsalmist,4\n')
  await t.app.deps.jobs.drain()
  const second = await importing('titles', 'ranks.csv', 'name,rank\nSeer,30\nPsalmist,4\nScribe,5\n')
  await t.app.deps.jobs.drain()
  expect(await get(second)).toMatchObject({ created: 1, updated: 1, unchanged: 1 })
  expect(await undoOf(first)).toMatchObject({ allowed: false, changed: 1 })
  const isTold = async () =>
    (
      await t.database.pool.query(
        `select 1 from alerts where kind = 'import_finished' and subject = $1 and resolved_at is null`,
        [second],
      )
    ).rows.length
  expect(await isTold()).toBe(1)
  // It ended when nobody was there, and is theirs who started it.
  const { rows: trail } = await t.database.pool.query(
    `select actor_id from audit_trail where action = 'import' and object_id = $1`,
    [second],
  )
  expect(trail).toEqual([{ actor_id: office.id }])
  expect((await undone(second)).undo).toEqual({ deleted: 1, restored: 1, kept: 0 })
  // Nobody has to look at what is gone.
  expect(await isTold()).toBe(0)
  const { rows } = await t.database.pool.query(
    `select name, rank from titles where name in ('Seer', 'Psalmist', 'Scribe') order by 1`,
  )
  expect(rows).toEqual([
    { name: 'Psalmist', rank: 4 },
    { name: 'Seer', rank: 3 },
  ])
  // A title that somebody had, and has no more, is not used.
  const { id: seer } = (await t.database.pool.query(`select id from titles where name = 'Seer'`)).rows[0]
  await t.database.pool.query(`update users set confirmed_title_id = $1 where id = $2`, [seer, office.id])
  expect(await undoOf(first)).toMatchObject({ allowed: true, used: 0 })
  expect((await undone(first)).state).toBe('undone')
})

test('a file that nobody began to import leaves the list after a day, and is found by its state', async () => {
  const { data } = await prepare('titles', 'forgotten.csv', 'name,rank\nSinger,7\n')
  const isListed = async (query: { state?: 'draft' } = {}) =>
    (await t.call(routes.listImports, { as: office, query })).data.some(({ _id }) => _id === data._id)
  expect(await isListed()).toBe(true)
  t.clock.forward(24 * 60)
  onTestFinished(() => t.clock.forward(-24 * 60))
  expect([await isListed(), await isListed({ state: 'draft' })]).toEqual([false, true])
})

test('each problem says what is allowed, and proposes what was probably meant', async () => {
  const { data } = await prepare(
    'users',
    'wrong.csv',
    [
      'Surname,First name,Gender,DOB,Country,Phone',
      ...['Femail', 'fem'].map((gender) => `A,Ama,${gender},,,`),
      ...['31-02-1990', '13-25-1990', '05-25-1990', '12-05-2080', 'soon'].map((day) => `B,Ama,F,${day},,`),
      ...['Ghana', 'Deutschland', 'Cote d Ivoire', 'Atlantis', 'Alemanna'].map((country) => `C,Ama,F,,${country},`),
      'D,Ama,F,1990-05-12,gh,123',
    ].join('\n'),
  )
  const { data: checked } = await t.call(routes.checkImport, {
    as: office,
    params: { id: data._id },
    body: { mapping: mappingOf(data) },
  })
  const of = (column: string) => checked.problems.filter((problem) => problem.column === column)
  expect(of('gender').map(({ value, proposal }) => [value, proposal])).toEqual([
    ['Femail', 'female'],
    ['fem', 'female'],
  ])
  expect(of('country').map(({ value, proposal }) => [value, proposal])).toEqual([
    ['Atlantis', null],
    ['Alemanna', 'DE'],
  ])
  expect(checked.choices['country']).toContainEqual({ value: 'GH', label: 'GH, Ghana' })
  expect(of('birth_date').map(({ message, proposal }) => [message, proposal])).toEqual([
    ['February 1990 has 28 days.', null],
    ['The month is 01 to 12. Write dd-mm-yyyy, for example 13-05-1990.', null],
    ['The month is 01 to 12. Write dd-mm-yyyy, for example 13-05-1990.', '25-05-1990'],
    ['A birth date is in the past.', null],
    ['Write the day as dd-mm-yyyy, for example 13-05-1990.', null],
  ])
  expect(of('phone')[0]?.message).toContain('024 555 3652')
  const dated = await prepare('users', 'dated.csv', 'Surname,First name,DOB\nA,Ama,1990-05-12\n')
  expect(dated.data.columns.find(({ name }) => name === 'birth_date')?.example).toBe('12-05-1990')
})

test('rooms of an office that writes for whom they are in its own words', async () => {
  const { db } = t.app.deps
  const made = async (table: 'event_centers' | 'room_categories', name: string) =>
    (await db.insertInto(table).values({ name }).returning('id').executeTakeFirstOrThrow()).id
  const event_center_id = await made('event_centers', 'Winneba')
  const room_category_id = await made('room_categories', 'Standard')
  await db.insertInto('event_blocks').values({ event_center_id, name: 'Zion' }).execute()
  const lines = ['Männer', 'nur frauen', 'Gemischt', 'FAMILLE', 'Hommes', 'mulheres', '', 'Tiere'].map(
    (rule, index) => `Winneba;Zion;Z${index + 1};0;Standard;2;${rule};${index % 2 === 0 ? 'Ja' : 'não'}`,
  )
  const file = ['Zentrum;Gebäude;Name;Etage;Kategorie;Betten;Männer oder Frauen;Ruhig', ...lines].join('\n')
  const { data } = await prepare('event_rooms', 'zimmer.csv', file)
  expect(data.columns.find(({ name }) => name === 'gender_rule')?.example).toBe('Men')
  const { data: checked } = await t.call(routes.checkImport, {
    as: office,
    params: { id: data._id },
    body: { mapping: mappingOf(data) },
    headers: { 'accept-language': 'de' },
  })
  expect(checked.problems).toMatchObject([
    { row: 9, value: 'Tiere', proposal: null, message: 'Erlaubt sind: Männer, Frauen, Familie, Gemischt.' },
  ])
  expect(checked.choices['gender_rule']).toEqual([
    { value: 'male', label: 'Männer' },
    { value: 'female', label: 'Frauen' },
    { value: 'family', label: 'Familie' },
    { value: 'mixed', label: 'Gemischt' },
  ])
  await t.call(routes.startImport, { as: office, params: { id: data._id } })
  await t.app.deps.jobs.drain()
  const rooms = await db
    .selectFrom('event_rooms')
    .select(['name', 'gender_rule', 'quiet'])
    .where('room_category_id', '=', room_category_id)
    .orderBy('name')
    .execute()
  expect(rooms.map(({ name, gender_rule, quiet }) => [name, gender_rule, quiet])).toEqual([
    ['Z1', 'male', true],
    ['Z2', 'female', false],
    ['Z3', null, true],
    ['Z4', 'family', false],
    ['Z5', 'male', true],
    ['Z6', 'female', false],
    ['Z7', null, true],
  ])
})

test('an undo keeps the row that the database would refuse, and a time alone is no change', async () => {
  const query = async (text: string, values: readonly unknown[] = []) =>
    (await t.database.pool.query(text, [...values])).rows
  const header = 'staff_id,last_name,first_name,email'
  await importing('users', 'before.csv', `${header}\nBACK1,Old,Ama,old1@back.example\nBACK2,Old,Esi,old2@back.example`)
  await t.app.deps.jobs.drain()
  const id = await importing(
    'users',
    'after.csv',
    `${header}\nBACK1,New,Ama,new1@back.example\nBACK2,New,Esi,new2@back.example`,
  )
  await t.app.deps.jobs.drain()
  expect(await get(id)).toMatchObject({ updated: 2 })
  // They sign in, which leaves its time.
  await query(`update users set updated_at = now() + interval '1 hour' where staff_id like 'BACK%'`)
  expect(await undoOf(id)).toMatchObject({ allowed: true, changed: 0 })
  // Somebody else has one of the addresses meanwhile.
  await t.account({ columns: { email: 'old1@back.example' } })
  expect((await undone(id)).undo).toEqual({ deleted: 0, restored: 1, kept: 1 })
  expect(await query(`select last_name, email::text from users where staff_id like 'BACK%' order by staff_id`)).toEqual(
    [
      { last_name: 'New', email: 'new1@back.example' },
      { last_name: 'Old', email: 'old2@back.example' },
    ],
  )

  // A room names its block and the center of the block in one key.
  const center = (await query(`insert into event_centers (name) values ('Hill House') returning id`))[0].id
  const blocks = await importing('event_blocks', 'blocks.csv', 'name,event_center\nWest,Hill House\nEast,Hill House\n')
  await t.app.deps.jobs.drain()
  expect(await get(blocks)).toMatchObject({ created: 2 })
  await query(
    `with category as (insert into room_categories (name) values ('Hill rooms') returning id)
     insert into event_rooms (name, event_block_id, event_center_id, room_category_id, beds, floor)
     select '1', b.id, $1, c.id, 2, 0 from event_blocks b cross join category c where b.name = 'West'`,
    [center],
  )
  expect(await undoOf(blocks)).toMatchObject({ allowed: false, used: 1 })
  // A list names a title, which has no column that refers to it.
  const titles = await importing('titles', 'kept.csv', 'name,rank\nHarpist,6\n')
  await t.app.deps.jobs.drain()
  expect(await undoOf(titles)).toMatchObject({ allowed: true })
  await query(`update event_rooms set kept_for_title_ids = array(select id from titles where name = 'Harpist')`)
  expect(await undoOf(titles)).toMatchObject({ allowed: false, used: 1 })
  expect((await undo(titles)).code).toBe('import_touched')
}, 60_000)

test('people are undone in several parts at a time, each once', async () => {
  const { deps } = t.app
  const header = 'staff_id,last_name,first_name,gender,phone,email'
  const lines = Array.from(
    { length: 2300 },
    (_, index) => `LANE${index},Lane ${index},Ama,female,,lane${index}@example.org`,
  )
  const id = await importing('users', 'lanes.csv', [header, ...lines].join('\n'))
  await deps.jobs.drain()
  expect(await get(id)).toMatchObject({ state: 'completed', created: 2300 })
  // One of three dies: the others end their part, and all of it is counted once.
  const { undo_activity_id } = (await undo(id)).data
  let calls = 3
  const dying = {
    ...deps,
    clock: () => {
      calls -= 1
      if (calls < 0) throw new Error('killed')
      return deps.clock()
    },
  }
  await expect(runUndo({ activity_id: undo_activity_id }, dying)).rejects.toThrow('killed')
  const left = async () =>
    (await t.database.pool.query(`select count(*)::int as n from users where staff_id like 'LANE%'`)).rows[0].n
  const { state, undo: begun } = await get(id)
  expect([state, begun.deleted]).toEqual(['undoing', 2300 - (await left())])
  expect(begun.deleted).toBeGreaterThan(0)
  t.clock.forward(3)
  await watchActivities(deps)
  await Promise.all([deps.jobs.drain(), deps.jobs.drain()])
  expect(await get(id)).toMatchObject({ state: 'undone', undo: { deleted: 2300, restored: 0, kept: 0 } })
  expect(await left()).toBe(0)
  expect(
    (await t.database.pool.query('select count(*)::int as n from import_changes where import_id = $1', [id])).rows[0].n,
  ).toBe(0)
}, 120_000)

test('an import that stopped because its author was deactivated says so', async () => {
  const admin = await t.account({ type: 'admin', permissions: ['users.import', 'users.read'] })
  const { data } = await prepare(
    'users',
    'late.csv',
    'staff_id,last_name,first_name,gender\nLATE1,Late,Ama,female\n',
    admin,
  )
  const params = { id: data._id }
  await t.call(routes.checkImport, { as: admin, params, body: { mapping: mappingOf(data) } })
  await t.call(routes.startImport, { as: admin, params })
  await t.database.pool.query(`update users set status = 'deactivated' where id = $1`, [admin.id])
  await t.app.deps.jobs.drain()
  const { state, error, continues_after } = await get(data._id)
  expect({ state, continues_after }).toEqual({ state: 'failed', continues_after: 0 })
  expect(error).toContain('the account that started it is no longer in use, or cannot do this any more')
  expect(error).toContain('You can continue')
})

test('an undo ends when its author was deactivated', async () => {
  const id = await importing('users', 'kept.csv', 'staff_id,last_name,first_name,gender\nKEEP1,Kept,Ama,female\n')
  await t.app.deps.jobs.drain()
  const admin = await t.account({ type: 'admin', permissions: ['users.import', 'users.read'] })
  const asked = await t.call(routes.undoImport, { as: admin, params: { id } })
  expect(asked.status, JSON.stringify(asked)).toBe(202)
  const { data } = asked
  await t.database.pool.query(`update users set status = 'deactivated' where id = $1`, [admin.id])
  await t.app.deps.jobs.drain()
  expect(await get(id)).toMatchObject({ state: 'completed', undo: { deleted: 0 } })
  const { rows } = await t.database.pool.query('select state, error from activities where id = $1', [
    data.undo_activity_id,
  ])
  expect(rows).toEqual([{ state: 'failed', error: 'author_forbidden' }])
})

test('before an undo it says how many are deleted, with the parents that an import made', async () => {
  const id = await importing('church_map', 'deep.csv', 'region,area,district\nOti,Kadjebi,Pampawie\n')
  await t.app.deps.jobs.drain()
  expect(await get(id)).toMatchObject({ state: 'completed', created: 1 })
  expect(await undoOf(id)).toMatchObject({ allowed: true, rows: 3, created: 3 })
})

test('a crash in the middle continues where it was, a stop keeps what was done, and two run at once', async () => {
  const { deps } = t.app
  const many = (prefix: string) =>
    `region\n${Array.from({ length: 1200 }, (_, index) => `${prefix} ${index}`).join('\n')}\n`
  const id = await importing('church_map', 'many.csv', many('Crash'))
  const { activity_id } = await get(id)
  let calls = 4
  const dying = {
    ...deps,
    clock: () => {
      calls -= 1
      if (calls < 0) throw new Error('killed')
      return deps.clock()
    },
  }
  await expect(runImport({ activity_id }, dying)).rejects.toThrow('killed')
  const stored = async (prefix: string) =>
    (await t.database.pool.query(`select count(*)::int as n from church_units where name like $1`, [`${prefix} %`]))
      .rows[0].n
  expect(await stored('Crash')).toBe(1000)
  expect(await get(id)).toMatchObject({ state: 'running', created: 1000 })
  t.clock.forward(3)
  await watchActivities(deps)
  const other = await importing('church_map', 'other.csv', many('Other'))
  await Promise.all([deps.jobs.drain(), deps.jobs.drain()])
  expect(await get(id)).toMatchObject({ state: 'completed', created: 1200, unchanged: 0, total: 1200 })
  expect(await get(other)).toMatchObject({ state: 'completed', created: 1200 })
  // An undo that dies continues where it was. What was changed or used meanwhile stays.
  const { undo_activity_id } = (await undo(id)).data
  calls = 3
  await expect(runUndo({ activity_id: undo_activity_id }, dying)).rejects.toThrow('killed')
  expect(await stored('Crash')).toBe(200)
  expect(await get(id)).toMatchObject({ state: 'undoing', undo: { deleted: 1000 } })
  const rest = await t.database.pool.query(`select id from church_units where name like 'Crash %' order by id limit 2`)
  const [changed, used] = rest.rows.map((row) => row.id)
  await t.database.pool.query(`update church_units set name = 'Crash of ours' where id = $1`, [changed])
  await t.database.pool.query(`update users set region_id = $1 where id = $2`, [used, office.id])
  t.clock.forward(3)
  await watchActivities(deps)
  await Promise.all([deps.jobs.drain(), deps.jobs.drain()])
  expect(await get(id)).toMatchObject({ state: 'undone', undo: { deleted: 1198, restored: 0, kept: 2 } })
  expect([await stored('Crash'), await stored('Other')]).toEqual([2, 1200])
  await t.database.pool.query(`update users set region_id = null where id = $1`, [office.id])

  // Who lost the permission deletes nothing more. The import can be undone again.
  const half = await importing('church_map', 'half.csv', many('Half'))
  await deps.jobs.drain()
  const maker = await t.account({ type: 'admin', permissions: ['church_map.import'] })
  await t.call(routes.undoImport, { as: maker, params: { id: half } })
  await t.database.pool.query(`delete from user_roles where user_id = $1`, [maker.id])
  await deps.jobs.drain()
  expect(await get(half)).toMatchObject({ state: 'completed', undo: { deleted: 0 } })
  expect((await undone(half)).undo).toEqual({ deleted: 1200, restored: 0, kept: 0 })

  const halted = await importing('church_map', 'halted.csv', many('Halted'))
  const act = { as: office, params: { id: (await get(halted)).activity_id ?? '', act: 'stop' } } as const
  await t.call(activityRoutes.controlActivity, act)
  await deps.jobs.drain()
  expect(await get(halted)).toMatchObject({ state: 'stopped', created: 0, continues_after: 0 })
})

test('an import that failed goes on after the last rows that it stored, and only once', async () => {
  const { deps } = t.app
  const many = `region\n${Array.from({ length: 1200 }, (_, index) => `Goes on ${index}`).join('\n')}\n`
  const maker = await t.account({ type: 'admin', permissions: ['church_map.import'] })
  const { data: draft } = await prepare('church_map', 'goes-on.csv', many, maker)
  const params = { id: draft._id }
  await t.call(routes.checkImport, { as: maker, params, body: { mapping: mappingOf(draft) } })
  await t.call(routes.startImport, { as: maker, params })
  const { activity_id } = await get(draft._id)
  let calls = 4
  const clock = () => {
    calls -= 1
    if (calls < 0) throw new Error('killed')
    return deps.clock()
  }
  await expect(runImport({ activity_id }, { ...deps, clock })).rejects.toThrow('killed')
  // The person who started it lost the permission meanwhile.
  await t.database.pool.query(`delete from user_roles where user_id = $1`, [maker.id])
  t.clock.forward(3)
  await watchActivities(deps)
  await deps.jobs.drain()
  const failed = await get(draft._id)
  expect(failed).toMatchObject({ state: 'failed', created: 1000, continues_after: 1000 })
  expect(failed.error).toContain('You can continue')
  const goOn = () => t.call(routes.continueImport, { as: office, params })
  expect((await Promise.all([goOn(), goOn()])).map(({ status }) => status).sort()).toEqual([202, 409])
  await Promise.all([deps.jobs.drain(), deps.jobs.drain()])
  expect(await get(draft._id)).toMatchObject({
    state: 'completed',
    created: 1200,
    unchanged: 0,
    total: 1200,
    error: null,
    continues_after: null,
    started_by: { _id: office.id },
  })
  expect((await goOn()).code).toBe('illegal_transition')
  expect((await undone(draft._id)).undo).toEqual({ deleted: 1200, restored: 0, kept: 0 })
})

test('only those who may import see it, and files that are no lists are refused', async () => {
  const countries = await t.account({ type: 'admin', permissions: ['countries.import'] })
  expect((await prepare('users', 'x.csv', 'name\n', countries)).code).toBe('forbidden')
  const { data } = await prepare('users', 'mine.csv', 'surname,first name\nOne,Two\n')
  for (const route of [routes.getImport, routes.checkImport, routes.startImport, routes.undoImport] as const)
    expect((await t.call(route, { as: countries, params: { id: data._id }, body: { mapping: {} } })).status).toBe(404)
  expect((await t.call(routes.listImports, { as: countries })).data).toEqual([])

  expect((await prepare('users', 'x.csv', '%PDF-1.4\n%âãÏÓ')).code).toBe('spreadsheet_unsupported')
  expect((await prepare('users', 'x.xls', '<html><table><tr><td>Surname')).code).toBe('spreadsheet_unsupported')
  const long = await prepare('users', 'long.csv', `surname,first name\n${'One,Two\n'.repeat(200_100)}`)
  expect([long.code, long.message]).toEqual(['spreadsheet_too_long', expect.stringContaining('200,000')])
  expect((await prepare('users', 'x.csv', 'Surname,Phone,surname \nA,1,B\n')).code).toBe('spreadsheet_columns_twice')
  const both = await prepare('users', 'x.csv', 'Surname,Phone,Mobile\nA,0244555921,\n')
  expect(mappingOf(both.data)).toMatchObject({ phone: 'phone' })
  const empty = await prepare('users', 'x.csv', 'Surname,First name\n')
  const checked = await t.call(routes.checkImport, {
    as: office,
    params: { id: empty.data._id },
    body: { mapping: mappingOf(empty.data) },
  })
  expect(checked.data).toMatchObject({ total: 0, created: 0, checked: true })
  // The refused rows come as they are in the file, with what is wrong.
  const rows = [
    ['Mensah', 'Ama', '2027-13-40', 'kept'],
    ['Owusu', '', '1990-02-03', ''],
  ]
  const xlsx = await buffer(writeXlsx({ name: 'people', headers: ['Surname', 'First name', 'DOB', 'Remarks'] }, [rows]))
  const dated = await prepare('users', 'people.xlsx', xlsx)
  const result = await t.call(routes.checkImport, {
    as: office,
    params: { id: dated.data._id },
    body: { mapping: mappingOf(dated.data) },
  })
  expect(result.data.refused).toBeGreaterThan(0)
  const refused = await t.call(routes.downloadRefused, {
    as: office,
    params: { id: dated.data._id },
    query: { format: 'xlsx' },
  })
  const cells = []
  for await (const row of readTable(refused.raw)) cells.push(row.cells)
  expect(cells[0]).toMatchObject({
    surname: 'Mensah',
    remarks: 'kept',
    what_is_wrong: expect.stringContaining('DOB: '),
  })
  expect((await t.call(routes.downloadImport, { as: office, params: { id: dated.data._id } })).raw.equals(xlsx)).toBe(
    true,
  )
})

test('a file changes nobody who is denied to the importer, and the rows beside stay', async () => {
  const clerk = await t.account({ type: 'admin', permissions: ['users.import', 'users.read', 'users.update'] })
  const hidden = await t.account()
  const { pool } = t.database
  await pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{read,update}')`,
    [clerk.id, hidden.id],
  )
  const nameOf = async () => {
    const { rows } = await pool.query(`select first_name, last_name from users where id = $1`, [hidden.id])
    return rows[0]
  }
  const before = await nameOf()
  const file = `Surname,First name,E-mail\nTaken,Over,${hidden.email}\nBeside,Yaa,yaa.beside@example.test\n`
  const { data } = await prepare('users', 'over.csv', file, clerk)
  const params = { id: data._id }
  const checked = await t.call(routes.checkImport, { as: clerk, params, body: { mapping: mappingOf(data) } })
  expect(checked.data).toMatchObject({ created: 1, updated: 0, refused: 1 })
  expect(checked.data.problems).toMatchObject([{ row: 2, code: 'denied' }])
  await t.call(routes.startImport, { as: clerk, params })
  await t.app.deps.jobs.drain()
  expect(await get(data._id)).toMatchObject({ state: 'completed', created: 1, updated: 0, refused: 1 })
  expect(await nameOf()).toEqual(before)
})

test('a check leaves those whom it would change free while it goes on', async () => {
  const [first, second] = [await t.account(), await t.account()]
  const rows = Array.from({ length: 1000 }, (_, index) => `Fill,Row,row${index}@example.test\n`).join('')
  const file = `Surname,First name,E-mail\nChanged,Once,${first.email}\n${rows}Changed,Twice,${second.email}\n`
  const { data } = await prepare('users', 'long.csv', file)
  // Somebody signs in with the second person's account: the check waits for it, in its second chunk.
  const session = await t.database.pool.connect()
  await session.query('begin')
  await session.query('update users set last_login_at = now() where id = $1', [second.id])
  const params = { id: data._id }
  const checking = t.call(routes.checkImport, { as: office, params, body: { mapping: mappingOf(data) } })
  const waits = async () => {
    const { rows: found } = await t.database.pool.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%update users u set%' and datname = current_database()`,
    )
    return found.length > 0
  }
  await expect.poll(waits, { timeout: 20_000 }).toBe(true)
  // The first one was changed in the first chunk, and is free.
  await t.database.pool.query(`select id from users where id = $1 for update nowait`, [first.id])
  await session.query('rollback')
  session.release()
  expect((await checking).data).toMatchObject({ created: 1000, updated: 2, refused: 0 })
})

test('an import starts no workflow, and a run does not prevent its undo', async () => {
  const query = async (text: string, values: readonly unknown[] = []) =>
    (await t.database.pool.query(text, [...values])).rows
  const [{ id: workflow }] = await query(
    `with w as (insert into workflows (name, trigger, enabled, conditions, steps)
       values ('Welcome new people', 'user_registered', true, '{"match": "all", "list": []}', '[]') returning *),
     v as (insert into workflow_versions (workflow_id, version, definition)
       select id, version, jsonb_build_object('trigger', trigger, 'moment', null, 'conditions', conditions, 'steps', steps) from w)
     select id from w`,
  )
  const runs = () => query(`select user_id from workflow_runs where workflow_id = $1`, [workflow])
  const id = await importing(
    'users',
    'new.csv',
    'staff_id,last_name,first_name,email\nNEW1,Osei,Abena,abena@new.example\nNEW2,Osei,Kofi,kofi@new.example',
  )
  await t.app.deps.jobs.drain()
  expect(await get(id)).toMatchObject({ created: 2 })
  expect(await runs()).toEqual([])
  const registered = await t.account()
  await t.app.deps.jobs.drain()
  expect(await runs()).toEqual([{ user_id: registered.id }])
  await query(
    `insert into workflow_runs (workflow_id, version, subject, subject_id, user_id, occasion)
     select $1, 1, 'user', id, id, 'before' from users where staff_id like 'NEW_'`,
    [workflow],
  )
  expect(await undoOf(id)).toMatchObject({ allowed: true, used: 0 })
  expect((await undone(id)).undo).toEqual({ deleted: 2, restored: 0, kept: 0 })
  await query(`update workflows set enabled = false where id = $1`, [workflow])
})

test('shows the imports of others to those alone who can read the list', async () => {
  const header = 'Last name,First name,Phone\n'
  const { data } = await prepare('users', 'people.csv', `${header}Seen,Ama,0244555991`)
  const params = { id: data._id }
  const blind = await t.account({ type: 'admin', permissions: ['users.import'] })
  const reader = await t.account({ type: 'admin', permissions: ['users.import', 'users.read'] })
  expect((await t.call(routes.getImport, { as: blind, params })).code).toBe('not_found')
  expect((await t.call(routes.getImport, { as: reader, params })).status).toBe(200)
  const own = await prepare('users', 'own.csv', `${header}Own,Esi,0244555992`, blind)
  expect((await t.call(routes.getImport, { as: blind, params: { id: own.data._id } })).status).toBe(200)
  const listed = await t.call(routes.listImports, { as: blind, query: {} })
  expect(listed.data.every(({ started_by }) => started_by?._id === blind.id)).toBe(true)
})
