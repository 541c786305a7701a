import { z } from 'zod'
import { BADGE_LAYOUTS } from './badges/layouts.ts'
import { fileRoute, id, idParams, listRoute, route, signedIn, timestamp } from './core.ts'
import { EXPORT_TYPES, listQuery } from './lists.ts'

/** Long work of the office: imports, exports, messages to many, reports. It runs as a job and survives leaving the page. */

const counts = <const K extends string>(...names: readonly K[]) =>
  z.partialRecord(z.enum(names), z.int().min(0)).default({})

const KINDS = [
  'import',
  'import_undo',
  'export',
  'badges',
  'message',
  'report',
  'bulk_edit',
  'workflow',
  'room_plan',
  'room_publication',
] as const
export type ActivityKind = (typeof KINDS)[number]

/**
 * What each kind is about, and the figures of its result. The browser says both in the reader's language. Ids are in
 * fields of their own, such as `event_id`: an activity about an object that is denied to somebody is hidden from them.
 */
export const ACTIVITY_KINDS = {
  import: {
    about: z.object({ resource: z.string(), file_name: z.string(), import_id: id }),
    result: counts('created', 'updated', 'unchanged', 'refused', 'undone'),
  },
  import_undo: {
    about: z.object({ resource: z.string(), file_name: z.string(), import_id: id }),
    result: counts('deleted', 'restored', 'kept'),
  },
  export: { about: z.object({ resource: z.string(), event_id: id.optional() }), result: counts('rows') },
  badges: { about: z.object({ layout: z.enum(BADGE_LAYOUTS), event_id: id.optional() }), result: counts('badges') },
  message: { about: z.object({ name: z.string(), event_id: id.optional() }), result: counts('sent', 'failed') },
  report: { about: z.object({ name: z.string(), event_id: id.optional() }), result: counts('rows') },
  bulk_edit: {
    about: z.object({
      resource: z.string(),
      /** Absent for those that were started before it was written down. */
      act: z.string().optional(),
      is_undo: z.boolean().optional(),
      event_id: id.optional(),
    }),
    result: counts('updated', 'unchanged', 'refused'),
  },
  room_plan: { about: z.object({ event_id: id }), result: counts('placed', 'left') },
  room_publication: { about: z.object({ event_id: id }), result: counts('told') },
  /** The runs of a workflow that began on one day. */
  workflow: { about: z.object({ name: z.string() }), result: counts('done', 'waiting', 'failed') },
} as const satisfies Record<ActivityKind, { about: z.ZodObject; result: z.ZodType }>

export type ActivityAbout<K extends ActivityKind> = z.input<(typeof ACTIVITY_KINDS)[K]['about']>
export type ActivityResult<K extends ActivityKind> = z.input<(typeof ACTIVITY_KINDS)[K]['result']>

export const ACTIVITY_STATES = ['queued', 'running', 'paused', 'done', 'failed', 'stopped'] as const
export type ActivityState = (typeof ACTIVITY_STATES)[number]
/** Activities that have not ended. */
export const UNDER_WAY: readonly ActivityState[] = ['queued', 'running', 'paused']

export const ACTIVITY_ACTS = ['pause', 'resume', 'stop'] as const
export type ActivityAct = (typeof ACTIVITY_ACTS)[number]

/** Days that ended activities stay in the list. */
export const ACTIVITY_DAYS = 7

export const isActivityKind = (text: string): text is ActivityKind => Object.hasOwn(ACTIVITY_KINDS, text)

const shared = {
  _id: id,
  state: z.enum(ACTIVITY_STATES),
  done: z.number(),
  /** Null while it is unknown. */
  total: z.number().nullable(),
  /** Null for work that no person started. */
  started_by: z.object({ _id: id, name: z.string() }).nullable(),
  mine: z.boolean(),
  /** The page of the work or of what it made. */
  link: z.string().nullable(),
  /** Why it failed, in the reader's language. */
  error: z.string().nullable(),
  /** The file that it made. */
  file: z.object({ name: z.string(), bytes: z.number() }).nullable(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  allowed: z.array(z.enum(ACTIVITY_ACTS)),
}

const ofKind = <const K extends ActivityKind>(kind: K) =>
  z.object({ ...shared, kind: z.literal(kind), ...ACTIVITY_KINDS[kind] })

export const activity = z.discriminatedUnion('kind', [
  ofKind('import'),
  ofKind('import_undo'),
  ofKind('export'),
  ofKind('badges'),
  ofKind('message'),
  ofKind('report'),
  ofKind('bulk_edit'),
  ofKind('workflow'),
  ofKind('room_plan'),
  ofKind('room_publication'),
])
export type Activity = z.output<typeof activity>

/** Sent over the socket to the person who started the activity. Everybody else is told when it begins and ends. */
export const activityProgress = z.object({ id, done: z.number(), total: z.number().nullable() })
export const ACTIVITY_PROGRESS = 'activities.progress'
/** The hint that activities began, ended or changed their state. */
export const ACTIVITIES_CHANGED = 'activities'

export const activityRoutes = {
  listActivities: listRoute({
    method: 'GET',
    path: '/admin/activities',
    access: signedIn('admin'),
    summary: 'Long work that the caller started or may see: all that is under way, and what ended in the last days',
    query: listQuery({
      sort: ['created_at', 'ended_at'],
      order: ['-created_at'],
      filter: { kind: z.enum(KINDS).optional(), mine: z.stringbool().optional() },
    }),
    response: activity,
  }),
  countActivities: route({
    method: 'GET',
    path: '/admin/activities/count',
    access: signedIn('admin'),
    summary: 'How many of the caller’s own activities are under way',
    response: z.object({ under_way: z.number() }),
  }),
  getActivity: route({
    method: 'GET',
    path: '/admin/activities/{id}',
    access: signedIn('admin'),
    summary: 'One activity',
    params: idParams,
    response: activity,
  }),
  controlActivity: route({
    method: 'PUT',
    path: '/admin/activities/{id}/{act}',
    access: signedIn('admin'),
    summary: 'Pause, resume or stop an activity that supports it',
    params: idParams.extend({ act: z.enum(ACTIVITY_ACTS) }),
    response: activity,
    errors: ['illegal_transition'],
  }),
  downloadActivity: fileRoute({
    method: 'GET',
    path: '/admin/activities/{id}/file',
    access: signedIn('admin'),
    summary: 'The file that an activity made',
    fileTypes: [...Object.values(EXPORT_TYPES), 'application/pdf'],
    params: idParams,
  }),
} as const
