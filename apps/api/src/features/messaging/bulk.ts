import { isLanguage } from '@shiloh/contract/core'
import {
  type BulkMessage,
  type BulkMessageDetail,
  bulkMessageRoutes,
  OUTCOMES,
  RESULTS,
  type Recipient,
  UNREACHED,
} from '@shiloh/contract/messaging/bulk'
import { MESSAGE_CHANNELS } from '@shiloh/contract/messaging/fields'
import { writtenTexts } from '@shiloh/contract/messaging/templates'
import { isAllowed } from '@shiloh/contract/permissions'
import { z } from 'zod'
import { hasEvent } from '#features/events'
import { bind, reads, readsLate, writes } from '#http/binder'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { resolveAlert } from '#platform/messaging/alerts.store'
import { momentCell, wordCell, wordsCell } from '#platform/tables/cells'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import { storedErrorText } from '#platform/text/texts'
import { type Audience, requireExportsPeople, requireSeesPeople, selectAudience } from './audience.ts'
import * as store from './bulk.store.ts'
import { expectedNow } from './planned.ts'
import { previewOf } from './preview.ts'
import { frameOf } from './send.ts'
import { MESSAGES_CHANGED, START_MESSAGES } from './sending.ts'
import { refuseReservationFields, requireTexts } from './templates.ts'
import { sendTest } from './test-message.ts'

/** Milliseconds until a message starts that nobody scheduled: long enough to stop it. */
const GRACE_MS = 10_000
/** How far ahead a message can be scheduled, in milliseconds. */
const FURTHEST_MS = 400 * 86_400_000

const channelsOf = (names: readonly string[]) => MESSAGE_CHANNELS.filter((channel) => names.includes(channel))

const view = (row: store.MessageRow, expected: number | null): BulkMessage => ({
  _id: row.id,
  name: row.name,
  audience: row.audience === 'reservations' ? 'reservations' : 'users',
  event: row.event_id === null ? null : { _id: row.event_id, name: row.event ?? '' },
  channels: channelsOf(row.channels),
  needed: row.needed,
  status: row.status,
  starts_at: row.starts_at?.toISOString() ?? null,
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  people: row.people,
  expected,
  told: row.told,
  author: row.author,
  created_at: row.created_at.toISOString(),
})

/** Returns a message with the number of people to whom it would go now. */
const viewNow = async ({ db, now }: Pick<ReadContext, 'db' | 'now'>, row: store.MessageRow): Promise<BulkMessage> =>
  view(row, await expectedNow(db, row, now))

const writtenFilter = bulkMessageRoutes.messagePeople.body.shape.filter

/** Whose drafts the caller sees, changes and sends. */
const draftReader = ({ caller: { id, authorization } }: ReadContext): store.DraftReader => ({
  id,
  all: isAllowed(authorization, 'messages.update'),
})

/** Returns a message of the list of messages. @throws not_found also for a draft that is not the caller's to see */
const findShown = async (ctx: ReadContext, id: string, query: object): Promise<store.MessageRow> => {
  const row = found(await store.findMessage(ctx.db, id, query, ctx.language))
  const reader = draftReader(ctx)
  const isForeign = row.status === 'draft' && !reader.all && row.created_by !== reader.id
  if (row.audience === 'members' || isForeign) throw new AppError('not_found')
  return row
}

const detail = async (ctx: ReadContext, id: string, query: object): Promise<BulkMessageDetail> => {
  const row = await findShown(ctx, id, query)
  const counted = await store.countResults(ctx.db, id)
  return {
    ...(await viewNow(ctx, row)),
    texts: writtenTexts.parse(row.texts),
    ids: row.ids,
    filter: row.filter === null ? null : (writtenFilter.parse(row.filter) ?? null),
    again: row.again,
    activity_id: row.activity_id,
    error: row.error === null ? null : storedErrorText(row.error, ctx.language),
    figures: {
      delivered: { app: counted.app, mail: counted.mail_delivered, sms: counted.sms_delivered },
      under_way: { app: 0, mail: counted.mail_under_way, sms: counted.sms_under_way },
      failed: { app: 0, mail: counted.mail_failed, sms: counted.sms_failed },
      waiting: counted.waiting,
      stopped: counted.stopped,
      unreached: counted.unreached,
      not_told: counted.not_told,
      left_out: MESSAGE_CHANNELS.flatMap((channel, row) =>
        UNREACHED.map((reason, column) => ({
          channel,
          reason,
          people: counted.left_out[row * UNREACHED.length + column] ?? 0,
        })),
      ).filter(({ people }) => people > 0),
      sms_parts: counted.sms_parts,
      sms_cost:
        row.sms_part_price === null || row.sms_currency === null
          ? null
          : { amount: counted.sms_parts * row.sms_part_price, currency: row.sms_currency },
    },
  }
}

