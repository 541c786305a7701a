import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import {
  asOwner,
  type BookableEvent,
  enterPayment,
  makeEvent,
  makeMember,
  makeSpouse,
  NIGHTS,
} from '../../../../test/booking.ts'
import { type TestApp, testApp } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { applyPayment } from '../index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
afterEach(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

const main = (event: BookableEvent) => ({ role: 'main' as const, participant_type_id: event.typeId })
const spouse = (event: BookableEvent, person_id: string) => ({
  role: 'spouse' as const,
  person_id,
  participant_type_id: event.otherTypeId,
})
const child = (event: BookableEvent, person_id: string) => ({
  role: 'child' as const,
  person_id,
  participant_type_id: event.otherTypeId,
})
const claimed = async (event: BookableEvent, kind: string): Promise<number> => {
  const { rows } = await t.database.pool.query<{ claimed: number }>(
    'select sum(claimed)::int as claimed from quotas where event_id = $1 and kind = $2',
    [event.id, kind],
  )
  return rows[0]?.claimed ?? 0
}
const pay = async (id: string, amount: number) => {
  await enterPayment(t, id, amount)
  await inWork(t.app.deps, (work) => applyPayment(work, id))
}

describe('a family', () => {
  test('is one reservation: each with a price, a place, a bed, a code and meals of their own', async () => {
    const event = await makeEvent(t, { roomBeds: 3 })
    const user = await t.account()
    const [wife, son] = [await makeSpouse(t, user.id, { gender: 'female' }), await makeMember(t, user.id)]
    const made = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: {
        participants: [
          { ...main(event), caterer_id: event.catererId },
          { ...spouse(event, wife), dietary_preference: ['salt_free'] },
          child(event, son),
        ],
        accommodation: { room_category_id: event.categoryId, ...NIGHTS, room_id: event.roomIds[0] },
        expected_total: 10_000 + 3 * 15_000 + 6_000,
      },
    })
    expect([made.status, made.errors]).toEqual([201, []])
    expect(
      made.data.participants.map(({ role, participant_type, caterer, minor, guardian, lines, room }) => [
        role,
        participant_type._id,
        caterer?._id,
        minor,
        guardian?._id,
        lines.map(({ amount }) => amount),
        room?._id,
      ]),
    ).toEqual([
      ['main', event.typeId, event.catererId, false, undefined, [10_000], event.roomIds[0]],
      ['spouse', event.otherTypeId, undefined, false, undefined, [0], event.roomIds[0]],
      ['child', event.otherTypeId, undefined, true, made.data.participants[0]?._id, [0], event.roomIds[0]],
    ])
    expect(new Set(made.data.participants.map(({ qr }) => qr.id)).size).toBe(3)
    expect([await claimed(event, 'event'), await claimed(event, 'beds'), await claimed(event, 'caterer')]).toEqual([
      3, 9, 1,
    ])
    const read = await t.call(routes.getMyReservation, { params: { id: made.data._id }, as: user })
    expect(read.data).toEqual(made.data)
    // Only the office gets the accounts behind the names.
    expect(asOwner(read.data).participants.map(({ account_id }) => account_id)).toEqual([null, null, null])
    const office = await t.account({ type: 'admin', permissions: ['reservations.read'] })
    const seen = await t.call(routes.getReservation, { params: { id: made.data._id }, as: office })
    expect(seen.data.participants.map(({ account_id }) => account_id)).toEqual([user.id, null, null])

    const twice = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: await t.account(),
      body: { participants: [main(event), child(event, son)] },
    })
    expect(twice).toMatchObject({ status: 422, errors: [{ field: 'participants.1.person_id', code: 'not_found' }] })
  })

  test('has a page for each person in its PDF, and prices at the end where there are many', async () => {
    const event = await makeEvent(t, { capacity: 40 })
    const pages = async (children: number): Promise<number> => {
      const user = await t.account()
      const ids: string[] = []
      for (let i = 0; i < children; i += 1) ids.push(await makeMember(t, user.id))
      const made = await t.call(routes.makeReservation, {
        params: { event_id: event.id },
        as: user,
        body: { participants: [main(event), ...ids.map((id) => child(event, id))] },
      })
      const params = { id: made.data._id }
      const pdf = await t.call(routes.generateMyPdf, { params, as: user, headers: { 'accept-language': 'fr' } })
      const file = Buffer.from(pdf.data.base64, 'base64').toString('latin1')
      return [...file.matchAll(/\/Type \/Page\b/g)].length
    }
    expect([await pages(0), await pages(2), await pages(19)]).toEqual([1, 3, 22])
  })

  test('says the same of a couple, whether the spouse is named or listed', async () => {
    const event = await makeEvent(t)
    const shown = async (listed: boolean) => {
      const user = await t.account()
      const wife = await makeSpouse(t, user.id)
      const body = listed
        ? {
            participants: [main(event), { ...spouse(event, wife), participant_type_id: event.typeId }],
            caterer_id: event.catererId,
          }
        : { participant_type_id: event.typeId, with_spouse: wife, caterer_id: event.catererId }
      const { data } = await t.call(routes.makeReservation, { params: { event_id: event.id }, as: user, body })
      return [
        data.total,
        data.lines,
        data.with_spouse === wife,
        data.participants.map(({ role, participant_type, caterer, lines }) => [role, participant_type, caterer, lines]),
      ]
    }
    expect(await shown(true)).toEqual(await shown(false))
  })

  test('gets all places or none, when many fight for the last', async () => {
    const event = await makeEvent(t, { capacity: 11, price: 0 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const user = await t.account()
        const children = [await makeMember(t, user.id), await makeMember(t, user.id)]
        return t.call(routes.makeReservation, {
          params: { event_id: event.id },
          as: user,
          body: { participants: [main(event), ...children.map((id) => child(event, id))] },
        })
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
    expect(await claimed(event, 'event')).toBe(9)
  })

  test('grows and shrinks: who joins waits for the money, who leaves frees a place', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const [one, other] = [await makeMember(t, user.id), await makeMember(t, user.id)]
    const edit = (id: string, body: object) => t.call(routes.editMyReservation, { params: { id }, as: user, body })
    const { data } = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: { participants: [main(event), child(event, one)] },
    })
    const codes = data.participants.map(({ qr }) => qr.id)
    await pay(data._id, 10_000)
    const dearer = { ...child(event, other), participant_type_id: event.typeId, medical_conditions: ['ulcer'] }
    const waiting = await edit(data._id, { participants: [main(event), dearer, child(event, one)] })
    expect([waiting.status, waiting.data.participants.length, waiting.data.pending_change?.total]).toEqual([
      200, 2, 20_000,
    ])
    expect(await claimed(event, 'event')).toBe(3)
    await pay(data._id, 10_000)
    const grown = await t.call(routes.getMyReservation, { params: { id: data._id }, as: user })
    expect(asOwner(grown.data).participants.map(({ person_id }) => person_id)).toEqual([null, other, one])
    expect([grown.data.participants[0]?.qr.id, grown.data.participants[2]?.qr.id]).toEqual(codes)
    const cares = await t.call(routes.readCare, {
      params: { id: data._id },
      as: await t.account({ type: 'admin', permissions: ['care.read'] }),
    })
    expect(cares.data).toMatchObject([{ medical_conditions: ['ulcer'] }])
    const left = await edit(data._id, { participants: [main(event)] })
    expect([left.data.participants.length, left.data.status]).toEqual([1, 'active'])
    expect(await claimed(event, 'event')).toBe(1)
  })

  test('keeps a guardian while they come, and refuses one who does not', async () => {
    const event = await makeEvent(t, { price: 0 })
    const user = await t.account()
    const aunt = await makeMember(t, user.id, { relation: 'companion' })
    const uncle = await makeMember(t, user.id, { relation: 'companion' })
    const son = await makeMember(t, user.id)
    const grownUp = { ...child(event, aunt), role: 'companion' as const }
    const { data } = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: { participants: [main(event), grownUp, { ...child(event, son), guardian_id: aunt }] },
    })
    const edit = (participants: object[]) =>
      t.call(routes.editMyReservation, { params: { id: data._id }, as: user, body: { participants } })
    for (const guardian_id of [uncle, son, 'f'.repeat(24)])
      expect(await edit([main(event), grownUp, { ...child(event, son), guardian_id }])).toMatchObject({
        code: 'guardian_required',
        errors: [{ field: 'participants.2.guardian_id' }],
      })
    // Without a named guardian, the main person is the guardian when the former one stays at home.
    const alone = await edit([main(event), child(event, son)])
    expect([alone.status, alone.data.participants[1]?.guardian?._id]).toEqual([200, data.participants[0]?._id])
  })

  test('stands in list, export and statistics with everybody, each as what they are', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const wife = await makeSpouse(t, user.id)
    const son = await makeMember(t, user.id)
    const { data } = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: { participants: [main(event), spouse(event, wife), child(event, son)] },
    })
    const staff = await t.account({
      type: 'admin',
      permissions: ['reservations.read', 'reservations.export', 'events.read', 'payments.read'],
    })
    const query = { event_id: event.id }
    const list = await t.call(routes.listReservations, { query, as: staff })
    const persons = data.participants.map(({ name, role, participant_type }) => ({
      name,
      role,
      participant_type: participant_type.name,
    }))
    expect(list.data.map(({ participants }) => participants)).toEqual([persons])
    const csv = (await t.call(routes.exportReservations, { query, as: staff })).raw.toString('utf8')
    expect(csv).toContain(persons.map(({ name }) => name).join('; '))
    expect(csv).toContain(persons.map((one) => one.participant_type).join('; '))
    const each = await t.call(routes.exportReservations, { query: { ...query, rows: 'persons' }, as: staff })
    const [head = '', ...rows] = each.raw.toString('utf8').trim().split(/\r?\n/)
    expect(rows).toHaveLength(3)
    const column = (name: string) =>
      rows.map((row) => row.split(',')[head.replace('\ufeff', '').split(',').indexOf(name)])
    expect(column('name')).toEqual(persons.map(({ name }) => name))
    expect(column('role')).toEqual(['main', 'spouse', 'child'])
    expect(column('price')).toEqual(['100.00', '0.00', '0.00'])
    expect(column('guardian')).toEqual(['', '', persons[0]?.name])
    const stats = await t.call(adminEventRoutes.readEventStats, { params: { id: event.id }, as: staff })
    expect(stats.data.participant_types.map(({ claimed, amount }) => [claimed, amount])).toEqual([
      [1, 10_000],
      [2, 0],
    ])
  })

  test('is checked in one by one', async () => {
    const event = await makeEvent(t, { price: 0 })
    const user = await t.account()
    const son = await makeMember(t, user.id)
    const { data } = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: { participants: [main(event), child(event, son)] },
    })
    const boy = data.participants[1]
    const scan = await t.call(checkinRoutes.adminScan, {
      params: { id: boy?.qr.url ?? '' },
      as: await t.account({ type: 'admin', permissions: ['reservations.check_in'] }),
      body: { scan_id: 'scan-of-a-boy', device_id: 'door', event_id: event.id, scanned_at: t.clock().toISOString() },
    })
    expect(scan.data).toMatchObject({
      result: 'ok',
      reservation: { name: 'Nana Mensah', role: 'child', participant_type: boy?.participant_type.name, party: 2 },
    })
    const read = await t.call(routes.getMyReservation, { params: { id: data._id }, as: user })
    expect(asOwner(read.data).participants.map(({ checked_in_at }) => checked_in_at !== null)).toEqual([false, true])
  })

  test('somebody under 18 does not come alone', async () => {
    const event = await makeEvent(t)
    const young = await t.account({ columns: { birth_date: '2010-06-01' } })
    const alone = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: young,
      body: { participant_type_id: event.typeId },
    })
    expect([alone.status, alone.code]).toEqual([409, 'guardian_required'])
    const aunt = await makeMember(t, young.id, { relation: 'companion' })
    const together = await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: young,
      body: { participants: [main(event), { ...child(event, aunt), role: 'companion' }] },
    })
    expect([together.status, together.data.participants[0]?.guardian?._id]).toEqual([
      201,
      together.data.participants[1]?._id,
    ])
  })
})

