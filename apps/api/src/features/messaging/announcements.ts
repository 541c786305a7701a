import { isLanguage, LANGUAGES, type Language } from '@shiloh/contract/core'
import {
  ANNOUNCEMENT_STATES,
  type Announcement,
  type AnnouncementReader,
  announcementAudience,
  announcementRoutes,
} from '@shiloh/contract/messaging/announcements'
import { OUTCOMES } from '@shiloh/contract/messaging/bulk'
import { MESSAGE_CHANNELS, type MessageTexts } from '@shiloh/contract/messaging/fields'
import { missingTexts, storedTexts } from '@shiloh/contract/messaging/templates'
import { z } from 'zod'
import { bind, reads, readsLate, writes } from '#http/binder'
import { hiddenOf, namedByFields } from '#platform/auth/denied'
import { namesHidden } from '#platform/auth/denied.store'
import type { ReadContext, WriteContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { momentCell, wordCell, wordsCell } from '#platform/tables/cells'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import { storedErrorText } from '#platform/text/texts'
import * as store from './announcements.store.ts'
import { maySeePeople, requireExportsPeople, requireSeesPeople } from './audience.ts'
import {
  exportReaders,
  insertMessage,
  listReaders,
  lockMessage,
  type ReaderRow,
  readAudience,
  saveEnd,
  updateMessage,
} from './bulk.store.ts'
import { previewOf } from './preview.ts'
import { frameOf } from './send.ts'
import { MESSAGES_CHANGED, START_MESSAGES } from './sending.ts'
import { sendTest } from './test-message.ts'

const pick = z.object({ _id: z.string(), name: z.string() })
const units = z.array(pick).nullable()

type ByLanguage = Announcement['title']

/** An announcement is a message whose SMS is its title and the way to the rest. */
const textsOf = (title: ByLanguage, text: ByLanguage): MessageTexts =>
  storedTexts.parse(
    Object.fromEntries(
      LANGUAGES.flatMap((language) => {
        const subject = title[language] ?? ''
        const body = text[language] ?? ''
        return subject === '' && body === ''
          ? []
          : [[language, { subject, body, sms: subject === '' ? '' : `${subject} {{account_link}}` }]]
      }),
    ),
  )

const byLanguage = (texts: MessageTexts, part: 'subject' | 'body'): ByLanguage =>
  Object.fromEntries(LANGUAGES.flatMap((language) => (texts[language] ? [[language, texts[language][part]]] : [])))

const viewIn =
  (reader: Language) =>
  ({ id, texts, filter, event, ...row }: store.AnnouncementRow): Announcement => {
    const written = storedTexts.parse(texts)
    const audience = announcementAudience.parse(filter ?? {})
    return {
      _id: id,
      title: byLanguage(written, 'subject'),
      text: byLanguage(written, 'body'),
      audience,
      event: audience.event_id === undefined ? null : { _id: audience.event_id, name: event ?? '' },
      participant_type: pick.nullable().parse(row.participant_type),
      units: units.parse(row.units) ?? [],
      channels: MESSAGE_CHANNELS.filter((channel) => row.channels.includes(channel)),
      state: z.enum(ANNOUNCEMENT_STATES).parse(row.state),
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at?.toISOString() ?? null,
      pinned: row.pinned,
      people: row.people,
      readers: row.readers,
      author: row.author,
      error: row.error === null ? null : storedErrorText(row.error, reader),
      created_at: row.created_at.toISOString(),
    }
  }

const load = async (db: Queryable, id: string, query: object, now: Date, reader: Language): Promise<Announcement> =>
  viewIn(reader)(found(await store.findAnnouncement(db, id, query, now, reader)))

/** The name by which the list finds it. */
const nameOf = (title: ByLanguage): string =>
  LANGUAGES.flatMap((language) => title[language] ?? [])[0]?.slice(0, 150) ?? ''

/** An announcement is always in the app. */
const channelsOf = (chosen: Announcement['channels']) =>
  MESSAGE_CHANNELS.filter((channel) => channel === 'app' || chosen.includes(channel))

/** The fields of an announcement are those of a message under other names. @throws invalid_input */
const requireWords = (texts: MessageTexts, channels: Announcement['channels']): void => {
  const missing = missingTexts(texts, channels).map((path) => path.split('.'))
  // An SMS is made of the title.
  const fields = new Set(missing.map(([, language, part]) => `${part === 'body' ? 'text' : 'title'}.${language}`))
  if (fields.size > 0) throw invalid([...fields].map((field) => ({ field, code: 'required' })))
}

/** @throws invalid_input for a unit, an event or a type that does not exist */
const requireAudience = async (db: Queryable, audience: Announcement['audience']): Promise<void> => {
  const unknown = await store.findUnknown(db, audience)
  if (unknown.length > 0) throw invalid(unknown.map((field) => ({ field: `audience.${field}`, code: 'not_found' })))
}

const checkTimes = (startsAt: Date, endsAt: Date | null, now: Date): void => {
  if (endsAt !== null && endsAt <= (startsAt > now ? startsAt : now))
    throw invalid([{ field: 'ends_at', code: 'date_order' }])
}

/** Selects an audience that the caller may count and read as. @throws not_found when it names what is hidden from them */
const selectShown = async (ctx: ReadContext, audience: Announcement['audience'], query: object) => {
  const hidden = hiddenOf(query)
  if (hidden && (await namesHidden(ctx.db, hidden, namedByFields(audience)))) throw new AppError('not_found')
  return readAudience(ctx.db, store.selectMembers(audience, ctx.now))
}

/** Whether a preview is read by one of its people, or by an example. */
const readBy = ({ caller }: ReadContext) => ({
  isExample: !maySeePeople(caller.authorization, 'members'),
})

const outcome = z.enum(OUTCOMES).nullable()
const readerView = ({ user_id, position: _, read_at, ...row }: ReaderRow): AnnouncementReader => ({
  ...row,
  _id: user_id,
  read_at: read_at?.toISOString() ?? null,
  mail: outcome.parse(row.mail),
  sms: outcome.parse(row.sms),
})

const startSoon = (ctx: WriteContext, id: string, startsAt: Date) =>
  ctx.enqueue(START_MESSAGES, {}, { runAt: startsAt, jobKey: `message:${id}` })

export const announcementEndpoints = bind(announcementRoutes, {
  listAnnouncements: reads(async (ctx, { query }) => {
    const { items, total } = await store.listAnnouncements(ctx.db, query, ctx.now, ctx.language)
    return { items: items.map(viewIn(ctx.language)), total }
  }),
  exportAnnouncements: readsLate((ctx, { query }) => {
    const inReaders = (texts: ByLanguage) =>
      texts[ctx.language] ?? LANGUAGES.flatMap((language) => texts[language] ?? [])[0]
    return exportRows(ctx, query, {
      name: 'announcements',
      columns: {
        title: (row) => inReaders(row.title),
        text: (row) => inReaders(row.text),
        audience: (row) => wordsCell(row.audience.roles ?? ['user']),
        units: (row) => row.units.map(({ name }) => name).join(', '),
        event: (row) => row.event?.name,
        participant_type: (row) => row.participant_type?.name,
        channels: (row) => wordsCell(row.channels),
        state: (row) => wordCell(row.state),
        pinned: (row) => row.pinned,
        people: (row) => row.people,
        readers: (row) => row.readers,
        author: (row) => row.author,
        starts_at: (row) => momentCell(row.starts_at),
        ends_at: (row) => momentCell(row.ends_at),
        created_at: (row) => momentCell(row.created_at),
      },
      rows: eachOf(
        eachPage((page) => store.listAnnouncements(ctx.db, { ...query, ...page }, ctx.now, ctx.language)),
        viewIn(ctx.language),
      ),
    })
  }),
  announce: writes(async (ctx, { query, body }) => {
    const texts = textsOf(body.title, body.text)
    const channels = channelsOf(body.channels)
    requireWords(texts, channels)
    await requireAudience(ctx.tx, body.audience)
    const startsAt = body.starts_at === undefined ? ctx.now : new Date(body.starts_at)
    if (startsAt < ctx.now) throw invalid([{ field: 'starts_at', code: 'too_early' }])
    const endsAt = body.ends_at ? new Date(body.ends_at) : null
    checkTimes(startsAt, endsAt, ctx.now)
    const id = await insertMessage(ctx.tx, ctx.now, {
      name: nameOf(body.title),
      audience: 'members',
      event_id: null,
      ids: null,
      filter: body.audience,
      channels,
      texts,
      needed: false,
      starts_at: startsAt,
      ends_at: endsAt,
      pinned: body.pinned,
      created_by: ctx.caller.id,
    })
    await startSoon(ctx, id, startsAt)
    const after = await load(ctx.tx, id, query, ctx.now, ctx.language)
    ctx.audit({ action: 'create', resource: 'notifications', objectId: id, after })
    ctx.publish('staff', MESSAGES_CHANGED, { id })
    return after
  }),
  countAudience: reads(async (ctx, { query, body: { audience } }) => ({
    people: (await selectShown(ctx, audience, query)).length,
  })),
  previewAnnouncement: reads(async (ctx, { query, body: { title, text, audience, channels, ...asked } }) => {
    const people = await selectShown(ctx, audience, query)
    const frame = await frameOf(ctx.db, ctx.deps.config.publicUrl)
    const written = { channels: channelsOf(channels), texts: textsOf(title, text), needed: false }
    return previewOf(ctx.db, ctx.now, people, { ...written, ...asked, ...readBy(ctx) }, frame)
  }),
  testAnnouncement: writes(async (ctx, { query, body: { title, text, audience, channels, ...asked } }) => {
    const written = { channels: channelsOf(channels), texts: textsOf(title, text), needed: false }
    requireWords(written.texts, written.channels)
    return sendTest(ctx, await selectShown(ctx, audience, query), {
      ...written,
      ...asked,
      ...readBy(ctx),
    })
  }),
  getAnnouncement: reads((ctx, { params, query }) => load(ctx.db, params.id, query, ctx.now, ctx.language)),
  listReaders: reads(async (ctx, { params, query }) => {
    await load(ctx.db, params.id, query, ctx.now, ctx.language)
    requireSeesPeople(ctx.caller, 'members')
    const { items, total } = await listReaders(ctx.db, params.id, query)
    return { items: items.map(readerView), total }
  }),
  exportReaders: readsLate(async (ctx, { params, query }) => {
    await load(ctx.db, params.id, query, ctx.now, ctx.language)
    requireExportsPeople(ctx.caller, 'members')
    return exportRows(ctx, query, {
      name: 'announcement',
      about: params.id,
      columns: {
        name: (row) => row.name,
        read_at: (row) => momentCell(row.read_at),
        phone: (row) => row.phone,
        sms: (row) => wordCell(row.sms),
        email: (row) => row.email,
        mail: (row) => wordCell(row.mail),
      },
      rows: eachOf(exportReaders(ctx.db, params.id, query), readerView),
    })
  }),
  changeAnnouncement: writes(async (ctx, { params, query, body }) => {
    await lockMessage(ctx.tx, params.id)
    const before = await load(ctx.tx, params.id, query, ctx.now, ctx.language)
    const { pinned, ends_at, ...rest } = body
    const isOnlyEnd = before.state !== 'called_off' && Object.values(rest).every((value) => value === undefined)
    if (before.state !== 'planned' && !isOnlyEnd)
      throw new AppError('illegal_transition', { data: { status: before.state } })
    const texts = textsOf(body.title ?? before.title, body.text ?? before.text)
    const channels = channelsOf(body.channels ?? before.channels)
    requireWords(texts, channels)
    if (body.audience) await requireAudience(ctx.tx, body.audience)
    const startsAt = new Date(body.starts_at ?? before.starts_at)
    // Sent back with the rest, its own start may have come meanwhile.
    const isMoved = startsAt.getTime() !== Date.parse(before.starts_at)
    if (isMoved && startsAt < ctx.now) throw invalid([{ field: 'starts_at', code: 'too_early' }])
    const end = ends_at === undefined ? before.ends_at : ends_at
    const endsAt = end === null ? null : new Date(end)
    // One that is shown already can end now, but not before it began.
    checkTimes(startsAt, endsAt, before.state === 'planned' ? ctx.now : startsAt)
    await updateMessage(ctx.tx, ctx.now, params.id, {
      name: nameOf(body.title ?? before.title),
      texts,
      channels,
      filter: body.audience ?? before.audience,
      starts_at: startsAt,
      ends_at: endsAt,
      pinned,
    })
    if (before.state === 'planned') await startSoon(ctx, params.id, startsAt)
    const after = await load(ctx.tx, params.id, query, ctx.now, ctx.language)
    ctx.audit({ action: 'update', resource: 'notifications', objectId: params.id, before, after })
    ctx.publish('staff', MESSAGES_CHANGED, { id: params.id })
    return after
  }),
  removeAnnouncement: writes(async (ctx, { params, query }) => {
    await lockMessage(ctx.tx, params.id)
    const before = await load(ctx.tx, params.id, query, ctx.now, ctx.language)
    if (before.state !== 'planned') throw new AppError('illegal_transition', { data: { status: before.state } })
    await saveEnd(ctx.tx, ctx.now, params.id, 'stopped')
    ctx.audit({ action: 'cancel', resource: 'notifications', objectId: params.id, before })
    ctx.publish('staff', MESSAGES_CHANGED, { id: params.id })
    return {}
  }),
  listPinned: reads(async (ctx) =>
    (await store.findPinned(ctx.db, ctx.caller.id, ctx.language, ctx.now)).map(({ id, read_at, language, ...row }) => ({
      _id: id,
      ...row,
      language: language !== null && isLanguage(language) ? language : null,
      read_at: read_at?.toISOString() ?? null,
    })),
  ),
})
