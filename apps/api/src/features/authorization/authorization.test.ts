import { authorizationRoutes as routes, SEEDED_ROLES } from '@shiloh/contract/authorization'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { PERMISSIONS, type Permission } from '@shiloh/contract/permissions'
import { usageRoutes } from '@shiloh/contract/usage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { ensureBaseline } from '../../seed/baseline.ts'
import { ensureOwner } from './index.ts'

let app: TestApp
let owner: TestAccount
let ownerRole = ''

beforeAll(async () => {
  app = await testApp({ env: { OWNER_EMAIL: 'Owner@shiloh.test' } })
  const { rows } = await app.database.pool.query('select id from roles where is_owner')
  ownerRole = rows[0].id
  owner = await app.account({ type: 'admin' })
  await app.database.pool.query('insert into user_roles values ($1, $2)', [owner.id, ownerRole])
})
afterAll(() => app.close())

const staff = (...permissions: Permission[]) => app.account({ type: 'admin', permissions })
const roleNamed = async (name: string) => {
  const { data } = await app.call(routes.listUserRoles, { as: owner, query: { search: name } })
  const role = data.find((one) => one.name === name)
  if (!role) throw new Error(`no role ${name}`)
  return role
}
const tokenIn = (link: string | undefined): string => new URL(link ?? 'http://none').searchParams.get('token') ?? ''
const csv = (text: string) => [{ field: 'file', name: 'list.csv', bytes: Buffer.from(text) }]

test('the first owner comes from the configuration, once', async () => {
  const fresh = await testApp({ env: { OWNER_EMAIL: 'First@shiloh.test' } })
  try {
    const links = await Promise.all([ensureOwner(fresh.app.deps), ensureOwner(fresh.app.deps)])
    const [link, ...others] = links.filter(Boolean)
    expect(others).toEqual([])
    expect((await fresh.outbox('first@shiloh.test'))[0]?.links[0]).toBe(link)
    expect(link).toMatch(/\/auth\/invitation\?token=.+&as=admin$/)
    const password = 'Blue-Mango-42'
    const accepted = await fresh.call(identityRoutes.adminRegister, {
      bearer: tokenIn(link),
      body: { password, password_confirmation: password, first_name: 'Yaa', last_name: 'Boateng' },
    })
    expect(accepted.data).toEqual({ email: 'first@shiloh.test' })
    const session = await fresh.call(identityRoutes.adminLogin, { body: { email: 'FIRST@shiloh.test', password } })
    if (!('user' in session.data)) throw new Error('a session was expected')
    expect(session.data.user).toMatchObject({
      name: 'Yaa Boateng',
      is_owner: true,
      roles: ['owner'],
      status: 'approved',
    })
    const granted = session.data.user.authorization.grants.flatMap(({ resource, actions }) =>
      actions.map((action) => `${resource}.${action}`),
    )
    expect(granted.sort()).toEqual([...PERMISSIONS].sort())
    expect(await ensureOwner(fresh.app.deps)).toBeUndefined()
  } finally {
    await fresh.close()
  }
})

test('the model: everything can be read, the product’s own names cannot be renamed or removed', async () => {
  const schema = await app.call(routes.readPermissionSchema, { as: owner })
  expect(
    schema.data.resources.flatMap(({ name, actions }) => actions.map((action) => `${name}.${action.name}`)).sort(),
  ).toEqual([...PERMISSIONS].sort())
  const resources = await app.call(routes.listResources, { as: owner, query: { search: 'event_rooms' } })
  const [rooms] = resources.data
  const params = { id: rooms?._id ?? '' }
  expect((await app.call(routes.updateResource, { as: owner, params, body: { name: 'rooms' } })).code).toBe('in_use')
  expect((await app.call(routes.removeResource, { as: owner, params })).code).toBe('in_use')
  expect(
    (await app.call(routes.updateResource, { as: owner, params, body: { description: 'Rooms' } })).data.description,
  ).toBe('Rooms')
  const resource = await app.call(routes.createResource, { as: owner, body: { name: 'choir_robes' } })
  const action = await app.call(routes.createResourceAction, { as: owner, body: { name: 'lend' } })
  const permission = await app.call(routes.createPermission, {
    as: owner,
    body: { resource_id: resource.data._id, action_id: action.data._id },
  })
  expect(permission.data).toMatchObject({ name: 'choir_robes.lend', builtin: false })
  const twin = await app.call(routes.createPermission, {
    as: owner,
    body: { resource_id: resource.data._id, action_id: action.data._id },
  })
  expect(twin.code).toBe('duplicate')
  expect((await app.call(routes.removeResource, { as: owner, params: { id: resource.data._id } })).code).toBe('in_use')
  expect((await app.call(routes.removePermission, { as: owner, params: { id: permission.data._id } })).status).toBe(200)
  expect((await app.call(routes.removeResource, { as: owner, params: { id: resource.data._id } })).status).toBe(200)
})