const outcome = z.enum(OUTCOMES).nullable()
const recipientView = (row: store.RecipientRow): Recipient => ({
  _id: row.user_id,
  name: row.name,
  result: z.enum(RESULTS).parse(row.result),
  language: isLanguage(row.language) ? row.language : null,
  email: row.email,
  phone: row.phone,
  reservation: row.reservation_id === null ? null : { _id: row.reservation_id, code: row.code ?? '' },
  app: outcome.parse(row.app),
  mail: outcome.parse(row.mail),
  mail_error: row.mail_error,
  sms: outcome.parse(row.sms),
  sms_error: row.sms_error,
  sms_parts: row.sms_parts,
})

type Body = z.output<typeof bulkMessageRoutes.messagePeople.body>
type PreviewBody = z.output<typeof bulkMessageRoutes.previewPeopleMessage.body>

/**
 * Returns the audience of a body.
 * @throws not_found without the event; for an earlier message that the caller does not see, or that has not started
 */
const audienceOf = async (
  ctx: ReadContext,
  body: Pick<Body, 'ids' | 'filter' | 'again'>,
  eventId: string | null,
  query: object,
): Promise<Audience> => {
  if (eventId !== null && !(await hasEvent(ctx.db, eventId))) throw new AppError('not_found')
  if (body.again) await requireEarlier(ctx, body.again.message_id, query)
  return {
    audience: eventId === null ? 'users' : 'reservations',
    event_id: eventId,
    ids: body.ids ?? null,
    filter: body.filter ?? null,
    again: body.again ?? null,
  }
}

const requireEarlier = async (ctx: ReadContext, id: string, query: object): Promise<void> => {
  const row = found(await store.findMessage(ctx.db, id, query, ctx.language))
  const permission = row.audience === 'members' ? 'notifications.read' : 'messages.read'
  if (row.started_at === null || !isAllowed(ctx.caller.authorization, permission)) throw new AppError('not_found')
}

/** @throws invalid_input for a start in the past or more than a year ahead */
const startOf = (ctx: WriteContext, starts_at: string | undefined): Date => {
  if (starts_at === undefined) return new Date(ctx.now.getTime() + GRACE_MS)
  const at = new Date(starts_at)
  if (at < ctx.now) throw invalid([{ field: 'starts_at', code: 'too_early' }])
  if (at.getTime() > ctx.now.getTime() + FURTHEST_MS) throw invalid([{ field: 'starts_at', code: 'too_big' }])
  return at
}

type DraftBody = z.output<typeof bulkMessageRoutes.savePeopleDraft.body>

/** Locks a draft. @throws illegal_transition when it was sent; not_found when it is not the caller's to change */
const lockDraft = async (ctx: WriteContext, id: string, query: object): Promise<store.MessageRow> => {
  await store.lockMessage(ctx.tx, id)
  const row = await findShown(ctx, id, query)
  if (row.status !== 'draft') throw new AppError('illegal_transition', { data: { status: row.status } })
  return row
}

/** Stores a draft, new or again. Returns whether it is new. @throws see `lockDraft` */
const keepDraft = async (ctx: WriteContext, id: string, query: object, message: store.NewMessage): Promise<boolean> => {
  if (await store.insertDraft(ctx.tx, ctx.now, id, message)) return true
  await lockDraft(ctx, id, query)
  await store.updateDraft(ctx.tx, ctx.now, id, message)
  return false
}

const saveDraft = async (
  ctx: WriteContext,
  { id, event_id }: { readonly id: string; readonly event_id: string | null },
  query: object,
  { ids, filter, again, starts_at, ...rest }: DraftBody,
): Promise<BulkMessage> => {
  const audience = await audienceOf(ctx, { ids, filter, again }, event_id, query)
  const isNew = await keepDraft(ctx, id, query, {
    ...rest,
    ...audience,
    event_id,
    starts_at: starts_at === null ? null : new Date(starts_at),
    created_by: ctx.caller.id,
  })
  const made = view(found(await store.findMessage(ctx.tx, id, {})), null)
  // It is saved at every pause in typing: its texts are in the trail once it is sent.
  ctx.audit({ action: isNew ? 'create' : 'update', resource: 'messages', objectId: id, after: made })
  if (isNew) ctx.publish('staff', MESSAGES_CHANGED, { id })
  return made
}

