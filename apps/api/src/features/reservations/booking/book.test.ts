import type { FormDefinition } from '@shiloh/contract/forms/forms'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { type BookableEvent, makeEvent, makeSpouse, NIGHTS, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { archiveReservations } from '../index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
afterEach(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

const wishFor = (event: BookableEvent) => ({ participant_type_id: event.typeId })

describe('making a reservation', () => {
  test('holds what was chosen, at the price the server counts', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: {
        ...wishFor(event),
        accommodation: { room_category_id: event.categoryId, ...NIGHTS },
        caterer_id: event.catererId,
        products: [{ product_option_id: event.optionId, quantity: 2 }],
        expected_total: 38_000,
      },
    })
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({ status: 'pending', total: 38_000, paid: 0, balance: 38_000, currency: 'GHS' })
    expect(made.data.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['participant_type', 10_000],
      ['accommodation', 15_000],
      ['caterer', 6_000],
      ['product_option', 7_000],
    ])
    expect(made.data.hold_expires_at).toBe('2026-11-21T08:30:00.000Z')
    expect(made.data.allowed).toEqual(['pay', 'edit', 'cancel', 'download'])
    const read = await t.call(routes.getMyReservation, { params: { id: made.data._id }, as: user })
    expect(read.data).toEqual(made.data)
    const [mail] = await t.outbox(user.email)
    expect(mail?.text).toContain(made.data.code)
  })

  test('is active immediately when there is nothing to pay', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: { participant_type_id: event.otherTypeId },
    })
    expect(made.data).toMatchObject({ status: 'active', total: 0, hold_expires_at: null })
  })

  test('takes two places, two beds in one room and two QR codes for a couple', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const spouse = await makeSpouse(t, user.id)
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: {
        ...wishFor(event),
        with_spouse: spouse,
        accommodation: { room_category_id: event.categoryId, ...NIGHTS, room_id: event.roomIds[0] },
      },
    })
    expect([made.code, made.errors]).toEqual([undefined, []])
    expect(made.data.total).toBe(50_000)
    const [main, other] = made.data.participants
    expect(main?.room?._id).toBe(event.roomIds[0])
    expect(other?.room?._id).toBe(event.roomIds[0])
    expect(main?.room?.bed).not.toBe(other?.room?.bed)
    expect(main?.qr.id).not.toBe(other?.qr.id)
  })
})

/** All rows that a refused request must not leave behind. */
const traces = async (): Promise<unknown> => {
  const { rows } = await t.database.pool.query(
    `select (select count(*)::int from reservations) as reservations, (select count(*)::int from reservation_participants) as participants,
       (select count(*)::int from claims) as claims, (select coalesce(sum(claimed), 0)::int from quotas) as claimed,
       (select count(*)::int from bed_assignments) as beds, (select count(*)::int from reservation_lines) as lines,
       (select count(*)::int from reservation_transitions) as transitions, (select count(*)::int from messages) as messages`,
  )
  return rows[0]
}

const idOf = (n: number): string => n.toString(16).padStart(24, '0')
const form: FormDefinition = {
  sections: [
    {
      _id: idOf(0xf00),
      title: 'Extras',
      description: '',
      questions: [
        {
          _id: idOf(0xf01),
          label: 'Age',
          help: '',
          type: 'number',
          required: true,
          min_value: 0,
          max_value: 120,
          min_date: null,
          max_date: null,
          visible_when: null,
          participant_type_ids: [],
          rating_scores: [],
          options: [],
        },
        {
          _id: idOf(0xf02),
          label: 'Excursion',
          help: '',
          type: 'radio',
          required: false,
          min_value: null,
          max_value: null,
          min_date: null,
          max_date: null,
          visible_when: null,
          participant_type_ids: [],
          rating_scores: [],
          options: [{ _id: idOf(0xf03), label: 'Castle', price: 900, capacity: 1 }],
        },
      ],
    },
  ],
}