test('the seeded roles keep their key until somebody rewords them, and are made once', async () => {
  const fresh = await testApp()
  try {
    const boss = await fresh.account({ type: 'admin' })
    const roles = async () => (await fresh.call(routes.listUserRoles, { as: boss })).data
    await fresh.database.pool.query('insert into user_roles select $1, id from roles where is_owner', [boss.id])
    const find = async (key: string) => (await roles()).find((role) => role.key === key)
    expect((await roles()).map(({ key }) => key)).toEqual([...SEEDED_ROLES].sort())
    const finance = await find('finance')
    const params = { id: finance?._id ?? '' }
    const same = { name: 'finance', description: finance?.description, policy_ids: finance?.policy_ids }
    expect((await fresh.call(routes.updateUserRole, { as: boss, params, body: same })).data.key).toBe('finance')
    const reworded = await fresh.call(routes.updateUserRole, { as: boss, params, body: { name: 'Treasurers' } })
    expect(reworded.data).toMatchObject({ key: null, name: 'Treasurers', policies: [{ key: 'finance' }] })
    const catering = await find('catering')
    expect((await fresh.call(routes.removeUserRole, { as: boss, params: { id: catering?._id ?? '' } })).status).toBe(
      200,
    )
    await ensureBaseline(fresh.app.deps)
    expect((await roles()).map(({ name }) => name)).toEqual(
      ['Treasurers', ...SEEDED_ROLES].filter((name) => name !== 'finance' && name !== 'catering').sort(),
    )
    // The owners' role gets the permissions of new features, even after it was renamed.
    const owners = await find('owner')
    await fresh.call(routes.updateUserRole, { as: boss, params: { id: owners?._id ?? '' }, body: { name: 'Elders' } })
    await fresh.database.pool.query(`delete from policy_permissions where permission_id in
      (select p.id from permissions p join resources r on r.id = p.resource_id where r.name = 'blogs')`)
    await ensureBaseline(fresh.app.deps)
    const grown = await fresh.call(routes.getUserRole, { as: boss, params: { id: owners?._id ?? '' } })
    expect(grown.data.permissions).toEqual([...PERMISSIONS].sort())
  } finally {
    await fresh.close()
  }
})

test('an upgrade gives the seeded roles its new permissions, and nothing that was taken away', async () => {
  const old = await testApp()
  try {
    const { pool } = old.database
    const { rows: audit } = await pool.query(`select 1 from audit_trail where action = 'upgrade'`)
    expect(audit).toEqual([])
    const permissionsOf = async (key: string): Promise<string[]> => {
      const { rows } = await pool.query<{ name: string }>(
        `select r.name || '.' || a.name as name from policies po join policy_permissions pp on pp.policy_id = po.id
        join permissions p on p.id = pp.permission_id join resources r on r.id = p.resource_id
        join resource_actions a on a.id = p.action_id where po.key = $1 order by 1`,
        [key],
      )
      return rows.map(({ name }) => name)
    }
    const named = `(select p.id from permissions p join resources r on r.id = p.resource_id
      join resource_actions a on a.id = p.action_id where r.name || '.' || a.name = any($1::text[]))`
    const before = await permissionsOf('finance')
    // An older version had neither of these two, and its administrators had removed one and renamed the policy.
    for (const table of ['policy_permissions where permission_id', 'permissions where id'])
      await pool.query(`delete from ${table} in ${named}`, [['reservations.waive', 'logs.export']])
    await pool.query(
      `delete from policy_permissions where permission_id in ${named} and policy_id = (select id from policies where key = 'finance')`,
      [['events.read']],
    )
    await pool.query(`update policies set name = 'Treasury', reworded = true where key = 'finance'`)
    await ensureBaseline(old.app.deps)
    expect(await permissionsOf('finance')).toEqual(before.filter((name) => name !== 'events.read'))
    expect(await permissionsOf('catering')).not.toContain('reservations.waive')
    const entries = async () =>
      (await pool.query(`select actor_name, resource, after from audit_trail where action = 'upgrade'`)).rows
    const [entry, ...others] = await entries()
    expect(others).toEqual([])
    expect(entry).toMatchObject({ actor_name: 'system', resource: 'policies' })
    expect(entry.after).toEqual({
      Treasury: ['logs.export', 'reservations.waive'],
      owner: ['logs.export', 'reservations.waive'],
      registrar: ['reservations.waive'],
    })
    // The next start finds nothing new.
    await ensureBaseline(old.app.deps)
    expect(await entries()).toHaveLength(1)
  } finally {
    await old.close()
  }
})

