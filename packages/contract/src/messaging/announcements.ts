import { z } from 'zod'
import { exportRoute, flag } from '../admin-resource.ts'
import {
  can,
  done,
  fileRoute,
  id,
  idParams,
  LANGUAGES,
  language,
  line,
  listRoute,
  paragraphs,
  route,
  signedIn,
  timestamp,
} from '../core.ts'
import { declareList, EXPORT_TYPES, exportQuery, listQuery } from '../lists.ts'
import { RESERVATION_STATUSES } from '../reservations/states.ts'
import { messagePreview, OUTCOMES } from './bulk.ts'
import { MESSAGE_CHANNELS } from './fields.ts'
import { messageChannels, withFieldsOfPeople } from './templates.ts'

/** Announcements: in the app of everybody in their audience, and by mail and SMS if wanted. */

export const AUDIENCE_ROLES = ['user', 'vendor', 'admin', 'checkin_user'] as const
/** Every part narrows the audience. Without any part, all members: a part that is not known is refused. */
export const announcementAudience = z.strictObject({
  roles: z.array(z.enum(AUDIENCE_ROLES)).min(1).optional(),
  /** Regions, areas, districts or assemblies: people of one of them. */
  unit_ids: z.array(id).min(1).max(50).optional(),
  event_id: id.optional(),
  participant_type_id: id.optional(),
  /** Of a reservation. The default is those that hold a place. */
  statuses: z.array(z.enum(RESERVATION_STATUSES)).min(1).optional(),
})
export type AnnouncementAudience = z.output<typeof announcementAudience>

/** A text in each language that has one. */
const inLanguages = <T extends z.ZodType>(text: T) => z.partialRecord(z.enum(LANGUAGES), text)

const announcementBody = z.object({
  title: inLanguages(withFieldsOfPeople(line(150))).refine((texts) => Object.keys(texts).length > 0, {
    error: 'required',
  }),
  text: inLanguages(withFieldsOfPeople(paragraphs(5000))).refine(
    (texts) => Object.values(texts).some((text) => text !== ''),
    {
      error: 'required',
    },
  ),
  audience: announcementAudience,
  channels: messageChannels,
  /** From when; if absent, at once. */
  starts_at: timestamp.optional(),
  /** Until when it is shown on the home page. */
  ends_at: timestamp.nullable().optional(),
  pinned: flag.default(false),
})

/** An announcement that is being written, and the reader as whom it is shown. */
const previewBody = announcementBody.pick({ title: true, text: true, audience: true, channels: true }).extend({
  /** A person, or the position among all of them. */
  reader_id: id.optional(),
  at: z.int().min(0).default(0),
  /** Shows it in this language instead of the reader's own. */
  language: z.enum(LANGUAGES).optional(),
})

/** `called_off` by the office before it went out: nobody gets it, and nothing of it changes any more. */
export const ANNOUNCEMENT_STATES = ['planned', 'live', 'ended', 'called_off'] as const
const announcement = z.object({
  _id: id,
  title: inLanguages(z.string()),
  text: inLanguages(z.string()),
  audience: announcementAudience,
  event: z.object({ _id: id, name: z.string() }).nullable(),
  participant_type: z.object({ _id: id, name: z.string() }).nullable(),
  units: z.array(z.object({ _id: id, name: z.string() })),
  channels: z.array(z.enum(MESSAGE_CHANNELS)),
  state: z.enum(ANNOUNCEMENT_STATES),
  starts_at: timestamp,
  ends_at: timestamp.nullable(),
  pinned: z.boolean(),
  /** People who were told, and those of them who have read it in the app. */
  people: z.int(),
  readers: z.int(),
  author: z.string().nullable(),
  /** Why it was stopped before everybody was told. Null: it was not. */
  error: z.string().nullable(),
  created_at: timestamp,
})
export type Announcement = z.output<typeof announcement>

const outcome = z.enum(OUTCOMES).nullable()
/** A person to whom an announcement went. */
const announcementReader = z.object({
  _id: id,
  name: z.string(),
  /** When it was read in the app. Null: not yet. */
  read_at: timestamp.nullable(),
  email: z.string().nullable(),
  mail: outcome,
  phone: z.string().nullable(),
  sms: outcome,
})
export type AnnouncementReader = z.output<typeof announcementReader>