describe('bad input', () => {
  const NOBODY = idOf(0xbad)

  test('is refused with the field, and leaves nothing behind', async () => {
    const event = await makeEvent(t, { form, maxPerReservation: 3, stock: 10 })
    const elsewhere = await makeEvent(t)
    const user = await t.account()
    const stranger = await t.account()
    const foreignSpouse = await makeSpouse(t, stranger.id)
    const base = { participant_type_id: event.typeId, answers: { [idOf(0xf01)]: 30 } }
    const stay = { room_category_id: event.categoryId, ...NIGHTS }
    const cases: [Record<string, unknown>, number, string][] = [
      [{ participant_type_id: NOBODY }, 422, 'participant_type_id'],
      [{ participant_type_id: elsewhere.typeId }, 422, 'participant_type_id'],
      [{ participant_type_id: 7 }, 422, 'participant_type_id'],
      [{ participant_type_id: "'; drop table users; --" }, 422, 'participant_type_id'],
      [{ title_id: NOBODY }, 422, 'title_id'],
      [{ designation_id: NOBODY }, 422, 'designation_id'],
      [{ committee_type_id: NOBODY }, 422, 'committee_type_id'],
      [{ accommodation: { ...stay, room_category_id: NOBODY } }, 422, 'accommodation.room_category_id'],
      [{ accommodation: { ...stay, room_category_id: elsewhere.categoryId } }, 422, 'accommodation.room_category_id'],
      [{ accommodation: { ...stay, check_in: '2027-01-09' } }, 422, 'accommodation.check_in'],
      [{ accommodation: { ...stay, check_out: '2027-01-14' } }, 422, 'accommodation.check_out'],
      [{ accommodation: { ...stay, check_out: '2027-01-10' } }, 422, 'accommodation.check_out'],
      [{ accommodation: { ...stay, check_in: '2027-01-12', check_out: '2027-01-11' } }, 422, 'accommodation.check_out'],
      [{ accommodation: { ...stay, check_in: '1000-01-01' } }, 422, 'accommodation.check_in'],
      [{ accommodation: { ...stay, check_out: '9999-12-31' } }, 422, 'accommodation.check_out'],
      [{ accommodation: { ...stay, check_in: 'tomorrow' } }, 422, 'accommodation.check_in'],
      [{ accommodation: { ...stay, room_id: NOBODY } }, 422, 'accommodation.room_id'],
      [{ accommodation: { ...stay, room_id: event.roomIds[4] } }, 422, 'accommodation.room_id'],
      [{ accommodation: { ...stay, room_id: elsewhere.roomIds[0] } }, 422, 'accommodation.room_id'],
      [{ caterer_id: NOBODY }, 422, 'caterer_id'],
      [{ caterer_id: elsewhere.catererId }, 422, 'caterer_id'],
      [{ products: [{ product_option_id: elsewhere.optionId, quantity: 1 }] }, 422, 'products.0.product_option_id'],
      [{ products: [{ product_option_id: event.optionId, quantity: 0 }] }, 422, 'products.0.quantity'],
      [{ products: [{ product_option_id: event.optionId, quantity: -1 }] }, 422, 'products.0.quantity'],
      [{ products: [{ product_option_id: event.optionId, quantity: 1.5 }] }, 422, 'products.0.quantity'],
      [{ products: [{ product_option_id: event.optionId, quantity: 2 ** 53 }] }, 422, 'products.0.quantity'],
      [{ products: [{ product_option_id: event.optionId, quantity: 4 }] }, 422, 'products.0.quantity'],
      [{ products: [{ product_option_id: event.optionId, quantity: '1' }] }, 422, 'products.0.quantity'],
      [
        {
          products: [
            { product_option_id: event.optionId, quantity: 1 },
            { product_option_id: event.optionId, quantity: 1 },
          ],
        },
        422,
        'products.1.product_option_id',
      ],
      [{ with_spouse: foreignSpouse }, 422, 'with_spouse'],
      [{ with_spouse: NOBODY }, 422, 'with_spouse'],
      [{ answers: {} }, 422, `answers.${idOf(0xf01)}`],
      [{ answers: { [idOf(0xf01)]: 'thirty' } }, 422, `answers.${idOf(0xf01)}`],
      [{ answers: { [idOf(0xf01)]: 121 } }, 422, `answers.${idOf(0xf01)}`],
      [{ answers: { [idOf(0xf01)]: 30, [idOf(0xf02)]: idOf(0xf09) } }, 422, `answers.${idOf(0xf02)}`],
      [{ answers: { [idOf(0xf01)]: 30, [NOBODY]: 'x' } }, 422, `answers.${NOBODY}`],
      [{ answers: { [idOf(0xf01)]: 30, ['__proto__x']: 'x' } }, 422, 'answers.__proto__x'],
      [{ total: 1 }, 422, 'total'],
      [{ price: 0 }, 422, 'price'],
      [{ medical_conditions: ['<script>'] }, 422, 'medical_conditions.0'],
      [{ pays_at_desk: true }, 422, 'pays_at_desk'],
      [{ arrival_at: '2027-01-12T00:00:00Z', departure_at: '2027-01-11T00:00:00Z' }, 422, 'departure_at'],
      [{ arrival_at: 'soon' }, 422, 'arrival_at'],
    ]
    const before = await traces()
    for (const [change, status, field] of cases) {
      const answer = await t.call(routes.makeReservation, {
        params: { event_id: event.id },
        as: user,
        body: { ...base, ...change },
      })
      expect([answer.status, answer.errors.map((error) => error.field)], JSON.stringify(change)).toEqual([
        status,
        [field],
      ])
      expect(answer.errors[0]?.message).not.toBe('')
    }
    expect(await traces()).toEqual(before)
  })

  test('a price that changed is answered with the new quote', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const answer = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: { ...wishFor(event), expected_total: 9_999 },
    })
    expect([answer.status, answer.code]).toEqual([409, 'quote_changed'])
    expect(answer.details).toMatchObject({ quote: { total: 10_000 } })
  })

  test('all fields are named at once, in the language that was asked for', async () => {
    const event = await makeEvent(t)
    const answer = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: { ...wishFor(event), caterer_id: NOBODY, title_id: NOBODY },
      headers: { 'accept-language': 'de' },
    })
    expect(answer.errors.map(({ field }) => field).sort()).toEqual(['caterer_id', 'title_id'])
    expect(answer.errors.map(({ message }) => message)).toContain('Das wird hier nicht angeboten.')
  })
})