test('the model is filtered: roles by policy, policies by role and permission, permissions by resource and action', async () => {
  const support = await roleNamed('support')
  const policy = support.policy_ids[0] ?? ''
  const byPolicy = await app.call(routes.listUserRoles, { as: owner, query: { policy_id: policy } })
  expect(byPolicy.data.map(({ key }) => key)).toEqual(['support'])
  const byRole = await app.call(routes.listPolicies, { as: owner, query: { role_id: support._id } })
  expect(byRole.data.map(({ _id }) => _id)).toEqual([policy])
  const all = await app.call(routes.listPermissions, { as: owner, query: { page_size: 500 } })
  const reply = all.data.find(({ name }) => name === 'support_tickets.reply')
  const byPermission = await app.call(routes.listPolicies, { as: owner, query: { permission_id: reply?._id ?? '' } })
  expect(byPermission.data.map(({ key }) => key)).toEqual(['owner', 'support'])
  const cell = { resource_id: reply?.resource_id ?? '', action_id: reply?.action_id ?? '' }
  const one = await app.call(routes.listPermissions, { as: owner, query: cell })
  expect(one.data.map(({ name }) => name)).toEqual(['support_tickets.reply'])
  const sorted = await app.call(routes.listPermissions, { as: owner, query: { sort: '-resource,action' } })
  expect(sorted.data[0]?.name).toBe('workflows.create')
  const narrow = await app.call(routes.exportAdminUsers, { as: owner, query: { role_id: ownerRole } })
  expect(narrow.raw.toString()).toContain(owner.email)
  expect(narrow.raw.toString().trim().split('\r\n')).toHaveLength(2)
})

test('a change of a role counts at the next request', async () => {
  const admin = await staff('users.read')
  expect((await app.call(routes.listUsers, { as: admin })).status).toBe(200)
  const { rows } = await app.database.pool.query(
    'select rp.policy_id from user_roles ur join role_policies rp on rp.role_id = ur.role_id where ur.user_id = $1',
    [admin.id],
  )
  const changed = await app.call(routes.updatePermissionSchema, {
    as: owner,
    body: { policies: [{ _id: rows[0].policy_id, permission_ids: [] }] },
  })
  expect(changed.status).toBe(200)
  expect((await app.call(routes.listUsers, { as: admin })).status).toBe(403)
})

test('nobody can grant permissions that they lack', async () => {
  const admin = await staff('permissions.read', 'permissions.create', 'permissions.update', 'users.read')
  const all = await app.call(routes.listPermissions, { as: admin, query: { page_size: 500 } })
  const idOf = (name: string) => all.data.find((one) => one.name === name)?._id ?? ''
  const ownPolicy = await app.call(routes.createPolicy, {
    as: admin,
    body: { name: 'Mine', permission_ids: [idOf('users.read')] },
  })
  expect(ownPolicy.status).toBe(201)
  const tooMuch = await app.call(routes.updatePolicy, {
    as: admin,
    params: { id: ownPolicy.data._id },
    body: { permission_ids: [idOf('users.read'), idOf('users.delete')] },
  })
  expect([tooMuch.status, tooMuch.code, tooMuch.details]).toEqual([
    403,
    'cannot_grant',
    { permissions: ['users.delete'] },
  ])
  const finance = await roleNamed('finance')
  const role = await app.call(routes.createUserRole, {
    as: admin,
    body: { name: 'Sly', policy_ids: finance.policy_ids },
  })
  expect(role.code).toBe('cannot_grant')
  expect(
    (await app.call(routes.createUserRole, { as: owner, body: { name: 'Fine', policy_ids: finance.policy_ids } }))
      .status,
  ).toBe(201)
})

