import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { usageRoutes } from '@shiloh/contract/usage'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { asOwner, enterPayment, makeEvent, makeSpouse, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { giveForm } from '../../../../test/questions.ts'
import { applyPayment } from '../index.ts'

/** What somebody answered is theirs: no edit of anything else gives it other words, or takes it away. */

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

/** An event whose form was made by the office, and somebody who answered it. */
const answered = async () => {
  const event = await makeEvent(t, { price: 0 })
  const ids = { ramp: newId(), yes: newId(), no: newId(), more: newId(), robe: newId(), own: newId(), lent: newId() }
  const questions = [
    {
      _id: ids.ramp,
      label: 'Do you need a ramp?',
      translations: { de: { label: 'Brauchen Sie eine Rampe?' } },
      type: 'radio',
      options: [
        { _id: ids.yes, label: 'Yes', translations: { de: { label: 'Ja' } } },
        { _id: ids.no, label: 'No' },
      ],
    },
    { _id: ids.more, label: 'Tell us more', type: 'text' },
    {
      _id: ids.robe,
      label: 'Robe',
      type: 'radio',
      options: [
        { _id: ids.own, label: 'My own' },
        { _id: ids.lent, label: 'Lent', price: 500, capacity: 1 },
      ],
    },
  ] as const
  const form = await giveForm(t, event, office, questions)
  const { formId, rewrite } = form
  const setForm = async (form_id: string | null) => expect((await form.setForm(form_id)).status).toBe(200)
  const answers = { [ids.ramp]: ids.yes, [ids.more]: 'The stairs' }
  const { id, user } = await reserve(t, event, { answers })
  const read = async (language = 'en') =>
    (
      await t.call(routes.getReservation, { params: { id }, as: office, headers: { 'accept-language': language } })
    ).data.answers
      .map(({ question_id, label, value, words }) => ({ question_id, said: [label, words ?? value] }))
      .sort((one, other) => Object.values(ids).indexOf(one.question_id) - Object.values(ids).indexOf(other.question_id))
      .map(({ said }) => said)
  const staff = (body: Record<string, unknown>) => t.call(routes.editReservation, { params: { id }, as: office, body })
  const member = (body: Record<string, unknown>) => t.call(routes.editMyReservation, { params: { id }, as: user, body })
  const readOwn = async () => asOwner((await t.call(routes.getMyReservation, { params: { id }, as: user })).data)
  return { event, ids, formId, setForm, rewrite, id, user, read, readOwn, staff, member }
}
type World = Awaited<ReturnType<typeof answered>>

/** The same ids, about something else. */
const aboutCars = ({ ids, rewrite }: World) =>
  rewrite((question) =>
    question._id === ids.ramp
      ? {
          ...question,
          label: 'Do you come by car?',
          translations: { de: { label: 'Kommen Sie mit dem Auto?' } },
          options: [
            { _id: ids.yes, label: 'By car', translations: { de: { label: 'Mit dem Auto' } } },
            { _id: ids.no, label: 'On foot' },
          ],
        }
      : question,
  )

const GIVEN = [
  ['Do you need a ramp?', 'Yes'],
  ['Tell us more', 'The stairs'],
]

/** Edits that do not touch an answer. */
const edits: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'a note of the office': async ({ staff }) => {
    expect((await staff({ note: 'called' })).status).toBe(200)
  },
  'a change of something else by the member': async ({ member }) => {
    const { status, data } = await member({ arrival_at: '2027-01-10T10:00:00.000Z' })
    expect([status, data.arrival_at, data.pending_change]).toEqual([200, '2027-01-10T10:00:00.000Z', null])
  },
  'a change of something else by the office': async ({ staff }) => {
    const { status, data } = await staff({ departure_at: '2027-01-12T10:00:00.000Z', note: 'called' })
    expect([status, data.departure_at, data.pending_change]).toEqual([200, '2027-01-12T10:00:00.000Z', null])
  },
  'a type set for many': async ({ event, id }) => {
    const body = { filter: { event_id: event.id }, ids: [id], change: { participant_type_id: event.otherTypeId } }
    const { status } = await t.call(bulkEditRoutes.editReservations, { as: office, body })
    expect(status).toBe(202)
    await t.app.deps.jobs.drain()
    const { data } = await t.call(routes.getReservation, { params: { id }, as: office })
    expect(data.participant_type._id).toBe(event.otherTypeId)
  },
  'a dearer change, once it is paid': async ({ member, event, id }) => {
    const dearer = await member({ products: [{ product_option_id: event.optionId, quantity: 1 }] })
    expect(dearer.data.pending_change).not.toBeNull()
    await enterPayment(t, id, dearer.data.balance)
    await inWork(t.app.deps, (work) => applyPayment(work, id))
    const { data } = await t.call(routes.getReservation, { params: { id }, as: office })
    expect([data.pending_change, data.total]).toEqual([null, dearer.data.balance])
  },
}

