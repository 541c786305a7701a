import { deniedIds, isAllowed } from '@shiloh/contract/permissions'
import { freeBeds } from '@shiloh/contract/reservations/bed-rules'
import { FAMILY_RELATIONS, typesText } from '@shiloh/contract/reservations/party'
import { type DraftProgress, draftProgress } from '@shiloh/contract/reservations/progress'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { effectiveStatus } from '@shiloh/contract/reservations/states'
import type {
  GuestRow,
  ReservationRow,
  ReservationView,
  StaffWaiting,
  WaitingWish,
} from '@shiloh/contract/reservations/views'
import { wishOf } from '@shiloh/contract/reservations/wish'
import { z } from 'zod'
import { bind, orchestrates, reads, readsLate, writes } from '#http/binder'
import { hiddenFrom, hideIn } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { amountCell, dayCell, wordCell } from '#platform/tables/cells'
import { exportRows } from '#platform/tables/exports'
import { type NewReservation, reserve } from './booking/book.ts'
import { inWordsOf } from './booking/fields.ts'
import { readRooms } from './booking/snapshot.sql.ts'
import { deleteDraft, findDraft, findEventId, listDrafts, saveDraft } from './drafts/drafts.store.ts'
import { currentOffer } from './event-offer/event-offer.ts'
import { offerIn } from './event-offer/offer-in.ts'
import { openCares } from './lifecycle/cares.ts'
import { edit, takeBackChange } from './lifecycle/change.ts'
import { saveNote } from './lifecycle/transitions.store.ts'
import { approve, cancel, keep, waive } from './lifecycle/transitions.ts'
import { sendAgain } from './mails/send-again.ts'
import { findCountryOf } from './mates/mates.store.ts'
import { type Named, namedBy } from './mates/mates.ts'
import { dueDateOf, owedOf, standingOfRow } from './money/standing.store.ts'
import { announceNew, makeFor } from './people/make-for.ts'
import { withNewPersons } from './people/new-persons.ts'
import { findRelativesOf, findReservationsOfRelatives, insertCareReads } from './people/people.store.ts'
import { answerChoices } from './read/answered.sql.ts'
import { askedIn, findFormNow } from './read/answers.sql.ts'
import { exportAll, exportPersons } from './read/export.ts'
import { showMine } from './read/guest.ts'
import { drawLetter } from './read/letters.ts'
import {
  countValues,
  exportWaitingEntries,
  findWaitingEntry,
  listAll,
  listOwn,
  listWaitingEntries,
  listWaitingOf,
  type OwnRow,
  type StaffRow,
  searchAll,
  type WaitingListRow,
} from './read/lists.sql.ts'
import { reservationPdf } from './read/pdf.ts'
import { briefOf, receiptOf } from './read/receipts.ts'
import { findArchived, findLive, findOwners } from './read/records.store.ts'
import { findOfferedRooms, listBlocks, listCategories, listRoomNights } from './read/rooms.sql.ts'
import { OWNER, showAny, showOwn } from './read/show.ts'
import { ticketFacts } from './read/ticket-facts.ts'
import { allowedOn, holdShown, reservationView } from './read/views.ts'
import { draftContext } from './sealed.ts'
import { inviteByHand, moveByHand, removeByHand } from './waiting-list/by-hand.ts'
import { type ClosedType, findClosedTypes } from './waiting-list/closed.ts'
import {
  acceptOffer,
  joinWaiting,
  leaveWaiting,
  listOwnWaiting,
  ownWaiting,
  waitingByPart,
} from './waiting-list/join.ts'
import { keptAt } from './waiting-list/kept-prices.ts'
import { readOwnWaiting } from './waiting-list/own-offer.ts'
import { findShortOfEach } from './waiting-list/short-of.ts'
import { waitWithout } from './waiting-list/wait-without.ts'
import { findWaitingEntries } from './waiting-list/waiting.store.ts'
import { findWished, NO_WISH } from './waiting-list/wished.ts'

const relationOf = z.enum(['spouse', ...FAMILY_RELATIONS])
const genderOf = z.enum(['male', 'female'])

const ownerOf = (ctx: ReadContext) => ({ actor: 'owner' as const, actorId: ctx.caller.id })
const staffBy = (ctx: ReadContext) => ({ actor: 'staff' as const, actorId: ctx.caller.id })

