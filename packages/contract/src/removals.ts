import { z } from 'zod'
import { id, idParams, line, route, signedIn } from './core.ts'
import type { Permission } from './permissions.ts'
import { USED } from './usage.ts'

/** Deleting several records in one request, and taking that back. */

/**
 * Kinds of records that come back exactly as they were, because nothing but the record itself is deleted: others that used it
 * would have kept it.
 */
const RESTORABLE = {
  titles: { path: USED.titles.path, create: 'titles.create' },
  designations: { path: USED.designations.path, create: 'designations.create' },
  countries: { path: USED.countries.path, create: 'countries.create' },
  church_units: { path: USED.church_units.path, create: 'church_map.create' },
  assembly_types: { path: USED.assembly_types.path, create: 'church_map.create' },
  participant_types: { path: USED.participant_types.path, create: 'participant_types.create' },
  committee_types: { path: USED.committee_types.path, create: 'committee_types.create' },
  product_options: { path: USED.product_options.path, create: 'product_options.create' },
  room_categories: { path: USED.room_categories.path, create: 'room_categories.create' },
  faqs: { path: '/admin/faqs/{id}', create: 'faqs.create' },
  tasks: { path: USED.tasks.path, create: 'tasks.create' },
} as const satisfies Readonly<Record<string, { readonly path: string; readonly create: Permission }>>
export type RestorableKind = keyof typeof RESTORABLE
export const RESTORABLE_KINDS = Object.keys(RESTORABLE).filter((kind): kind is RestorableKind =>
  Object.hasOwn(RESTORABLE, kind),
)
/** The permission to bring records of a kind back. */
export const permissionToRestore = (kind: RestorableKind): Permission => RESTORABLE[kind].create

/** Returns the kind of record that an address deletes, if it can be brought back. */
export const restorableKindOf = (path: string): RestorableKind | undefined =>
  RESTORABLE_KINDS.find((kind) => RESTORABLE[kind].path === path)

/** The most records of one request. */
export const MOST_REMOVED = 500

export const removalRoutes = {
  removeMany: route({
    method: 'POST',
    path: '/admin/removals',
    access: signedIn('admin'),
    summary: 'Delete several records of a kind, each like a single one and with an answer of its own',
    body: z.object({
      /** The address that deletes one of them, such as `/admin/title/{id}`. */
      path: z.string().max(120),
      ids: z.array(id).min(1).max(MOST_REMOVED),
      /** For the people concerned, of records whose deletion has a reason, such as reservations: it is required there. */
      reason: line(300).optional(),
    }),
    response: z.object({
      /** With this id, everything that was deleted comes back. Null if that is not possible. */
      undo_id: id.nullable(),
      /** In the order of the request. A reason in the caller’s language says why a record was kept. */
      rows: z.array(z.object({ _id: id, reason: z.string().nullable() })),
    }),
    errors: ['not_found'],
  }),
  undoRemoval: route({
    method: 'POST',
    path: '/admin/removals/{id}/undo',
    access: signedIn('admin'),
    summary: 'Bring back what the caller deleted within the last hour: all of it or nothing',
    params: idParams,
    response: z.object({ restored: z.int() }),
    errors: ['illegal_transition', 'duplicate', 'in_use'],
  }),
} as const