/** What the office does to a form whose questions were answered. */
const changes: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'about something else': aboutCars,
  'with a condition that the answers do not meet': ({ ids, rewrite }) =>
    rewrite((question) =>
      question._id === ids.more ? { ...question, visible_when: { question_id: ids.ramp, any_of: [ids.no] } } : question,
    ),
  'for another participant type': async ({ ids, rewrite, event }) => {
    const { rows } = await t.database.pool.query<{ id: string }>(
      `insert into participant_types (name) values ('Type ' || $1) returning id`,
      [event.id],
    )
    await rewrite((question) =>
      question._id === ids.ramp || question._id === ids.more
        ? { ...question, participant_type_ids: rows.map(({ id }) => id) }
        : question,
    )
  },
  'without the questions': ({ ids, rewrite }) =>
    rewrite((question) => (question._id === ids.robe ? question : undefined)),
  'replaced by another one': async ({ setForm, ids }) => {
    const other = await t.call(eventFormRoutes.create, {
      as: office,
      body: { name: `Other ${ids.ramp}`, sections: [{ title: 'New', questions: [{ label: 'New?', type: 'text' }] }] },
    })
    await setForm(other.data._id)
  },
  'taken from the event': ({ setForm }) => setForm(null),
}

describe.each(Object.entries(changes))('an answer to a form that is now %s', (_, change) => {
  test.each(Object.entries(edits))('stays word for word after %s', async (_, edit) => {
    const world = await answered()
    await change(world)
    expect(await world.read()).toEqual(GIVEN)
    await edit(world)
    expect(await world.read()).toEqual(GIVEN)
    expect((await world.readOwn()).answers).toHaveLength(2)
    expect(await world.read('de')).toEqual([['Brauchen Sie eine Rampe?', 'Ja'], GIVEN[1]])
    // And after the next one.
    await world.staff({ note: 'called again' })
    expect(await world.read()).toEqual(GIVEN)
  })
})

describe('an answer that an edit changes', () => {
  test('has the wording of the day, and the others keep theirs', async () => {
    const world = await answered()
    await aboutCars(world)
    const { ids, member, read } = world
    expect((await member({ answers: { [ids.ramp]: ids.no, [ids.more]: 'The stairs' } })).status).toBe(200)
    expect(await read()).toEqual([['Do you come by car?', 'On foot'], GIVEN[1]])
  })

  test('waits in the words that it was given to, with a dearer change', async () => {
    const world = await answered()
    const { event, ids, id, member, staff, read } = world
    const dearer = await member({
      products: [{ product_option_id: event.optionId, quantity: 1 }],
      answers: { [ids.ramp]: ids.no, [ids.more]: 'The stairs' },
    })
    expect(dearer.data.pending_change).not.toBeNull()
    await aboutCars(world)
    // A change of the change by the office, which the answers are not in.
    expect((await staff({ departure_at: '2027-01-12T10:00:00.000Z' })).status).toBe(200)
    expect(await read()).toEqual(GIVEN)
    await enterPayment(t, id, dearer.data.balance)
    await inWork(t.app.deps, (work) => applyPayment(work, id))
    expect(await read()).toEqual([['Do you need a ramp?', 'No'], GIVEN[1]])
  })

  test('may go back to the one in force while a change waits, although that option is gone by now', async () => {
    const world = await answered()
    const { event, ids, id, rewrite, member, staff, read } = world
    const dearer = await member({
      products: [{ product_option_id: event.optionId, quantity: 1 }],
      answers: { [ids.ramp]: ids.no, [ids.more]: 'The stairs' },
    })
    expect(dearer.data.pending_change?.answers).toMatchObject([{ words: 'No' }, { value: 'The stairs' }])
    await rewrite((question) =>
      question._id === ids.ramp
        ? {
            ...question,
            options: [
              { _id: newId(), label: 'Perhaps' },
              { _id: newId(), label: 'Never' },
            ],
          }
        : question,
    )
    // The option that waits is gone, too.
    expect((await staff({ answers: { [ids.ramp]: ids.no, [ids.more]: 'The stairs' } })).status).toBe(200)
    const back = await staff({ answers: { [ids.ramp]: ids.yes, [ids.more]: 'The stairs' } })
    expect([back.status, back.data.pending_change?.answers.map(({ words }) => words)]).toEqual([200, ['Yes', null]])
    expect((await staff({ answers: { [ids.ramp]: newId(), [ids.more]: 'The stairs' } })).status).toBe(422)
    await enterPayment(t, id, dearer.data.balance)
    await inWork(t.app.deps, (work) => applyPayment(work, id))
    expect(await read()).toEqual(GIVEN)
  })

  test('is taken back by whoever clears it, whether or not it is asked for', async () => {
    const world = await answered()
    const { ids, setForm, member, staff, read } = world
    await changes['with a condition that the answers do not meet']?.(world)
    // What is not mentioned stays.
    expect((await member({ answers: { [ids.ramp]: ids.yes } })).status).toBe(200)
    expect(await read()).toEqual(GIVEN)
    // Nobody is asked, so it takes no other answer.
    expect((await member({ answers: { [ids.ramp]: ids.yes, [ids.more]: 'Other' } })).status).toBe(200)
    expect(await read()).toEqual(GIVEN)
    expect((await member({ answers: { [ids.ramp]: ids.yes, [ids.more]: null } })).status).toBe(200)
    expect(await read()).toEqual([GIVEN[0]])
    await setForm(null)
    expect((await staff({ answers: { [ids.ramp]: null } })).status).toBe(200)
    expect(await read()).toEqual([])
  })

  test('takes with it what depends on it, in the same edit', async () => {
    const world = await answered()
    const { ids, rewrite, member, read } = world
    await rewrite((question) =>
      question._id === ids.more
        ? { ...question, visible_when: { question_id: ids.ramp, any_of: [ids.yes] } }
        : question,
    )
    await member({ answers: { [ids.ramp]: ids.no, [ids.more]: 'The stairs' } })
    expect(await read()).toEqual([['Do you need a ramp?', 'No']])
  })
})