describe('who may, and when', () => {
  test.each([
    [{ status: 'draft' }, 404, 'not_found'],
    [{ status: 'unpublished' }, 409, 'registration_closed'],
    [{ status: 'archived' }, 409, 'registration_closed'],
    [{ opensAt: '2026-11-21T08:00:01Z' }, 409, 'registration_closed'],
    [{ opensAt: '2026-11-21T08:00:00Z' }, 201, undefined],
    [{ closesAt: '2026-11-21T08:00:00Z' }, 409, 'registration_closed'],
    [{ closesAt: '2026-11-21T08:00:01Z' }, 201, undefined],
  ] as const)('an event with %j', async (options, status, code) => {
    const event = await makeEvent(t, options)
    const answer = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: wishFor(event),
    })
    expect([answer.status, answer.code]).toEqual([status, code])
  })

  test('an event that does not exist', async () => {
    const answer = await t.call(routes.makeReservation, {
      params: { event_id: idOf(0xbad) },
      as: await t.account(),
      body: { participant_type_id: idOf(1) },
    })
    expect(answer.status).toBe(404)
  })

  test('members only, and only certain titles', async () => {
    const event = await makeEvent(t, { membersOnly: true })
    const guest = await t.account({ columns: { is_not_member: true } })
    const refused = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: guest,
      body: wishFor(event),
    })
    expect([refused.status, refused.code, refused.errors[0]?.field]).toEqual([
      409,
      'not_eligible',
      'participant_type_id',
    ])

    const { rows } = await t.database.pool.query<{ id: string }>(
      `insert into titles (name) values ('Apostle of tests'), ('Elder of tests') returning id`,
    )
    const [apostle = '', elder = ''] = rows.map(({ id }) => id)
    const forApostles = await makeEvent(t, { titleIds: [apostle] })
    const call = async (titleId: string, claimed: string) =>
      (
        await t.call(routes.makeReservation, {
          params: { event_id: forApostles.id },
          as: await t.account({ columns: { title_id: titleId } }),
          body: { ...wishFor(forApostles), title_id: claimed },
        })
      ).status
    expect(await call(apostle, apostle)).toBe(201)
    // Claiming the title does not make somebody an apostle.
    expect(await call(elder, apostle)).toBe(409)
  })

  test('a title that waits for the office stays chosen when its owner changes something else', async () => {
    const { rows } = await t.database.pool.query<{ id: string }>(
      `insert into titles (name, needs_confirmation) values ('Apostle to be confirmed', true) returning id`,
    )
    const title_id = rows[0]?.id
    const event = await makeEvent(t, { fields: { title: 'required' } })
    const as = await t.account({ columns: { title_id } })
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as,
      body: { ...wishFor(event), title_id },
    })
    const params = { id: made.data._id }
    const shown = await t.call(routes.getMyReservation, { params, as })
    if (shown.data.viewer !== 'owner') throw new Error('not the owner')
    // It is shown to nobody, but its owner can go on with it.
    expect(shown.data.title).toBeNull()
    const [main] = shown.data.participants
    expect(main).toMatchObject({ title: null, chosen: { title_id } })
    const edited = await t.call(routes.editMyReservation, {
      params,
      as,
      body: { ...wishFor(event), title_id: main?.chosen?.title_id, accommodation: null },
    })
    expect([edited.status, edited.data.participants[0]?.chosen]).toEqual([200, { title_id, designation_id: null }])
    const staff = await t.account({ type: 'admin', permissions: ['reservations.read'] })
    const office = await t.call(routes.getReservation, { params, as: staff })
    expect(office.data.participants[0]?.chosen).toBeNull()
  })

  test('the reservation that was archived with its event is what the page of the event leads to', async () => {
    const event = await makeEvent(t)
    const husband = await t.account({ columns: { gender: 'male' } })
    const wife = await t.account()
    const asSpouse = await makeSpouse(t, husband.id, { gender: 'female', linkedUserId: wife.id })
    const { id } = await reserve(t, event, { with_spouse: asSpouse }, husband)
    const stranger = await t.account()
    await inWork(t.app.deps, async (work) => {
      await work.tx.updateTable('events').set({ status: 'archived' }).where('id', '=', event.id).execute()
      await archiveReservations(work, event.id, { actor: 'system', actorId: null })
    })
    const has = async (as: TestAccount) => (await t.call(routes.hasReservation, { params: { id: event.id }, as })).data
    expect(await has(husband)).toMatchObject({
      has_reservation: false,
      reservation: { _id: id, status: 'archived', reserved_by: null },
    })
    expect((await has(wife)).reservation).toMatchObject({ _id: id, reserved_by: expect.stringMatching(/./) })
    expect((await has(stranger)).reservation).toBeNull()
  })

  test('one live reservation a person and event, also as somebody’s spouse', async () => {
    const event = await makeEvent(t)
    const husband = await t.account({ columns: { gender: 'male' } })
    const wife = await t.account()
    const asSpouse = await makeSpouse(t, husband.id, { gender: 'female', linkedUserId: wife.id })
    const couple = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: husband,
      body: { ...wishFor(event), with_spouse: asSpouse },
    })
    expect(couple.status).toBe(201)
    for (const as of [husband, wife]) {
      const again = await t.call(routes.makeReservation, { params: { event_id: event.id }, as, body: wishFor(event) })
      expect([again.status, again.code]).toEqual([409, 'already_reserved'])
    }
    const has = await t.call(routes.hasReservation, { params: { id: event.id }, as: wife })
    expect(has.data).toMatchObject({ has_reservation: true, reservation: { _id: couple.data._id } })
    const bySlug = await t.call(routes.hasReservation, { params: { id: event.slug }, as: wife })
    expect(bySlug.data).toEqual(has.data)
    expect(await t.call(routes.hasReservation, { params: { id: 'no-such-event' }, as: wife })).toMatchObject({
      status: 404,
    })
    await t.call(routes.cancelMyReservation, { params: { id: couple.data._id }, as: husband })
    const alone = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: wife,
      body: wishFor(event),
    })
    expect(alone.status).toBe(201)
  })

  test('somebody else’s reservation is not found', async () => {
    const event = await makeEvent(t)
    const owner = await t.account()
    const other = await t.account()
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: owner,
      body: wishFor(event),
    })
    const params = { id: made.data._id }
    expect((await t.call(routes.getMyReservation, { params, as: other })).status).toBe(404)
    expect((await t.call(routes.editMyReservation, { params, as: other, body: {} })).status).toBe(404)
    expect((await t.call(routes.cancelMyReservation, { params, as: other })).status).toBe(404)
    expect((await t.call(routes.generateMyPdf, { params, as: other })).status).toBe(404)
  })
})

