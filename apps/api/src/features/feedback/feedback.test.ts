import { feedbackRoutes as routes } from '@shiloh/contract/feedback'
import { reportRoutes } from '@shiloh/contract/reports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookableEvent, makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let event: BookableEvent
let guest: TestAccount
let params: { id: string }
beforeAll(async () => {
  app = await testApp()
  event = await makeEvent(app, { price: 0 })
  const made = await reserve(app, event)
  guest = made.user
  params = { id: made.id }
})
afterAll(() => app.close())

const give = (rating: number, words: string, as = guest) =>
  app.call(routes.giveFeedback, { as, params, body: { rating, words } })

it('takes a rating and words from the first day of the event on, once for each reservation', async () => {
  expect((await app.call(routes.getMyFeedback, { as: guest, params })).data).toMatchObject({
    open: false,
    rating: null,
  })
  expect((await give(5, 'Early')).code).toBe('illegal_transition')
  app.clock.set('2027-01-13T18:00:00Z')
  expect((await give(6, '')).errors[0]?.field).toBe('rating')
  expect((await give(3, 'Cold water.')).data).toMatchObject({ open: true, rating: 3, words: 'Cold water.' })
  expect((await give(4, 'Warm in the end.')).data).toMatchObject({ rating: 4, words: 'Warm in the end.' })
  const { rows } = await app.database.pool.query('select rating from event_feedback')
  expect(rows).toEqual([{ rating: 4 }])
  await expect(app.database.pool.query('update event_feedback set rating = 6')).rejects.toThrow(/rating/)
})

it('names the event in the language of its reader', async () => {
  await app.database.pool.query(`update events set translations = '{"de":{"name":"Osterkonferenz"}}' where id = $1`, [
    event.id,
  ])
  const read = await app.call(routes.getMyFeedback, { as: guest, params, headers: { 'accept-language': 'de' } })
  expect(read.data.event.name).toBe('Osterkonferenz')
})

it('is closed to others, and to who did not come', async () => {
  const other = await app.account()
  expect((await give(1, 'Not mine', other)).status).toBe(404)
  expect((await app.call(routes.getMyFeedback, { as: other, params })).status).toBe(404)
  const unpaid = await makeEvent(app, { price: 100, startsAt: '2027-01-10T08:00:00Z' })
  app.clock.set('2026-12-01T08:00:00Z')
  const pending = await reserve(app, unpaid)
  app.clock.set('2027-01-13T18:00:00Z')
  const refused = await app.call(routes.giveFeedback, {
    as: pending.user,
    params: { id: pending.id },
    body: { rating: 1, words: '' },
  })
  expect(refused.code).toBe('illegal_transition')
})

it('is a report of ratings, and of what each guest said', async () => {
  const office = await app.account({
    type: 'admin',
    permissions: ['reservations.report', 'reservations.read', 'events.read'],
  })
  const report = async (grouping: 'rating' | 'each') =>
    (
      await app.call(reportRoutes.getReport, {
        as: office,
        query: { event_id: event.id, report: 'feedback', grouping },
      })
    ).data.rows.map(({ cells }) => cells)
  expect(await report('rating')).toEqual([
    ['5: excellent', 0, 0],
    ['4: very good', 1, 100],
    ['3: good', 0, 0],
    ['2: fair', 0, 0],
    ['1: poor', 0, 0],
  ])
  expect((await report('each')).map(([rating, words]) => [rating, words])).toEqual([
    ['4: very good', 'Warm in the end.'],
  ])
})
