import { boardRoutes } from '@shiloh/contract/checkin/board'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { guestRoutes } from '@shiloh/contract/checkin/guests'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { eventRoomRoutes } from '@shiloh/contract/venues'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useProviders } from '../src/features/payments/index.ts'
import { type BookableEvent, makeEvent, makeMember, makeSpouse, NIGHTS } from './booking.ts'
import { lostGuards, switchOffInDatabase } from './guards-off.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'
import { brokenInvariants } from './invariants.ts'
import { type RefundingProvider, refundingProvider } from './refunding-provider.ts'

// Random commands by everybody at two events in one center: money in every state, edits, persons, beds, titles,
// closings. The model in features/reservations/invariants/model.test.ts predicts the answer of each step. Here nothing
// is predicted: after every step, no call has failed inside the server, every invariant holds, and the books agree with
// the provider's own books.

interface Person {
  readonly account: TestAccount
  readonly spouse: string
  readonly child: string
  readonly companion: string
}

interface Booking {
  readonly id: string
  readonly owner: Person
  readonly event: BookableEvent
  readonly references: string[]
}

interface World {
  readonly t: TestApp
  readonly provider: RefundingProvider
  readonly people: readonly Person[]
  readonly staff: TestAccount
  readonly cashiers: readonly TestAccount[]
  readonly gate: TestAccount
  readonly events: readonly BookableEvent[]
  readonly titles: readonly string[]
  /** The form of both events: what it asks, and the options of it. */
  readonly form: { readonly id: string; readonly robe: string; readonly own: string; readonly lent: string }
  readonly bookings: Booking[]
  /** What was paid at the provider, by reference. */
  readonly charged: Map<string, number>
  scans: number
}

const DAY = 24 * 60

const FORMS = ['limit 1', 'limit 2', 'no limit', 'own costs', 'without the option', 'a text', 'moved'] as const
/** Returns what the form asks. */
const sectionsOf = ({ robe, own, lent }: Pick<World['form'], 'robe' | 'own' | 'lent'>, how: (typeof FORMS)[number]) => {
  const question = { _id: robe, label: 'Robe', type: 'radio' as const }
  const mine = { _id: own, label: 'My own', price: how === 'own costs' ? 700 : 0 }
  const limits = { 'limit 1': 1, 'limit 2': 2 }
  const capacity = how === 'limit 1' || how === 'limit 2' ? limits[how] : how === 'no limit' ? null : 2
  const theirs = { _id: lent, label: 'Lent', price: 500, capacity }
  const gown = { label: 'Gown', type: 'radio' as const, options: [theirs] }
  const isWithout = how === 'without the option' || how === 'moved'
  const questions =
    how === 'a text'
      ? [{ ...question, type: 'text' as const }]
      : [{ ...question, options: isWithout ? [mine] : [mine, theirs] }, ...(how === 'moved' ? [gown] : [])]
  return [{ title: 'Robes', questions }]
}