describe('what is sold out', () => {
  test('is refused as a whole, and named', async () => {
    const event = await makeEvent(t, { beds: 1, covers: 0, stock: 1, form })
    const user = await t.account()
    const spouse = await makeSpouse(t, user.id)
    const before = await traces()
    const answer = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: {
        ...wishFor(event),
        answers: { [idOf(0xf01)]: 30, [idOf(0xf02)]: idOf(0xf03) },
        with_spouse: spouse,
        accommodation: { room_category_id: event.categoryId, ...NIGHTS },
        caterer_id: event.catererId,
        products: [{ product_option_id: event.optionId, quantity: 2 }],
      },
    })
    expect([answer.status, answer.code]).toEqual([409, 'quota_exhausted'])
    // Places are sold out, goods are out of stock.
    expect(answer.message).toMatch(/^Sold out: [^.]+\. Out of stock: [^.]+\.$/)
    expect(answer.errors.map(({ field, code }) => [field, code])).toEqual([
      ['accommodation.room_category_id', 'sold_out'],
      ['caterer_id', 'sold_out'],
      ['products.0.product_option_id', 'sold_out'],
    ])
    expect(await traces()).toEqual(before)
  })

  test('the event itself', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const first = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: wishFor(event),
    })
    const second = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: wishFor(event),
    })
    expect([first.status, second.status, second.code]).toEqual([201, 409, 'event_full'])
  })

  test('an expired hold is free immediately, before any sweep', async () => {
    const event = await makeEvent(t, { capacity: 1 })
    const first = await t.account()
    const held = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: first,
      body: wishFor(event),
    })
    t.clock.forward(29.9)
    const early = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: wishFor(event),
    })
    expect(early.code).toBe('event_full')
    t.clock.forward(0.2)
    expect((await t.call(routes.getMyReservation, { params: { id: held.data._id }, as: first })).data.status).toBe(
      'failed',
    )
    const next = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: wishFor(event),
    })
    expect(next.status).toBe(201)
    t.clock.set('2026-11-21T08:00:00Z')
  })
})