/** What some entries ask for, and why nothing is offered for them, by their ids. */
interface Asking {
  readonly closed: ReadonlyMap<string, readonly ClosedType[]>
  readonly short: ReadonlyMap<string, StaffWaiting['short_of']>
  readonly wishes: ReadonlyMap<string, WaitingWish>
}

const staffWaitingView = (row: WaitingListRow, { closed, short, wishes }: Asking): StaffWaiting => ({
  _id: row.id,
  event_id: row.event_id,
  kind: row.kind,
  name: row.name,
  status: row.status,
  place: row.place,
  offer_expires_at: row.offer_expires_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  user: { _id: row.user_id, name: row.user_name },
  reservation:
    row.reservation_id && row.reservation_code ? { _id: row.reservation_id, code: row.reservation_code } : null,
  closed_types: [...(closed.get(row.id) ?? [])],
  short_of: short.get(row.id) ?? [],
  ...(wishes.get(row.id) ?? NO_WISH),
  by: row.by_name,
  reason: row.reason,
})
const findAsking = async (
  ctx: ReadContext,
  rows: readonly Pick<WaitingListRow, 'id' | 'reservation_id'>[],
): Promise<Asking> => {
  const sql = sqlIn(ctx.db)
  const entries = await findWaitingEntries(
    sql,
    rows.map(({ id }) => id),
  )
  const alone = new Set(rows.flatMap(({ id, reservation_id }) => (reservation_id === null ? [id] : [])))
  const asked = { now: ctx.now, reader: ctx.language }
  return {
    closed: await findClosedTypes(sql, ctx.deps, entries, asked),
    short: await findShortOfEach(
      sql,
      ctx.deps,
      entries.filter(({ id }) => alone.has(id)),
      asked,
    ),
    wishes: await findWished(sql, ctx.deps, entries, asked),
  }
}
/** Rows of the export with what they ask for. */
async function* withWishes(ctx: ReadContext, chunks: AsyncIterable<readonly WaitingListRow[]>) {
  const sql = sqlIn(ctx.db)
  for await (const rows of chunks) {
    const entries = await findWaitingEntries(
      sql,
      rows.map(({ id }) => id),
    )
    const wishes = await findWished(sql, ctx.deps, entries, { now: ctx.now, reader: ctx.language })
    yield rows.map((row) => ({ ...row, ...(wishes.get(row.id) ?? NO_WISH) }))
  }
}
const waitingEntry = async (ctx: ReadContext, id: string): Promise<StaffWaiting> => {
  const row = found(await findWaitingEntry(ctx.db, id, ctx.language))
  return staffWaitingView(row, await findAsking(ctx, [row]))
}

/** @throws not_found when the caller has no reservation with this id */
const requireOwn = async (ctx: ReadContext, id: string): Promise<void> => {
  const owners = found(await findOwners(sqlIn(ctx.db), id))
  if (owners.user_id !== ctx.caller.id && owners.payer_id !== ctx.caller.id) throw new AppError('not_found')
}

const standingViewOf = (row: OwnRow, now: Date) => {
  const { kind, amount, at } = standingOfRow(row, now)
  return { kind, amount, at }
}

const rowView = (row: OwnRow, now: Date) => ({
  _id: row.id,
  code: row.code,
  status: effectiveStatus(row.status, row.hold_expires_at, now),
  event_id: row.event_id,
  event: briefOf(row),
  participant_type: { _id: row.participant_type_id, name: row.participant_type },
  persons: row.persons,
  hold_expires_at:
    holdShown({
      holdExpiresAt: row.hold_expires_at,
      needsApproval: row.needs_approval,
      approvedAt: row.approved_at,
    })?.toISOString() ?? null,
  kept_until: row.kept_until?.toISOString() ?? null,
  total: row.total,
  paid: row.paid,
  balance: owedOf(row, now),
  due_at: row.status === 'active' && owedOf(row, now) > 0 ? dueDateOf(row).toISOString() : null,
  refund_due: row.refund_due,
  standing: standingViewOf(row, now),
  currency: row.currency,
  created_at: row.created_at.toISOString(),
})

const guestRowView = (row: OwnRow, reserved_by: string, now: Date): GuestRow => {
  const { _id, code, status, event_id, event, participant_type, persons, created_at, ...rest } = rowView(row, now)
  const hold_expires_at = status === 'pending' ? (rest.hold_expires_at ?? rest.kept_until) : null
  return {
    viewer: 'guest',
    reserved_by,
    _id,
    code,
    status,
    event_id,
    event,
    participant_type,
    persons,
    hold_expires_at,
    created_at,
  }
}