test('administrators: invite, give roles, explain, reset; never beyond oneself', async () => {
  const manager = await staff(
    'admin_users.read',
    'admin_users.create',
    'admin_users.update',
    'admin_users.delete',
    'admin_users.reset_mfa',
    'faqs.read',
  )
  const body = { email: 'clerk@shiloh.test', first_name: 'Efua', last_name: 'Sarpong' }
  const support = await roleNamed('support')
  expect(
    (await app.call(routes.createAdminUser, { as: manager, body: { ...body, role_ids: [support._id] } })).code,
  ).toBe('cannot_grant')
  expect((await app.call(routes.createAdminUser, { as: manager, body: { ...body, role_ids: [ownerRole] } })).code).toBe(
    'cannot_grant',
  )
  const made = await app.call(routes.createAdminUser, {
    as: owner,
    body: { ...body, role_ids: [support._id], special_deny: [{ resource: 'users', actions: ['read'] }] },
  })
  expect(made.data).toMatchObject({ invited: true, status: 'pending', roles: [{ name: 'support' }] })
  expect(await app.outbox('clerk@shiloh.test')).toHaveLength(1)
  const twin = await app.call(routes.createAdminUser, { as: owner, body })
  expect([twin.code, twin.errors[0]?.field]).toEqual(['email_taken', 'email'])

  const why = await app.call(routes.explainAdminUser, { as: owner, params: { id: made.data._id } })
  expect(why.data.find(({ permission }) => permission === 'users.read')).toMatchObject({ allowed: false })
  expect(why.data.find(({ permission }) => permission === 'support_tickets.reply')).toMatchObject({
    allowed: true,
    sources: [{ kind: 'role', role: { name: 'support', key: 'support' }, policy: { key: 'support' } }],
  })
  const holders = await app.call(routes.listHolders, { as: owner, query: { permission: 'users.read' } })
  expect(holders.data.find(({ user }) => user._id === made.data._id)?.allowed).toBe(false)
  expect(holders.data.find(({ user }) => user._id === owner.id)?.allowed).toBe(true)

  // The manager cannot act on an account with more permissions, nor change the address that resets its password.
  const params = { id: made.data._id }
  for (const target of [params, { id: owner.id }]) {
    expect(
      (await app.call(routes.updateAdminUser, { as: manager, params: target, body: { email: 'x@x.test' } })).code,
    ).toBe('cannot_grant')
    expect((await app.call(routes.resetAdminMfa, { as: manager, params: target })).code).toBe('cannot_grant')
    expect((await app.call(routes.removeAdminUser, { as: manager, params: target })).code).toBe('cannot_grant')
  }
  const special = await app.call(routes.updateAdminUser, {
    as: manager,
    params: { id: manager.id },
    body: { special_allow: [{ resource: 'payments', actions: ['refund'] }] },
  })
  expect(special.code).toBe('cannot_grant')
  const unknown = await app.call(routes.updateAdminUser, {
    as: owner,
    params,
    body: { special_allow: [{ resource: 'payments', actions: ['steal'] }] },
  })
  expect([unknown.status, unknown.errors[0]?.field]).toEqual([422, 'special_allow'])
  expect((await app.call(routes.removeAdminUser, { as: owner, params })).status).toBe(200)
  expect((await app.call(routes.getAdminUser, { as: owner, params })).status).toBe(404)
})