describe('a room', () => {
  const reserveRoom = async (
    event: BookableEvent,
    columns: Record<string, unknown>,
    roomId: string | undefined,
    extra = {},
  ) =>
    t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account({ columns }),
      body: {
        ...wishFor(event),
        accommodation: { room_category_id: event.categoryId, ...NIGHTS, room_id: roomId },
        ...extra,
      },
    })

  test('is not shared by men and women, and holds no more than its beds, also across events', async () => {
    const event = await makeEvent(t, { beds: 4 })
    const other = await makeEvent(t, { venueOf: event, beds: 4 })
    const [room] = event.roomIds
    expect((await reserveRoom(event, { gender: 'male' }, room)).status).toBe(201)
    const woman = await reserveRoom(other, { gender: 'female' }, room)
    expect([woman.status, woman.code, woman.errors[0]?.field]).toEqual([
      409,
      'room_unsuitable',
      'accommodation.room_id',
    ])
    expect((await reserveRoom(other, { gender: 'male' }, room)).status).toBe(201)
    const third = await reserveRoom(event, { gender: 'male' }, room)
    expect([third.status, third.code]).toEqual([409, 'room_taken'])
  })

  test('upstairs is not for people who cannot climb, unless it is accessible', async () => {
    const event = await makeEvent(t)
    const needs = { medical_conditions: ['mobility_issue'] }
    expect((await reserveRoom(event, {}, event.roomIds[1], needs)).code).toBe('room_unsuitable')
    expect((await reserveRoom(event, {}, event.roomIds[0], needs)).status).toBe(201)
    await t.database.pool.query(`update event_rooms set accessible = true where id = $1`, [event.roomIds[1]])
    expect((await reserveRoom(event, {}, event.roomIds[1], needs)).status).toBe(201)
  })

  test('kept for some, or under maintenance, is not given to others', async () => {
    const event = await makeEvent(t, { beds: 6 })
    const { rows } = await t.database.pool.query<{ id: string }>(
      `insert into titles (name) values ('Prophet of tests') returning id`,
    )
    await t.database.pool.query(`update event_rooms set kept_for_title_ids = $2 where id = $1`, [
      event.roomIds[0],
      [rows[0]?.id],
    ])
    await t.database.pool.query(
      `insert into room_maintenance (room_id, nights, reason) values ($1, daterange('2027-01-12', '2027-01-20'), 'paint')`,
      [event.roomIds[1]],
    )
    expect((await reserveRoom(event, {}, event.roomIds[0])).code).toBe('room_unsuitable')
    expect((await reserveRoom(event, {}, event.roomIds[0], { title_id: rows[0]?.id })).code).toBe('room_unsuitable')
    expect((await reserveRoom(event, { title_id: rows[0]?.id }, event.roomIds[0])).status).toBe(201)
    expect((await reserveRoom(event, {}, event.roomIds[1])).code).toBe('room_unsuitable')
  })
})

