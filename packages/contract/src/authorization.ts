import { z } from 'zod'
import { adminResource, exportRoute, flag, importRoute } from './admin-resource.ts'
import {
  can,
  day,
  done,
  email,
  extractId,
  id,
  idParams,
  language,
  line,
  personName,
  pick,
  pickQuery,
  route,
  timestamp,
  USER_TYPES,
} from './core.ts'
import { AVATAR_FIELD, account, GENDERS, USER_STATUSES } from './identity/account.ts'
import { MAX_PASSWORD } from './identity/passwords.ts'
import { anyOf, dayRange, declareList, listFilter } from './lists.ts'
import { optionalText, stamps, version } from './record-fields.ts'

/** Authorisation: resources, actions, permissions, policies and roles, and the accounts that administrators manage. */

const name = z.string()
/** As written in code: `event_rooms`. */
const identifier = z.string().regex(/^[a-z][a-z_]{0,60}$/, { error: 'invalid' })
const ids = z.array(id).max(1000)

// ── The model ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The roles of a new installation. Each has one policy with the same key. */
export const SEEDED_ROLES = [
  'owner',
  'registrar',
  'finance',
  'accommodation',
  'catering',
  'content',
  'support',
  'read-only',
] as const
export type SeededRole = (typeof SEEDED_ROLES)[number]

/** The key of a seeded role or policy that nobody has renamed. It is shown in the reader's language. */
export const seededKey = z.enum(SEEDED_ROLES).nullable()
export const keyedPick = pick.extend({ key: seededKey })

const namedThing = z.object({
  _id: id,
  name,
  description: z.string(),
  /** The product depends on it. Its description can be changed, but it cannot be renamed or deleted. */
  builtin: z.boolean(),
  ...stamps,
})
export const permissionResource = namedThing.extend({ actions: z.array(name) })
export const resourceAction = namedThing.extend({ resources: z.array(name) })
export const permission = z.object({
  _id: id,
  /** `resource.action` */
  name,
  resource_id: id,
  action_id: id,
  resource: name,
  action: name,
  description: z.string(),
  builtin: z.boolean(),
  ...stamps,
})
export const policy = z.object({
  _id: id,
  name,
  description: z.string(),
  key: seededKey,
  permission_ids: z.array(id),
  permissions: z.array(name),
  roles: z.array(keyedPick),
  version,
  ...stamps,
})
export const userRole = z.object({
  _id: id,
  name,
  description: z.string(),
  key: seededKey,
  is_owner: z.boolean(),
  policy_ids: z.array(id),
  policies: z.array(keyedPick),
  permissions: z.array(name),
  users: z.number(),
  version,
  ...stamps,
})

/** Resources, actions, policies and roles. */
const namedOrder = { sort: ['name', 'description', 'created_at', 'updated_at'], order: ['name'] } as const

const things = <I extends z.ZodType>(path: string, plural: string, item: I) =>
  adminResource({
    path,
    resource: 'permissions',
    name: plural,
    item,
    create: z.object({ name: identifier, description: optionalText(300) }),
    update: z.object({ name: identifier, description: optionalText(300) }).partial(),
    list: declareList(namedOrder),
  })

const resources = things('/admin/permissions/resources', 'resources', permissionResource)
const actions = things('/admin/permissions/resource-action', 'resource actions', resourceAction)
const permissions = adminResource({
  path: '/admin/permissions',
  resource: 'permissions',
  name: 'permissions',
  item: permission,
  create: z.object({ resource_id: id, action_id: id, description: optionalText(300) }),
  update: z.object({ description: optionalText(300) }),
  list: declareList({
    sort: ['name', 'resource', 'action', 'description', 'created_at', 'updated_at'],
    order: ['resource', 'action'],
    filter: { resource_id: id.optional(), action_id: id.optional() },
  }),
})
const policyList = declareList({ ...namedOrder, filter: { role_id: id.optional(), permission_id: id.optional() } })
const policies = adminResource({
  path: '/admin/permissions/policy',
  resource: 'permissions',
  name: 'policies',
  item: policy,
  create: z.object({ name: line(80), description: optionalText(300), permission_ids: ids.default([]) }),
  update: z.object({ name: line(80), description: optionalText(300), permission_ids: ids, version }).partial(),
  errors: ['cannot_grant', 'last_owner', 'edit_conflict'],
  list: policyList,
})
const roleList = declareList({ ...namedOrder, filter: { policy_id: id.optional() } })
const roles = adminResource({
  path: '/admin/permissions/user-role',
  resource: 'permissions',
  name: 'roles',
  item: userRole,
  create: z.object({ name: line(80), description: optionalText(300), policy_ids: ids.default([]) }),
  update: z.object({ name: line(80), description: optionalText(300), policy_ids: ids, version }).partial(),
  errors: ['cannot_grant', 'last_owner', 'edit_conflict'],
  list: roleList,
})

