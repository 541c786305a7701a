import { identityRoutes } from '@shiloh/contract/identity/identity'
import { organisationRoutes as routes } from '@shiloh/contract/organisation'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let admin: TestAccount
/** The ids of units, by name. */
const ids = new Map<string, string>()
const idOf = (name: string) => ids.get(name) ?? ''

beforeAll(async () => {
  app = await testApp()
  admin = await app.account({ type: 'admin', permissions: PERMISSIONS })
  for (const [name, level, parent] of [
    ['Ashanti', 'region', ''],
    ['Volta', 'region', ''],
    ['Kumasi', 'area', 'Ashanti'],
    ['Ho', 'area', 'Volta'],
    ['Asokwa', 'district', 'Kumasi'],
    ['Bethel', 'assembly', 'Asokwa'],
    ['Zion', 'assembly', 'Asokwa'],
  ] as const) {
    const made = await app.call(routes.createChurchUnit, {
      as: admin,
      body: { name, level, parent_id: parent === '' ? null : idOf(parent) },
    })
    ids.set(name, made.data._id)
  }
  for (const assembly of ['Bethel', 'Bethel', 'Zion'])
    await app.account({
      columns: {
        region_id: idOf('Ashanti'),
        area_id: idOf('Kumasi'),
        district_id: idOf('Asokwa'),
        assembly_id: idOf(assembly),
      },
    })
})
afterAll(() => app.close())

const tree = async (query: { parent_id?: string; search?: string }, as = admin) =>
  (await app.call(routes.readChurchTree, { as, query })).data
const move = (name: string, parent: string, as = admin) =>
  app.call(routes.moveChurchUnit, { as, params: { id: idOf(name) }, body: { parent_id: idOf(parent) } })
const belonging = async () =>
  (
    await app.database.pool.query<{ area: string; region: string }>(
      `select distinct a.name as area, r.name as region from users u join church_units a on a.id = u.area_id join church_units r on r.id = u.region_id
       where u.assembly_id is not null`,
    )
  ).rows

it('opens level by level, and shows the path of what a search finds', async () => {
  expect(await tree({})).toMatchObject([
    { name: 'Ashanti', children: 1, assemblies: 2, people: 3, found: false },
    { name: 'Volta', children: 1, assemblies: 0, people: 0 },
  ])
  expect(await tree({ parent_id: idOf('Asokwa') })).toMatchObject([
    { name: 'Bethel', level: 'assembly', children: 0, assemblies: 0, people: 2 },
    { name: 'Zion', people: 1, country: 'GH' },
  ])
  const found = await tree({ search: 'zion' })
  expect(found.map(({ name, found: isFound }) => [name, isFound])).toEqual([
    ['Ashanti', false],
    ['Asokwa', false],
    ['Kumasi', false],
    ['Zion', true],
  ])
})

it('moves a unit with its assemblies and people, back again, and never below itself', async () => {
  const moved = await move('Asokwa', 'Ho')
  expect(moved.data).toMatchObject({ name: 'Asokwa', parent_name: 'Ho', moved: { assemblies: 2, people: 3 } })
  expect(await belonging()).toEqual([{ area: 'Ho', region: 'Volta' }])
  expect((await move('Asokwa', 'Kumasi')).status).toBe(200)
  expect(await belonging()).toEqual([{ area: 'Kumasi', region: 'Ashanti' }])
  for (const [name, parent] of [
    ['Kumasi', 'Asokwa'],
    ['Kumasi', 'Kumasi'],
    ['Bethel', 'Zion'],
    ['Ashanti', 'Volta'],
    ['Bethel', 'nowhere'],
  ] as const)
    expect(await move(name, parent)).toMatchObject({ status: 422, errors: [{ field: 'parent_id' }] })
  // The form of a unit moves it in the same way.
  await app.call(routes.updateChurchUnit, {
    as: admin,
    params: { id: idOf('Kumasi') },
    body: { parent_id: idOf('Volta') },
  })
  expect(await belonging()).toEqual([{ area: 'Kumasi', region: 'Volta' }])
  const both = await Promise.all([move('Asokwa', 'Ho'), move('Kumasi', 'Ashanti'), move('Asokwa', 'Kumasi')])
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
  const [people] = await belonging()
  const [area] = await tree({ search: 'asokwa' }).then((rows) => rows.filter(({ level }) => level === 'area'))
  expect(people?.area).toBe(area?.name)
})