/** Two events that share rooms: one takes a deposit and retains part of refunds, the other wants the whole price. */
const makeWorld = async (): Promise<World> => {
  const t = await testApp()
  const provider = refundingProvider()
  useProviders(t.app.deps, [provider])
  const first = await makeEvent(t, {
    capacity: 5,
    rooms: 2,
    beds: 2,
    stock: 6,
    depositPercent: 40,
    refundRules: [{ until: '2027-01-10T09:00:00Z', percent: 40 }],
  })
  const second = await makeEvent(t, { capacity: 4, beds: 2, venueOf: first })
  const titles = await Promise.all(
    ['Apostle', 'Pastor'].map(async (name) => {
      const { rows } = await t.database.pool.query<{ id: string }>(
        `insert into titles (name) values ($1) on conflict (name) do update set name = excluded.name returning id`,
        [`${name} of the model`],
      )
      return rows[0]?.id ?? ''
    }),
  )
  const people = await Promise.all(
    ['female', 'male', 'female', 'male'].map(async (gender) => {
      const account = await t.account({ columns: { gender } })
      return {
        account,
        spouse: await makeSpouse(t, account.id, { gender: gender === 'male' ? 'female' : 'male' }),
        child: await makeMember(t, account.id),
        companion: await makeMember(t, account.id, { relation: 'companion', gender: 'female' }),
      }
    }),
  )
  const staff = await t.account({ type: 'admin', permissions: PERMISSIONS })
  const gate = await t.account({ type: 'admin', permissions: ['reservations.check_in'] })
  const cashiers = await Promise.all([0, 1].map(() => t.account({ type: 'admin', permissions: PERMISSIONS })))
  const newId = () => t.app.deps.random.bytes(12).toString('hex')
  const ids = { robe: newId(), own: newId(), lent: newId() }
  const made = await t.call(eventFormRoutes.create, {
    as: staff,
    body: { name: 'Robes', sections: sectionsOf(ids, 'limit 2') },
  })
  for (const { id } of [first, second])
    await t.call(adminEventRoutes.updateEvent, { params: { id }, as: staff, body: { form_id: made.data._id } })
  return {
    t,
    provider,
    people,
    staff,
    cashiers,
    gate,
    events: [first, second],
    titles,
    form: { id: made.data._id, ...ids },
    bookings: [],
    charged: new Map(),
    scans: 0,
  }
}