/** The whole model in one response, for the permission matrix. */
export const permissionSchema = z.object({
  resources: z.array(
    z.object({
      _id: id,
      name,
      description: z.string(),
      actions: z.array(z.object({ permission_id: id, action_id: id, name })),
    }),
  ),
  policies: z.array(
    z.object({ _id: id, name, description: z.string(), key: seededKey, permission_ids: z.array(id), version }),
  ),
  roles: z.array(
    z.object({
      _id: id,
      name,
      description: z.string(),
      key: seededKey,
      is_owner: z.boolean(),
      policy_ids: z.array(id),
      users: z.number(),
      version,
    }),
  ),
})

/** The origin of a permission: a role with its policy, or an allowance or denial of the account itself. */
const source = z.object({
  kind: z.enum(['role', 'special_allow', 'special_deny']),
  role: keyedPick.nullable(),
  policy: keyedPick.nullable(),
  object_id: id.nullable(),
})

// ── Accounts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const blank = z.literal('').transform(() => null)
const optional = <T extends z.ZodType>(schema: T) => z.union([blank, z.null(), schema]).optional()

/** The id of one object, given alone or inside the address of its page. */
const objectId = z
  .string()
  .max(2000)
  .transform((text) => extractId(text) ?? text.trim())
  .pipe(id)

/** Actions on a whole resource or on one object of it. */
const grantInput = z.object({
  resource: identifier,
  actions: z.array(identifier).min(1).max(60),
  _id: objectId.nullish(),
})
const grantsInput = z.array(grantInput).max(500)

export const adminUser = account
  .pick({
    _id: true,
    status: true,
    email: true,
    phone: true,
    first_name: true,
    last_name: true,
    other_names: true,
    name: true,
    language: true,
    country: true,
    avatar_url: true,
    mfa_methods: true,
    is_owner: true,
  })
  .extend({
    /** The last account that can repair permissions. It cannot be deactivated or deleted, and cannot lose the role. */
    is_last_owner: z.boolean(),
    roles: z.array(keyedPick),
    role_ids: z.array(id),
    special_allow: account.shape.authorization.shape.special_allow,
    special_deny: account.shape.authorization.shape.special_deny,
    /** Invited, but has not chosen a password yet. */
    invited: z.boolean(),
    /** The names of the API tokens in force that they made: they end when the account is deactivated or deleted. */
    api_tokens: z.array(z.string()),
    last_login_at: timestamp.nullable(),
    ...stamps,
  })

const adminUserFields = {
  email,
  first_name: personName(80),
  last_name: personName(80),
  other_names: optional(personName(120)),
  phone: optional(line(40)),
  language: language.optional(),
  country: line(80).optional(),
}

/** Accounts that staff manage for staff. */
const accountOrder = {
  sort: ['name', 'first_name', 'last_name', 'email', 'status', 'last_login_at', 'created_at', 'updated_at'],
  order: ['last_name', 'first_name'],
} as const
const adminList = declareList({
  ...accountOrder,
  filter: { status: z.enum(USER_STATUSES).optional(), role_id: id.optional() },
})
const adminUsers = adminResource({
  path: '/admin/admin-users',
  resource: 'admin_users',
  name: 'administrators',
  item: adminUser,
  create: z.object({
    ...adminUserFields,
    role_ids: ids.default([]),
    special_allow: grantsInput.default([]),
    special_deny: grantsInput.default([]),
  }),
  update: z
    .object({
      ...adminUserFields,
      status: z.enum(['approved', 'deactivated']),
      role_ids: ids,
      special_allow: grantsInput,
      special_deny: grantsInput,
    })
    .partial(),
  list: adminList,
})