describe('what may name health', () => {
  test('is stored sealed, read only with a permission of its own, and every reading is recorded', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: {
        ...wishFor(event),
        medical_conditions: ['diabetic'],
        dietary_preference: ['salt_free'],
        female_related: ['pregnant'],
      },
    })
    expect(JSON.stringify(made.data)).not.toContain('diabetic')
    const { rows } = await t.database.pool.query(`select * from reservation_care where participant_id = $1`, [
      made.data.participants[0]?._id,
    ])
    expect(rows).toMatchObject([{ quiet_room: true, ground_floor: false, diets: ['salt_free'] }])
    expect(JSON.stringify(rows)).not.toContain('diabetic')
    const staff = await t.account({ type: 'admin', permissions: ['reservations.read'] })
    expect((await t.call(routes.readCare, { params: { id: made.data._id }, as: staff })).status).toBe(403)
    const nurse = await t.account({ type: 'admin', permissions: ['care.read'] })
    const read = await t.call(routes.readCare, { params: { id: made.data._id }, as: nurse })
    expect(read.data).toMatchObject([{ medical_conditions: ['diabetic'], female_related: ['pregnant'] }])
    const { rows: reads } = await t.database.pool.query(`select reader_id from care_reads`)
    expect(reads).toEqual([{ reader_id: nurse.id }])
  })

  test('is not asked of men, nor where the event hides the question', async () => {
    const event = await makeEvent(t, { fields: { medical_conditions: 'hidden', dietary_preference: 'required' } })
    const refused = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account({ columns: { gender: 'male' } }),
      body: { ...wishFor(event), female_related: ['pregnant'], medical_conditions: ['ulcer'] },
    })
    expect(refused.errors.map(({ field, code }) => [field, code])).toEqual([
      ['medical_conditions', 'not_offered'],
      ['dietary_preference', 'required'],
      ['female_related', 'not_eligible'],
    ])
  })

  test('a draft survives, for its owner alone', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const draft = { step: 2, medical_conditions: ['ulcer'] }
    await t.call(routes.saveDraft, { params: { id: event.id }, as: user, body: { draft } })
    for (const id of [event.id, event.slug])
      expect((await t.call(routes.getDraft, { params: { id }, as: user })).data.draft).toEqual(draft)
    expect((await t.call(routes.getDraft, { params: { id: event.id }, as: await t.account() })).data.draft).toBeNull()
    const { rows } = await t.database.pool.query(
      `select draft::text as draft from reservation_drafts where event_id = $1`,
      [event.id],
    )
    expect(JSON.stringify(rows)).not.toContain('ulcer')
    await t.call(routes.makeReservation, { params: { event_id: event.id }, as: user, body: wishFor(event) })
    expect((await t.call(routes.getDraft, { params: { id: event.id }, as: user })).data.draft).toBeNull()
  })
})