const create = async (ctx: WriteContext, body: Body, eventId: string | null, query: object): Promise<BulkMessage> => {
  requireTexts(body.texts, body.channels)
  if (eventId === null) refuseReservationFields(body.texts)
  const audience = await audienceOf(ctx, body, eventId, query)
  // A filter that the list does not have is refused now, not when it starts.
  const selected = selectAudience(ctx.tx, audience, ctx.caller.authorization, ctx.now)
  const people = await store.readAudience(ctx.tx, selected)
  if (people.length === 0) throw invalid([{ field: 'filter', code: 'not_found' }])
  const startsAt = startOf(ctx, body.starts_at)
  const message = {
    ...audience,
    name: body.name,
    channels: body.channels,
    texts: body.texts,
    needed: body.needed,
    starts_at: startsAt,
    created_by: ctx.caller.id,
  }
  const { draft_id } = body
  if (draft_id !== undefined) {
    // The same row: saving the draft or sending it once more finds that it was sent.
    await keepDraft(ctx, draft_id, query, message)
    await store.scheduleDraft(ctx.tx, ctx.now, draft_id, ctx.caller.id)
  }
  const id = draft_id ?? (await store.insertMessage(ctx.tx, ctx.now, message))
  await ctx.enqueue(START_MESSAGES, {}, { runAt: startsAt, jobKey: `message:${id}` })
  const made = view(found(await store.findMessage(ctx.tx, id, {})), people.length)
  ctx.audit({
    action: 'create',
    resource: 'messages',
    objectId: id,
    after: {
      ...made,
      texts: body.texts,
      ids: audience.ids,
      filter: audience.filter,
      again: audience.again,
      people: people.length,
    },
  })
  ctx.publish('staff', MESSAGES_CHANGED, { id })
  if (body.again) {
    await resolveAlert(ctx.tx, 'message_held', body.again.message_id, ctx.now)
    ctx.publish('staff', 'alerts')
  }
  return made
}

const preview = async (ctx: ReadContext, body: PreviewBody, eventId: string | null, query: object) => {
  if (eventId === null) refuseReservationFields(body.texts)
  const audience = await audienceOf(ctx, body, eventId, query)
  const selected = selectAudience(ctx.db, audience, ctx.caller.authorization, ctx.now)
  const frame = await frameOf(ctx.db, ctx.deps.config.publicUrl)
  const seen = await previewOf(ctx.db, ctx.now, await store.readAudience(ctx.db, selected), body, frame)
  const earlier = body.again && (await store.findMessage(ctx.db, body.again.message_id, query))
  return { ...seen, again: earlier?.name ?? null }
}

/** Sends the caller what the chosen reader would get. */
const test = async (ctx: WriteContext, body: PreviewBody, eventId: string | null, query: object) => {
  const channels = channelsOf(body.channels)
  requireTexts(body.texts, channels)
  if (eventId === null) refuseReservationFields(body.texts)
  const audience = await audienceOf(ctx, body, eventId, query)
  const selected = selectAudience(ctx.tx, audience, ctx.caller.authorization, ctx.now)
  return sendTest(ctx, await store.readAudience(ctx.tx, selected), { ...body, channels })
}

/** Locks a message that has not started. @throws illegal_transition when it has */
const lockScheduled = async (ctx: WriteContext, id: string, query: object) => {
  await store.lockMessage(ctx.tx, id)
  const message = await detail(ctx, id, query)
  if (message.status !== 'scheduled') throw new AppError('illegal_transition', { data: { status: message.status } })
  return message
}

