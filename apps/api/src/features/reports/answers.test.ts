import { PERMISSIONS } from '@shiloh/contract/permissions'
import { type ReportView, reportRoutes } from '@shiloh/contract/reports'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTable } from '#platform/tables/table-reader'
import { type BookableEvent, makeEvent, makeMember, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { askQuestions } from '../../../test/questions.ts'

/** The report of the answers to an event's form: who comes by bus, and which workshop was chosen. */

let t: TestApp
let office: TestAccount
let event: BookableEvent
let asked: Awaited<ReturnType<typeof askQuestions>>
let family: Awaited<ReturnType<typeof reserve>>

beforeAll(async () => {
  t = await testApp()
  office = await t.account({ type: 'admin', permissions: PERMISSIONS })
  event = await makeEvent(t, { price: 0 })
  asked = await askQuestions(t, event, office)
  const { ids } = asked
  const user = await t.account({ columns: { first_name: 'Adwoa', last_name: 'Addo' } })
  const child = await makeMember(t, user.id)
  family = await reserve(
    t,
    event,
    {
      participant_type_id: undefined,
      participants: [
        { role: 'main', participant_type_id: event.typeId },
        { role: 'child', person_id: child, participant_type_id: event.otherTypeId },
      ],
      answers: {
        ...{ [ids.bus]: ids.yes, [ids.seats]: 2, [ids.day]: '2027-01-10', [ids.more]: 'At the aisle' },
        ...{ [ids.rating]: 3, [ids.robe]: 'M' },
      },
    },
    user,
  )
  await reserve(t, event, { answers: { [ids.bus]: ids.yes, [ids.seats]: 1, [ids.rating]: 2 } })
  await reserve(t, event, { answers: { [ids.bus]: ids.no, [ids.day]: '2027-01-10' } })
  await reserve(t, event)
})
afterAll(() => t.close())

const read = async (query: object = {}, as = office, language = 'en') =>
  (
    await t.call(reportRoutes.getReport, {
      as,
      query: { event_id: event.id, report: 'answers', ...query },
      headers: { 'accept-language': language },
    })
  ).data
const cellsOf = ({ rows }: ReportView) => rows.map(({ cells }) => cells)
const of = (view: ReportView, question: string) =>
  cellsOf(view)
    .filter(([section]) => section === question)
    .map(([, ...cells]) => cells)

test('each answer is counted with its people, and who was asked and has not answered', async () => {
  const view = await read()
  expect(view.columns.map(({ name }) => name)).toEqual([
    'Question',
    'Answer',
    'Reservations',
    'Persons of these reservations',
    'Share of answers',
  ])
  expect(of(view, 'Do you come by bus?')).toEqual([
    ['By bus', 2, 3, 67],
    ['By car', 1, 1, 33],
    ['Without an answer', 1, 1, null],
  ])
  // Only who comes by bus is asked for seats, and only children for the size of their robe.
  expect(of(view, 'Seats')).toEqual([
    ['1', 1, 1, 50],
    ['2', 1, 2, 50],
    ['In all: 3. On average: 1.5', 2, 3, null],
    ['Without an answer', 0, 0, null],
  ])
  expect(of(view, 'Robe size')).toEqual([
    ['With an answer', 1, 2, 100],
    ['Without an answer', 0, 0, null],
  ])
  expect(of(view, 'Day of the journey')).toEqual([
    [expect.stringContaining('2027'), 2, 3, 100],
    ['Without an answer', 2, 2, null],
  ])
  expect(of(view, 'How was the last one?')).toEqual([
    ['1', 0, 0, 0],
    ['2', 1, 1, 50],
    ['3', 1, 2, 50],
    ['On average: 2.5', 2, 3, null],
    ['Without an answer', 2, 2, null],
  ])
  expect(view.headline).toBe('11 answers')
  const german = await read({}, office, 'de')
  expect(of(german, 'Kommen Sie mit dem Bus?')[0]).toEqual(['Mit dem Bus', 2, 3, 67])
})

test('texts are listed with who wrote them, and a figure leads to those behind it', async () => {
  const { ids } = asked
  const view = await read()
  const text = view.rows.find(({ cells: [section, answer] }) => section === 'Room' && answer === 'With an answer')
  const to = new URLSearchParams(text?.links['answer']?.split('?')[1])
  expect(Object.fromEntries(to)).toMatchObject({ report: 'answers', grouping: 'each', question: ids.more })
  const each = await read({ grouping: 'each', question: ids.more })
  expect(each.columns.map(({ name }) => name)).toEqual([
    ...['Question', 'Name', 'Code', 'Answer', 'Persons of the reservation', 'Phone', 'Assembly'],
  ])
  expect(cellsOf(each).map((cells) => cells.slice(0, 5))).toEqual([
    ['Room', 'Adwoa Addo', family.view.code, 'At the aisle', 2],
  ])
  expect(each.rows[0]?.links['code']).toBe(`/admin/reservations/${family.id}`)
  expect(each.filters.map(({ key, values }) => [key, values.map(({ name }) => name)])).toContainEqual([
    'question',
    ['Room'],
  ])
  expect(
    cellsOf(await read({ grouping: 'each' }))
      .map(([section]) => section)
      .slice(0, 3),
  ).toEqual(Array.from({ length: 3 }, () => 'Do you come by bus?'))
})

test('those without an answer are listed behind their name as behind their figure', async () => {
  const rows = (await read()).rows.filter(({ cells: [, answer] }) => answer === 'Without an answer')
  const [some, none] = [rows.filter(({ cells }) => cells[2] !== 0), rows.filter(({ cells }) => cells[2] === 0)]
  expect(some[0]?.links['answer']).toContain(`answer=${asked.ids.bus}.none`)
  expect(some.every(({ links }) => links['answer'] === links['reservations'])).toBe(true)
  expect(none.map(({ links }) => links['answer'])).toEqual(none.map(() => undefined))
})

/** How many reservations the page behind each figure lists, and what the figure says. */
const figuresOf = async (view: ReportView) =>
  Promise.all(
    view.rows.flatMap(({ links, cells: [question, answer, count] }) => {
      const to = links['reservations']
      if (to === undefined) return []
      const query = Object.fromEntries(new URLSearchParams(to.split('?')[1]))
      return [
        t
          .call(routes.listReservations, { as: office, query })
          .then(({ meta }) => [question, answer, count, meta.total] as const),
      ]
    }),
  )

const expectSame = async (view: ReportView) => {
  const figures = await figuresOf(view)
  expect(figures.length).toBeGreaterThan(8)
  for (const [question, answer, count, listed] of figures)
    expect([question, answer, listed]).toEqual([question, answer, count])
}

test('a figure leads to the list of its reservations, which can be narrowed by every answer of the form', async () => {
  await expectSame(await read())
  const { data: choices } = await t.call(routes.listAnswerChoices, {
    as: office,
    params: { id: event.id },
    headers: { 'accept-language': 'de' },
  })
  expect(choices.slice(0, 3)).toMatchObject([
    { value: `${asked.ids.bus}.${asked.ids.yes}`, question: 'Kommen Sie mit dem Bus?', answer: 'Mit dem Bus' },
    { answer: expect.anything() },
    { value: `${asked.ids.bus}.none`, answer: null, is_none: true },
  ])
  const total = async (answer: string) =>
    (await t.call(routes.listReservations, { as: office, query: { event_id: event.id, answer } })).meta.total
  expect(await total(`${asked.ids.bus}.${asked.ids.yes},${asked.ids.bus}.${asked.ids.no}`)).toBe(3)
  expect(await total(`!${asked.ids.bus}.${asked.ids.yes}`)).toBe(2)
  expect(await total(asked.ids.more)).toBe(1)
})

test('it is a file like every report', async () => {
  const { raw } = await t.call(reportRoutes.downloadReport, {
    as: office,
    query: { event_id: event.id, report: 'answers', format: 'csv' },
  })
  const rows = []
  for await (const { cells } of readTable(raw)) rows.push(cells)
  expect(rows[0]).toMatchObject({ question: 'Do you come by bus?', answer: 'By bus', reservations: '2' })
  const pdf = await t.call(reportRoutes.downloadReport, {
    as: office,
    query: { event_id: event.id, report: 'answers', format: 'pdf', grouping: 'each' },
  })
  expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-')
})

test('it needs the permission to see reservations, and hides what is denied', async () => {
  const reports = await t.account({ type: 'admin', permissions: ['reservations.report'] })
  const { status } = await t.call(reportRoutes.getReport, {
    as: reports,
    query: { event_id: event.id, report: 'answers' },
  })
  expect(status).toBe(403)
  const reader = await t.account({ type: 'admin', permissions: ['reservations.report', 'reservations.read'] })
  const deny = (resource: string, id: string) =>
    t.database.pool.query(
      `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', $2, $3, '{read}')`,
      [reader.id, resource, id],
    )
  await deny('reservations', family.id)
  expect(of(await read({}, reader), 'Do you come by bus?')[0]).toEqual(['By bus', 1, 1, 50])
  expect(cellsOf(await read({ grouping: 'each' }, reader)).flat()).not.toContain('At the aisle')
  await deny('events', event.id)
  const denied = await t.call(reportRoutes.getReport, { as: reader, query: { event_id: event.id, report: 'answers' } })
  expect(denied.status).toBe(403)
})

test('an erased person has neither answered nor left anything open', async () => {
  const { user, id } = await reserve(t, event, { answers: { [asked.ids.bus]: asked.ids.no } })
  expect(of(await read(), 'Do you come by bus?')[1]).toEqual(['By car', 2, 2, 50])
  await t.database.pool.query(`delete from reservation_answers where reservation_id = $1`, [id])
  await t.database.pool.query(
    `update users set status = 'deactivated', first_name = 'Erased', last_name = 'person', email = null, email_confirmed_at = null,
       phone = null, phone_verified_at = null, gender = null, erased_at = now() where id = $1`,
    [user.id],
  )
  expect(of(await read(), 'Do you come by bus?').slice(1)).toEqual([
    ['By car', 1, 1, 33],
    ['Without an answer', 1, 1, null],
  ])
  await expectSame(await read())
})

test('what a question asked before it was rewritten is counted under its own words', async () => {
  const { ids, rewrite } = asked
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
  await reserve(t, event, { answers: { [ids.bus]: ids.yes } })
  const view = await read()
  expect(of(view, 'Do you need a ramp?')).toEqual([
    ['Yes', 1, 1, 100],
    ['No', 0, 0, 0],
    ['Without an answer', 1, 1, null],
  ])
  expect(of(view, 'Do you come by bus?')).toEqual([
    ['By bus', 2, 3, 67],
    ['By car', 1, 1, 33],
  ])
  expect([...new Set(cellsOf(view).map(([section]) => section))].slice(-2)).toEqual([
    'Do you come by bus?',
    'Robe size',
  ])
  await expectSame(view)
  // The reservations themselves keep their answers.
  const one = await t.call(routes.getReservation, { params: { id: family.id }, as: office })
  expect(one.data.answers).toHaveLength(6)
})
