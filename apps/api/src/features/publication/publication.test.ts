import { publicationRoutes } from '@shiloh/contract/events/publication'
import { workflowDefinition, workflowRoutes } from '@shiloh/contract/workflows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeEvent, writeWaiting } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let admin: TestAccount

beforeAll(async () => {
  app = await testApp()
  admin = await app.account({
    type: 'admin',
    permissions: ['events.read', 'events.publish', 'workflows.read', 'workflows.create', 'workflows.update'],
  })
})
afterAll(() => app.close())

const read = async (id: string) =>
  (await app.call(publicationRoutes.readPublication, { as: admin, params: { id } })).data

it('names the beds that go on sale: a number that was entered, or all that no other event has taken', async () => {
  const other = await makeEvent(app, { beds: 3 })
  const event = await makeEvent(app, { status: 'draft', beds: 4, venueOf: other })
  expect((await read(event.id)).accommodations.map(({ beds }) => beds)).toEqual([4])
  await app.database.pool.query('update event_accommodations set all_free = true, beds = 1 where event_id = $1', [
    event.id,
  ])
  // Four rooms of two beds, of which the other event sells three.
  expect((await read(event.id)).accommodations.map(({ beds }) => beds)).toEqual([5])
})

it('names who waits since it was published before, and the enabled workflows whose conditions it meets', async () => {
  const event = await makeEvent(app, { status: 'unpublished' })
  const other = await makeEvent(app, { status: 'draft' })
  expect(await read(event.id)).toMatchObject({ waiting: 0, workflows: [] })
  const member = await app.account({ type: 'user' })
  await writeWaiting(app, event, member.id)
  const make = async (name: string, eventId: string, enabled: boolean) => {
    const { data } = await app.call(workflowRoutes.create, {
      as: admin,
      body: {
        name,
        ...workflowDefinition.parse({
          trigger: 'event_published',
          conditions: { match: 'all', list: [{ field: 'event', operator: 'is', value: eventId }] },
          steps: [{ kind: 'wait', until: { days: 1 } }],
        }),
      },
    })
    await app.database.pool.query('update workflows set enabled = $2 where id = $1', [data._id, enabled])
    return data._id
  }
  const id = await make('Print the posters', event.id, true)
  await make('Of another event', other.id, true)
  await make('Turned off', event.id, false)
  expect(await read(event.id)).toMatchObject({ waiting: 1, workflows: [{ _id: id, name: 'Print the posters' }] })
})
