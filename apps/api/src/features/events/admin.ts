import { RULES_OF } from '@shiloh/contract/checkin/points'
import type { FieldError } from '@shiloh/contract/errors'
import {
  type AdminEvent,
  adminEventRoutes,
  type EventAction,
  type EventValues,
  nextEventStatus,
} from '@shiloh/contract/events/events'
import { formInLanguage, formOnWire } from '@shiloh/contract/forms/forms'
import { isAllowed } from '@shiloh/contract/permissions'
import { PICTURE_FIELD } from '@shiloh/contract/record-fields'
import { clockOf, mealsStayUntil } from '@shiloh/contract/reservations/quote'
import { formProblems, publishForm, readDefinition } from '#features/forms'
import {
  archiveReservations,
  claimPool,
  countWithoutRoom,
  freeInPool,
  keepMealDays,
  lockPools,
  syncQuotas,
} from '#features/reservations'
import { applyTemplate } from '#features/tasks'
import { bedsByBlock } from '#features/venues'
import { bind, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import type { WriteContext } from '#platform/context'
import { requireVersion } from '#platform/db/edits.store'
import { found } from '#platform/db/found'
import { readOwnLanguage, requireTextsLanguage } from '#platform/db/languages.store'
import { sqlIn } from '#platform/db/sql.store'
import { takeTurn } from '#platform/db/turns.store'
import { AppError, invalid } from '#platform/errors'
import { storePublicPicture } from '#platform/files/pictures'
import type { ReadWork, Work } from '#platform/jobs/work'
import { wordCell } from '#platform/tables/cells'
import { exportRows } from '#platform/tables/exports'
import {
  deleteEvent,
  exportEvents,
  findCommitted,
  findCurrentEvent,
  findEvent,
  findForeignBlocks,
  hasLiveReservations,
  insertEvent,
  listEvents,
  lockEvent,
  pickEvents,
  savePicture,
  saveStatus,
  takenSlugs,
  updateEvent,
} from './admin.store.ts'
import {
  checkSittings,
  copyParts,
  deletePart,
  replaceAccommodations,
  replaceActivities,
  replaceCaterers,
  replaceParticipantTypes,
  replacePoints,
  replaceProducts,
  replaceSpeakers,
} from './parts.store.ts'
import {
  allowedEventActions,
  codePrefixOf,
  daysOf,
  type EventDates,
  editProblems,
  freeSlug,
  moved,
  type PublishFacts,
  publishProblems,
  repeated,
  slugOf,
} from './rules.ts'
import { findStats, withoutMoney } from './stats.store.ts'

const date = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Counts the beds per category that an event could offer with its choice of blocks. */
const bedCounter = async (ctx: ReadWork, centerId: string | null) => {
  const rows = centerId === null ? [] : await bedsByBlock(ctx.db, centerId)
  return (categoryId: string, blockIds: readonly string[]): number =>
    rows
      .filter((row) => row.room_category_id === categoryId)
      .filter((row) => blockIds.length === 0 || blockIds.includes(row.event_block_id))
      .reduce((sum, { beds }) => sum + beds, 0)
}

type Stored = Omit<AdminEvent, 'allowed' | 'problems' | 'texts_language'>

const datesIn = (event: Stored): EventDates => ({
  startsAt: new Date(event.starts_at),
  endsAt: new Date(event.ends_at),
  opensAt: date(event.registration_opens_at),
  closesAt: date(event.registration_closes_at),
  cashDeadline: date(event.cash_deadline),
  balanceDueAt: date(event.balance_due_at),
  cancellationDeadline: date(event.cancellation_deadline),
  refundsUntil: event.refund_rules.map(({ until }) => new Date(until)),
})

const factsOf = async (ctx: ReadWork, event: Stored): Promise<PublishFacts> => {
  const free = await freeInPool(sqlIn(ctx.db), event._id, ctx.now.toISOString().slice(0, 10))
  return {
    ...datesIn(event),
    hasCenter: event.event_center_id !== null,
    isOnline: event.online_url !== null,
    participantTypes: event.participant_types.length,
    form: event.form_id === null ? [] : formProblems(await readDefinition(ctx.db, event.form_id)),
    accommodations: event.accommodations.map(({ _id, beds, all_free }) => ({
      beds: all_free ? 0 : beds,
      // A stay that is over needs no beds.
      there: free.get(_id) ?? beds,
    })),
  }
}

/** Returns what prevents the event from being published now. */
const problemsOf = async (ctx: ReadWork, event: Stored): Promise<FieldError[]> =>
  publishProblems(await factsOf(ctx, event), ctx.now)

/** Returns the beds that publishing an event would put on sale, by what it offers. @throws not_found */
export const bedsToSell = async (ctx: ReadWork, id: string) => {
  const event = found(await findEvent(ctx.db, id))
  const free = await freeInPool(sqlIn(ctx.db), id, ctx.now.toISOString().slice(0, 10))
  return event.accommodations.map(({ _id, beds, all_free }) => ({ _id, beds: all_free ? (free.get(_id) ?? 0) : beds }))
}

/** Returns an event as the office sees it. @throws not_found */
export const eventView = async (ctx: ReadWork, id: string): Promise<AdminEvent> => {
  const event = found(await findEvent(ctx.db, id))
  const ended = new Date(event.ends_at) <= ctx.now
  return {
    ...event,
    texts_language: await readOwnLanguage(ctx.db),
    allowed: allowedEventActions(event.status, { ended }),
    problems: event.status === 'draft' || event.status === 'unpublished' ? await problemsOf(ctx, event) : [],
  }
}

/** Locks the event, and the bed pools of its center and of the one that it moves to. @throws not_found */
const lockedEvent = async (ctx: Work, id: string, centerId?: string | null): Promise<AdminEvent> => {
  await lockPools(sqlIn(ctx.tx), centerId ? [id, centerId] : [id])
  found((await lockEvent(ctx.tx, id)) || undefined)
  return eventView(ctx, id)
}

/** Refuses duplicate entries and impossible dates. */
const checkValues = (values: EventValues): void => {
  const { participant_types = [], accommodations = [], caterers = [], products = [], speakers = [] } = values
  const problems = [
    ...repeated(
      participant_types,
      (item) => item.participant_type_id,
      (at) => `participant_types.${at}.participant_type_id`,
    ),
    ...repeated(
      accommodations,
      (item) => item.room_category_id,
      (at) => `accommodations.${at}.room_category_id`,
    ),
    ...repeated(
      caterers,
      (item) => item.caterer_id,
      (at) => `caterers.${at}.caterer_id`,
    ),
    ...repeated(
      products,
      (item) => item.product_option_id,
      (at) => `products.${at}.product_option_id`,
    ),
    ...repeated(
      speakers,
      (item) => item.speaker_id,
      (at) => `speakers.${at}.speaker_id`,
    ),
  ]
  if (problems.length > 0) throw invalid(problems)
}

/** Writes the nested lists that were given, and syncs the quotas. */
const saveParts = async (ctx: WriteContext, id: string, values: EventValues, before?: AdminEvent): Promise<void> => {
  const event = found(await findEvent(ctx.tx, id))
  if (values.participant_types) await replaceParticipantTypes(ctx.tx, id, values.participant_types)
  if (values.accommodations) {
    const bedsOf = await bedCounter(ctx, event.event_center_id)
    await replaceAccommodations(
      ctx.tx,
      id,
      values.accommodations.map((item) => ({
        ...item,
        beds: item.beds ?? bedsOf(item.room_category_id, item.block_ids ?? []),
        all_free: item.beds === undefined,
      })),
    )
  }
  if (values.caterers) {
    const days = daysOf(new Date(event.starts_at), new Date(event.ends_at), event.time_zone)
    await replaceCaterers(
      ctx.tx,
      id,
      values.caterers.map((item) => ({ ...item, days: item.days ?? Math.min(60, days) })),
    )
  }
  if (values.products) await replaceProducts(ctx.tx, id, values.products)
  if (values.speakers) await replaceSpeakers(ctx.tx, id, values.speakers)
  if (values.activities) {
    const unknown = await replaceActivities(ctx.tx, id, values.activities)
    const fields = values.activities.flatMap(({ _id }, index): FieldError[] =>
      _id && unknown.has(_id) ? [{ field: `activities.${index}._id`, code: 'not_found' }] : [],
    )
    if (fields.length > 0) throw invalid(fields)
  }
  await checkPlace(ctx, id)
  const after = found(await findEvent(ctx.tx, id))
  await syncQuotas(ctx, id, {
    strict: before === undefined || lodgingOf(before) !== lodgingOf(after),
    cashDeadline: before?.cash_deadline,
  })
  if (values.scan_points) await savePoints(ctx, id, values.scan_points)
  await checkSittings(ctx.tx)
}

/** Replaces the scan points. @throws in_use if a point that was scanned at is removed, or counts by another rule */
const savePoints = async (
  ctx: WriteContext,
  id: string,
  points: NonNullable<EventValues['scan_points']>,
): Promise<void> => {
  if (!points.some(({ kind }) => kind === 'gate')) throw invalid([{ field: 'scan_points', code: 'gate_required' }])
  const { unknown, fixed } = await replacePoints(
    ctx.tx,
    ctx.now,
    id,
    points.map((point) => ({ ...point, rule: point.rule ?? RULES_OF[point.kind][0] })),
  )
  const caterers = new Set(found(await findEvent(ctx.tx, id)).caterers.map(({ caterer_id }) => caterer_id))
  const fields = points.flatMap(({ _id, caterer_id }, index): FieldError[] => {
    if (_id && unknown.has(_id)) return [{ field: `scan_points.${index}._id`, code: 'not_found' }]
    return caterer_id && !caterers.has(caterer_id)
      ? [{ field: `scan_points.${index}.caterer_id`, code: 'not_offered' }]
      : []
  })
  if (fields.length > 0) throw invalid(fields)
  const used = points.flatMap(({ _id }, index): FieldError[] =>
    _id && fixed.has(_id) ? [{ field: `scan_points.${index}.rule`, code: 'unsupported' }] : [],
  )
  if (fixed.size > 0) throw new AppError('in_use', { fields: used })
}

/** The accommodation of an event, to detect whether it changed. */
const lodgingOf = ({
  event_center_id,
  accommodations,
}: Pick<AdminEvent, 'event_center_id' | 'accommodations'>): string =>
  JSON.stringify([
    event_center_id,
    accommodations.map(({ room_category_id, block_ids, check_in_from, check_out_until, beds, all_free }) => [
      room_category_id,
      block_ids,
      check_in_from,
      check_out_until,
      all_free ? null : beds,
    ]),
  ])

/** Requires an event with rooms to have a center, and the blocks to belong to it. */
const checkPlace = async (ctx: ReadWork, id: string): Promise<void> => {
  const { event_center_id, accommodations } = found(await findEvent(ctx.db, id))
  if (accommodations.length === 0) return
  if (event_center_id === null) throw invalid([{ field: 'event_center_id', code: 'required' }])
  const foreign = await findForeignBlocks(
    ctx.db,
    event_center_id,
    accommodations.flatMap(({ block_ids }) => block_ids),
  )
  const fields = accommodations.flatMap(({ block_ids }, index): FieldError[] =>
    block_ids.some((block) => foreign.has(block))
      ? [{ field: `accommodations.${index}.block_ids`, code: 'not_offered' }]
      : [],
  )
  if (fields.length > 0) throw invalid(fields)
}

/**
 * Once there are reservations, the currency is fixed. Once beds are promised, the center is fixed. Once a day was
 * counted at a scan point, the time zone is fixed.
 */
const checkCommitted = async (ctx: ReadWork, before: AdminEvent, values: EventValues): Promise<void> => {
  const { reserved, lodged, counted } = await findCommitted(ctx.db, before._id)
  const isOther = <K extends 'currency' | 'event_center_id' | 'time_zone'>(key: K) =>
    values[key] !== undefined && values[key] !== before[key]
  const fields: FieldError[] = []
  if (reserved && isOther('currency')) fields.push({ field: 'currency', code: 'unsupported' })
  if (lodged && isOther('event_center_id')) fields.push({ field: 'event_center_id', code: 'unsupported' })
  // The days of scans are those of the zone.
  if (counted && isOther('time_zone')) fields.push({ field: 'time_zone', code: 'unsupported' })
  if (fields.length > 0) throw new AppError('in_use', { fields })
}

/** Refuses changes that would make a published event impossible to reserve. */
const keepPublishable = async (ctx: ReadWork, before: AdminEvent, event: AdminEvent): Promise<void> => {
  if (event.status !== 'published') return
  const problems = editProblems(datesIn(before), await factsOf(ctx, event), ctx.now)
  if (problems.length > 0) throw new AppError('event_not_publishable', { fields: problems })
}

/** The translations of a copy. A new name is in none of them yet. */
const copiedTexts = ({ name: old, translations }: AdminEvent, name: string): AdminEvent['translations'] =>
  name === old
    ? translations
    : Object.fromEntries(Object.entries(translations).map(([language, { name: _, ...rest }]) => [language, rest]))

const newSlug = async ({ tx }: Work, name: string): Promise<string> => {
  const base = slugOf(name)
  await takeTurn(tx, `events.slug ${base}`)
  return freeSlug(base, await takenSlugs(tx, base))
}

/** Makes the tasks of a template for a new event. @throws forbidden without the permission for tasks */
const plan = async (ctx: WriteContext, eventId: string, templateId: string | null | undefined): Promise<void> => {
  if (!templateId) return
  if (!isAllowed(ctx.caller.authorization, 'tasks.create')) throw new AppError('forbidden')
  await applyTemplate(ctx, templateId, eventId, ctx.caller.id)
}

/**
 * Publishes, unpublishes or archives an event. What is archived is over and owes nothing, so an event that is not over is
 * archived only once nobody has a current reservation: to cancel them is what tells people and gives their money back.
 *
 * @throws illegal_transition, event_not_publishable, event_has_reservations
 */
export const transit = async (work: Work, id: string, action: EventAction, by: string): Promise<AdminEvent> => {
  const before = await lockedEvent(work, id)
  const ended = new Date(before.ends_at) <= work.now
  const to = nextEventStatus(before.status, action, { ended })
  if (!to) throw new AppError('illegal_transition', { data: { status: before.status, action } })
  if (action === 'archive' && !ended && (await hasLiveReservations(work.tx, id)))
    throw new AppError('event_has_reservations')
  if (action === 'publish') {
    const problems = await problemsOf(work, before)
    if (problems.length > 0) throw new AppError('event_not_publishable', { fields: problems })
    if (before.form_id) await publishForm(work, before.form_id)
  }
  await saveStatus(work.tx, work.now, id, to)
  if (action === 'archive') {
    await archiveReservations(work, id, { actor: 'staff', actorId: by })
    await claimPool(sqlIn(work.tx), { id, status: to }, work.now.toISOString().slice(0, 10))
  } else await syncQuotas(work, id, { strict: action === 'publish' })
  const after = await eventView(work, id)
  work.publish('staff', 'event', { event_id: id, status: to })
  return changed(work, 'events', before, after, action)
}

/**
 * Takes the publication of a draft back, while nobody has reserved.
 *
 * @throws illegal_transition
 */
export const backToDraft = async (work: Work, id: string): Promise<AdminEvent> => {
  const before = await lockedEvent(work, id)
  const { reserved } = await findCommitted(work.tx, id)
  if (before.status !== 'published' || reserved)
    throw new AppError('illegal_transition', { data: { status: before.status } })
  await saveStatus(work.tx, work.now, id, 'draft')
  await syncQuotas(work, id, { strict: false })
  work.publish('staff', 'event', { event_id: id, status: 'draft' })
  return changed(work, 'events', before, await eventView(work, id), 'unpublish')
}

export const adminEndpoints = bind(adminEventRoutes, {
  listAdminEvents: reads((ctx, { query }) => listEvents(ctx.db, ctx.now, ctx.language, query)),
  pickEvents: reads((ctx, { query }) => pickEvents(ctx.db, ctx.now, ctx.language, query)),
  readAdminEvent: reads((ctx, { params }) => eventView(ctx, params.id)),
  findCurrentEvent: reads((ctx, { query }) => findCurrentEvent(ctx.db, ctx.now, ctx.language, query)),
  createEvent: writes(async (ctx, { body: { task_template_id, texts_language, ...body } }) => {
    await requireTextsLanguage(ctx.tx, texts_language)
    checkValues(body)
    const id = await insertEvent(ctx.tx, ctx.now, {
      ...body,
      slug: body.slug ?? (await newSlug(ctx, body.name)),
      code_prefix: body.code_prefix ?? codePrefixOf(body.name),
    })
    await saveParts(ctx, id, body)
    await plan(ctx, id, task_template_id)
    return created(ctx, 'events', await eventView(ctx, id))
  }),
  updateEvent: writes(async (ctx, { params, body: { texts_language, ...body } }) => {
    await requireTextsLanguage(ctx.tx, texts_language)
    const before = await lockedEvent(ctx, params.id, body.event_center_id)
    if (before.status === 'archived') throw new AppError('illegal_transition', { data: { status: before.status } })
    await requireVersion(ctx.tx, { resource: 'events', objectId: params.id, version: before.version }, body.version)
    checkValues(body)
    await checkCommitted(ctx, before, body)
    await updateEvent(ctx.tx, ctx.now, params.id, body)
    if (body.form_id && before.status === 'published') await publishForm(ctx, body.form_id)
    await saveParts(ctx, params.id, body, before)
    const after = await eventView(ctx, params.id)
    await keepPublishable(ctx, before, after)
    const until = mealsStayUntil(clockOf(before, ctx.now), clockOf(after, ctx.now))
    if (until) await keepMealDays(sqlIn(ctx.tx), params.id, until)
    ctx.publish('staff', 'event', { event_id: params.id, status: after.status })
    return changed(ctx, 'events', before, after)
  }),
  removeEvent: writes(async (ctx, { params }) => {
    const before = await lockedEvent(ctx, params.id)
    // Somebody who saw it published can ask for it, so it is archived instead.
    if (before.published_at !== null) throw new AppError('event_was_published')
    await deleteEvent(ctx.tx, params.id)
    return removed(ctx, 'events', before)
  }),
  exportEvents: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'events',
      columns: {
        name: (row) => row.name,
        slug: (row) => row.slug,
        kind: (row) => wordCell(row.kind),
        status: (row) => wordCell(row.status),
        starts_at: (row) => row.starts_at,
        ends_at: (row) => row.ends_at,
        time_zone: (row) => row.time_zone,
        event_center: (row) => row.event_center,
        currency: (row) => row.currency,
        capacity: (row) => row.capacity,
        claimed: (row) => row.claimed,
      },
      rows: exportEvents(ctx.db, ctx.now, query),
    }),
  ),
  readEventStats: reads(async (ctx, { params }) => {
    const stats = found(await findStats(ctx.db, params.id, ctx.language, ctx.now))
    return {
      ...(isAllowed(ctx.caller.authorization, 'payments.read') ? stats : withoutMoney(stats)),
      without_room: await countWithoutRoom(ctx.db, params.id, ctx.now),
    }
  }),
  readEventProducts: reads(async (ctx, { params }) => found(await findEvent(ctx.db, params.id)).products),
  replaceEventProducts: writes(async (ctx, { params, body }) => {
    const before = await lockedEvent(ctx, params.id)
    checkValues(body)
    await saveParts(ctx, params.id, body, before)
    return changed(ctx, 'events', before, await eventView(ctx, params.id)).products
  }),
  readEventFields: reads(async (ctx, { params }) => {
    const { fields, form_id } = found(await findEvent(ctx.db, params.id))
    return {
      fields,
      form:
        form_id === null
          ? null
          : formOnWire(
              formInLanguage(await readDefinition(ctx.db, form_id), {
                reader: ctx.language,
                own: await readOwnLanguage(ctx.db),
              }),
            ),
    }
  }),
  publishEvent: writes((ctx, { params }) => transit(ctx, params.id, 'publish', ctx.caller.id)),
  unpublishEvent: writes((ctx, { params }) => transit(ctx, params.id, 'unpublish', ctx.caller.id)),
  archiveEvent: writes((ctx, { params }) => transit(ctx, params.id, 'archive', ctx.caller.id)),
  duplicateEvent: writes(async (ctx, { params, body }) => {
    const event = await eventView(ctx, params.id)
    const by = body.starts_at ? Date.parse(body.starts_at) - Date.parse(event.starts_at) : 0
    const name = body.name ?? event.name
    const at = (text: string | null): string | null => moved(date(text), by)?.toISOString() ?? null
    const id = await insertEvent(ctx.tx, ctx.now, {
      name,
      slug: await newSlug(ctx, name),
      code_prefix: codePrefixOf(name),
      kind: event.kind,
      summary: event.summary,
      description: event.description,
      bring: event.bring,
      arrival_note: event.arrival_note,
      translations: copiedTexts(event, name),
      starts_at: at(event.starts_at) ?? event.starts_at,
      ends_at: at(event.ends_at) ?? event.ends_at,
      time_zone: event.time_zone,
      registration_opens_at: at(event.registration_opens_at),
      registration_closes_at: at(event.registration_closes_at),
      event_center_id: event.event_center_id,
      online_url: event.online_url,
      currency: event.currency,
      capacity: event.capacity,
      hold_minutes: event.hold_minutes,
      cash_deadline: at(event.cash_deadline),
      cash_places: event.cash_places,
      approval_required: event.approval_required,
      deposit_percent: event.deposit_percent,
      balance_due_at: at(event.balance_due_at),
      unpaid_rule: event.unpaid_rule,
      cancellation_deadline: at(event.cancellation_deadline),
      refund_rules: event.refund_rules.map((rule) => ({ ...rule, until: at(rule.until) ?? rule.until })),
      fields: event.fields,
      form_id: event.form_id,
      waiting_list_minutes: event.waiting_list_minutes,
      gate_copy_minutes: event.gate_copy_minutes,
      care_retention_days: event.care_retention_days,
    })
    await copyParts(ctx.tx, params.id, id, { days: Math.round(by / 86_400_000), ms: by })
    await syncQuotas(ctx, id)
    await plan(ctx, id, body.task_template_id)
    return created(ctx, 'events', await eventView(ctx, id))
  }),
  setEventPicture: writes(async (ctx, { params, files }) => {
    const before = await lockedEvent(ctx, params.id)
    await savePicture(
      ctx.tx,
      ctx.now,
      params.id,
      await storePublicPicture(ctx, files, PICTURE_FIELD, 'event_picture', 1600),
    )
    return changed(ctx, 'events', before, await eventView(ctx, params.id), 'set_picture')
  }),
  removeEventActivity: writes((ctx, { params }) => removePart(ctx, 'event_activities', params.id, params.activity_id)),
  removeEventAccommodation: writes((ctx, { params }) =>
    removePart(ctx, 'event_accommodations', params.id, params.accommodation_id),
  ),
  removeEventSpeaker: writes((ctx, { params }) => removePart(ctx, 'event_speakers', params.id, params.speaker_id)),
})

const removePart = async (
  ctx: WriteContext,
  table: 'event_activities' | 'event_accommodations' | 'event_speakers',
  eventId: string,
  partId: string,
): Promise<Record<never, never>> => {
  const before = await lockedEvent(ctx, eventId)
  found((await deletePart(ctx.tx, table, eventId, partId)) || undefined)
  await syncQuotas(ctx, eventId)
  changed(ctx, 'events', before, await eventView(ctx, eventId))
  return {}
}
