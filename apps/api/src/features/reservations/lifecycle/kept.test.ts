import type { EventFields, FormDefinition, FormQuestion } from '@shiloh/contract/forms/forms'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { type BookableEvent, makeEvent, makeSpouse, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { syncQuotas } from '../index.ts'

let t: TestApp
let staff: TestAccount
beforeAll(async () => {
  t = await testApp()
  staff = await t.account({
    type: 'admin',
    permissions: ['reservations.read', 'reservations.update', 'care.read'],
  })
})
afterAll(() => t.close())
afterEach(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

/** Changes what an event asks for, as the office does after people have reserved. */
const ask = async ({ id }: BookableEvent, fields: EventFields): Promise<void> => {
  await t.database.pool.query(`update events set fields = $2 where id = $1`, [id, JSON.stringify(fields)])
  await inWork(t.app.deps, (work) => syncQuotas(work, id))
}
const askForm = async ({ id }: BookableEvent, form: FormDefinition): Promise<void> => {
  await t.database.pool.query(
    `insert into form_versions (form_id, definition, definition_hash, created_at)
     select form_id, $2, $3, now() + interval '1 day' from events where id = $1`,
    [id, JSON.stringify(form), t.app.deps.random.bytes(4).toString('hex')],
  )
  await inWork(t.app.deps, (work) => syncQuotas(work, id))
}
const read = async (id: string) => (await t.call(routes.getReservation, { params: { id }, as: staff })).data
const careOf = async (id: string) => (await t.call(routes.readCare, { params: { id }, as: staff })).data

const question = (id: string, options: FormQuestion['options'] = []): FormQuestion => ({
  _id: id,
  label: `Question ${id.at(-1)}`,
  help: '',
  type: options.length > 0 ? 'radio' : 'text',
  required: false,
  min_value: null,
  max_value: null,
  min_date: null,
  max_date: null,
  visible_when: null,
  participant_type_ids: [],
  rating_scores: [],
  options,
})
const formOf = (...questions: FormQuestion[]): FormDefinition => ({
  sections: [{ _id: 'd'.repeat(24), title: 'Questions', description: '', questions }],
})

describe('what was answered and is not asked any more', () => {
  const everything = {
    medical_conditions: ['ulcer'],
    dietary_preference: ['salt_free'],
    female_related: ['pregnant'],
    arrival_at: '2027-01-10T09:00:00.000Z',
    departure_at: '2027-01-12T09:00:00.000Z',
  } as const
  const nothing: EventFields = {
    title: 'hidden',
    designation: 'hidden',
    committee_type: 'hidden',
    medical_conditions: 'hidden',
    dietary_preference: 'hidden',
    female_related: 'hidden',
    spouse: 'hidden',
    arrival: 'hidden',
    departure: 'hidden',
  }

  const named = async () => {
    const one = async (table: string) =>
      (
        await t.database.pool.query<{ id: string }>(`insert into ${table} (name) values ($1) returning id`, [
          t.app.deps.random.bytes(4).toString('hex'),
        ])
      ).rows[0]?.id
    return {
      title_id: await one('titles'),
      designation_id: await one('designations'),
      committee_type_id: await one('committee_types'),
    }
  }

  test('stays, and prevents no edit, by the member or by the office', async () => {
    const event = await makeEvent(t)
    const { id, user } = await reserve(t, event, { ...everything, ...(await named()) })
    await ask(event, nothing)
    const before = await read(id)
    const mine = await t.call(routes.editMyReservation, {
      params: { id },
      as: user,
      body: { products: [{ product_option_id: event.optionId, quantity: 1 }] },
    })
    expect([mine.status, mine.errors]).toEqual([200, []])
    // The app sends the choices that it knows again.
    const again = await t.call(routes.editReservation, {
      params: { id },
      as: staff,
      body: {
        participants: [
          {
            role: 'main',
            participant_type_id: event.typeId,
            title_id: before.title?._id ?? null,
            designation_id: before.designation?._id ?? null,
          },
        ],
        committee_type_id: before.committee_type?._id ?? null,
        arrival_at: before.arrival_at,
        departure_at: before.departure_at,
        products: [],
      },
    })
    expect([again.status, again.errors]).toEqual([200, []])
    const after = await read(id)
    expect([after.title, after.designation, after.committee_type, after.arrival_at, after.departure_at]).toEqual([
      before.title,
      before.designation,
      before.committee_type,
      before.arrival_at,
      before.departure_at,
    ])
    expect(after.title).not.toBeNull()
    const { medical_conditions, dietary_preference, female_related } = everything
    expect(await careOf(id)).toMatchObject([{ medical_conditions, dietary_preference, female_related }])
  })

  test('can be cleared, and takes no other answer', async () => {
    const event = await makeEvent(t)
    const { id, user } = await reserve(t, event, everything)
    await ask(event, nothing)
    const change = (body: Record<string, unknown>) =>
      t.call(routes.editMyReservation, { params: { id }, as: user, body })
    const other = await change({ medical_conditions: ['diabetic'], arrival_at: '2027-01-11T09:00:00.000Z' })
    expect(other.errors.map(({ field, code }) => [field, code])).toEqual([
      ['medical_conditions', 'not_offered'],
      ['arrival_at', 'not_offered'],
    ])
    expect((await change({ medical_conditions: [], arrival_at: null })).status).toBe(200)
    expect(await careOf(id)).toMatchObject([{ medical_conditions: [], dietary_preference: ['salt_free'] }])
    expect((await read(id)).arrival_at).toBeNull()
  })

  test('stays with somebody who comes along, at an event that asks for nobody any more', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const spouse = await makeSpouse(t, user.id, { gender: 'female' })
    const { id } = await reserve(
      t,
      event,
      { with_spouse: spouse, spouse_care: { medical_conditions: ['diabetic'], female_related: ['pregnant'] } },
      user,
    )
    await ask(event, nothing)
    const changed = await t.call(routes.editMyReservation, {
      params: { id },
      as: user,
      body: { products: [{ product_option_id: event.optionId, quantity: 1 }] },
    })
    expect([changed.status, changed.errors]).toEqual([200, []])
    expect(await careOf(id)).toMatchObject([{ medical_conditions: ['diabetic'], female_related: ['pregnant'] }])
  })

  test('stays when a gender was corrected afterwards', async () => {
    const event = await makeEvent(t)
    const { id, user } = await reserve(t, event, { female_related: ['pregnant'] })
    await t.database.pool.query(`update users set gender = 'male' where id = $1`, [user.id])
    const changed = await t.call(routes.editReservation, { params: { id }, as: staff, body: { products: [] } })
    expect([changed.status, changed.errors]).toEqual([200, []])
  })
})

describe('answers to a form that has changed', () => {
  const [free, choice, later] = ['a', 'b', 'c'].map((letter) => letter.repeat(24))
  const [bus, car] = ['1', '2'].map((digit) => digit.repeat(24))
  if (!free || !choice || !later || !bus || !car) throw new Error('five ids')
  const options = [
    { _id: bus, label: 'Bus', price: 4_000, capacity: 10 },
    { _id: car, label: 'Car', price: 0, capacity: null },
  ]

  test('stay with their wording and their agreed price', async () => {
    const event = await makeEvent(t, { form: formOf(question(free), question(choice, options)) })
    const { id, user, view } = await reserve(t, event, { answers: { [free]: 'By train', [choice]: bus } })
    expect(view.total).toBe(14_000)
    await askForm(event, formOf({ ...question(choice, options.slice(1)) }, { ...question(later), max_value: 3 }))
    const order = [{ product_option_id: event.optionId, quantity: 1 }]
    const change = (body: Record<string, unknown>) =>
      t.call(routes.editMyReservation, { params: { id }, as: user, body })
    expect(await change({ products: order })).toMatchObject({ status: 200, data: { total: 17_500 } })
    // The app sends all answers that it shows.
    expect(await change({ answers: { [choice]: bus, [later]: 'Yes' } })).toMatchObject({
      status: 200,
      data: { total: 17_500 },
    })
    const kept = (await read(id)).answers.map(({ question_id, label, value }) => [question_id, label, value])
    expect(kept.sort()).toEqual([
      [free, 'Question a', 'By train'],
      [choice, 'Question b', bus],
      [later, 'Question c', 'Yes'],
    ])
    expect((await change({ answers: { [free]: 'By plane' } })).errors).toMatchObject([
      { field: `answers.${free}`, code: 'not_offered' },
    ])
    expect(await change({ answers: { [choice]: car, [free]: null } })).toMatchObject({
      status: 200,
      data: { total: 13_500 },
    })
    expect((await read(id)).answers.map(({ question_id }) => question_id)).toEqual([choice])
  })
})

test('more pieces than the event allows by now stay, and do not grow', async () => {
  const event = await makeEvent(t)
  const { id, user } = await reserve(t, event, { products: [{ product_option_id: event.optionId, quantity: 4 }] })
  await t.database.pool.query(`update event_products set max_per_reservation = 2 where event_id = $1`, [event.id])
  await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
  const order = (quantity: number) =>
    t.call(routes.editMyReservation, {
      params: { id },
      as: user,
      body: { products: [{ product_option_id: event.optionId, quantity }], caterer_id: event.catererId },
    })
  expect((await order(5)).errors).toMatchObject([{ field: 'products.0.quantity', code: 'too_big' }])
  expect((await order(4)).status).toBe(200)
})