const ownRowView = (row: OwnRow, now: Date): ReservationRow => ({
  viewer: 'owner',
  ...rowView(row, now),
  allowed: allowedOn(
    {
      status: row.status,
      holdExpiresAt: row.hold_expires_at,
      total: row.total,
      paid: row.paid,
      waived: row.waived,
      reduced: row.reduced,
      needsApproval: row.needs_approval,
      approvedAt: row.approved_at,
      partReturning: row.part_returning,
      event: { cancellationDeadline: row.cancellation_deadline, endsAt: row.ends_at },
    },
    now,
    OWNER,
  ),
})

const staffRowView = (row: StaffRow, now: Date) => ({
  ...rowView(row, now),
  user: { _id: row.user_id, name: row.user_name },
  participants: row.participants,
  phone: row.phone,
  email: row.email,
  assembly: row.assembly,
  room_category: row.room_category,
  room: row.room,
  source: row.source,
  needs_approval: row.needs_approval,
  approved_at: row.approved_at?.toISOString() ?? null,
  pays_at_desk: row.pays_at_desk,
  missing: row.missing,
  without_consent: row.without_consent,
})

const pdfOf = async (ctx: ReadContext, view: ReservationView) => {
  if (!view.allowed.includes('download')) throw new AppError('illegal_transition')
  const pdf = await reservationPdf(
    view,
    await ticketFacts(ctx.deps, ctx.db, view.event_id, ctx.language),
    ctx.language,
    ctx.now,
  )
  return { file_name: `${view.code}.pdf`, mime: 'application/pdf' as const, base64: pdf.toString('base64') }
}

/** Returns a published event. @throws not_found */
const requirePublished = async (ctx: ReadContext, eventId: string) => {
  const offer = found(await currentOffer(sqlIn(ctx.db), ctx.deps, eventId))
  if (offer.status === 'draft') throw new AppError('not_found')
  return offer
}

