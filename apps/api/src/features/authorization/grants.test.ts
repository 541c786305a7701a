import { authorizationRoutes as routes } from '@shiloh/contract/authorization'
import type { Route } from '@shiloh/contract/core'
import { PERMISSIONS, type Permission } from '@shiloh/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

// Nobody can take away, change or delete what they could not grant.

let t: TestApp
let weak: TestAccount
let strong: TestAccount
let owner: TestAccount
/** What the strong administrator has: the ids of the role and the policy, and the owners' role. */
const ids = {
  role: '',
  policy: '',
  weakRole: '',
  weakPolicy: '',
  ownerRole: '',
  customResource: '',
  customAction: '',
  custom: '',
}

const MODEL: readonly Permission[] = PERMISSIONS.filter((one) => /^(permissions|admin_users)\./.test(one))
const STRONG: readonly Permission[] = [...MODEL, 'payments.refund', 'users.read']

const one = async (text: string, values: unknown[] = []): Promise<string> =>
  String((await t.database.pool.query<{ id: string }>(text, values)).rows[0]?.id)
const powersOf = async (account: TestAccount) => ({
  role: await one('select role_id as id from user_roles where user_id = $1', [account.id]),
  policy: await one('select policy_id as id from user_roles join role_policies using (role_id) where user_id = $1', [
    account.id,
  ]),
})

beforeAll(async () => {
  t = await testApp()
  weak = await t.account({ type: 'admin', permissions: MODEL })
  strong = await t.account({ type: 'admin', permissions: STRONG })
  owner = await t.account({ type: 'admin' })
  await t.database.pool.query('insert into user_roles select $1, id from roles where is_owner', [owner.id])
  const theirs = await powersOf(strong)
  const own = await powersOf(weak)
  ids.role = theirs.role
  ids.policy = theirs.policy
  ids.weakRole = own.role
  ids.weakPolicy = own.policy
  ids.ownerRole = await one('select id from roles where is_owner')
  ids.customResource = await one(`insert into resources (name) values ('bookshop') returning id`)
  ids.customAction = await one(`insert into resource_actions (name) values ('sell') returning id`)
  ids.custom = await one('insert into permissions (resource_id, action_id) values ($1, $2) returning id', [
    ids.customResource,
    ids.customAction,
  ])
})
afterAll(() => t.close())

/** The whole permission model, as stored. */
const model = async () => {
  const tables = [
    'resources',
    'resource_actions',
    'permissions',
    'policies',
    'policy_permissions',
    'roles',
    'role_policies',
  ]
  const rest = ['user_roles', 'special_permissions']
  const rows = await Promise.all(
    [...tables, ...rest].map(
      async (table) => (await t.database.pool.query(`select t::text from ${table} t order by 1`)).rows,
    ),
  )
  return JSON.stringify(rows)
}

interface Attempt {
  readonly what: string
  readonly route: Route
  readonly id?: () => string
  readonly body?: () => unknown
}

const policy = { id: () => ids.policy }
const role = { id: () => ids.role }
const target = { id: () => strong.id }

