import type { EventFields, FormDefinition } from '@shiloh/contract/forms/forms'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { MyReservation, MyRow, ReservationRow, ReservationView } from '@shiloh/contract/reservations/views'
import { wishOf } from '@shiloh/contract/reservations/wish'
import { redeeming, syncQuotas } from '../src/features/reservations/index.ts'
import { lockReservations } from '../src/features/reservations/lifecycle/transitions.store.ts'
import { wishContext } from '../src/features/reservations/sealed.ts'
import { runWrites, type TxSql } from '../src/platform/db/sql.store.ts'
import { inWork, type Work } from '../src/platform/jobs/work.ts'
import type { TestAccount, TestApp } from './harness.ts'

interface EventOptions {
  readonly capacity?: number | null
  readonly places?: number | null
  readonly price?: number
  readonly beds?: number
  readonly roomBeds?: number
  readonly rooms?: number
  readonly pricePerNight?: number
  readonly covers?: number | null
  readonly stock?: number | null
  readonly maxPerReservation?: number
  readonly holdMinutes?: number
  readonly approval?: boolean
  readonly depositPercent?: number | null
  readonly cashDeadline?: string | null
  readonly cashPlaces?: number | null
  readonly cancellationDeadline?: string | null
  readonly refundRules?: readonly { until: string; percent: number }[]
  readonly opensAt?: string | null
  readonly closesAt?: string | null
  readonly status?: 'draft' | 'published' | 'unpublished' | 'archived'
  readonly fields?: EventFields
  readonly form?: FormDefinition
  readonly membersOnly?: boolean
  readonly titleIds?: readonly string[]
  readonly startsAt?: string
  readonly endsAt?: string
  /** Reuses the venue of another event: the same rooms. */
  readonly venueOf?: BookableEvent
}

/** An event that can be reserved, with the ids that a wish names. */
export interface BookableEvent {
  readonly id: string
  readonly slug: string
  readonly typeId: string
  readonly otherTypeId: string
  readonly centerId: string
  readonly categoryId: string
  readonly otherCategoryId: string
  readonly roomIds: readonly string[]
  readonly catererId: string
  readonly optionId: string
}

/** The nights that every test event offers. */
export const NIGHTS = { check_in: '2027-01-10', check_out: '2027-01-13' } as const

/** The time of an event a month from now, where a process with the system's clock takes reservations. */
export const inAMonth = (): { readonly startsAt: string; readonly endsAt: string } => {
  const after = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  return { startsAt: after(30), endsAt: after(33) }
}