it('asks for the permission to change, hides what is denied, and audits', async () => {
  const reader = await app.account({ type: 'admin', permissions: ['church_map.read'] })
  expect((await move('Zion', 'Asokwa', reader)).status).toBe(403)
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'church_map', $2, '{read}')`,
    [reader.id, idOf('Zion')],
  )
  expect((await tree({ parent_id: idOf('Asokwa') }, reader)).map(({ name }) => name)).toEqual(['Bethel'])
  expect(await tree({ search: 'zion' }, reader)).toEqual([])
  const { rows } = await app.database.pool.query(
    `select count(*)::int as n from audit_trail where object_id = $1 and action = 'update'`,
    [idOf('Asokwa')],
  )
  expect(rows[0].n).toBeGreaterThanOrEqual(2)
})

it('says before a move whose reservations and which saved reports it affects', async () => {
  const affected = (name: string, parent: string, as = admin) =>
    app.call(routes.readChurchMove, { as, params: { id: idOf(name) }, query: { parent_id: idOf(parent) } })
  const { user } = await reserve(app, await makeEvent(app))
  const over = await makeEvent(app)
  const { user: late } = await reserve(app, over)
  await app.database.pool.query(`update users set assembly_id = $1 where id = any($2)`, [
    idOf('Zion'),
    [user.id, late.id],
  ])
  await app.database.pool.query(
    `update events set starts_at = starts_at - interval '9 years', ends_at = ends_at - interval '9 years',
       registration_opens_at = null, registration_closes_at = null where id = $1`,
    [over.id],
  )
  const colleague = await app.account({ type: 'admin', permissions: PERMISSIONS })
  for (const [name, owner, shared, unit] of [
    ['Mine about Kumasi', admin.id, false, `x,${idOf('Kumasi')}`],
    ['Shared about Volta', colleague.id, true, idOf('Volta')],
    ['Theirs about Volta', colleague.id, false, idOf('Volta')],
    ['Mine about Asokwa itself', admin.id, false, idOf('Asokwa')],
  ] as const)
    await app.database.pool.query(
      `insert into saved_reports (owner_id, name, report, filters, shared) values ($1, $2, 'attendance', $3, $4)`,
      [owner, name, { unit }, shared],
    )
  await move('Kumasi', 'Ashanti')
  await move('Asokwa', 'Kumasi')
  expect((await affected('Asokwa', 'Ho')).data).toEqual({
    assemblies: 2,
    people: 5,
    reservations: 1,
    reports: ['Mine about Kumasi', 'Shared about Volta'],
  })
  expect((await affected('Asokwa', 'Kumasi')).data?.reports).toEqual([])
  expect(await affected('Kumasi', 'Asokwa')).toMatchObject({ status: 422, errors: [{ field: 'parent_id' }] })
  const reader = await app.account({ type: 'admin', permissions: ['church_map.read'] })
  expect((await affected('Asokwa', 'Ho', reader)).status).toBe(403)
})

it('takes a move back only while nobody has moved the unit again', async () => {
  const put = (parent: string, was: string) =>
    app.call(routes.moveChurchUnit, {
      as: admin,
      params: { id: idOf('Asokwa') },
      body: { parent_id: idOf(parent), was: idOf(was) },
    })
  await move('Asokwa', 'Ho')
  expect(await put('Kumasi', 'Kumasi')).toMatchObject({ status: 409, code: 'stale' })
  expect((await put('Kumasi', 'Ho')).data).toMatchObject({ parent_name: 'Kumasi', moved: { assemblies: 2 } })
})

it('leaves people where the tree says, whatever moves or is saved at the same time', async () => {
  const astray = async () =>
    (
      await app.database.pool.query(
        `select u.id from users u join church_units a on a.id = u.assembly_id join church_units d on d.id = a.parent_id
           join church_units r on r.id = d.parent_id
         where u.district_id <> d.id or u.area_id <> r.id or u.region_id <> r.parent_id`,
      )
    ).rows
  await move('Kumasi', 'Ashanti')
  await move('Asokwa', 'Kumasi')
  const district = await app.call(routes.createChurchUnit, {
    as: admin,
    body: { name: 'Bantama', level: 'district', parent_id: idOf('Kumasi') },
  })
  ids.set('Bantama', district.data._id)
  const member = await app.account()
  const saves = () =>
    app.call(identityRoutes.updateProfile, {
      as: member,
      body: {
        region_id: idOf('Ashanti'),
        area_id: idOf('Kumasi'),
        district_id: idOf('Bantama'),
        assembly_id: null,
      },
    })
  for (let round = 0; round < 8; round++) {
    const [district, region] = round % 2 === 0 ? ['Bantama', 'Volta'] : ['Asokwa', 'Ashanti']
    await app.database.pool.query(
      `update users set region_id = null, area_id = null, district_id = null where id = $1`,
      [member.id],
    )
    const [first, second, ...saved] = await Promise.all([
      move('Zion', district),
      move('Kumasi', region),
      ...[1, 2, 3, 4].map(saves),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    for (const { status } of saved) expect([200, 422]).toContain(status)
    expect(await astray()).toEqual([])
    const { rows } = await app.database.pool.query(
      `select 1 from users u join church_units a on a.id = u.area_id where u.id = $1 and a.parent_id <> u.region_id`,
      [member.id],
    )
    expect(rows).toEqual([])
  }
})

it('orders the units by name as readers expect it, not by code points', async () => {
  const make = async (name: string, level: 'region' | 'area', parent_id: string | null) =>
    (await app.call(routes.createChurchUnit, { as: admin, body: { name, level, parent_id } })).data._id
  const oti = await make('Oti', 'region', null)
  for (const name of ['Éden', 'Fosu', 'Ada', 'zuarungu', 'Zebilla']) await make(name, 'area', oti)
  const inOrder = ['Ada', 'Éden', 'Fosu', 'Zebilla', 'zuarungu']
  expect((await tree({ parent_id: oti })).map(({ name }) => name)).toEqual(inOrder)
  const areas = await app.call(routes.listAreasOf, { params: { id: oti } })
  expect(areas.data.map(({ name }) => name)).toEqual(inOrder)
})