const ATTEMPTS: readonly Attempt[] = [
  { what: 'empties a stronger policy', route: routes.updatePolicy, ...policy, body: () => ({ permission_ids: [] }) },
  { what: 'renames it', route: routes.updatePolicy, ...policy, body: () => ({ name: 'Mine now' }) },
  { what: 'deletes it', route: routes.removePolicy, ...policy },
  { what: 'empties a stronger role', route: routes.updateUserRole, ...role, body: () => ({ policy_ids: [] }) },
  {
    what: 'puts a weaker policy in its place',
    route: routes.updateUserRole,
    ...role,
    body: () => ({ policy_ids: [ids.weakPolicy] }),
  },
  { what: 'renames it', route: routes.updateUserRole, ...role, body: () => ({ description: 'Nothing' }) },
  { what: 'deletes it', route: routes.removeUserRole, ...role },
  {
    what: 'takes the owners’ policies',
    route: routes.updateUserRole,
    id: () => ids.ownerRole,
    body: () => ({ policy_ids: [ids.weakPolicy] }),
  },
  {
    what: 'renames the owners',
    route: routes.updateUserRole,
    id: () => ids.ownerRole,
    body: () => ({ name: 'Nobody' }),
  },
  {
    what: 'empties a policy by the matrix',
    route: routes.updatePermissionSchema,
    body: () => ({ policies: [{ _id: ids.policy, permission_ids: [] }], roles: [] }),
  },
  {
    what: 'empties a role by the matrix',
    route: routes.updatePermissionSchema,
    body: () => ({ policies: [], roles: [{ _id: ids.role, policy_ids: [] }] }),
  },
  { what: 'takes a role', route: routes.updateAdminUser, ...target, body: () => ({ role_ids: [] }) },
  {
    what: 'denies',
    route: routes.updateAdminUser,
    ...target,
    body: () => ({ special_deny: [{ resource: 'payments', actions: ['refund'] }] }),
  },
  {
    what: 'denies somebody weaker what only stronger ones could give',
    route: routes.updateAdminUser,
    id: () => weak.id,
    body: () => ({ special_deny: [{ resource: 'payments', actions: ['refund'] }] }),
  },
  { what: 'deactivates', route: routes.updateAdminUser, ...target, body: () => ({ status: 'deactivated' }) },
  { what: 'removes', route: routes.removeAdminUser, ...target },
  { what: 'resets the second step', route: routes.resetAdminMfa, ...target },
  { what: 'ends the sessions', route: routes.endAdminSessions, ...target },
  {
    what: 'renames a resource',
    route: routes.updateResource,
    id: () => ids.customResource,
    body: () => ({ name: 'nothing' }),
  },
  {
    what: 'renames an action',
    route: routes.updateResourceAction,
    id: () => ids.customAction,
    body: () => ({ name: 'give' }),
  },
  {
    what: 'describes a permission',
    route: routes.updatePermission,
    id: () => ids.custom,
    body: () => ({ description: 'No' }),
  },
  { what: 'deletes a permission', route: routes.removePermission, id: () => ids.custom },
]

describe('an administrator with the permissions of the model alone', () => {
  test.each(ATTEMPTS)('$route.method $route.path: $what: cannot_grant', async ({ route, id, body }) => {
    const before = await model()
    const answer = await t.call(route, { as: weak, params: { id: id?.() }, body: body?.() ?? {} })
    expect([answer.status, answer.code]).toEqual([403, 'cannot_grant'])
    expect(await model()).toBe(before)
  })

  test('sends the whole matrix back as it is', async () => {
    const { data } = await t.call(routes.readPermissionSchema, { as: weak })
    const body = {
      policies: data.policies.map(({ _id, permission_ids }) => ({ _id, permission_ids })),
      roles: data.roles.map(({ _id, policy_ids }) => ({ _id, policy_ids })),
    }
    const before = await model()
    expect((await t.call(routes.updatePermissionSchema, { as: weak, body })).status).toBe(200)
    expect(await model()).toBe(before)
  })

  test('an allowance for one object makes an account stronger', async () => {
    const special = await t.account({ type: 'admin', permissions: ['permissions.read'] })
    await t.database.pool.query(
      `insert into special_permissions (user_id, effect, resource, actions, object_id) values ($1, 'allow', 'events', '{update}', $2)`,
      [special.id, 'a'.repeat(24)],
    )
    const deactivate = (as: TestAccount) =>
      t.call(routes.updateAdminUser, { as, params: { id: special.id }, body: { status: 'deactivated' } })
    expect((await deactivate(weak)).code).toBe('cannot_grant')
    expect((await deactivate(owner)).status).toBe(200)
  })

  test('changes and deletes what they could have made', async () => {
    const made = await t.call(routes.createPolicy, { as: strong, body: { name: 'Small', permission_ids: [] } })
    const given = await t.call(routes.updatePolicy, {
      as: weak,
      params: { id: made.data._id },
      body: { name: 'Smaller' },
    })
    expect(given.status).toBe(200)
    expect((await t.call(routes.removePolicy, { as: weak, params: { id: made.data._id } })).status).toBe(200)
  })

  test('an owner may do all of it', async () => {
    const answer = await t.call(routes.updatePolicy, {
      as: owner,
      params: { id: ids.policy },
      body: { permission_ids: [] },
    })
    expect(answer.status).toBe(200)
  })
})