describe('a family at the desk', () => {
  const DAD = 'a'.repeat(24)
  const KID = 'b'.repeat(24)
  const husband = {
    key: DAD,
    relation: 'spouse' as const,
    first_name: 'Kojo',
    last_name: 'Adu',
    gender: 'male' as const,
  }
  const daughter = {
    key: KID,
    relation: 'child' as const,
    first_name: 'Esi',
    last_name: 'Adu',
    gender: 'female' as const,
    birth_date: '2018-04-05',
  }
  const desk = () =>
    t.account({
      type: 'admin',
      permissions: ['reservations.create', 'reservations.update', 'reservations.read', 'users.read'],
    })

  test('is registered at once: who is on no list yet is put there, or nobody is', async () => {
    const event = await makeEvent(t, { capacity: 3 })
    const staff = await desk()
    const make = (body: object) =>
      t.call(routes.makeReservationFor, {
        params: { event_id: event.id },
        as: staff,
        body: { person: { first_name: 'Ama', last_name: 'Adu' }, ...body },
      })
    const participants = [main(event), spouse(event, DAD), { ...child(event, KID), guardian_id: DAD }]
    const made = await make({ participants, new_persons: [husband, daughter] })
    expect([made.status, made.errors]).toEqual([201, []])
    expect(
      made.data.participants.map(({ name, role, minor, guardian }) => [name, role, minor, guardian?.name]),
    ).toEqual([
      ['Ama Adu', 'main', false, undefined],
      ['Kojo Adu', 'spouse', false, undefined],
      ['Esi Adu', 'child', true, 'Kojo Adu'],
    ])
    const relatives = await t.call(routes.listRelatives, { params: { id: made.data.user._id }, as: staff })
    expect(relatives.data.map(({ _id, relation, name, birth_date }) => [_id, relation, name, birth_date])).toEqual([
      [made.data.participants[1]?.person_id, 'spouse', 'Kojo Adu', null],
      [made.data.participants[2]?.person_id, 'child', 'Esi Adu', '2018-04-05'],
    ])
    // Sold out: no entry is left on a list.
    const full = await make({ participants: [main(event), child(event, KID)], new_persons: [daughter] })
    expect(full.code).toBe('event_full')
    const { rows } = await t.database.pool.query<{ count: number }>(
      `select count(*)::int as count from family_members where first_name = 'Esi' and last_name = 'Adu'`,
    )
    expect(rows[0]?.count).toBe(1)
  })

  test('is listed with the phone of a spouse, and the account that confirmed it', async () => {
    const [owner, wife] = [await t.account(), await t.account()]
    const id = await makeSpouse(t, owner.id, { gender: 'female' })
    await t.database.pool.query(`update spouses set phone = '+233244000111', linked_user_id = $1 where id = $2`, [
      wife.id,
      id,
    ])
    const { data } = await t.call(routes.listRelatives, { params: { id: owner.id }, as: await desk() })
    expect(data).toMatchObject([{ _id: id, relation: 'spouse', phone: '+233244000111', account_id: wife.id }])
  })

  test('says which title of a spouse waits to be confirmed', async () => {
    const { rows } = await t.database.pool.query<{ id: string }>(
      `insert into titles (name, needs_confirmation) values ('Elder of relatives', true) returning id`,
    )
    const [title] = rows
    const [owner, wife] = [await t.account(), await t.account()]
    const id = await makeSpouse(t, owner.id, { gender: 'female' })
    const staff = await desk()
    const waits = async () =>
      (await t.call(routes.listRelatives, { params: { id: owner.id }, as: staff })).data.map((one) => one.title_waits)
    expect(await waits()).toEqual([false])
    await t.database.pool.query(`update spouses set title_id = $1, linked_user_id = $2 where id = $3`, [
      title?.id,
      wife.id,
      id,
    ])
    expect(await waits()).toEqual([true])
    await t.database.pool.query(`update users set title_id = $1, confirmed_title_id = $1 where id = $2`, [
      title?.id,
      wife.id,
    ])
    expect(await waits()).toEqual([false])
  })

  test('grows by an edit, and names what is wrong with somebody new', async () => {
    const event = await makeEvent(t, { price: 0 })
    const staff = await desk()
    const user = await t.account()
    const { data } = await t.call(routes.makeReservationFor, {
      params: { event_id: event.id },
      as: staff,
      body: { user_id: user.id, participants: [main(event)] },
    })
    const edit = (body: object) => t.call(routes.editReservation, { params: { id: data._id }, as: staff, body })
    const participants = [main(event), child(event, KID)]
    const refused = async (...new_persons: object[]) =>
      (await edit({ participants, new_persons })).errors.map(({ field, code }) => [field, code])
    expect(await refused({ ...daughter, birth_date: null })).toEqual([['new_persons.0.birth_date', 'required']])
    expect(await refused({ ...daughter, birth_date: '2031-01-01' })).toEqual([['new_persons.0.birth_date', 'invalid']])
    expect(await refused(husband, daughter)).toEqual([['new_persons.0.key', 'unsupported']])
    expect(await refused(daughter, daughter)).toEqual([['new_persons.1.key', 'taken']])
    const grown = await edit({ participants, new_persons: [daughter] })
    expect(asOwner(grown.data).participants.map(({ name }) => name)).toEqual([data.user.name, 'Esi Adu'])
    const listed = async () => (await t.call(identityRoutes.listFamily, { as: user })).data.map(({ name }) => name)
    expect(await listed()).toEqual(['Esi Adu'])
    // Repeated, and at the next event: she is on the list already.
    const again = await edit({ participants, new_persons: [{ ...daughter, first_name: 'esi' }] })
    expect(again.data.participants[1]?.person_id).toBe(grown.data.participants[1]?.person_id)
    const next = await makeEvent(t, { price: 0 })
    const there = await t.call(routes.makeReservationFor, {
      params: { event_id: next.id },
      as: staff,
      body: { user_id: user.id, participants: [main(next), child(next, KID)], new_persons: [daughter] },
    })
    expect([there.status, await listed()]).toEqual([201, ['Esi Adu']])
    // A person with another birth date is another person.
    await edit({ participants, new_persons: [{ ...daughter, birth_date: '2019-04-05' }] })
    expect(await listed()).toEqual(['Esi Adu', 'Esi Adu'])
  })
})