test('an answer whose question is hidden by now keeps its price and its place', async () => {
  const world = await answered()
  const { event, ids, rewrite } = world
  const { id, user, view } = await reserve(t, event, { answers: { [ids.ramp]: ids.yes, [ids.robe]: ids.lent } })
  expect(view.total).toBe(500)
  await enterPayment(t, id, 500)
  await inWork(t.app.deps, (work) => applyPayment(work, id))
  await rewrite((question) =>
    question._id === ids.robe ? { ...question, visible_when: { question_id: ids.ramp, any_of: [ids.no] } } : question,
  )
  const edit = (body: Record<string, unknown>) => t.call(routes.editMyReservation, { params: { id }, as: user, body })
  const stays = await edit({ arrival_at: '2027-01-10T10:00:00.000Z' })
  expect([stays.status, stays.data.total, stays.data.answers.length]).toEqual([200, 500, 2])
  const robes = async () =>
    (
      await t.database.pool.query<{ claimed: number }>(
        `select claimed from quotas where event_id = $1 and kind = 'question_option'`,
        [event.id],
      )
    ).rows.map(({ claimed }) => claimed)
  expect(await robes()).toEqual([1])
  const cleared = await edit({ answers: { [ids.ramp]: ids.yes, [ids.robe]: null } })
  expect([cleared.data.total, cleared.data.answers.length, await robes()]).toEqual([0, 1, [0]])
})

