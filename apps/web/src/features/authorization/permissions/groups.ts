import type { Resource } from '@shiloh/contract/permissions'
import type { Model } from './draft.ts'

type Part = Model['resources'][number]

type Group =
  | 'overview'
  | 'events'
  | 'reservations'
  | 'venues'
  | 'catalogue'
  | 'people'
  | 'content'
  | 'automation'
  | 'system'

/** Resources in groups that belong together. */
const groups: readonly (readonly [Group, readonly Resource[]])[] = [
  ['overview', ['dashboard', 'notifications']],
  ['events', ['events', 'event_forms']],
  ['reservations', ['reservations', 'care', 'welfare', 'payments', 'waiting_list']],
  ['venues', ['event_centers', 'event_blocks', 'event_rooms', 'room_categories']],
  [
    'catalogue',
    [
      'products',
      'product_options',
      'caterers',
      'speakers',
      'participant_types',
      'committee_types',
      'titles',
      'designations',
      'sample_csv_files',
    ],
  ],
  ['people', ['users', 'checkin_users', 'admin_users', 'church_map', 'countries']],
  ['content', ['blogs', 'faqs', 'support_tickets']],
  ['automation', ['workflows', 'tasks']],
  ['system', ['settings', 'permissions', 'logs', 'messages', 'system_logs', 'audit_trail', 'integrations']],
]

/**
 * Returns the resources in the order of the groups. Resources that an administrator added come last, without a
 * group.
 */
export function grouped(parts: readonly Part[]): readonly { group: Group | undefined; parts: readonly Part[] }[] {
  const known = new Set<string>(groups.flatMap(([, names]) => names))
  return [
    ...groups.map(([group, names]) => ({
      group,
      parts: names.flatMap((name) => parts.filter((part) => part.name === name)),
    })),
    { group: undefined, parts: parts.filter((part) => !known.has(part.name)) },
  ].filter((one) => one.parts.length > 0)
}