export const bulkEndpoints = bind(bulkMessageRoutes, {
  messageReservations: writes((ctx, { params, query, body }) => create(ctx, body, params.event_id, query)),
  previewReservationsMessage: reads((ctx, { params, query, body }) => preview(ctx, body, params.event_id, query)),
  testReservationsMessage: writes((ctx, { params, query, body }) => test(ctx, body, params.event_id, query)),
  messagePeople: writes((ctx, { query, body }) => create(ctx, body, null, query)),
  previewPeopleMessage: reads((ctx, { query, body }) => preview(ctx, body, null, query)),
  testPeopleMessage: writes((ctx, { query, body }) => test(ctx, body, null, query)),
  saveReservationsDraft: writes((ctx, { params, query, body }) => saveDraft(ctx, params, query, body)),
  savePeopleDraft: writes((ctx, { params, query, body }) =>
    saveDraft(ctx, { id: params.id, event_id: null }, query, body),
  ),
  discardDraft: writes(async (ctx, { params, query }) => {
    const before = view(await lockDraft(ctx, params.id, query), null)
    await store.deleteDraft(ctx.tx, params.id)
    ctx.audit({ action: 'delete', resource: 'messages', objectId: params.id, before })
    ctx.publish('staff', MESSAGES_CHANGED, { id: params.id })
    return {}
  }),
  listBulkMessages: reads(async (ctx, { query }) => {
    const { items, total } = await store.listMessages(ctx.db, query, draftReader(ctx), ctx.language)
    return { items: await Promise.all(items.map((row) => viewNow(ctx, row))), total }
  }),
  exportBulkMessages: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'messages',
      columns: {
        name: (row) => row.name,
        event: (row) => row.event?.name,
        channels: (row) => wordsCell(row.channels),
        needed: (row) => row.needed,
        status: (row) => wordCell(row.status),
        people: (row) => row.people,
        told: (row) => row.told,
        author: (row) => row.author,
        created_at: (row) => momentCell(row.created_at),
        starts_at: (row) => momentCell(row.starts_at),
        started_at: (row) => momentCell(row.started_at),
        finished_at: (row) => momentCell(row.finished_at),
      },
      rows: eachOf(
        eachPage((page) => store.listMessages(ctx.db, { ...query, ...page }, draftReader(ctx), ctx.language)),
        (row) => view(row, null),
      ),
    }),
  ),
  getBulkMessage: reads((ctx, { params, query }) => detail(ctx, params.id, query)),
  changeBulkMessage: writes(async (ctx, { params, query, body }) => {
    const before = await lockScheduled(ctx, params.id, query)
    const texts = body.texts ?? before.texts
    requireTexts(texts, body.channels ?? before.channels)
    if (before.audience === 'users') refuseReservationFields(texts)
    const startsAt = body.starts_at === undefined ? undefined : startOf(ctx, body.starts_at)
    await store.updateMessage(ctx.tx, ctx.now, params.id, { ...body, starts_at: startsAt })
    if (startsAt) await ctx.enqueue(START_MESSAGES, {}, { runAt: startsAt, jobKey: `message:${params.id}` })
    const after = await detail(ctx, params.id, query)
    ctx.audit({ action: 'update', resource: 'messages', objectId: params.id, before, after })
    ctx.publish('staff', MESSAGES_CHANGED, { id: params.id })
    return after
  }),
  cancelBulkMessage: writes(async (ctx, { params, query }) => {
    const before = await lockScheduled(ctx, params.id, query)
    await store.saveEnd(ctx.tx, ctx.now, params.id, 'stopped')
    ctx.audit({ action: 'cancel', resource: 'messages', objectId: params.id, before })
    ctx.publish('staff', MESSAGES_CHANGED, { id: params.id })
    return {}
  }),
  listRecipients: reads(async (ctx, { params, query }) => {
    requireSeesPeople(ctx.caller, (await findShown(ctx, params.id, query)).audience)
    const { items, total } = await store.listRecipients(ctx.db, params.id, query)
    return { items: items.map(recipientView), total }
  }),
  exportRecipients: readsLate(async (ctx, { params, query }) => {
    const message = await findShown(ctx, params.id, query)
    requireExportsPeople(ctx.caller, message.audience)
    return exportRows(ctx, query, {
      name: 'message',
      about: message.id,
      columns: {
        name: (row) => row.name,
        result: (row) => wordCell(row.result),
        language: (row) => row.language,
        reservation: (row) => row.reservation?.code,
        app: (row) => wordCell(row.app),
        email: (row) => row.email,
        mail: (row) => wordCell(row.mail),
        mail_error: (row) => row.mail_error,
        phone: (row) => row.phone,
        sms: (row) => wordCell(row.sms),
        sms_error: (row) => row.sms_error,
        sms_parts: (row) => row.sms_parts,
      },
      rows: eachOf(store.exportRecipients(ctx.db, params.id, query), recipientView),
    })
  }),
})