/** A user or vendor as staff see it. */
export const person = account
  .omit({
    pending_email: true,
    roles: true,
    is_owner: true,
    authorization: true,
    password_expired: true,
    second_step_missing: true,
    wanted_event: true,
    notify: true,
  })
  .extend({
    staff_id: z.string().nullable(),
    region: name.nullable(),
    area: name.nullable(),
    district: name.nullable(),
    assembly: name.nullable(),
    title: name.nullable(),
    designation: name.nullable(),
    /** Can sign in with a password. */
    has_password: z.boolean(),
    /** When the person was erased. Their name reads “Erased person”, and nothing can be done with the account. */
    erased_at: timestamp.nullable(),
    last_login_at: timestamp.nullable(),
    updated_at: timestamp,
  })
export type Person = z.output<typeof person>

const personFields = {
  other_names: optional(personName(120)),
  email: optional(email),
  phone: optional(line(40)),
  gender: optional(z.enum(GENDERS)),
  birth_date: optional(day),
  country: line(80).optional(),
  language: language.optional(),
  industry: optional(line(120)),
  staff_id: optional(line(60)),
  is_not_member: flag.optional(),
  region_id: optional(id),
  area_id: optional(id),
  district_id: optional(id),
  assembly_id: optional(id),
  title_id: optional(id),
  designation_id: optional(id),
}
const peopleList = declareList({
  sort: [
    'name',
    'first_name',
    'last_name',
    'email',
    'phone',
    'status',
    'user_type',
    'country',
    'region',
    'area',
    'district',
    'assembly',
    'title',
    'designation',
    'last_login_at',
    'created_at',
    'updated_at',
  ],
  order: ['-created_at'],
  filter: {
    user_type: anyOf(z.enum(['user', 'vendor'])).optional(),
    status: anyOf(z.enum(USER_STATUSES)).optional(),
    gender: z.enum(GENDERS).optional(),
    country: anyOf(z.string().max(2)).optional(),
    is_not_member: z.stringbool().optional(),
    region_id: anyOf(id).optional(),
    area_id: anyOf(id).optional(),
    district_id: anyOf(id).optional(),
    assembly_id: anyOf(id).optional(),
    title_id: anyOf(id).optional(),
    designation_id: anyOf(id).optional(),
    created_at: dayRange().optional(),
    last_login_at: dayRange().optional(),
  },
})
/** The filter of people, for calls that act on all of its rows. */
export const peopleFilter = listFilter(peopleList)
const users = adminResource({
  path: '/admin/users',
  resource: 'users',
  name: 'users and vendors',
  item: person,
  create: z.object({
    user_type: z.enum(['user', 'vendor']).default('user'),
    first_name: personName(80),
    last_name: personName(80),
    ...personFields,
    /** Sends a mail with a link to choose a password. */
    invite: flag.default(true),
  }),
  update: z.object({ first_name: personName(80).optional(), last_name: personName(80).optional(), ...personFields }),
  list: peopleList,
})

export const checkinUser = account
  .pick({
    _id: true,
    status: true,
    email: true,
    phone: true,
    first_name: true,
    last_name: true,
    name: true,
    language: true,
  })
  .extend({
    events: z.array(pick),
    event_ids: z.array(id),
    /** May take cash and send mobile-money prompts at the gates of these events. */
    takes_payments: z.boolean(),
    last_login_at: timestamp.nullable(),
    ...stamps,
  })
