import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTable } from '#platform/tables/table-reader'
import { makeEvent, makeMember, NIGHTS, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { askQuestions } from '../../../../test/questions.ts'

/** The export of one event says what its office needs of each reservation: bed, meals, products and answers. */

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => t.close())

const fileOf = async (query: Readonly<Record<string, unknown>>, language = 'en') => {
  const { raw, status } = await t.call(routes.exportReservations, {
    query,
    as: office,
    headers: { 'accept-language': language },
  })
  expect(status).toBe(200)
  return raw
}
const tableOf = async (query: Readonly<Record<string, unknown>>, language = 'en') => {
  const rows = []
  for await (const { cells } of readTable(await fileOf(query, language))) rows.push(cells)
  return rows
}
/** The headers as they are written. */
const headersOf = async (query: Readonly<Record<string, unknown>>, language = 'en') =>
  (
    (await fileOf({ ...query, headers: 'words' }, language)).toString().replace('\ufeff', '').split('\r\n')[0] ?? ''
  ).split(language === 'de' ? ';' : ',')

/** An event with a form, and a family who answered it. */
const world = async () => {
  const event = await makeEvent(t, { price: 0 })
  const { ids, rewrite } = await askQuestions(t, event, office)
  const user = await t.account()
  const child = await makeMember(t, user.id)
  const { id, view } = await reserve(
    t,
    event,
    {
      participant_type_id: undefined,
      participants: [
        { role: 'main', participant_type_id: event.typeId, caterer_id: event.catererId },
        { role: 'child', person_id: child, participant_type_id: event.otherTypeId },
      ],
      accommodation: { room_category_id: event.categoryId, ...NIGHTS },
      products: [{ product_option_id: event.optionId, quantity: 2 }],
      answers: {
        [ids.bus]: ids.yes,
        [ids.seats]: 2,
        [ids.day]: '2027-01-10',
        [ids.more]: '=1+1',
        [ids.rating]: 3,
        [ids.robe]: 'M',
      },
    },
    user,
  )
  const { id: bare } = await reserve(t, event)
  return { event, ids, rewrite, id, code: view.code, bare, caterer: view.participants[0]?.caterer?.name }
}

test('a reservation has its bed, its meals, its products and its answers', async () => {
  const { event, ids, code, caterer } = await world()
  const rows = await tableOf({ event_id: event.id })
  expect(rows.find((row) => row.code === code)).toMatchObject({
    room_category: expect.stringContaining('Standard'),
    room: '',
    check_in: '2027-01-10',
    check_out: '2027-01-13',
    nights: '3',
    caterers: `${caterer};`,
    meal_days: '3',
    [`product_${event.optionId}`]: '2',
    [`answer_${ids.bus}`]: 'By bus',
    [`answer_${ids.seats}`]: '2',
    [`answer_${ids.day}`]: '2027-01-10',
    [`answer_${ids.more}`]: '=1+1',
    [`answer_${ids.rating}`]: '3',
    [`answer_${ids.robe}`]: 'M',
  })
  const other = rows.find((row) => row.code !== code)
  const blank = [`answer_${ids.bus}`, `product_${event.optionId}`, 'room_category', 'nights', 'caterers', 'meal_days']
  expect(blank.map((column) => other?.[column])).toEqual(blank.map(() => ''))
})

test('a person has the answers of their reservation, and a number once', async () => {
  const { event, ids, code } = await world()
  const rows = (await tableOf({ event_id: event.id, rows: 'persons' })).filter((row) => row.code === code)
  const columns = ['role', 'nights', 'meal_days', `answer_${ids.bus}`, `answer_${ids.seats}`, `answer_${ids.rating}`]
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    ['main', '3', '3', 'By bus', '2', '3'],
    ['child', '3', '', 'By bus', '', '3'],
  ])
  expect(Object.keys(rows[0] ?? {})).not.toContain(`product_${event.optionId}`)
})

test('a file with a row per person says what is of the reservation and what of the main person', async () => {
  const { event, code } = await world()
  const headers = await headersOf({ event_id: event.id, rows: 'persons' })
  expect(headers).toEqual(
    expect.arrayContaining(['Do you come by bus? (whole reservation)', 'Main person', 'Phone of the main person']),
  )
  expect(headers).not.toEqual(expect.arrayContaining(['Phone']))
  expect(headers).not.toEqual(expect.arrayContaining(['E-mail']))
  expect(await headersOf({ event_id: event.id, rows: 'persons' }, 'de')).toContain(
    'Kommen Sie mit dem Bus? (ganze Reservierung)',
  )
  const rows = (await tableOf({ event_id: event.id, rows: 'persons' })).filter((row) => row.code === code)
  expect(rows.map((row) => row['main_email'])).toEqual([rows[0]?.['main_email'], rows[0]?.['main_email']])
})