test('the price of an answer that stays is told in the words that it was given to', async () => {
  const world = await answered()
  const { event, ids, rewrite } = world
  const { id, user } = await reserve(t, event, { answers: { [ids.ramp]: ids.yes, [ids.robe]: ids.lent } })
  await enterPayment(t, id, 500)
  await inWork(t.app.deps, (work) => applyPayment(work, id))
  const labels = async (language: string) => {
    const asked = { params: { id }, as: office, headers: { 'accept-language': language } }
    const { lines, pending_change } = (await t.call(routes.getReservation, asked)).data
    return [lines, pending_change?.lines ?? []].map((all) =>
      all.flatMap(({ kind, label }) => (kind === 'question_option' ? label : [])),
    )
  }
  const edit = (body: Record<string, unknown>) => t.call(routes.editMyReservation, { params: { id }, as: user, body })
  const options = [
    { _id: ids.own, label: 'My own' },
    { _id: ids.lent, label: 'Lent, clean', price: 500, capacity: 1 },
  ]
  await rewrite((question) =>
    question._id === ids.robe
      ? { ...question, label: 'Gown', translations: { de: { label: 'Talar' } }, options }
      : question,
  )
  const KEPT = [['Robe: Lent'], []]
  expect([await labels('en'), await labels('de')]).toEqual([KEPT, KEPT])
  expect((await edit({ arrival_at: '2027-01-10T10:00:00.000Z' })).status).toBe(200)
  expect([await labels('en'), await labels('de')]).toEqual([KEPT, KEPT])
  const dearer = await edit({ products: [{ product_option_id: event.optionId, quantity: 1 }] })
  expect(await labels('de')).toEqual([['Robe: Lent'], ['Robe: Lent']])
  await enterPayment(t, id, dearer.data.balance)
  await inWork(t.app.deps, (work) => applyPayment(work, id))
  expect(await labels('de')).toEqual(KEPT)
  // Given anew, it has the words of the day.
  await edit({ answers: { [ids.ramp]: ids.yes, [ids.robe]: ids.own } })
  await edit({ answers: { [ids.ramp]: ids.yes, [ids.robe]: ids.lent } })
  expect((await labels('en')).flat()).toContain('Gown: Lent, clean')
})

test('a question that is required by now is no reason to refuse a note', async () => {
  const { ids, rewrite, staff, read } = await answered()
  await rewrite((question) => (question._id === ids.robe ? { ...question, required: true } : question))
  const noted = await staff({ note: 'called', departure_at: '2027-01-12T10:00:00.000Z' })
  expect([noted.status, noted.data.missing]).toEqual([200, [ids.robe]])
  expect(await read()).toEqual(GIVEN)
})

test('answers come with a child who stays away: what only children are asked is not kept, nor charged', async () => {
  const world = await answered()
  const { event, ids, rewrite } = world
  await rewrite((question) =>
    question._id === ids.robe ? { ...question, participant_type_ids: [event.otherTypeId] } : question,
  )
  const user = await t.account()
  const spouse = await makeSpouse(t, user.id, { gender: 'female' })
  const main = { role: 'main', participant_type_id: event.typeId } as const
  const { id, view } = await reserve(
    t,
    event,
    {
      participant_type_id: undefined,
      participants: [main, { role: 'spouse', person_id: spouse, participant_type_id: event.otherTypeId }],
      answers: { [ids.robe]: ids.own },
    },
    user,
  )
  expect(view.answers).toHaveLength(1)
  const alone = await t.call(routes.editMyReservation, { params: { id }, as: user, body: { participants: [main] } })
  expect([alone.status, alone.data.answers]).toEqual([200, []])
})

test('a form that was answered once is used, also by reservations whose event has another one', async () => {
  const { formId, id, ids, staff, setForm, read } = await answered()
  const other = await t.call(eventFormRoutes.create, {
    as: office,
    body: { name: `Other ${ids.ramp}`, sections: [{ title: 'New', questions: [{ label: 'New?', type: 'text' }] }] },
  })
  await setForm(other.data._id)
  const [asked] = other.data.sections[0]?.questions ?? []
  await staff({ answers: { [asked?._id ?? '']: 'Yes' } })
  expect(await read()).toHaveLength(3)
  await setForm(null)
  for (const form of [formId, other.data._id]) {
    const usage = await t.call(usageRoutes.readUsage, { as: office, params: { kind: 'event_forms', id: form } })
    expect(usage.data).toMatchObject([{ blocks: true, records: [{ link: `/admin/reservations/${id}` }] }])
    const removed = await t.call(eventFormRoutes.remove, { as: office, params: { id: form } })
    expect(removed.status).toBe(409)
  }
})

test('what an edit had moved to a version without its question is told in the last one that asks it', async () => {
  const { ids, id, setForm, read } = await answered()
  const other = await t.call(eventFormRoutes.create, {
    as: office,
    body: { name: `Other ${ids.ramp}`, sections: [{ title: 'New', questions: [{ label: 'New?', type: 'text' }] }] },
  })
  await setForm(other.data._id)
  const { pool } = t.database
  await pool.query(
    `update reservations set form_version_id = (select id from form_versions where form_id = $2) where id = $1`,
    [id, other.data._id],
  )
  expect(await read()).toEqual([['Do you need a ramp?', ids.yes], GIVEN[1]])
  const migration = path.join(import.meta.dirname, '../../../../migrations/0901_answers_find_their_version.sql')
  await pool.query(await readFile(migration, 'utf8'))
  expect(await read()).toEqual(GIVEN)
})
