import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { asOwner, enterPayment, makeEvent, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { giveForm } from '../../../../test/questions.ts'
import { applyPayment } from '../index.ts'

/** A person who chose an option of a form has a place of its limit, and what it cost them, whatever form the event has meanwhile. */

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => t.close())
afterEach(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

const newId = () => t.app.deps.random.bytes(12).toString('hex')
const ARRIVAL = { arrival_at: '2027-01-10T10:00:00.000Z' }

/** An event that asks for a robe. One robe is lent, for 500, or as many as `capacity` says. */
const asking = async ({ capacity = 1 }: { readonly capacity?: number | null } = {}) => {
  const event = await makeEvent(t, { price: 0 })
  const ids = { robe: newId(), own: newId(), lent: newId(), more: newId() }
  const own = { _id: ids.own, label: 'My own', price: 0 }
  const lent = { _id: ids.lent, label: 'Lent', price: 500, capacity }
  const robe = { _id: ids.robe, label: 'Robe', type: 'radio' as const, options: [own, lent] }
  const more = { _id: ids.more, label: 'Tell us more', type: 'text' as const }
  const { formId, setForm, write } = await giveForm(t, event, office, [robe, more])
  const other = await t.call(eventFormRoutes.create, {
    as: office,
    body: { name: `Other ${ids.robe}`, sections: [{ title: 'New', questions: [{ label: 'New?', type: 'text' }] }] },
  })
  const rewrite = (...questions: readonly object[]) => write(questions)
  const limit = (count: number | null, price = 500) =>
    rewrite({ ...robe, options: [own, { ...lent, capacity: count, price }] }, more)
  /** Somebody who reserves with this answer, and pays what it costs. */
  const come = async (answer: string = ids.lent) => {
    const { id, user, view } = await reserve(t, event, { answers: { [ids.robe]: answer } })
    const pay = async (amount: number) => {
      await enterPayment(t, id, amount)
      return inWork(t.app.deps, (work) => applyPayment(work, id))
    }
    if (view.balance > 0) await pay(view.balance)
    const edit = async (body: Record<string, unknown>) => {
      const answered = await t.call(routes.editMyReservation, { params: { id }, as: user, body })
      return answered.code ?? answered.data
    }
    const read = async () => asOwner((await t.call(routes.getMyReservation, { params: { id }, as: user })).data)
    const cancel = () => t.call(routes.cancelMyReservation, { params: { id }, as: user })
    return { id, user, pay, edit, read, cancel }
  }
  /** Returns why somebody else does not get a robe, or undefined. */
  const another = async (answer: string = ids.lent) =>
    (
      await t.call(routes.makeReservation, {
        params: { event_id: event.id },
        as: await t.account(),
        body: { participant_type_id: event.typeId, answers: { [ids.robe]: answer } },
      })
    ).code
  return {
    event,
    ids,
    questions: { robe, more, own, lent },
    formId,
    otherId: other.data._id,
    setForm,
    rewrite,
    limit,
    come,
    another,
  }
}
type World = Awaited<ReturnType<typeof asking>>

/** Ways in which the event stops offering the option, and offers it again. */
const AWAY: Readonly<
  Record<string, readonly [(world: World) => Promise<unknown>, (world: World) => Promise<unknown>]>
> = {
  'the event has no form': [({ setForm }) => setForm(null), ({ setForm, formId }) => setForm(formId)],
  'the event has another form': [({ setForm, otherId }) => setForm(otherId), ({ setForm, formId }) => setForm(formId)],
  'the question is removed': [({ rewrite, questions }) => rewrite(questions.more), ({ limit }) => limit(1)],
  'the option is removed': [
    ({ rewrite, questions: { robe, own, more } }) => rewrite({ ...robe, options: [own] }, more),
    ({ limit }) => limit(1),
  ],
  'the question takes a text': [
    ({ rewrite, questions: { robe, more } }) => rewrite({ ...robe, type: 'text', options: [] }, more),
    ({ limit }) => limit(1),
  ],
  'the limit is taken away': [({ limit }) => limit(null), ({ limit }) => limit(1)],
  'the option is one of another question': [
    ({ rewrite, questions: { robe, own, lent } }) =>
      rewrite({ ...robe, options: [own] }, { _id: newId(), label: 'Gown', type: 'radio', options: [lent] }),
    ({ limit }) => limit(1),
  ],
}

describe.each(Object.entries(AWAY))('somebody keeps the last one while %s', (_, [away, back]) => {
  const OK = { status: 200 }

  test('and edits something else: nobody else gets it afterwards', async () => {
    const world = await asking()
    const first = await world.come()
    expect(await away(world)).toMatchObject(OK)
    expect(await first.edit(ARRIVAL)).toMatchObject({ total: 500, pending_change: null, refunds: [] })
    expect(await back(world)).toMatchObject(OK)
    expect(await world.another()).toBe('quota_exhausted')
    expect(await first.edit({ arrival_at: null })).toMatchObject({ total: 500, pending_change: null, refunds: [] })
    await first.edit({ answers: { [world.ids.robe]: world.ids.own } })
    expect(await world.another()).toBeUndefined()
  })

  test('and edits something dearer, which can be paid at any time', async () => {
    const world = await asking()
    const { event, ids } = world
    const first = await world.come()
    await away(world)
    await first.edit(ARRIVAL)
    const products = [{ product_option_id: event.optionId, quantity: 1 }]
    expect(await first.edit({ products })).toMatchObject({ pending_change: { total: 4_000 } })
    expect(await back(world)).toMatchObject(OK)
    expect(await world.another()).toBe('quota_exhausted')
    expect(await first.pay(3_500)).toBe('applied')
    const paid = await first.read()
    expect([paid.total, paid.pending_change, paid.answers.map(({ value }) => value)]).toEqual([4_000, null, [ids.lent]])
    expect(await world.another()).toBe('quota_exhausted')
  })
})

test('money that comes late gets only what is left, also while the event has no form', async () => {
  const world = await asking()
  const late = []
  for (let nth = 0; nth < 2; nth += 1) {
    late.push(await reserve(t, world.event, { answers: { [world.ids.robe]: world.ids.lent } }))
    t.clock.forward(40)
  }
  await inWork(t.app.deps, (work) => work.enqueue('sweep_holds', {}))
  await t.app.deps.jobs.drain()
  await world.setForm(null)
  const outcomes = []
  for (const { id } of late) {
    const payment = await enterPayment(t, id, 500)
    const outcome = await inWork(t.app.deps, (work) => applyPayment(work, id))
    outcomes.push(outcome)
    // What the payments feature does with money that cannot be applied.
    if (outcome === 'refund_due')
      await t.database.pool.query(`update payments set status = 'refund_due' where id = $1`, [payment])
  }
  expect(outcomes).toEqual(['applied', 'refund_due'])
  expect((await world.setForm(world.formId)).status).toBe(200)
  expect(await world.another()).toBe('quota_exhausted')
})

describe('a limit on an option that people have chosen', () => {
  const field = ({ ids }: World) => `questions.${ids.robe}.options.1.capacity`

  test('counts them: fewer are refused, and nobody else gets one', async () => {
    const world = await asking({ capacity: null })
    const all = [await world.come(), await world.come(), await world.come()]
    const refused = await world.limit(2)
    expect([refused.status, refused.code, refused.errors.map((one) => [one.field, one.code])]).toEqual([
      409,
      'below_claimed',
      [[field(world), 'below_claimed']],
    ])
    expect((await world.limit(3)).status).toBe(200)
    for (const one of all) expect(await one.edit(ARRIVAL)).toMatchObject({ total: 500, ...ARRIVAL })
    expect(await world.another()).toBe('quota_exhausted')
    await all[0]?.cancel()
    expect(await world.another()).toBeUndefined()
  })

  test('counts what waits for its payment, which can be paid', async () => {
    const world = await asking({ capacity: null })
    const waits = await world.come(world.ids.own)
    expect(await waits.edit({ answers: { [world.ids.robe]: world.ids.lent } })).toMatchObject({
      pending_change: { total: 500 },
    })
    const dearer = await world.come()
    await dearer.edit({ products: [{ product_option_id: world.event.optionId, quantity: 1 }] })
    expect((await world.limit(1)).code).toBe('below_claimed')
    expect((await world.limit(2)).status).toBe(200)
    expect(await world.another()).toBe('quota_exhausted')
    expect([await waits.pay(500), await dearer.pay(3_500)]).toEqual(['applied', 'applied'])
    expect([(await waits.read()).total, (await dearer.read()).total]).toEqual([500, 4_000])
    expect(await world.another()).toBe('quota_exhausted')
  })

  test('counts those who chose it while there was none for a time', async () => {
    const world = await asking()
    await world.come()
    await world.limit(null)
    await world.come()
    expect((await world.limit(1)).code).toBe('below_claimed')
    expect((await world.limit(2)).status).toBe(200)
    expect(await world.another()).toBe('quota_exhausted')
  })

  test('is looked at when the event takes up the form again', async () => {
    const world = await asking({ capacity: null })
    await world.come()
    await world.come()
    await world.setForm(null)
    await world.limit(1)
    const refused = await world.setForm(world.formId)
    expect([refused.code, refused.errors.map((one) => one.field)]).toEqual(['below_claimed', ['form_id']])
  })

  test('is not taken by a text that reads like the option', async () => {
    const world = await asking()
    const { ids } = world
    const { id, user } = await reserve(t, world.event, { answers: { [ids.robe]: ids.lent, [ids.more]: ids.lent } })
    const body = { answers: { [ids.robe]: ids.own, [ids.more]: ids.lent } }
    expect((await t.call(routes.editMyReservation, { params: { id }, as: user, body })).status).toBe(200)
    expect(await world.another()).toBeUndefined()
  })

  test('does not count a text that reads like the option', async () => {
    const world = await asking({ capacity: null })
    await reserve(t, world.event, { answers: { [world.ids.more]: world.ids.lent } })
    expect((await world.limit(0)).status).toBe(200)
  })
})

test('an upgrade gives everybody the claim that they lost, and sells nothing more', async () => {
  const world = await asking({ capacity: 3 })
  const all = [await world.come(), await world.come()]
  const waits = await world.come(world.ids.own)
  await waits.edit({ answers: { [world.ids.robe]: world.ids.lent } })
  const { pool } = t.database
  // As it was: an edit lost the claims, the limit was lower, and an option without a limit had a quota.
  await pool.query(
    `with gone as (update claims c set released_at = now() from quotas q
       where q.id = c.quota_id and q.event_id = $1 and q.kind = 'question_option' and c.released_at is null)
     update quotas set claimed = 0, capacity = 1 where event_id = $1 and kind = 'question_option'`,
    [world.event.id],
  )
  await pool.query(`insert into quotas (event_id, kind, ref_id, capacity) values ($1, 'question_option', $2, 5)`, [
    world.event.id,
    world.ids.own,
  ])
  expect(await brokenInvariants(t.app.deps.db)).not.toEqual([])
  const migration = path.join(import.meta.dirname, '../../../../migrations/0941_options_have_their_claims.sql')
  await pool.query(`begin; ${await readFile(migration, 'utf8')}; commit`)
  const { rows } = await pool.query(
    `select ref_id, capacity, claimed from quotas where event_id = $1 and kind = 'question_option'`,
    [world.event.id],
  )
  expect(rows).toEqual([{ ref_id: world.ids.lent, capacity: 3, claimed: 3 }])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  expect(await waits.pay(500)).toBe('applied')
  for (const one of all) expect(await one.edit(ARRIVAL)).toMatchObject({ total: 500, ...ARRIVAL })
  expect(await world.another()).toBe('quota_exhausted')
})

test('an upgrade tells the office which limit it raised, until the limit in the form is enough', async () => {
  const world = await asking({ capacity: 3 })
  const all = [await world.come(), await world.come()]
  const { pool } = t.database
  // As it was: one of them had lost the claim, and the limit is one.
  await pool.query(
    `update form_versions v set definition = replace(v.definition::text, '"capacity": 3', '"capacity": 1')::jsonb
     from events e where e.id = $1 and v.form_id = e.form_id`,
    [world.event.id],
  )
  await pool.query(
    `with gone as (update claims c set released_at = now() from quotas q where q.id = c.quota_id and q.event_id = $1
       and q.kind = 'question_option' and c.released_at is null and c.reservation_id = $2)
     update quotas set claimed = 1, capacity = 1 where event_id = $1 and kind = 'question_option'`,
    [world.event.id, all[0]?.id],
  )
  for (const name of ['0941_options_have_their_claims', '0960_options_that_were_oversold']) {
    const migration = path.join(import.meta.dirname, `../../../../migrations/${name}.sql`)
    await pool.query(`begin; ${await readFile(migration, 'utf8')}; commit`)
  }
  const alerts = async () =>
    (await t.call(alertRoutes.listAlerts, { as: office, query: { kind: 'option_oversold' } })).data.filter(({ link }) =>
      link?.includes(world.event.id),
    )
  expect(await alerts()).toMatchObject([
    {
      severity: 'act',
      about: expect.stringMatching(/, “Robe”, “Lent”: the limit was 1 and is 2$/),
      link: `/admin/events/${world.event.id}`,
    },
  ])
  expect((await world.limit(1)).code).toBe('below_claimed')
  expect(await alerts()).toHaveLength(1)
  expect((await world.limit(2)).status).toBe(200)
  expect(await alerts()).toEqual([])
})

describe('what an option costs', () => {
  test('is nothing for whoever chose it when it was free', async () => {
    const world = await asking()
    const { ids, questions, rewrite } = world
    const first = await world.come(ids.own)
    await rewrite({ ...questions.robe, options: [{ ...questions.own, price: 700 }, questions.lent] }, questions.more)
    expect(await first.edit(ARRIVAL)).toMatchObject({ total: 0, pending_change: null, ...ARRIVAL })
    expect(await first.edit({ answers: { [ids.robe]: ids.own } })).toMatchObject({ total: 0, pending_change: null })
    // Given up and chosen again, it has the price of that day.
    await first.edit({ answers: { [ids.robe]: null } })
    expect(await first.edit({ answers: { [ids.robe]: ids.own } })).toMatchObject({ pending_change: { total: 700 } })
    // Nothing was agreed yet.
    expect(await first.edit(ARRIVAL)).toMatchObject({ pending_change: { total: 700 } })
  })
})