const announcementList = declareList({
  sort: ['created_at', 'starts_at'],
  order: ['-starts_at'],
  filter: { state: z.enum(ANNOUNCEMENT_STATES).optional() },
})
const readerList = declareList({ sort: ['name'], order: ['name'], filter: { read: flag.optional() } })

export const announcementRoutes = {
  listAnnouncements: listRoute({
    method: 'GET',
    path: '/admin/notifications',
    access: can('notifications.read'),
    summary: 'Announcements, newest first',
    query: listQuery(announcementList),
    response: announcement,
  }),
  exportAnnouncements: exportRoute(
    '/admin/notifications/export',
    'notifications.read',
    'announcements',
    announcementList,
  ),
  announce: route({
    method: 'POST',
    path: '/admin/notifications',
    access: can('notifications.create'),
    summary: 'Announce something to an audience',
    body: announcementBody,
    response: announcement,
    idempotent: true,
    status: 201,
  }),
  countAudience: route({
    method: 'POST',
    path: '/admin/notifications/audience',
    access: can('notifications.create'),
    summary: 'How many people an audience has',
    body: z.object({ audience: announcementAudience }),
    response: z.object({ people: z.int() }),
    asks: true,
  }),
  previewAnnouncement: route({
    method: 'POST',
    path: '/admin/notifications/preview',
    access: can('notifications.create'),
    summary: 'Who would get an announcement, over which channels, what SMS cost, and how one of them reads it',
    body: previewBody,
    response: messagePreview,
    asks: true,
  }),
  testAnnouncement: route({
    method: 'POST',
    path: '/admin/notifications/test',
    access: can('notifications.create'),
    summary: 'Send the caller an announcement as the chosen reader would get it',
    body: previewBody,
    response: z.object({ sent: z.array(z.enum(MESSAGE_CHANNELS)) }),
    limits: [{ points: 20, seconds: 3600, by: 'caller' }],
  }),
  getAnnouncement: route({
    method: 'GET',
    path: '/admin/notifications/{id}',
    access: can('notifications.read'),
    summary: 'One announcement',
    params: idParams,
    response: announcement,
  }),
  listReaders: listRoute({
    method: 'GET',
    path: '/admin/notifications/{id}/readers',
    access: can('notifications.read'),
    summary: 'The people to whom an announcement went, each with whether they have read it, with users.read',
    params: idParams,
    query: listQuery(readerList),
    response: announcementReader,
  }),
  exportReaders: fileRoute({
    method: 'GET',
    path: '/admin/notifications/{id}/readers/export',
    access: can('notifications.read'),
    summary: 'Export the people to whom an announcement went, as CSV or XLSX, streamed, with users.export',
    fileTypes: Object.values(EXPORT_TYPES),
    params: idParams,
    query: exportQuery(readerList),
  }),
  changeAnnouncement: route({
    method: 'PUT',
    path: '/admin/notifications/{id}',
    access: can('notifications.create'),
    summary:
      'Change an announcement that has not started; after it, only its end and whether it is pinned; nothing of one that was called off',
    params: idParams,
    body: announcementBody.partial().extend({ pinned: flag.optional() }),
    response: announcement,
    errors: ['illegal_transition'],
  }),
  removeAnnouncement: route({
    method: 'DELETE',
    path: '/admin/notifications/{id}',
    access: can('notifications.create'),
    summary: 'Cancel an announcement that has not started',
    params: idParams,
    response: done,
    errors: ['illegal_transition'],
  }),
  listPinned: route({
    method: 'GET',
    path: '/auth/notifications/pinned',
    access: signedIn(),
    summary: 'The caller’s pinned announcements that are shown now, in their language',
    response: z.array(
      z.object({
        _id: id,
        title: z.string(),
        body: z.string(),
        /** Of its texts: the reader's, where it was written in that language. */
        language: language.nullable(),
        link: z.string().nullable(),
        read_at: timestamp.nullable(),
      }),
    ),
  }),
} as const