test('the file of one event is named after it', async () => {
  const { event } = await world()
  const nameOf = async (query: object) => {
    const { headers } = await t.call(routes.exportReservations, { as: office, query: { headers: 'words', ...query } })
    return String(headers['content-disposition'])
  }
  const { rows } = await t.database.pool.query<{ name: string }>('select name from events where id = $1', [event.id])
  const name = encodeURIComponent((rows[0]?.name ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'))
  expect(await nameOf({ event_id: event.id })).toContain(name)
  expect(await nameOf({ event_id: event.id, rows: 'persons' })).toContain(name)
  expect(await nameOf({})).not.toContain(name)
})

test('the sums of the list leave out what was cancelled, and say so, unless it is asked for', async () => {
  const event = await makeEvent(t, { price: 10_000 })
  await reserve(t, event)
  const { id } = await reserve(t, event)
  await t.call(routes.cancelReservation, { params: { id }, as: office, body: { reason: 'Ill' } })
  const sums = async (query: object) =>
    (await t.call(routes.listReservations, { as: office, query: { event_id: event.id, ...query } })).meta?.sums
  expect(await sums({})).toMatchObject({ persons: 1, total: 10_000, left_out: 1 })
  expect(await sums({ status: 'cancelled' })).toMatchObject({ persons: 1, total: 10_000, left_out: 0 })
  expect(await sums({ status: 'cancelled,pending,active' })).toMatchObject({ persons: 2, total: 20_000, left_out: 0 })
})

test('the columns are called as the form asks now, in the language of the reader, and no two alike', async () => {
  const { event } = await world()
  const english = await headersOf({ event_id: event.id })
  // The form asks for a room, too.
  expect(english).toEqual(expect.arrayContaining(['Room', 'Room (2)', 'Do you come by bus?', 'Nights']))
  expect(new Set(english).size).toBe(english.length)
  expect(await headersOf({ event_id: event.id }, 'de')).toContain('Kommen Sie mit dem Bus?')
  const rows = await tableOf({ event_id: event.id, headers: 'words' }, 'de')
  expect(rows.map((row) => row['kommen_sie_mit_dem_bus']).sort()).toEqual(['', 'Mit dem Bus'])
})

test('answers to what the form asked before are behind, by the label that they were given to', async () => {
  const { event, ids, rewrite, code } = await world()
  // One question is gone, and one asks something else under the same id.
  await rewrite((question) => {
    if (question._id === ids.robe) return undefined
    if (question._id !== ids.bus) return question
    return {
      ...question,
      label: 'Do you need a ramp?',
      translations: {},
      options: [
        { _id: ids.yes, label: 'Yes' },
        { _id: ids.no, label: 'No' },
      ],
    }
  })
  const { code: later } = (await reserve(t, event, { answers: { [ids.bus]: ids.yes } })).view
  const headers = await headersOf({ event_id: event.id })
  expect(headers.slice(-2)).toEqual(['Do you come by bus?', 'Robe size'])
  expect(headers.indexOf('Do you need a ramp?')).toBe(headers.indexOf('Seats') - 1)
  const rows = await tableOf({ event_id: event.id })
  const said = (of: string) => {
    const row = rows.find((one) => one.code === of)
    return [row?.[`answer_${ids.bus}`], row?.[`answer_${ids.bus}_1`], row?.[`answer_${ids.robe}`]]
  }
  expect(said(code)).toEqual(['', 'By bus', 'M'])
  expect(said(later)).toEqual(['Yes', '', ''])
})

test('what is of one event is not in a file of several', async () => {
  const { event, ids } = await world()
  await world()
  const columns = Object.keys((await tableOf({}))[0] ?? {})
  expect(columns).toContain('room_category')
  expect(columns.filter((column) => /^(answer|product)_/.test(column))).toEqual([])
  // Of one event, without the questions of another.
  const own = Object.keys((await tableOf({ event_id: event.id }))[0] ?? {})
  expect(own.filter((column) => column.startsWith('answer_'))).toEqual(
    [ids.bus, ids.seats, ids.day, ids.more, ids.rating, ids.robe].map((id) => `answer_${id}`),
  )
})

test('an event that is denied names no question', async () => {
  const { event } = await world()
  const reader = await t.account({ type: 'admin', permissions: ['reservations.export', 'events.read'] })
  await t.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [reader.id, event.id],
  )
  const { raw } = await t.call(routes.exportReservations, {
    query: { event_id: event.id, headers: 'words' },
    as: reader,
  })
  expect(raw.toString()).not.toMatch(/bus|T-shirt/)
})
