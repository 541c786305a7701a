import { formQuestionRoutes, formSectionRoutes } from '@shiloh/contract/forms/form-definitions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishForm } from '#features/forms'
import { lockPools, syncQuotas } from '#features/reservations'
import { sqlIn } from '#platform/db/sql.store'
import { inWork, type Work } from '#platform/jobs/work'
import { type BookableEvent, makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { untilWaiting } from '../../../test/waiting.ts'
import { lockEvent } from './admin.store.ts'

// The office and members meet at the locks of an event: they wait for each other, and nobody is refused.

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: ['event_forms.read', 'event_forms.update'] })
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

/** Edits an event: locks it, waits until somebody else stands in line for its locks, and goes on. */
const editBeside = async <A>(
  { id }: BookableEvent,
  ask: () => Promise<A>,
  edit: (work: Work) => Promise<void>,
): Promise<A> => {
  const [locked, met] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const editing = inWork(t.app.deps, async (work) => {
    await lockPools(sqlIn(work.tx), [id])
    await lockEvent(work.tx, id)
    locked.resolve()
    await met.promise
    await edit(work)
    await syncQuotas(work, id)
  })
  await locked.promise
  const asking = ask()
  await untilWaiting(t, 1)
  met.resolve()
  const [, answer] = await Promise.all([editing, asking])
  return answer
}

/** An event of which nothing is left, and somebody who wants a place at it. */
const fullEvent = async () => {
  const event = await makeEvent(t, { capacity: 1 })
  await reserve(t, event)
  const person = await t.account()
  const params = { id: event.id }
  const join = () =>
    t.call(reservationRoutes.joinWaitingList, { params, as: person, body: { participant_type_id: event.typeId } })
  return { event, join, leave: () => t.call(reservationRoutes.leaveWaitingList, { params, as: person }) }
}

test('an event is saved while somebody joins its waiting list', async () => {
  const { event, join } = await fullEvent()
  expect((await editBeside(event, join, async () => undefined)).status).toBe(201)
})

test('an event is saved while somebody leaves its waiting list', async () => {
  const { event, join, leave } = await fullEvent()
  await join()
  expect((await editBeside(event, leave, async () => undefined)).status).toBe(200)
})

test('an event is saved with its form while a part of the form is edited', async () => {
  const event = await makeEvent(t, { form: { sections: [] } })
  const { rows } = await t.database.pool.query<{ form_id: string }>('select form_id from events where id = $1', [
    event.id,
  ])
  const form_id = rows[0]?.form_id ?? ''
  const addSection = () =>
    t.call(formSectionRoutes.create, { params: { form_id }, as: office, body: { title: 'Travel' } })
  const { status, data } = await editBeside(event, addSection, (work) => publishForm(work, form_id))
  expect(status).toBe(201)
  const params = { form_id, section_id: data._id }
  const question = { label: 'Where do you board?', type: 'text' } as const
  expect((await t.call(formQuestionRoutes.create, { params, as: office, body: question })).status).toBe(201)
})