type Step = (world: World) => Promise<readonly { readonly status: number; readonly code?: string | undefined }[]>
interface Command {
  readonly name: string
  readonly run: Step
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

/** A step about one booking. Does nothing while there is none. */
const onBooking =
  (index: number, run: (world: World, booking: Booking) => ReturnType<Step>): Step =>
  async (world) => {
    const booking = at(world.bookings, index)
    return booking ? run(world, booking) : []
  }

const stayOf = (event: BookableEvent, nights: number, room?: string) => ({
  room_category_id: event.categoryId,
  check_in: NIGHTS.check_in,
  check_out: `2027-01-${10 + nights}`,
  room_id: room ?? null,
})

const ALONG = ['spouse', 'child', 'companion'] as const

interface WishShape {
  readonly shirts: number
  readonly nights: number
  readonly room: number
  /** The companions by role. */
  readonly along: readonly (typeof ALONG)[number][]
  readonly otherType: boolean
  readonly mobility: boolean
  /** Null: the answer is cleared. Undefined: it is not mentioned. */
  readonly robe: 'own' | 'lent' | null | undefined
}

const wishOf = ({ form }: World, event: BookableEvent, owner: Person, wish: WishShape) => ({
  ...(wish.robe !== undefined && { answers: { [form.robe]: wish.robe && form[wish.robe] } }),
  participants: [
    {
      role: 'main' as const,
      participant_type_id: wish.otherType ? event.otherTypeId : event.typeId,
      medical_conditions: wish.mobility ? ['mobility_issue' as const] : [],
    },
    // The other type for companions: a minister and a minister's wife have two types with two prices.
    ...wish.along.map((role) => ({ role, person_id: owner[role], participant_type_id: event.otherTypeId })),
  ],
  products: wish.shirts > 0 ? [{ product_option_id: event.optionId, quantity: wish.shirts }] : [],
  accommodation:
    wish.nights > 0 ? stayOf(event, wish.nights, wish.room > 0 ? event.roomIds[wish.room - 1] : undefined) : null,
})

const reserve = (person: number, which: number, wish: WishShape): Command => ({
  name: `reserve(${person}, event ${which}, ${JSON.stringify(wish)})`,
  run: async (world) => {
    const owner = at(world.people, person)
    const event = at(world.events, which)
    if (!owner || !event) return []
    const answer = await world.t.call(reservationRoutes.makeReservation, {
      params: { event_id: event.id },
      as: owner.account,
      body: wishOf(world, event, owner, wish),
    })
    if (answer.status === 201) world.bookings.push({ id: answer.data._id, owner, event, references: [] })
    return [answer]
  },
})

const edit = (index: number, byStaff: boolean, wish: WishShape): Command => ({
  name: `edit(${index}, by ${byStaff ? 'staff' : 'the owner'}, ${JSON.stringify(wish)})`,
  run: onBooking(index, async (world, { id, owner, event }) => {
    const { t, staff } = world
    const body = wishOf(world, event, owner, wish)
    return [
      byStaff
        ? await t.call(reservationRoutes.editReservation, { params: { id }, as: staff, body })
        : await t.call(reservationRoutes.editMyReservation, { params: { id }, as: owner.account, body }),
    ]
  }),
})

/** Changes what takes nothing: whoever has something is never told that it is sold out. */
const editTravel = (index: number, hour: number): Command => ({
  name: `editTravel(${index}, at ${hour})`,
  run: onBooking(index, async ({ t, staff }, { id }) => {
    const body = { arrival_at: `2027-01-10T${10 + hour}:00:00.000Z` }
    const answer = await t.call(reservationRoutes.editReservation, { params: { id }, as: staff, body })
    expect(['quota_exhausted', 'event_full']).not.toContain(answer.code)
    return [answer]
  }),
})

/** The office changes the form of both events. */
const changeForm = (how: (typeof FORMS)[number]): Command => ({
  name: `changeForm(${how})`,
  run: async ({ t, staff, form }) => [
    await t.call(eventFormRoutes.update, {
      params: { id: form.id },
      as: staff,
      body: { sections: sectionsOf(form, how) },
    }),
  ],
})

const takeForm = (which: number, isThere: boolean): Command => ({
  name: `takeForm(event ${which}, ${isThere})`,
  run: async ({ t, staff, events, form }) => {
    const event = at(events, which)
    if (!event) return []
    const body = { form_id: isThere ? form.id : null }
    return [await t.call(adminEventRoutes.updateEvent, { params: { id: event.id }, as: staff, body })]
  },
})

/** Starts checkouts, several at the same moment. Nobody has paid yet. */
const beginCheckout = (index: number, times: number): Command => ({
  name: `beginCheckout(${index}, ${times} at once)`,
  run: onBooking(index, async ({ t }, { id, owner, references }) => {
    const started = await Promise.all(
      Array.from({ length: times }, () =>
        t.call(paymentRoutes.startPayment, { params: { id }, as: owner.account, body: {} }),
      ),
    )
    for (const one of started)
      if (one.status === 201 && !references.includes(one.data.reference)) references.push(one.data.reference)
    return started
  }),
})

/**
 * Pays a started checkout at the provider: immediately or days later, whatever happened to the reservation, and perhaps
 * too much.
 */
const payCheckout = (index: number, which: number, over: number): Command => ({
  name: `payCheckout(${index}, checkout ${which}, ${over} over)`,
  run: onBooking(index, async ({ t, provider, charged }, { owner, references }) => {
    const reference = at(references, which)
    if (!reference) return []
    const { rows } = await t.database.pool.query<{ amount: string }>(
      `select amount from payments where reference = $1`,
      [reference],
    )
    const amount = charged.get(reference) ?? Number(rows[0]?.amount) + over
    charged.set(reference, amount)
    provider.says = { state: 'paid', amount, currency: 'GHS', live: true, providerReference: `p-${reference}` }
    const verify = () => t.call(paymentRoutes.verifyPayment, { params: { id: reference }, as: owner.account })
    const answers = await Promise.all([verify(), verify()])
    provider.says = { state: 'pending' }
    return answers
  }),
})

const takeCash = (index: number, cashier: number, part: 'all' | 'some' | 'deposit'): Command => ({
  name: `takeCash(${index}, cashier ${cashier}, ${part})`,
  run: onBooking(index, async ({ t, cashiers, staff }, { id }) => {
    const { data } = await t.call(reservationRoutes.getReservation, { params: { id }, as: staff })
    const amount = part === 'all' ? data.balance : part === 'some' ? Math.ceil(data.balance / 3) : data.due_now
    return [
      await t.call(paymentRoutes.takeCash, {
        params: { id },
        as: at(cashiers, cashier),
        body: { amount: Math.max(1, amount) },
      }),
    ]
  }),
})

/** Returns the payments of a booking, oldest first. */
const paymentsOf = async ({ t, staff }: World, id: string) =>
  (await t.call(paymentRoutes.listReservationPayments, { params: { id }, as: staff })).data

const voidCash = (index: number): Command => ({
  name: `voidCash(${index})`,
  run: onBooking(index, async (world, { id }) => {
    const receipt = (await paymentsOf(world, id)).find(({ provider }) => provider === 'cash')
    if (!receipt) return []
    const { t, staff } = world
    return [
      await t.call(paymentRoutes.voidCash, {
        params: { id: receipt._id },
        as: staff,
        body: { reason: 'wrong person' },
      }),
    ]
  }),
})

const giveGoodwill = (index: number, amount: number): Command => ({
  name: `giveGoodwill(${index}, ${amount})`,
  run: onBooking(index, async (world, { id }) => {
    const payment = at(await paymentsOf(world, id), index)
    if (!payment) return []
    const { t, staff } = world
    const give = () =>
      t.call(paymentRoutes.refundPayment, {
        params: { id: payment._id },
        as: staff,
        body: { amount, reason: 'a gift', refundable: payment.refundable, till_reason: 'from the safe' },
      })
    return Promise.all([give(), give()])
  }),
})

const ACTS = ['send', 'cash', 'withdraw', 'outside', 'ask'] as const
/** Staff act on any open refund. */
const actOnRefund = (index: number, act: (typeof ACTS)[number]): Command => ({
  name: `actOnRefund(${index}, ${act})`,
  run: async ({ t, staff, cashiers }) => {
    const open = await t.call(refundRoutes.listRefunds, {
      as: staff,
      query: { status: 'due,requested,refused' },
    })
    const refund = at(open.data, index)
    if (!refund) return [open]
    const params = { id: refund._id }
    const body = { reason: 'the model says so' }
    const calls = {
      send: () => t.call(refundRoutes.sendRefund, { params, as: staff }),
      cash: () =>
        t.call(refundRoutes.giveBackCash, {
          params,
          as: at(cashiers, index),
          body: { paid_to: 'Ama Mensah', till_reason: 'from the safe' },
        }),
      withdraw: () => t.call(refundRoutes.withdrawRefund, { params, as: staff, body }),
      outside: () => t.call(refundRoutes.settleRefundOutside, { params, as: staff, body }),
      ask: () => t.call(refundRoutes.askAboutRefund, { params, as: staff }),
    }
    return Promise.all([calls[act](), calls[act]()])
  },
})

const MOODS = ['done', 'slow', 'refuses', 'silent', 'answer is lost'] as const
const setMood = (mood: (typeof MOODS)[number]): Command => ({
  name: `provider: ${mood}`,
  run: async ({ provider }) => {
    provider.mood = mood
    return []
  },
})

/** Loses a refund request or its answer. Half an hour later the provider is asked again. */
const loseAnswer = (index: number, mood: 'answer is lost' | 'hears late'): Command => ({
  name: `loseAnswer(${index}, ${mood})`,
  run: async (world) => {
    world.provider.mood = mood
    const sent = await actOnRefund(index, 'send').run(world)
    world.provider.mood = 'done'
    await wait(30).run(world)
    return [...sent, ...(await runJobs.run(world))]
  },
})

/** The provider pays an accepted refund or refuses it, even one that it reported as done, and sends a notice. */
const settleAtProvider = (how: 'done' | 'refused'): Command => ({
  name: `the provider ends refunds: ${how}`,
  run: async ({ t, provider }) => {
    for (const [key, entry] of provider.books)
      if (how === 'refused' || entry.verdict.state === 'accepted')
        provider.books.set(key, {
          ...entry,
          verdict:
            how === 'done'
              ? { state: 'done', providerReference: `r-${key}` }
              : { state: 'refused', reason: 'the number is closed' },
        })
    provider.mood = 'done'
    const { rows } = await t.database.pool.query<{ reference: string }>(
      `select distinct p.reference from payments p join refunds f on f.payment_id = p.id where f.way = 'provider'`,
    )
    const answers = await Promise.all(
      rows.map(({ reference }) =>
        t.call(paymentRoutes.receiveWebhook, {
          params: { provider: 'paystack' },
          body: `refund ${reference} ${t.app.deps.random.bytes(4).toString('hex')}`,
        }),
      ),
    )
    await t.app.deps.jobs.drain()
    return answers
  },
})

const closeTill = (index: number, isOff: boolean): Command => ({
  name: `closeTill(cashier ${index}${isOff ? ', counted wrong' : ''})`,
  run: async ({ t, cashiers }) => {
    const as = at(cashiers, index)
    const till = await t.call(tillRoutes.getTill, { as })
    if (till.status !== 200) return [till]
    const { day, taken, voided, given_back } = till.data
    const expected = taken - voided - given_back
    const opening = Math.max(0, -expected)
    return [
      till,
      await t.call(tillRoutes.closeTill, {
        as,
        body: {
          day,
          opening,
          counted: expected + opening + (isOff ? 100 : 0),
          expected: expected + opening,
          ...(isOff ? { reason: 'change given wrongly' } : {}),
        },
      }),
    ]
  },
})

const cancel = (index: number, who: 'owner' | 'staff' | 'staff, all back'): Command => ({
  name: `cancel(${index}, by ${who})`,
  run: onBooking(index, async ({ t, staff }, { id, owner }) => [
    who === 'owner'
      ? await t.call(reservationRoutes.cancelMyReservation, { params: { id }, as: owner.account })
      : await t.call(reservationRoutes.cancelReservation, {
          params: { id },
          as: staff,
          body: who === 'staff' ? {} : { refund: 'full' },
        }),
  ]),
})

const keepPlace = (index: number): Command => ({
  name: `keepPlace(${index})`,
  run: onBooking(index, async ({ t, staff }, { id }) => [
    await t.call(reservationRoutes.keepReservation, {
      params: { id },
      as: staff,
      body: { until: new Date(t.clock().getTime() + 3 * DAY * 60_000).toISOString() },
    }),
  ]),
})

const waive = (index: number): Command => ({
  name: `waive(${index})`,
  run: onBooking(index, async ({ t, staff }, { id }) => [
    await t.call(reservationRoutes.waiveBalance, { params: { id }, as: staff, body: { reason: 'the church pays' } }),
  ]),
})

const changeTitle = (person: number, which: number): Command => ({
  name: `changeTitle(${person}, ${which})`,
  run: async ({ t, people, titles }) => {
    await t.database.pool.query(`update users set title_id = $2 where id = $1`, [
      at(people, person)?.account.id,
      which === 0 ? null : at(titles, which),
    ])
    return []
  },
})

/** Staff change a room that can be in use. Losing beds must be refused or announced. */
const changeRoom = (room: number, change: 'maintenance' | 'open' | 'male' | 'kept' | 'floor'): Command => ({
  name: `changeRoom(${room}, ${change})`,
  run: async ({ t, staff, events, titles }) => {
    const id = at(events[0]?.roomIds ?? [], room)
    if (!id) return []
    const bodies = {
      maintenance: { maintenance: [{ from: '2027-01-11', until: '2027-01-13', reason: 'paint' }] },
      open: { maintenance: [], gender_rule: null, kept_for_title_ids: [] },
      male: { gender_rule: 'male' },
      kept: { kept_for_title_ids: titles.slice(0, 1) },
      floor: { floor: 3, accessible: false },
    }
    return [await t.call(eventRoomRoutes.update, { params: { id }, as: staff, body: bodies[change] })]
  },
})

const moreBeds = (which: number, beds: number): Command => ({
  name: `beds of event ${which}: ${beds}`,
  run: async ({ t, staff, events }) => {
    const event = at(events, which)
    if (!event) return []
    const { data } = await t.call(adminEventRoutes.readAdminEvent, { params: { id: event.id }, as: staff })
    return [
      await t.call(adminEventRoutes.updateEvent, {
        params: { id: event.id },
        as: staff,
        body: { accommodations: data.accommodations.map((one) => ({ ...one, beds })) },
      }),
    ]
  },
})

const publish = (which: number, action: 'publishEvent' | 'unpublishEvent'): Command => ({
  name: `${action}(${which})`,
  run: async ({ t, staff, events }) => {
    const event = at(events, which)
    return event ? [await t.call(adminEventRoutes[action], { params: { id: event.id }, as: staff })] : []
  },
})

const giveBed = (index: number, room: number): Command => ({
  name: `giveBed(${index}, room ${room})`,
  run: onBooking(index, async ({ t, staff }, { id, event }) => {
    const seen = await t.call(bedRoutes.readBeds, { params: { id }, as: staff })
    const roomId = at(event.roomIds, room)
    if (seen.status !== 200 || !roomId) return [seen]
    const participant_ids = seen.data.persons.map(({ participant_id }) => participant_id)
    return [
      await t.call(bedRoutes.assignBeds, {
        params: { id },
        as: staff,
        body: { room_id: roomId, participant_ids, pinned: true },
      }),
    ]
  }),
})

const takeBed = (index: number): Command => ({
  name: `takeBed(${index})`,
  run: onBooking(index, async ({ t, staff }, { id }) => {
    const { data } = await t.call(reservationRoutes.getReservation, { params: { id }, as: staff })
    const participant_ids = data.participants.map(({ _id }) => _id)
    return [await t.call(bedRoutes.takeBeds, { params: { id }, as: staff, body: { participant_ids } })]
  }),
})

const scan = (index: number, direction: 'in' | 'out'): Command => ({
  name: `scan(${index}, ${direction})`,
  run: onBooking(index, async (world, { id, event }) => {
    const { t, staff } = world
    const { data } = await t.call(reservationRoutes.getReservation, { params: { id }, as: staff })
    const scanned = await Promise.all(
      data.participants.map(({ qr }) => {
        world.scans += 1
        return t.call(checkinRoutes.adminScan, {
          params: { id: qr.url },
          as: staff,
          body: {
            scan_id: `scan-of-the-model-${world.scans}`,
            device_id: 'gate-1',
            scanned_at: t.clock().toISOString(),
            direction,
            event_id: event.id,
          },
        })
      }),
    )
    // Whatever happened to the reservation, the gate gets a clear answer.
    expect(scanned.map(({ status }) => status)).toEqual(scanned.map(() => 200))
    return scanned
  }),
})

/** Somebody is ticked on a printed list, whatever their reservation says. */
const letIn = (index: number): Command => ({
  name: `letIn(${index})`,
  run: onBooking(index, async ({ t, gate, staff }, { id, event }) => {
    const { data } = await t.call(reservationRoutes.getReservation, { params: { id }, as: staff })
    const board = await t.call(boardRoutes.liveBoard, { params: { id: event.id }, as: gate })
    return [
      await t.call(guestRoutes.enterPaper, {
        params: { id: event.id },
        as: gate,
        body: {
          point_id: board.data.points[0]?._id ?? '',
          direction: 'in',
          at: t.clock().toISOString(),
          participant_ids: data.participants.map(({ _id }) => _id),
        },
      }),
    ]
  }),
})

/** The office withdraws the scans of a booking, or puts them back. */
const reviewScans = (index: number, act: 'withdraw' | 'restore', most: number): Command => ({
  name: `reviewScans(${index}, ${act}, ${most})`,
  run: async ({ t, gate }) => {
    const { rows } = await t.database.pool.query<{ event_id: string; ids: string[] }>(
      `select event_id, array_agg(id::text order by id) as ids from scans where reservation_id is not null group by event_id, reservation_id
       order by min(id)`,
    )
    const scanned = at(rows, index)
    if (!scanned) return []
    const body = { act, scan_ids: scanned.ids.slice(0, most) }
    return [await t.call(boardRoutes.reviewScans, { params: { id: scanned.event_id }, as: gate, body })]
  },
})

const wait = (minutes: number): Command => ({
  name: `wait(${minutes} minutes)`,
  run: async ({ t }) => {
    // The check of beds uses PostgreSQL's date. Nights that are past by this clock are no longer followed, but would
    // count there.
    if (t.clock().getTime() + minutes * 60_000 < Date.parse(NIGHTS.check_in)) t.clock.forward(minutes)
    return []
  },
})

/** Runs everything that depends on the clock. */
const runJobs: Command = {
  name: 'jobs',
  run: async ({ t }) => {
    const { pool } = t.database
    for (const task of ['sweep_holds', 'settle_balances', 'poll_payments', 'poll_refunds'])
      await pool.query(`select graphile_worker.add_job($1)`, [task])
    await t.app.deps.jobs.drain()
    return []
  },
}

/** For each payment without an open request, the books agree with its provider. */
const checkMoney = async ({ t, provider, charged }: World): Promise<void> => {
  const { rows } = await t.database.pool.query<{ reference: string; captured: string; back: string }>(
    `select p.reference, p.captured, coalesce((select -sum(l.amount) from ledger_entries l join refunds f on f.id = l.refund_id
       where l.payment_id = p.id and l.kind <> 'capture' and f.way = 'provider'), 0) as back
     from payments p where p.provider = 'paystack'
       and not exists (select 1 from refunds f where f.payment_id = p.id and f.status = 'requested')`,
  )
  const sent = new Map<string, number>()
  const { rows: keys } = await t.database.pool.query<{ id: string; reference: string }>(
    `select f.id, p.reference from refunds f join payments p on p.id = f.payment_id where p.provider = 'paystack'`,
  )
  for (const [key, { amount, verdict }] of provider.books) {
    const reference = keys.find(({ id }) => key.startsWith(id))?.reference
    if (reference && verdict.state === 'done') sent.set(reference, (sent.get(reference) ?? 0) + amount)
  }
  for (const { reference, captured, back } of rows) {
    expect([reference, Number(captured)]).toEqual([reference, charged.get(reference) ?? 0])
    expect([reference, Number(back)]).toEqual([reference, sent.get(reference) ?? 0])
  }
}

/** Once money was captured, there is no hold, and nothing releases the place by itself. */
const checkHolds = async ({ t }: World): Promise<void> => {
  const { rows } = await t.database.pool.query(
    `select code from reservations where status = 'pending' and paid > 0 and hold_expires_at is not null`,
  )
  expect(rows).toEqual([])
}

/** Runs a command and checks everything. Failures contain the name of the step. */
const runStep = async (world: World, { name, run }: Command): Promise<void> => {
  try {
    const answers = await run(world)
    // A request that must ask a silent provider fails with the first code, a start beside another one with the second.
    const isDeclared = (code: string | undefined) =>
      (world.provider.mood === 'silent' && code === 'payment_outcome_unknown') ||
      (code === 'locked' && name.startsWith('beginCheckout'))
    expect(answers.filter(({ status, code }) => status >= 500 && !isDeclared(code))).toEqual([])
    expect(await brokenInvariants(world.t.app.deps.db)).toEqual([])
    await checkMoney(world)
    await checkHolds(world)
  } catch (error) {
    throw new Error(`found by: ${name}`, { cause: error })
  }
}

const wish: fc.Arbitrary<WishShape> = fc.record({
  shirts: fc.nat({ max: 2 }),
  nights: fc.nat({ max: 3 }),
  room: fc.nat({ max: 2 }),
  along: fc.subarray([...ALONG]),
  otherType: fc.boolean(),
  mobility: fc.constantFrom(false, false, false, true),
  robe: fc.constantFrom(undefined, undefined, 'own' as const, 'lent' as const, 'lent' as const, null),
})
const index = fc.nat({ max: 7 })
const few = fc.nat({ max: 3 })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(few, fc.nat({ max: 1 }), wish).map((args) => reserve(...args)) },
  { weight: 4, arbitrary: fc.tuple(index, fc.boolean(), wish).map((args) => edit(...args)) },
  { weight: 3, arbitrary: fc.tuple(index, fc.nat({ max: 9 })).map((args) => editTravel(...args)) },
  { weight: 3, arbitrary: fc.constantFrom(...FORMS).map(changeForm) },
  { weight: 2, arbitrary: fc.tuple(fc.nat({ max: 1 }), fc.boolean()).map((args) => takeForm(...args)) },
  { weight: 4, arbitrary: fc.tuple(index, fc.constantFrom(1, 1, 3)).map((args) => beginCheckout(...args)) },
  { weight: 5, arbitrary: fc.tuple(index, few, fc.constantFrom(0, 0, 0, 700)).map((args) => payCheckout(...args)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(index, fc.nat({ max: 1 }), fc.constantFrom('all' as const, 'some' as const, 'deposit' as const))
      .map((args) => takeCash(...args)),
  },
  { weight: 1, arbitrary: index.map(voidCash) },
  { weight: 3, arbitrary: fc.tuple(index, fc.constantFrom(100, 5_000)).map((args) => giveGoodwill(...args)) },
  { weight: 4, arbitrary: fc.tuple(few, fc.constantFrom(...ACTS)).map((args) => actOnRefund(...args)) },
  { weight: 2, arbitrary: fc.constantFrom(...MOODS).map(setMood) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(few, fc.constantFrom('answer is lost' as const, 'hears late' as const))
      .map((args) => loseAnswer(...args)),
  },
  { weight: 1, arbitrary: fc.constantFrom('done' as const, 'refused' as const).map(settleAtProvider) },
  { weight: 1, arbitrary: fc.tuple(few, fc.boolean()).map((args) => closeTill(...args)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(index, fc.constantFrom('owner' as const, 'staff' as const, 'staff, all back' as const))
      .map((args) => cancel(...args)),
  },
  { weight: 1, arbitrary: index.map(keepPlace) },
  { weight: 1, arbitrary: index.map(waive) },
  { weight: 1, arbitrary: fc.tuple(few, fc.nat({ max: 2 })).map((args) => changeTitle(...args)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        few,
        fc.constantFrom('maintenance' as const, 'open' as const, 'male' as const, 'kept' as const, 'floor' as const),
      )
      .map((args) => changeRoom(...args)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 4 })).map((args) => moreBeds(...args)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat({ max: 1 }), fc.constantFrom('publishEvent' as const, 'unpublishEvent' as const))
      .map((args) => publish(...args)),
  },
  { weight: 2, arbitrary: fc.tuple(index, few).map((args) => giveBed(...args)) },
  { weight: 1, arbitrary: index.map(takeBed) },
  {
    weight: 2,
    arbitrary: fc.tuple(index, fc.constantFrom('in' as const, 'out' as const)).map((args) => scan(...args)),
  },
  { weight: 3, arbitrary: index.map(letIn) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        index,
        fc.constantFrom('withdraw' as const, 'withdraw' as const, 'restore' as const),
        fc.constantFrom(1, 9),
      )
      .map((args) => reviewScans(...args)),
  },
  { weight: 2, arbitrary: fc.constantFrom(1, 31, DAY, 20 * DAY).map(wait) },
  { weight: 3, arbitrary: fc.constant(runJobs) },
)
/** Starts with reservations, so that later steps have something to act on. All lengths are equally likely. */
const steps = fc
  .tuple(
    fc.array(
      fc.tuple(few, fc.nat({ max: 1 }), wish).map((args) => reserve(...args)),
      { maxLength: 4 },
    ),
    fc.noBias(fc.array(command, { minLength: 1, maxLength: 60, size: 'max' })),
  )
  .map(([first, then]) => {
    const list = [...first, ...then]
    return Object.assign(list, { [fc.toStringMethod]: () => list.map(({ name }) => name).join('\n  ') })
  })

/** `BOOKS_RUNS` makes it longer. */
const runs = Number(process.env['BOOKS_RUNS'] ?? 8)

test('whatever is done in whatever order, the books are correct', { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const world = await makeWorld()
      try {
        await switchOffInDatabase(world.t.database.pool)
        for (const step of list) await runStep(world, step)
      } finally {
        await world.t.close()
      }
    }),
    {
      numRuns: runs,
      interruptAfterTimeLimit: Math.max(60_000, runs * 4_000),
      markInterruptAsFailure: false,
      // With a guard switched off, the first failure is enough. Normally, the shortest failing run is wanted.
      endOnFailure: process.env['GUARD_OFF'] !== undefined,
    },
  )
})

test('every guard that can be switched off is where the list says', () => {
  expect(lostGuards()).toEqual([])
})
