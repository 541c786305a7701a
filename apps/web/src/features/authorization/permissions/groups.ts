import type { Resource } from '@shiloh/contract/permissions'
import type { NavGroup } from '#platform/routing'
import type { Model } from './draft.ts'

type Part = Model['resources'][number]

/** Resources in the groups of their pages in the navigation. */
const groups: readonly (readonly [NavGroup, readonly Resource[]])[] = [
  ['overview', ['dashboard', 'notifications']],
  ['events', ['events', 'event_forms']],
  ['reservations', ['reservations', 'care', 'payments', 'waiting_list']],
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
  ['system', ['settings', 'permissions', 'logs', 'messages', 'system_logs', 'audit_trail']],
]

/**
 * Returns the resources in the order of the navigation. Resources that an administrator added come last, without a
 * group.
 */
export function grouped(parts: readonly Part[]): readonly { group: NavGroup | undefined; parts: readonly Part[] }[] {
  const known = new Set<string>(groups.flatMap(([, names]) => names))
  return [
    ...groups.map(([group, names]) => ({
      group,
      parts: names.flatMap((name) => parts.filter((part) => part.name === name)),
    })),
    { group: undefined, parts: parts.filter((part) => !known.has(part.name)) },
  ].filter((one) => one.parts.length > 0)
}
