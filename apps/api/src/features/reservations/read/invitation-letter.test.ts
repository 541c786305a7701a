import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { publishForm } from '#features/forms'
import { inWork } from '#platform/jobs/work'
import { makeEvent, NIGHTS, reserve } from '../../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../../test/harness.ts'
import { syncQuotas } from '../index.ts'

let t: TestApp
let office: TestAccount
beforeAll(async () => {
  t = await testApp()
  office = await t.account({
    type: 'admin',
    permissions: ['reservations.read', 'reservations.email', 'event_forms.create'],
  })
})
afterAll(() => t.close())

const sql = (text: string, values: readonly unknown[]) => t.database.pool.query(text, [...values])

/** A confirmed reservation with nights, a birth date and two answers. */
const guest = async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0 })
  const [passport, bus] = [t.app.deps.random.bytes(12).toString('hex'), t.app.deps.random.bytes(12).toString('hex')]
  const form = await t.call(eventFormRoutes.create, {
    as: office,
    body: {
      name: `Form ${event.id}`,
      sections: [
        {
          title: 'Travel',
          questions: [
            { _id: passport, label: 'Passport number', type: 'text' },
            { _id: bus, label: 'Bus from', type: 'text' },
          ],
        },
      ],
    },
  })
  await sql('update events set form_id = $2 where id = $1', [event.id, form.data._id])
  await inWork(t.app.deps, (work) => publishForm(work, form.data._id))
  await inWork(t.app.deps, (work) => syncQuotas(work, event.id))
  const { id, user } = await reserve(t, event, {
    accommodation: { room_category_id: event.categoryId, ...NIGHTS },
    answers: { [passport]: 'G1234567', [bus]: 'Kumasi' },
  })
  await sql(`update users set birth_date = '1990-05-17' where id = $1`, [user.id])
  return { id, user, passport }
}

/** Asks for the letter. Returns the status and what was printed. */
const letter = async (id: string, query: object, as = office) => {
  const drawn = vi.spyOn(PDFDocument.prototype, 'text')
  const { status } = await t.call(routes.invitationLetter, { params: { id }, query, as })
  const printed = drawn.mock.calls.map(([words]) => String(words).replaceAll(/[\u00a0\u202f]/g, ' '))
  drawn.mockRestore()
  return { status, printed: printed.join('\n') }
}

test('a letter names the person, the event and who pays, with the answers that were chosen, in a language', async () => {
  const { id, passport } = await guest()
  await sql(`update client_groups set name = 'Church of Zion', address = 'Ring Road 1', phone = '+233241234567'`, [])
  const english = await letter(id, { lodging: 'church', answers: passport })
  expect(english.status).toBe(200)
  for (const words of ['Church of Zion', 'Ring Road 1', '24 123 4567', '17 May, 1990', 'Passport number', 'G1234567'])
    expect(english.printed).toContain(words)
  expect(english.printed).toMatch(/We provide accommodation \(10 – 13 January, 2027\)/)
  expect(english.printed).not.toContain('Kumasi')
  const german = await letter(id, { language: 'de' })
  expect(german.printed).toContain('Einladungsschreiben')
  expect(german.printed).toContain('17. Mai 1990')
  expect(german.printed).not.toContain('G1234567')
  const { rows } = await t.database.pool.query(
    `select after from audit_trail where action = 'issue_letter' and object_id = $1 and actor_id = $2 order by seq`,
    [id, office.id],
  )
  expect(rows).toEqual([
    { after: { language: 'en', lodging: 'church', answers: [passport] } },
    { after: { language: 'de', lodging: 'guest' } },
  ])
})

test('nobody gets a letter for a place that is not confirmed, or without the permissions to read it and to write to guests', async () => {
  const { id, user } = await guest()
  const reader = await t.account({ type: 'admin', permissions: ['reservations.read'] })
  expect((await letter(id, {}, reader)).status).toBe(403)
  const writer = await t.account({ type: 'admin', permissions: ['reservations.email'] })
  expect((await letter(id, {}, writer)).status).toBe(403)
  expect((await letter('f'.repeat(24), {})).status).toBe(404)
  await t.call(routes.cancelMyReservation, { params: { id }, body: {}, as: user })
  expect(await letter(id, {})).toEqual({ status: 409, printed: '' })
})