describe('the family list', () => {
  test('keeps children and companions, each their own', async () => {
    const user = await t.account()
    const boy = { relation: 'child' as const, first_name: 'Kofi', last_name: 'Mensah', gender: 'male' as const }
    const without = await t.call(identityRoutes.addFamilyMember, { as: user, body: boy })
    expect(without).toMatchObject({ status: 422, errors: [{ field: 'birth_date', code: 'required' }] })
    const made = await t.call(identityRoutes.addFamilyMember, { as: user, body: { ...boy, birth_date: '2018-01-01' } })
    expect(made).toMatchObject({ status: 201, data: { name: 'Kofi Mensah', relation: 'child' } })
    const params = { id: made.data._id }
    const renamed = await t.call(identityRoutes.updateFamilyMember, { params, as: user, body: { first_name: 'Yaw' } })
    expect(renamed.data).toMatchObject({ name: 'Yaw Mensah', birth_date: '2018-01-01' })
    expect((await t.call(identityRoutes.removeFamilyMember, { params, as: await t.account() })).status).toBe(404)
    const event = await makeEvent(t)
    await t.call(routes.makeReservation, {
      params: { event_id: event.id },
      as: user,
      body: { participants: [main(event), child(event, made.data._id)] },
    })
    expect((await t.call(identityRoutes.removeFamilyMember, { params, as: user })).status).toBe(409)
    expect((await t.call(identityRoutes.listFamily, { as: user })).data).toHaveLength(1)
  })
})