/** Creates an event with one of everything and prices in whole cedis. Published by default. */
export const makeEvent = async (t: TestApp, options: EventOptions = {}): Promise<BookableEvent> => {
  const { pool } = t.database
  const mark = t.app.deps.random.bytes(4).toString('hex')
  const one = async (text: string, values: readonly unknown[]): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(text, [...values])
    const id = rows[0]?.id
    if (!id) throw new Error('an insert answers its id')
    return id
  }
  const venue = options.venueOf
  const centerId =
    venue?.centerId ??
    (await one(`insert into event_centers (name, city) values ($1, 'Accra') returning id`, [`Centre ${mark}`]))
  const categoryId =
    venue?.categoryId ??
    (await one(`insert into room_categories (name) values ($1) returning id`, [`Standard ${mark}`]))
  const otherCategoryId =
    venue?.otherCategoryId ??
    (await one(`insert into room_categories (name) values ($1) returning id`, [`Executive ${mark}`]))
  const roomIds: string[] = [...(venue?.roomIds ?? [])]
  if (!venue) {
    const blockId = await one(`insert into event_blocks (event_center_id, name) values ($1, 'Block A') returning id`, [
      centerId,
    ])
    for (let number = 0; number < (options.rooms ?? 4); number += 1)
      roomIds.push(
        await one(
          `insert into event_rooms (event_center_id, event_block_id, room_category_id, name, floor, beds)
           values ($1, $2, $3, $4, $5, $6) returning id`,
          [centerId, blockId, categoryId, `A${number + 1}`, number % 3, options.roomBeds ?? 2],
        ),
      )
    roomIds.push(
      await one(
        `insert into event_rooms (event_center_id, event_block_id, room_category_id, name, floor, beds)
         values ($1, $2, $3, 'X1', 0, 2) returning id`,
        [centerId, blockId, otherCategoryId],
      ),
    )
  }
  const formId = options.form
    ? await one(`insert into event_forms (name) values ($1) returning id`, [`Form ${mark}`])
    : null
  if (options.form)
    await pool.query(`insert into form_versions (form_id, definition, definition_hash) values ($1, $2, $3)`, [
      formId,
      JSON.stringify(options.form),
      mark,
    ])
  const id = await one(
    `insert into events (slug, code_prefix, status, name, starts_at, ends_at, registration_opens_at, registration_closes_at,
       event_center_id, capacity, hold_minutes, cash_deadline, cash_places, approval_required, deposit_percent,
       cancellation_deadline, refund_rules, fields, form_id)
     values ($1, 'TEST', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id`,
    [
      `event-${mark}`,
      options.status ?? 'published',
      `Convention ${mark}`,
      options.startsAt ?? '2027-01-10T09:00:00Z',
      options.endsAt ?? '2027-01-13T12:00:00Z',
      options.opensAt ?? null,
      options.closesAt ?? null,
      centerId,
      options.capacity === undefined ? 100 : options.capacity,
      options.holdMinutes ?? 30,
      options.cashDeadline ?? null,
      options.cashPlaces ?? null,
      options.approval ?? false,
      options.depositPercent ?? null,
      options.cancellationDeadline ?? null,
      JSON.stringify(options.refundRules ?? []),
      JSON.stringify(options.fields ?? {}),
      formId,
    ],
  )
  const typeId = await one(`insert into participant_types (name) values ($1) returning id`, [`Delegate ${mark}`])
  const otherTypeId = await one(`insert into participant_types (name) values ($1) returning id`, [`Visitor ${mark}`])
  await pool.query(
    `insert into event_participant_types (event_id, participant_type_id, price, places, members_only, title_ids, position)
     values ($1, $2, $3, $4, $5, $6, 0), ($1, $7, 0, null, false, '{}', 1)`,
    [
      id,
      typeId,
      options.price ?? 10_000,
      options.places ?? null,
      options.membersOnly ?? false,
      options.titleIds ?? [],
      otherTypeId,
    ],
  )
  await pool.query(
    `insert into event_accommodations (event_id, room_category_id, price_per_night, check_in_from, check_out_until, beds)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      categoryId,
      options.pricePerNight ?? 5_000,
      NIGHTS.check_in,
      NIGHTS.check_out,
      options.beds ?? Math.min(8, (options.rooms ?? 4) * (options.roomBeds ?? 2)),
    ],
  )
  const catererId = await one(`insert into caterers (name) values ($1) returning id`, [`Caterer ${mark}`])
  await pool.query(
    `insert into event_caterers (event_id, caterer_id, price_per_day, days, covers) values ($1, $2, 2000, 3, $3)`,
    [id, catererId, options.covers ?? null],
  )
  const productId = await one(`insert into products (name) values ($1) returning id`, [`T-shirt ${mark}`])
  const optionId = await one(`insert into product_options (product_id, name) values ($1, 'L') returning id`, [
    productId,
  ])
  await pool.query(
    `insert into event_products (event_id, product_option_id, price, stock, max_per_reservation) values ($1, $2, 3500, $3, $4)`,
    [id, optionId, options.stock ?? null, options.maxPerReservation ?? 5],
  )
  await inWork(t.app.deps, (work) => syncQuotas(work, id))
  return {
    id,
    slug: `event-${mark}`,
    typeId,
    otherTypeId,
    centerId,
    categoryId,
    otherCategoryId,
    roomIds,
    catererId,
    optionId,
  }
}

/** Lets an event be over, as by the clock of the product. */
export const endEvent = async (t: TestApp, id: string): Promise<void> => {
  const now = t.clock().getTime()
  await t.database.pool.query('update events set starts_at = $2, ends_at = $3 where id = $1', [
    id,
    new Date(now - 2 * 86_400_000),
    new Date(now - 3_600_000),
  ])
}

/** Requests a place as a delegate, by default for a new member. Returns the complete answer, and who asked. */
export const askFor = async (
  t: TestApp,
  event: BookableEvent,
  body: Readonly<Record<string, unknown>> = {},
  as?: TestAccount,
) => {
  const user = as ?? (await t.account())
  const answer = await t.call(reservationRoutes.makeReservation, {
    params: { event_id: event.id },
    body: { participant_type_id: event.typeId, ...body },
    as: user,
  })
  return { ...answer, user }
}

/** Returns an answer about a reservation as who made it, or pays for it, gets it. */
export function asOwner(view: MyReservation): ReservationView
export function asOwner(view: MyRow): ReservationRow
export function asOwner(view: MyReservation | MyRow): ReservationView | ReservationRow {
  if (view.viewer === 'guest') throw new Error(`${view.code} was reserved by ${view.reserved_by}`)
  return view
}

/** `askFor` that must succeed. */
export const reserve = async (...asked: Parameters<typeof askFor>) => {
  const { status, code, errors, data, user } = await askFor(...asked)
  if (status !== 201) throw new Error(`no reservation: ${status} ${code} ${JSON.stringify(errors)}`)
  return { user, id: data._id, view: data }
}

/** Reserves all nights of an event for a new member, by default a woman. `more` are other parts of the wish. */
export const makeSleeper = async (
  t: TestApp,
  event: BookableEvent,
  columns: Readonly<Record<string, unknown>> = { gender: 'female' },
  more: Readonly<Record<string, unknown>> = {},
) => {
  const user = await t.account({ columns })
  const wish = { accommodation: { room_category_id: event.categoryId, ...NIGHTS }, ...more }
  const { id, view } = await reserve(t, event, wish, user)
  return { reservation: id, person: view.participants[0]?._id ?? '', code: view.code, user }
}

/** Adds a person to somebody's spouse list. */
export const makeSpouse = async (
  t: TestApp,
  userId: string,
  options: { gender?: 'male' | 'female'; linkedUserId?: string } = {},
): Promise<string> => {
  const { rows } = await t.database.pool.query<{ id: string }>(
    `insert into spouses (user_id, linked_user_id, first_name, last_name, gender) values ($1, $2, 'Kofi', 'Mensah', $3) returning id`,
    [userId, options.linkedUserId ?? null, options.gender ?? 'male'],
  )
  const id = rows[0]?.id
  if (!id) throw new Error('an insert answers its id')
  return id
}

let receipts = 0

/** Books money like a settled payment, without a provider. Returns the payment's id. */
export const enterPayment = async (t: TestApp, reservationId: string, amount: number): Promise<string> => {
  receipts += 1
  const reference = `test-${reservationId}-${receipts}`
  const { rows } = await t.database.pool.query<{ id: string }>(
    `insert into payments (reference, reservation_id, provider, provider_reference, amount, currency, live, status, captured, settled_at)
     values ($1, $2, 'sandbox', $1, $3, 'GHS', false, 'paid', $3, now()) returning id`,
    [reference, reservationId, amount],
  )
  const id = rows[0]?.id
  if (!id) throw new Error('an insert answers its id')
  await t.database.pool.query(
    `insert into ledger_entries (payment_id, reservation_id, kind, amount, currency) values ($1, $2, 'capture', $3, 'GHS')`,
    [id, reservationId, amount],
  )
  return id
}

/** Scans the main person of reservations in or out, as the gate does. @throws illegal_transition */
export const redeem = async (
  work: Pick<Work, 'now' | 'publish'> & { readonly sql: TxSql },
  action: 'check_in' | 'check_out',
  ids: readonly string[],
  actorId: string | null,
): Promise<void> => {
  const reservations = await lockReservations(work.sql, ids)
  await runWrites(work.sql, [
    { statement: SCAN, values: [ids, action === 'check_in' ? 'in' : 'out', work.now] },
    { statement: ENTER, values: [ids] },
    ...redeeming(
      work,
      action,
      reservations.map((held) => ({ ...held, isSecured: true })),
      { actor: 'gate', actorId },
    ),
  ])
}
const SCAN = {
  name: 'test_scan',
  text: `
    insert into scans (scan_id, device_id, event_id, participant_id, reservation_id, code, direction, result, scanned_at)
    select new_id(), 'test-gate', event_id, id, reservation_id, '', $2, 'ok', $3 from reservation_participants
    where reservation_id = any($1::text[]) and role = 'main'`,
}
const ENTER = {
  name: 'test_enter',
  text: `
    update reservation_participants p set checked_in_at = g.checked_in_at, checked_out_at = g.checked_out_at
    from gate_fold g where g.participant_id = p.id and p.reservation_id = any($1::text[])`,
}

/** Scans the main person of a reservation in that the gate lets in although nothing is settled yet. */
export const letIn = async (t: TestApp, id: string, at: string): Promise<void> => {
  await t.database.pool.query(SCAN.text, [[id], 'in', at])
  await t.database.pool.query(ENTER.text, [[id]])
}

/** Adds a child or a companion to somebody's family list. */
export const makeMember = async (
  t: TestApp,
  userId: string,
  options: { relation?: 'child' | 'companion'; birthDate?: string | null; gender?: 'male' | 'female' } = {},
): Promise<string> => {
  const { relation = 'child', birthDate = relation === 'child' ? '2017-03-02' : null, gender = 'male' } = options
  const { rows } = await t.database.pool.query<{ id: string }>(
    `insert into family_members (user_id, relation, first_name, last_name, gender, birth_date) values ($1, $2, 'Nana', 'Mensah', $3, $4) returning id`,
    [userId, relation, gender, birthDate],
  )
  const id = rows[0]?.id
  if (!id) throw new Error('an insert answers its id')
  return id
}

/** Writes down that somebody waits for a place, also at an event that is not full. */
export const writeWaiting = async (
  { app, database }: Pick<TestApp, 'app' | 'database'>,
  event: Pick<BookableEvent, 'id' | 'typeId'>,
  userId: string,
): Promise<void> => {
  const wish = JSON.stringify(wishOf({ participant_type_id: event.typeId }))
  await database.pool.query(
    `insert into waiting_entries (event_id, user_id, kind, wish) values ($1, $2, 'event', $3)`,
    [event.id, userId, JSON.stringify({ sealed: app.deps.crypto.seal(wish, wishContext(userId, event.id)) })],
  )
}