const passwordField = z.string().min(1, { error: 'required' }).max(MAX_PASSWORD)
const checkinUserFields = {
  email,
  first_name: personName(80),
  last_name: personName(80),
  phone: optional(line(40)),
  language: language.optional(),
  event_ids: ids,
  takes_payments: z.boolean().optional(),
}
const checkinUserList = declareList({
  ...accountOrder,
  filter: { status: z.enum(USER_STATUSES).optional(), event_id: id.optional() },
})
const checkinUsers = adminResource({
  path: '/admin/check-in-users',
  resource: 'checkin_users',
  name: 'check-in users',
  item: checkinUser,
  create: z.object({ ...checkinUserFields, event_ids: ids.default([]), password: passwordField }),
  update: z.object({ ...checkinUserFields, status: z.enum(['approved', 'deactivated']) }).partial(),
  list: checkinUserList,
})

const act = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  access: 'users.approve' | 'users.deactivate' | 'users.update' | 'users.reset_mfa' | 'users.reset_password',
  summary: string,
) => route({ method, path, access: can(access), summary, params: idParams, response: person })

export const authorizationRoutes = {
  listPermissions: permissions.list,
  createPermission: permissions.create,
  getPermission: permissions.get,
  updatePermission: permissions.update,
  removePermission: permissions.remove,
  listPolicies: policies.list,
  exportPolicies: exportRoute('/admin/permissions/policy/export', 'permissions.read', 'policies', policyList),
  createPolicy: policies.create,
  getPolicy: policies.get,
  updatePolicy: policies.update,
  removePolicy: policies.remove,
  listResources: resources.list,
  createResource: resources.create,
  getResource: resources.get,
  updateResource: resources.update,
  removeResource: resources.remove,
  listResourceActions: actions.list,
  createResourceAction: actions.create,
  getResourceAction: actions.get,
  updateResourceAction: actions.update,
  removeResourceAction: actions.remove,
  listUserRoles: roles.list,
  exportUserRoles: exportRoute('/admin/permissions/user-role/export', 'permissions.read', 'roles', roleList),
  createUserRole: roles.create,
  getUserRole: roles.get,
  updateUserRole: roles.update,
  removeUserRole: roles.remove,
  readPermissionSchema: route({
    method: 'GET',
    path: '/admin/permissions/schema',
    access: can('permissions.read'),
    summary: 'Resources, policies and roles in one response',
    response: permissionSchema,
  }),
  updatePermissionSchema: route({
    method: 'PUT',
    path: '/admin/permissions/schema',
    access: can('permissions.update'),
    summary: 'Change many policies and roles in one transaction',
    body: z.object({
      policies: z
        .array(z.object({ _id: id, permission_ids: ids, version: version.optional() }))
        .max(500)
        .default([]),
      roles: z
        .array(z.object({ _id: id, policy_ids: ids, version: version.optional() }))
        .max(500)
        .default([]),
    }),
    response: permissionSchema,
    errors: ['cannot_grant', 'last_owner', 'not_found', 'edit_conflict'],
  }),
  listHolders: route({
    method: 'GET',
    path: '/admin/permissions/holders',
    access: can('permissions.read'),
    summary: 'Administrators with a permission, and the reasons',
    query: z.object({ permission: z.string().max(140) }),
    response: z.array(z.object({ user: pick, allowed: z.boolean(), sources: z.array(source) })),
  }),
  explainAdminUser: route({
    method: 'GET',
    path: '/admin/admin-users/{id}/permissions',
    access: can('admin_users.read'),
    summary: 'Permissions of an administrator, and the reasons',
    params: idParams,
    response: z.array(z.object({ permission: z.string(), allowed: z.boolean(), sources: z.array(source) })),
  }),

  listAdminUsers: adminUsers.list,
  createAdminUser: { ...adminUsers.create, errors: ['email_taken', 'cannot_grant'] as const },
  getAdminUser: adminUsers.get,
  updateAdminUser: { ...adminUsers.update, errors: ['email_taken', 'cannot_grant', 'last_owner'] as const },
  removeAdminUser: { ...adminUsers.remove, errors: ['in_use', 'cannot_grant', 'last_owner'] as const },
  resendAdminConfirmation: route({
    method: 'POST',
    path: '/admin/admin-users/{id}/resend-confirmation',
    access: can('admin_users.update'),
    summary: 'Resend the invitation or the confirmation of the address',
    params: idParams,
    response: adminUser,
  }),
  resetAdminMfa: route({
    method: 'PUT',
    path: '/admin/admin-users/{id}/mfa/reset',
    access: can('admin_users.reset_mfa'),
    summary: 'Turn off every second step of an administrator',
    params: idParams,
    response: adminUser,
    errors: ['cannot_grant'],
  }),
  endAdminSessions: route({
    method: 'DELETE',
    path: '/admin/admin-users/{id}/sessions',
    access: can('admin_users.update'),
    summary: 'End all sessions of an administrator',
    params: idParams,
    response: adminUser,
    errors: ['cannot_grant'],
  }),
  exportAdminUsers: exportRoute('/admin/admin-users/export/all', 'admin_users.export', 'administrators', adminList),

  listUsers: users.list,
  createUser: { ...users.create, errors: ['email_taken', 'duplicate'] as const },
  getUser: users.get,
  updateUser: {
    ...users.update,
    files: [AVATAR_FIELD],
    errors: ['email_taken', 'duplicate', 'person_erased'] as const,
  },
  removeUser: {
    ...users.remove,
    summary:
      'Delete a user. Whom reservations or payments refer to is erased: they stay without a name. Rejected while a reservation is live',
  },
  pickUsers: route({
    method: 'GET',
    path: '/admin/users/query',
    access: can('users.read'),
    summary: 'Short list of users for pickers, with details that tell namesakes apart',
    query: pickQuery.extend({ user_type: z.enum(['user', 'vendor']).optional() }),
    response: z.array(
      pick.extend({ email: z.string().nullable(), phone: z.string().nullable(), user_type: z.enum(USER_TYPES) }),
    ),
  }),
  importUsers: importRoute('/admin/users/import', 'users.import', 'users'),
  approveUser: act('PUT', '/admin/users/{id}/approve', 'users.approve', 'Approve an account'),
  deactivateUser: act(
    'PUT',
    '/admin/users/{id}/deactivate',
    'users.deactivate',
    'Deactivate an account; ends its sessions',
  ),
  endUserSessions: act(
    'DELETE',
    '/admin/users/{id}/sessions',
    'users.deactivate',
    'Sign a user out everywhere; the account stays as it is',
  ),
  removeUserAvatar: act('DELETE', '/admin/users/{id}/avatar', 'users.update', 'Remove the picture of a user'),
  resendUserConfirmation: act(
    'POST',
    '/admin/users/{id}/confirmation/resend',
    'users.update',
    'Send the confirmation of the address, or the link to choose a password, again',
  ),
  resetUserMfa: act('PUT', '/admin/users/{id}/mfa/reset', 'users.reset_mfa', 'Switch every second step of a user off'),
  resetUserPassword: act(
    'POST',
    '/admin/users/{id}/password/reset',
    'users.reset_password',
    'Send a user the link to a new password',
  ),
  exportUsers: exportRoute('/admin/users/export/all', 'users.export', 'users', peopleList),

  listCheckinUsers: checkinUsers.list,
  exportCheckinUsers: exportRoute(
    '/admin/check-in-users/export',
    'checkin_users.read',
    'check-in users',
    checkinUserList,
  ),
  createCheckinUser: { ...checkinUsers.create, errors: ['email_taken', 'password_weak'] as const },
  getCheckinUser: checkinUsers.get,
  updateCheckinUser: { ...checkinUsers.update, errors: ['email_taken'] as const },
  removeCheckinUser: checkinUsers.remove,
  endCheckinUserSessions: route({
    method: 'DELETE',
    path: '/admin/check-in-users/{id}/sessions',
    access: can('checkin_users.update'),
    summary: 'End all sessions of a check-in user',
    params: idParams,
    response: checkinUser,
  }),
  setCheckinUserPassword: route({
    method: 'PUT',
    path: '/admin/check-in-users/{id}/password',
    access: can('checkin_users.update'),
    summary: 'Set the password of a check-in user; ends their sessions',
    params: idParams,
    body: z.object({ password: passwordField, password_confirmation: z.string().max(MAX_PASSWORD).optional() }),
    response: done,
    errors: ['password_weak', 'password_reused'],
  }),
}