test('an allowance for one object opens that object, a denial closes it', async () => {
  const admin = await app.account({ type: 'admin' })
  const [one, two] = [await app.account(), await app.account()]
  await app.call(routes.updateAdminUser, {
    as: owner,
    params: { id: admin.id },
    body: { special_allow: [{ resource: 'users', actions: ['read'], _id: one.id }] },
  })
  const read = async (id: string) => (await app.call(routes.getUser, { as: admin, params: { id } })).status
  expect([await read(one.id), await read(two.id)]).toEqual([200, 403])
  // The object can also be named by the URL of its page. A value without an id is refused.
  const body = (object: string) => ({ special_allow: [{ resource: 'users', actions: ['read'], _id: object }] })
  const params = { id: admin.id }
  const address = `https://shiloh.example/admin/users/${two.id}?tab=1`
  const byAddress = await app.call(routes.updateAdminUser, { as: owner, params, body: body(address) })
  expect(byAddress.data.special_allow).toEqual([{ resource: 'users', actions: ['read'], _id: two.id }])
  expect([await read(one.id), await read(two.id)]).toEqual([403, 200])
  expect((await app.call(routes.updateAdminUser, { as: owner, params, body: body('nobody') })).status).toBe(422)
  await app.call(routes.updateAdminUser, {
    as: owner,
    params: { id: admin.id },
    body: {
      special_allow: [{ resource: 'users', actions: ['read'] }],
      special_deny: [{ resource: 'users', actions: ['read'], _id: one.id }],
    },
  })
  expect([await read(one.id), await read(two.id)]).toEqual([403, 200])
})