const parseJson = (text: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const openDraft = (ctx: ReadContext, draft: { sealed: string; eventId: string }) =>
  parseJson(ctx.deps.crypto.unseal(draft.sealed, draftContext(ctx.caller.id, draft.eventId)))

const progressIn = (draft: Record<string, unknown>): DraftProgress | null =>
  draftProgress.safeParse(draft['progress']).data ?? null

/** Returns whom a body names as room-mates, each once. @throws invalid for text that is no phone */
const matesIn = async (ctx: ReadContext, typed: readonly Named[]): Promise<Named[]> => {
  if (typed.length === 0) return []
  const country = await findCountryOf(ctx.db, ctx.caller.id)
  const named = typed.map((one, index) => namedBy(one, country, `room_mates.${index}.phone`))
  return [...new Map(named.map((one) => [one.phone ?? one.code, one])).values()]
}

export const endpoints = bind(reservationRoutes, {
  listMyReservations: reads(async (ctx, { query }) => {
    const { items, total } = await listOwn(ctx.db, ctx.caller.id, query, ctx)
    return {
      items: items.map(({ is_own, reserved_by, ...row }) =>
        is_own ? ownRowView(row, ctx.now) : guestRowView(row, reserved_by, ctx.now),
      ),
      total,
    }
  }),

  // The hot path: the batcher of this process opens the transaction for this request and concurrent ones.
  makeReservation: orchestrates(async (ctx, { params, body }) => {
    const wish = wishOf(body)
    const request: NewReservation = {
      eventId: params.event_id,
      userId: ctx.caller.id,
      payerId: ctx.caller.id,
      wish,
      mates: await matesIn(ctx, body.room_mates ?? []),
      expectedTotal: body.expected_total,
      by: 'owner',
      actorId: ctx.caller.id,
      source: 'self',
      note: '',
      language: ctx.language,
      idempotency: ctx.idempotency,
    }
    const made = await inWordsOf(body, wish.participants, () => reserve(ctx.deps, request))
    if ('madeBefore' in made) return showOwn(ctx, made.madeBefore)
    announceNew(ctx, made.record)
    return reservationView(ctx.deps, made.record, made.record.createdAt, OWNER)
  }),

  getMyReservation: reads((ctx, { params }) => showMine(ctx, params.id)),

  editMyReservation: writes(async (ctx, { params, body }) => {
    await requireOwn(ctx, params.id)
    await edit(ctx, { id: params.id, patch: body, asker: 'owner', by: ownerOf(ctx) })
    return showOwn(ctx, params.id)
  }),

  takeBackMyChange: writes(async (ctx, { params }) => {
    await requireOwn(ctx, params.id)
    await takeBackChange(ctx, params.id, ownerOf(ctx))
    return showOwn(ctx, params.id)
  }),

  cancelMyReservation: writes(async (ctx, { params }) => {
    await requireOwn(ctx, params.id)
    await cancel(ctx, params.id, ownerOf(ctx))
    return showOwn(ctx, params.id)
  }),

  sendMineAgain: writes(async (ctx, { params, body }) => {
    await sendAgain(ctx, await showOwn(ctx, params.id), body, 'owner')
    return {}
  }),
  generateMyPdf: writes(async (ctx, { params }) => pdfOf(ctx, await showOwn(ctx, params.id))),

  hasReservation: reads(async (ctx, { params }) => {
    const offer = await requirePublished(ctx, found(await findEventId(ctx.db, params.id)))
    const live = await findLive(ctx.db, offer.id, ctx.caller.id, ctx.now)
    // Nothing is live at an archived event, and its page still leads to what was.
    const known =
      live ?? (offer.status === 'archived' ? await findArchived(ctx.db, offer.id, ctx.caller.id) : undefined)
    return {
      has_reservation: live !== undefined,
      reservation: known?.shown
        ? { _id: known.id, code: known.code, status: known.status, reserved_by: known.reserved_by }
        : null,
      waiting: await ownWaiting(sqlIn(ctx.db), offer, ctx.caller.id, { now: ctx.now, reader: ctx.language }),
    }
  }),

  listDrafts: reads(async (ctx) =>
    (await listDrafts(ctx.db, ctx.now, ctx.language, ctx.caller.id)).map(({ id, updated_at, sealed, ...event }) => ({
      event: {
        _id: id,
        slug: event.slug,
        name: event.name,
        starts_at: event.starts_at.toISOString(),
        ends_at: event.ends_at.toISOString(),
        time_zone: event.time_zone,
        currency: event.currency,
      },
      started: sealed !== undefined,
      progress: sealed === undefined ? null : progressIn(openDraft(ctx, { sealed, eventId: id })),
      updated_at: updated_at.toISOString(),
    })),
  ),
  getDraft: reads(async (ctx, { params }) => {
    const stored = await findDraft(ctx.db, ctx.caller.id, params.id)
    if (!stored) return { draft: null, updated_at: null }
    return { draft: openDraft(ctx, stored), updated_at: stored.updatedAt.toISOString() }
  }),

  saveDraft: writes(async (ctx, { params, body }) => {
    const offer = await requirePublished(ctx, params.id)
    const text = body.draft && ctx.deps.crypto.seal(JSON.stringify(body.draft), draftContext(ctx.caller.id, offer.id))
    await saveDraft(ctx.tx, ctx.caller.id, offer.id, text, ctx.now)
    return { updated_at: ctx.now.toISOString() }
  }),

  deleteDraft: writes(async (ctx, { params }) => {
    await deleteDraft(ctx.tx, ctx.caller.id, params.id)
    return {}
  }),

  joinWaitingList: writes((ctx, { params, body }) => {
    const wish = wishOf(body)
    const { language, caller } = ctx
    const request = { eventId: params.id, userId: caller.id, wish, expectedTotal: body.expected_total, language }
    return inWordsOf(body, wish.participants, () => joinWaiting(ctx, request))
  }),

  readWaitingList: reads(async (ctx, { params }) => {
    const offer = await requirePublished(ctx, found(await findEventId(ctx.db, params.id)))
    // An event that was taken off the site is not shown to anybody new.
    if (offer.status !== 'published') throw new AppError('not_found')
    const waiting = await waitingByPart(sqlIn(ctx.db), offerIn(offer, ctx.language))
    return { waiting, offer_minutes: offer.waitingMinutes }
  }),

  listMyWaiting: reads((ctx) =>
    listOwnWaiting(sqlIn(ctx.db), ctx.deps, ctx.caller.id, { now: ctx.now, reader: ctx.language }),
  ),

  getMyWaiting: reads(async (ctx, { params }) => {
    const asked = { id: params.id, userId: ctx.caller.id }
    const shown = await readOwnWaiting(ctx.db, ctx.deps, asked, { now: ctx.now, reader: ctx.language })
    const live = await findLive(ctx.db, shown.event_id, ctx.caller.id, ctx.now)
    return { ...shown, reserved: live?.shown ? { _id: live.id, code: live.code } : null }
  }),

  acceptOffer: writes(async (ctx, { params, body }) => {
    const request = {
      eventId: params.id,
      userId: ctx.caller.id,
      payerId: ctx.caller.id,
      actorId: ctx.caller.id,
      language: ctx.language,
    }
    const given = body.wish ? { wish: wishOf(body.wish), expectedTotal: body.wish.expected_total } : null
    const accept = () => acceptOffer(ctx, request, body.waiting_id, given)
    const made = await (body.wish && given ? inWordsOf(body.wish, given.wish.participants, accept) : accept())
    if ('madeBefore' in made) return showOwn(ctx, made.madeBefore)
    announceNew(ctx, made.record)
    return reservationView(ctx.deps, made.record, ctx.now, OWNER)
  }),

  waitWithout: writes((ctx, { params, body }) =>
    waitWithout(ctx, { id: params.id, userId: ctx.caller.id }, body.without, ctx.language),
  ),

  leaveWaitingList: writes(async (ctx, { params, query }) => {
    await leaveWaiting(ctx, params.id, ctx.caller.id, query.waiting_id)
    return {}
  }),

  listBookableRooms: reads(async (ctx, { query }) => {
    const offered = await findOfferedRooms(ctx.db, query.event_id, query.room_category_id, ctx.language)
    const rooms = await readRooms(
      sqlIn(ctx.db),
      offered.map(({ id }) => id),
      ctx.now,
    )
    return offered.flatMap(({ id, category_id, category, check_in_from, check_out_until }) => {
      const room = rooms.get(id)
      if (!room) return []
      const stay = { check_in: query.check_in ?? check_in_from, check_out: query.check_out ?? check_out_until }
      const isClosed = room.maintenance.some(
        (period) => period.check_in < stay.check_out && stay.check_in < period.check_out,
      )
      const beds_left = isClosed ? 0 : freeBeds(room, stay).length
      if (beds_left === 0) return []
      return [
        {
          _id: room.id,
          name: room.name,
          block: { _id: room.blockId, name: room.blockName },
          floor: room.floor,
          room_category: { _id: category_id, name: category },
          beds: room.beds,
          beds_left,
          gender: room.genderRule,
          accessible: room.accessible,
        },
      ]
    })
  }),

  listRoomNights: reads((ctx, { query }) => listRoomNights(ctx.db, query.event_id, ctx.now)),
  listEventBlocks: reads((ctx, { query }) => listBlocks(ctx.db, query.event_id)),
  listRoomCategories: reads((ctx, { query }) => listCategories(ctx.db, query.event_id, ctx.language)),

  getReceipt: reads((ctx, { params, query }) => receiptOf(ctx, params.id, query.s)),

  listReservations: reads(async (ctx, { query }) => {
    const { items, ...page } = await listAll(ctx.db, query, ctx)
    return { ...page, items: items.map((row) => staffRowView(row, ctx.now)) }
  }),

  countReservationValues: reads(async (ctx, { query }) => ({ counts: await countValues(ctx.db, query, ctx.now) })),

  searchReservations: reads(async (ctx, { query }) =>
    (await searchAll(ctx.db, query, ctx)).map((row) => staffRowView(row, ctx.now)),
  ),

  exportReservations: readsLate((ctx, { query: { rows, ...filters } }) =>
    rows === 'persons' ? exportPersons(ctx, filters) : exportAll(ctx, filters),
  ),

  listRelatives: reads(async (ctx, { params, query }) => {
    const relatives = await findRelativesOf(ctx.db, params.id)
    const reservations = isAllowed(ctx.caller.authorization, 'reservations.read')
      ? await findReservationsOfRelatives(ctx.db, params.id, query)
      : new Map<string, string>()
    return relatives.map(({ id, relation, first_name, last_name, gender, ...one }) => ({
      _id: id,
      relation: relationOf.parse(relation),
      name: `${first_name} ${last_name}`,
      gender: genderOf.parse(gender),
      birth_date: one.birth_date,
      title_id: one.title_id,
      title_waits: one.title_waits,
      phone: one.phone,
      account_id: one.linked_user_id,
      reservation_id: reservations.get(id) ?? null,
    }))
  }),

  listKeptPrices: reads(async (ctx, { params, query }) => {
    const may = (['reservations.create', 'reservations.update'] as const).some((permission) =>
      isAllowed(ctx.caller.authorization, permission),
    )
    if (!may || deniedIds(ctx.caller.authorization, 'users.read').includes(query.user_id))
      throw new AppError('forbidden')
    const offer = await requirePublished(ctx, params.event_id)
    return [...(await keptAt(sqlIn(ctx.db), offer, query.user_id, ctx.now))]
  }),
  makeReservationFor: writes(async (ctx, { params, body }) => showAny(ctx, await makeFor(ctx, params.event_id, body))),

  getReservation: reads((ctx, { params }) => showAny(ctx, params.id)),

  editReservation: writes(async (ctx, { params, body }) => {
    const { note, new_persons, returned_nights, ...chosen } = body
    const before = await showAny(ctx, params.id)
    // A note is about the reservation, and no change of it: it needs no open event, and keeps the prices.
    const isOtherNote = note !== undefined && note !== before.note
    if (note !== undefined && Object.keys(body).length === 1) {
      if (!isOtherNote) return before
      await saveNote(sqlIn(ctx.tx), params.id, note, ctx.now)
      const resource = 'reservations' as const
      ctx.audit({ action: 'edit', resource, objectId: params.id, before: { note: before.note }, after: { note } })
      return showAny(ctx, params.id)
    }
    const { participants } = await withNewPersons(ctx, before.user._id, { ...chosen, new_persons })
    const patch = chosen.participants ? { ...chosen, participants } : chosen
    const isChanged = await edit(ctx, {
      id: params.id,
      patch,
      asker: 'staff',
      by: staffBy(ctx),
      ...(returned_nights && { returned: returned_nights }),
    })
    if (isOtherNote) await saveNote(sqlIn(ctx.tx), params.id, note, ctx.now)
    const after = await showAny(ctx, params.id)
    if (!isChanged && !isOtherNote) return after
    ctx.audit({
      action: 'edit',
      resource: 'reservations',
      objectId: params.id,
      before: before.lines,
      after: after.lines,
    })
    return after
  }),

  takeBackChange: writes(async (ctx, { params }) => {
    const { pending_change } = await showAny(ctx, params.id)
    await takeBackChange(ctx, params.id, staffBy(ctx))
    ctx.audit({
      action: 'edit',
      resource: 'reservations',
      objectId: params.id,
      before: { pending_change: pending_change?.lines },
      after: { pending_change: null },
    })
    return showAny(ctx, params.id)
  }),

  cancelReservation: writes(async (ctx, { params, body }) => {
    await cancel(ctx, params.id, staffBy(ctx), body)
    ctx.audit({ action: 'cancel', resource: 'reservations', objectId: params.id, after: body })
    return showAny(ctx, params.id)
  }),

  keepReservation: writes(async (ctx, { params, body }) => {
    await keep(ctx, params.id, staffBy(ctx), new Date(body.until))
    ctx.audit({ action: 'keep', resource: 'reservations', objectId: params.id, after: body })
    return showAny(ctx, params.id)
  }),

  approveReservation: writes(async (ctx, { params }) => {
    await approve(ctx, params.id, staffBy(ctx))
    ctx.audit({ action: 'approve', resource: 'reservations', objectId: params.id })
    return showAny(ctx, params.id)
  }),

  waiveBalance: writes(async (ctx, { params, body }) => {
    await waive(ctx, params.id, staffBy(ctx), body.reason, body.amount)
    ctx.audit({ action: 'waive', resource: 'reservations', objectId: params.id, after: body })
    return showAny(ctx, params.id)
  }),

  sendAgain: writes(async (ctx, { params, body }) => {
    await sendAgain(ctx, await showAny(ctx, params.id), body, 'staff')
    return {}
  }),
  // This read leaves a trace: the office knows who got a letter, in which language, and which answers were printed.
  invitationLetter: orchestrates(async (ctx, { params, query: { language = ctx.language, lodging, answers } }) => {
    const view = await showAny(ctx, params.id, language)
    // A letter shows what the reservation says of its persons.
    if (!isAllowed(ctx.caller.authorization, 'reservations.read', params.id)) throw new AppError('forbidden')
    const prints = (question: string) => answers !== undefined && answers.values.includes(question) !== answers.except
    const letter = await drawLetter(ctx, view, { language, lodging, prints })
    await ctx.transact(async (work) =>
      work.audit({
        action: 'issue_letter',
        resource: 'reservations',
        objectId: params.id,
        after: {
          language,
          lodging,
          ...(answers && { answers: answers.values, ...(answers.except && { except: true }) }),
        },
      }),
    )
    return letter
  }),
  generatePdf: writes(async (ctx, { params }) => pdfOf(ctx, await showAny(ctx, params.id))),

  // This read leaves a trace, in the same transaction.
  readCare: orchestrates((ctx, { params }) =>
    ctx.transact(async (work) => {
      found(await findOwners(sqlIn(work.tx), params.id))
      const cares = await openCares(sqlIn(work.tx), ctx.deps, params.id)
      await insertCareReads(
        work.tx,
        cares.map(({ participantId }) => participantId),
        ctx.caller.id,
        ctx.now,
      )
      work.audit({ action: 'read_care', resource: 'care', objectId: params.id })
      return cares.map(({ participantId, name, care }) => ({ participant_id: participantId, name, ...care }))
    }),
  ),

  listAnswerChoices: reads(async (ctx, { params }) => {
    const query = Object(hideIn({}, hiddenFrom(ctx.caller.authorization, 'reservations.read')))
    const form = await findFormNow(ctx, params.id, query)
    return form ? askedIn(form).flatMap(answerChoices) : []
  }),

  exportWaiting: readsLate(async (ctx, { params, query }) =>
    exportRows(ctx, query, {
      name: 'waiting-list',
      columns: {
        place: (row) => row.place,
        person: (row) => row.user_name,
        kind: (row) => wordCell(row.kind),
        name: (row) => row.name,
        persons: (row) => row.people.length || null,
        participant_types: (row) => typesText(row.people),
        room_category: (row) => row.room?.name ?? null,
        check_in: (row) => dayCell(row.room?.check_in ?? null),
        check_out: (row) => dayCell(row.room?.check_out ?? null),
        caterers: (row) => row.caterers.join(', '),
        products: (row) => row.products.map(({ name, quantity }) => `${quantity} × ${name}`).join('; '),
        price: (row) => (row.price ? amountCell(row.price.amount) : null),
        status: (row) => wordCell(row.status),
        created_at: (row) => row.created_at,
        offer_expires_at: (row) => row.offer_expires_at,
        reservation: (row) => row.reservation_code,
        by: (row) => row.by_name,
        reason: (row) => row.reason,
      },
      rows: withWishes(ctx, exportWaitingEntries(ctx.db, params.id, query, ctx.language)),
    }),
  ),
  listWaiting: reads(async (ctx, { params, query }) => {
    const { items, total } = await listWaitingEntries(ctx.db, params.id, query, ctx.language)
    const asking = await findAsking(ctx, items)
    return { total, items: items.map((row) => staffWaitingView(row, asking)) }
  }),
  listWaitingOf: reads(async (ctx, { params }) => {
    const query = Object(hideIn({}, hiddenFrom(ctx.caller.authorization, 'waiting_list.read')))
    const rows = await listWaitingOf(ctx.db, params.id, query, ctx.language)
    const asking = await findAsking(ctx, rows)
    return rows.map((row) => ({
      ...staffWaitingView(row, asking),
      event: { _id: row.event_id, name: row.event_name, time_zone: row.time_zone },
    }))
  }),
  inviteWaiting: writes(async (ctx, { params, body }) => {
    await inviteByHand(ctx, params.id, { id: ctx.caller.id, reason: body.reason ?? '' }, body.minutes)
    return waitingEntry(ctx, params.id)
  }),
  moveWaiting: writes(async (ctx, { params, body }) => {
    await moveByHand(ctx, params.id, { id: ctx.caller.id, reason: body.reason }, body.place)
    return waitingEntry(ctx, params.id)
  }),
  removeWaiting: writes(async (ctx, { params, body }) => {
    await removeByHand(ctx, params.id, { id: ctx.caller.id, reason: body.reason ?? '' }, { notify: body.notify })
    return waitingEntry(ctx, params.id)
  }),
})