describe('an idempotency key', () => {
  test('replays the answer, refuses another body, and is kept per person', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const call = (body: unknown, as = user) =>
      t.call(routes.makeReservation, {
        params: { event_id: event.id },
        as,
        body,
        headers: { 'idempotency-key': 'once' },
      })
    const first = await call(wishFor(event))
    const again = await call(wishFor(event))
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.data).toEqual(first.data)
    const other = await call({ participant_type_id: event.otherTypeId })
    expect([other.status, other.code]).toEqual([422, 'idempotency_key_reused'])
    const somebody = await call(wishFor(event), await t.account())
    expect(somebody.data._id).not.toBe(first.data._id)
  })

  test('shows the current state of the reservation', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const call = () =>
      t.call(routes.makeReservation, {
        params: { event_id: event.id },
        as: user,
        body: wishFor(event),
        headers: { 'idempotency-key': 'late' },
      })
    const { data } = await call()
    await t.call(routes.cancelMyReservation, { params: { id: data._id }, as: user })
    const again = await call()
    expect([again.status, again.data._id, again.data.status]).toEqual([201, data._id, 'cancelled'])
  })

  test('sent many times at once makes one reservation', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        t.call(routes.makeReservation, {
          params: { event_id: event.id },
          as: user,
          body: wishFor(event),
          headers: { 'idempotency-key': 'burst' },
        }),
      ),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ data }) => data._id)).size).toBe(1)
    for (const { status, code } of answers)
      if (status !== 201) expect([status, code]).toEqual([409, 'idempotency_in_flight'])
  })

  test('of a refused request is free again', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const headers = { 'idempotency-key': 'second try' }
    const params = { event_id: event.id }
    const refused = await t.call(routes.makeReservation, {
      params,
      as: user,
      body: { ...wishFor(event), caterer_id: idOf(1) },
      headers,
    })
    expect(refused.status).toBe(422)
    expect((await t.call(routes.makeReservation, { params, as: user, body: wishFor(event), headers })).status).toBe(201)
  })
})

test('says of a departure before the arrival what is wrong with it', async () => {
  const event = await makeEvent(t, { fields: { arrival: 'optional', departure: 'optional' } })
  const refused = await t.call(routes.makeReservation, {
    params: { event_id: event.id },
    as: await t.account(),
    body: { ...wishFor(event), arrival_at: '2027-01-11T12:00:00Z', departure_at: '2027-01-11T09:00:00Z' },
  })
  expect(refused.errors).toMatchObject([{ field: 'departure_at', message: 'The departure is before the arrival.' }])
})
