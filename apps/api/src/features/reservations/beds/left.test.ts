import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sqlIn } from '#platform/db/sql.store'
import { inWork } from '#platform/jobs/work'
import { makeEvent, makeMember, makeSleeper, NIGHTS, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { findGuests } from './beds.store.ts'
import { refitBeds } from './place.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({ type: 'admin', permissions: ['reservations.read', 'reservations.assign_rooms'] })
})
afterAll(() => t.close())
afterEach(async () => expect(await brokenInvariants(t.app.deps.db)).toEqual([]))

test('a change that moves the guardian takes the child along, whoever of them is named first', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 2, roomBeds: 3, beds: 6 })
  const [home = '', other = ''] = event.roomIds
  const user = await t.account({ columns: { gender: 'female', birth_date: '2012-05-01' } })
  const aunt = await makeMember(t, user.id, { relation: 'companion', gender: 'female' })
  const { id, view } = await reserve(
    t,
    event,
    {
      participant_type_id: undefined,
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
      participants: [
        { role: 'main', participant_type_id: event.typeId },
        { role: 'companion', person_id: aunt, participant_type_id: event.typeId },
      ],
    },
    user,
  )
  const stranger = await makeSleeper(t, event)
  for (const one of [id, stranger.reservation]) {
    const body = { room_id: home }
    expect((await t.call(bedRoutes.assignBeds, { as: staff, params: { id: one }, body })).status).toBe(200)
  }
  const [child, guardian] = view.participants
  await inWork(t.app.deps, (work) => refitBeds(sqlIn(work.tx), id, work.now, new Map([[guardian?._id ?? '', other]])))
  const guests = await findGuests(sqlIn(t.app.deps.db), id)
  expect(guests.map(({ participantId, place }) => [participantId, place?.roomId])).toEqual([
    [child?._id, other],
    [guardian?._id, other],
  ])
})
