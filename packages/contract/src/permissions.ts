/**
 * Resource × action: every permission of the product. The seeded roles, the test of all routes and the navigation of
 * the admin area are derived from this table.
 */
export const RESOURCES = {
  settings: ['read', 'update'],
  users: [
    'read',
    'create',
    'update',
    'delete',
    'approve',
    'deactivate',
    'export',
    'import',
    'reset_mfa',
    'reset_password',
    'confirm_titles',
  ],
  admin_users: ['read', 'create', 'update', 'delete', 'export', 'reset_mfa'],
  checkin_users: ['read', 'create', 'update', 'delete'],
  permissions: ['read', 'create', 'update', 'delete'],
  events: ['read', 'create', 'update', 'delete', 'publish', 'archive', 'export'],
  event_forms: ['read', 'create', 'update', 'delete'],
  event_centers: ['read', 'create', 'update', 'delete', 'export', 'import'],
  event_blocks: ['read', 'create', 'update', 'delete', 'export', 'import'],
  event_rooms: ['read', 'create', 'update', 'delete', 'export', 'import', 'read_occupants'],
  room_categories: ['read', 'create', 'update', 'delete', 'export', 'import'],
  speakers: ['read', 'create', 'update', 'delete', 'export', 'import'],
  caterers: ['read', 'create', 'update', 'delete', 'export', 'import'],
  products: ['read', 'create', 'update', 'delete', 'export', 'import'],
  product_options: ['read', 'create', 'update', 'delete', 'export', 'import'],
  participant_types: ['read', 'create', 'update', 'delete', 'export', 'import'],
  committee_types: ['read', 'create', 'update', 'delete', 'export', 'import'],
  titles: ['read', 'create', 'update', 'delete', 'export', 'import'],
  designations: ['read', 'create', 'update', 'delete', 'export', 'import'],
  reservations: [
    'read',
    'create',
    'update',
    'cancel',
    'approve',
    'waive',
    'export',
    'assign_rooms',
    'publish_rooms',
    'check_in',
    'print_badges',
    'email',
    'report',
  ],
  care: ['read'],
  /** With whom people must not share a room. */
  welfare: ['read', 'update'],
  payments: ['read', 'take_cash', 'void_cash', 'refund', 'refund_cash', 'close'],
  waiting_list: ['read', 'update'],
  church_map: ['read', 'create', 'update', 'delete', 'export', 'import'],
  countries: ['read', 'create', 'update', 'delete', 'export', 'import'],
  blogs: ['read', 'create', 'update', 'delete', 'publish', 'moderate'],
  faqs: ['read', 'create', 'update', 'delete'],
  support_tickets: ['read', 'update', 'reply'],
  notifications: ['read', 'create'],
  workflows: ['read', 'create', 'update', 'delete'],
  tasks: ['read', 'create', 'update', 'delete', 'export'],
  sample_csv_files: ['read', 'create', 'update', 'delete'],
  dashboard: ['read'],
  logs: ['read', 'export'],
  messages: ['read', 'create', 'update', 'delete'],
  system_logs: ['read'],
  audit_trail: ['read', 'export'],
  /** API tokens and webhooks. */
  integrations: ['read', 'create', 'update', 'delete'],
} as const

export type Resource = keyof typeof RESOURCES
export type Permission = { [R in Resource]: `${R}.${(typeof RESOURCES)[R][number]}` }[Resource]

/** Every permission as `resource.action`. */
export const PERMISSIONS = Object.entries(RESOURCES).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}.${action}`),
) as Permission[]

export const isPermission = (text: string): text is Permission => PERMISSIONS.some((permission) => permission === text)

/** Allows some actions on a whole resource or, with `_id`, on one object of it. */
export interface Grant {
  readonly resource: string
  readonly actions: readonly string[]
  readonly _id?: string | undefined
}

/** An administrator's permissions as the browser knows them (docs/domain.md#permissions). */
export interface Authorization {
  readonly grants: readonly Grant[]
  readonly special_allow: readonly Grant[]
  readonly special_deny: readonly Grant[]
}

/** Returns the objects on which `resource.action` is denied. They appear in no list, export or picker of it. */
export const deniedIds = (authorization: Authorization, permission: Permission): string[] => {
  const dot = permission.indexOf('.')
  const [resource, action] = [permission.slice(0, dot), permission.slice(dot + 1)]
  return authorization.special_deny.flatMap((grant) =>
    grant._id !== undefined &&
    grant.resource === resource &&
    (grant.actions.includes(action) || grant.actions.includes('read'))
      ? [grant._id]
      : [],
  )
}

/**
 * Returns whether this authorization allows `resource.action`, on one object if `objectId` is given. Deny beats allow,
 * and allow beats grant. Without an object, an allowance for single objects does not open the whole resource, and a
 * denial of single objects does not close it. The server decides with this function; the browser only uses it to hide
 * things.
 */
export const isAllowed = (authorization: Authorization, permission: Permission, objectId?: string): boolean => {
  const dot = permission.indexOf('.')
  const resource = permission.slice(0, dot)
  const action = permission.slice(dot + 1)
  const isIn = (grants: readonly Grant[]) =>
    grants.some(
      (grant) =>
        grant.resource === resource &&
        grant.actions.includes(action) &&
        (grant._id === undefined || grant._id === objectId),
    )
  if (isIn(authorization.special_deny)) return false
  return isIn(authorization.special_allow) || isIn(authorization.grants)
}