test('the last owner stays, also when two owners remove each other at once', async () => {
  const params = { id: owner.id }
  const isLast = async (id: string) =>
    (await app.call(routes.getAdminUser, { as: owner, params: { id } })).data.is_last_owner
  expect(await isLast(owner.id)).toBe(true)
  const refused = [
    await app.call(routes.updateAdminUser, { as: owner, params, body: { role_ids: [] } }),
    await app.call(routes.updateAdminUser, { as: owner, params, body: { status: 'deactivated' } }),
    await app.call(routes.updateAdminUser, {
      as: owner,
      params,
      body: { special_deny: [{ resource: 'permissions', actions: ['update'] }] },
    }),
    await app.call(routes.removeAdminUser, { as: owner, params }),
    await app.call(routes.removeUserRole, { as: owner, params: { id: ownerRole } }),
    await app.call(routes.updateUserRole, { as: owner, params: { id: ownerRole }, body: { policy_ids: [] } }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(Array(6).fill('last_owner'))
  const policy = (await roleNamed('owner')).policy_ids[0] ?? ''
  expect(
    (await app.call(routes.updatePolicy, { as: owner, params: { id: policy }, body: { permission_ids: [] } })).code,
  ).toBe('last_owner')
  const second = await app.account({ type: 'admin' })
  await app.call(routes.updateAdminUser, { as: owner, params: { id: second.id }, body: { role_ids: [ownerRole] } })
  expect([await isLast(owner.id), await isLast(second.id)]).toEqual([false, false])
  const duel = await Promise.all([
    app.call(routes.updateAdminUser, { as: owner, params: { id: second.id }, body: { role_ids: [] } }),
    app.call(routes.updateAdminUser, { as: second, params: { id: owner.id }, body: { role_ids: [] } }),
  ])
  expect(duel.map(({ status }) => status).sort()).not.toEqual([200, 200])
  const { rows } = await app.database.pool.query('select count(*)::int as owners from user_roles where role_id = $1', [
    ownerRole,
  ])
  expect(rows[0].owners).toBeGreaterThanOrEqual(1)
  await app.database.pool.query('insert into user_roles values ($1, $2) on conflict do nothing', [owner.id, ownerRole])
})

test('users: make, find, change, approve, deactivate, export', async () => {
  const made = await app.call(routes.createUser, {
    as: owner,
    body: {
      first_name: 'Nana',
      last_name: 'Adjeí',
      email: 'nana@example.com',
      phone: '0208 111 222',
      gender: 'male',
      staff_id: 'S-1',
    },
  })
  expect(made.data).toMatchObject({
    name: 'Nana Adjeí',
    phone: '+233208111222',
    status: 'approved',
    has_password: false,
  })
  // A member's link leads to the sign-in of members.
  const [link] = (await app.outbox('nana@example.com'))[0]?.links ?? []
  expect(link).toMatch(/\/auth\/invitation\?token=[^&]+$/)
  const params = { id: made.data._id }
  for (const search of ['adjei', 'NANA ADJ', 'adjei nana', '020 811 1222', '0208111', '+233208', 'nana@exa']) {
    const list = await app.call(routes.listUsers, { as: owner, query: { search } })
    expect(list.data.map(({ _id }) => _id)).toEqual([made.data._id])
  }
  expect((await app.call(routes.pickUsers, { as: owner, query: { search: 'adjei' } })).data[0]).toMatchObject({
    name: 'Nana Adjeí',
    email: 'nana@example.com',
  })
  const changed = await app.call(routes.updateUser, { as: owner, params, body: { phone: null, other_names: 'Kwame' } })
  expect(changed.data).toMatchObject({ phone: null, other_names: 'Kwame', gender: 'male', staff_id: 'S-1' })
  const twin = await app.call(routes.createUser, {
    as: owner,
    body: { first_name: 'X', last_name: 'Y', staff_id: 'S-1' },
  })
  expect([twin.code, twin.errors[0]?.field]).toEqual(['duplicate', 'staff_id'])
  // Staff accounts are not users: they are not found here, whatever permissions the caller has on users.
  expect((await app.call(routes.getUser, { as: owner, params: { id: owner.id } })).status).toBe(404)
  expect((await app.call(routes.deactivateUser, { as: owner, params: { id: owner.id } })).status).toBe(404)

  const account = await app.account()
  expect((await app.call(routes.deactivateUser, { as: owner, params: { id: account.id } })).data.status).toBe(
    'deactivated',
  )
  expect((await app.call(identityRoutes.listSessions, { as: account })).status).toBe(403)
  expect((await app.call(routes.approveUser, { as: owner, params: { id: account.id } })).data.status).toBe('approved')
  expect((await app.outbox(account.email))[0]?.subject).toBe('Your account is approved')
  app.clock.forward(1)
  expect((await app.call(routes.resetUserPassword, { as: owner, params: { id: account.id } })).status).toBe(200)
  expect((await app.outbox(account.email))[0]?.links[0]).toContain('/auth/reset-password')
  expect((await app.call(routes.resetUserMfa, { as: owner, params: { id: account.id } })).status).toBe(200)
  expect(
    (await app.call(routes.removeUserAvatar, { as: owner, params: { id: account.id } })).data.avatar_url,
  ).toBeNull()

  const exported = await app.call(routes.exportUsers, { as: owner, query: { search: 'adjei' } })
  expect(exported.raw.toString()).toContain('Adjeí')
  expect(exported.raw.toString().trim().split('\r\n')).toHaveLength(2)
  const page = await app.call(routes.listUsers, {
    as: owner,
    query: { status: 'approved', sort: 'last_name', page_size: 50 },
  })
  expect(page.meta.total).toBeGreaterThan(1)
  expect((await app.call(routes.removeUser, { as: owner, params })).status).toBe(200)
  const { rows } = await app.database.pool.query(
    `select action from audit_trail where resource = 'users' and object_id = $1 order by seq`,
    [made.data._id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
})

test('importing people: repaired, matched again, refused row by row', async () => {
  await app.database.pool.query(`insert into titles (name) values ('Elder')`)
  const file = csv(
    [
      'Staff ID;Title;Surname;Other Names;Sex;Telephone;E-mail;Date of Birth',
      `M1;Elder;Ofori;Kwabena Osei;M;0244 100 001 / 0200 000 000;ofori@example.com;17/05/1960`,
      `;;Ɔwusu;Afia;female;"'0244100002";;33010`,
      `M3;Bishop;Asante;Yaw;male;0244100003;;`,
      `M4;;Asante;;male;2.33E+11;not-an-address;31/02/1990`,
      `M5;;Mensah;Ama;f;;${owner.email};`,
    ].join('\n'),
  )
  const dry = await app.call(routes.importUsers, { as: owner, body: { dry_run: true }, files: file })
  expect(dry.data).toMatchObject({ dry_run: true, total: 5, created: 2, refused: 3 })
  const real = await app.call(routes.importUsers, { as: owner, files: file })
  expect(real.data).toMatchObject({ created: 2, refused: 3 })
  expect(real.data.errors.map(({ row, field }) => `${row} ${field}`).sort()).toEqual([
    '4 title',
    '5 birth_date',
    '5 email',
    '5 first_name',
    '5 phone',
    '6 email',
  ])
  const again = await app.call(routes.importUsers, { as: owner, files: file })
  expect(again.data).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  const list = await app.call(routes.listUsers, { as: owner, query: { search: 'ofori' } })
  expect(list.data[0]).toMatchObject({
    first_name: 'Kwabena',
    other_names: 'Osei',
    phone: '+233244100001',
    title: 'Elder',
    gender: 'male',
    birth_date: '1960-05-17',
    has_completed_basic_requirement: true,
  })
  const moved = await app.call(routes.importUsers, {
    as: owner,
    files: csv('staff_id,last_name,first_name\nM1,Ofori-Atta,Kwabena\n'),
  })
  expect(moved.data).toMatchObject({ updated: 1 })
  const after = await app.call(routes.listUsers, { as: owner, query: { search: 'ofori-atta' } })
  expect(after.data[0]).toMatchObject({ phone: '+233244100001', title: 'Elder' })
})

test('check-in users: made with a password, tied to events, signed in at their own door', async () => {
  const password = 'Blue-Mango-42'
  const weak = await app.call(routes.createCheckinUser, {
    as: owner,
    body: { email: 'gate@example.com', first_name: 'Gate', last_name: 'One', password: '12345678' },
  })
  expect(weak.code).toBe('password_weak')
  const made = await app.call(routes.createCheckinUser, {
    as: owner,
    body: { email: 'gate@example.com', first_name: 'Gate', last_name: 'One', password },
  })
  expect([made.status, made.data.event_ids]).toEqual([201, []])
  const signIn = (word: string) =>
    app.call(identityRoutes.loginCheckinUser, { body: { email: 'gate@example.com', password: word } })
  expect((await signIn(password)).status).toBe(200)
  const params = { id: made.data._id }
  const unknown = await app.call(routes.updateCheckinUser, { as: owner, params, body: { event_ids: ['a'.repeat(24)] } })
  expect([unknown.status, unknown.errors[0]?.field]).toEqual([422, 'event_id'])
  expect(
    (await app.call(routes.setCheckinUserPassword, { as: owner, params, body: { password: 'Green-Papaya-77' } }))
      .status,
  ).toBe(200)
  expect([(await signIn(password)).status, (await signIn('Green-Papaya-77')).status]).toEqual([401, 200])
  expect((await app.call(routes.listCheckinUsers, { as: owner })).meta.total).toBe(1)
  // A phone that has not delivered everything keeps its account; the database alone would too.
  const phone = (queue: number) =>
    app.database.pool.query(
      `insert into gate_devices (user_id, name, registered_at, seen_at, queue_length) values ($1, 'Esi’s phone', now(), now(), $2)`,
      [params.id, queue],
    )
  await phone(4)
  await phone(0)
  const kept = await app.call(routes.removeCheckinUser, { as: owner, params })
  expect([kept.status, kept.code, kept.message]).toEqual([
    409,
    'in_use',
    'Still in use: 1 phone with scans that have not arrived. This cannot be deleted until that changes.',
  ])
  await expect(app.database.pool.query('delete from users where id = $1', [params.id])).rejects.toThrow('gate_devices')
  const usage = await app.call(usageRoutes.readUsage, { as: owner, params: { kind: 'checkin_users', id: params.id } })
  expect(usage.data).toMatchObject([{ blocks: true, records: [{ name: 'Esi’s phone (4)' }] }])
  // Another account has delivered a scan of this phone: the reason is named too.
  await app.database.pool.query('update gate_devices set queue_length = 0')
  const delivered = `insert into scans (scan_id, device_id, event_id, code, direction, result, scanned_at)
    select 'of-esi', d.id, $1, 'x', 'in', 'not_found', now() from gate_devices d where d.user_id = $2 limit 1`
  await app.database.pool.query(delivered, [(await makeEvent(app)).id, params.id])
  expect((await app.call(routes.removeCheckinUser, { as: owner, params })).message).toContain('1 scan')
  await app.database.pool.query(`delete from scans where scan_id = 'of-esi'`)
  expect((await app.call(routes.removeCheckinUser, { as: owner, params })).status).toBe(200)
})
