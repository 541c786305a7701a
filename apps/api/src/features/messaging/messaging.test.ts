import { messageTemplateRoutes } from '@shiloh/contract/messaging/templates'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inWork } from '#platform/jobs/work'
import { makeEvent, NIGHTS } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { sendTemplate } from './index.ts'

let app: TestApp
let office: TestAccount
beforeAll(async () => {
  app = await testApp()
  office = await app.account({
    type: 'admin',
    permissions: [
      'messages.read',
      'messages.create',
      'messages.update',
      'messages.delete',
      'reservations.email',
      'users.read',
    ],
  })
})
afterAll(() => app.close())

const reserve = async (event: Awaited<ReturnType<typeof makeEvent>>, as: TestAccount) =>
  (
    await app.call(reservationRoutes.makeReservation, {
      as,
      params: { event_id: event.id },
      body: { participant_type_id: event.typeId, accommodation: { room_category_id: event.categoryId, ...NIGHTS } },
    })
  ).data

const reminder = {
  name: 'Balance reminder',
  channels: ['sms', 'mail'],
  texts: {
    en: {
      subject: 'Your balance for {{event}}',
      body: 'Dear {{first_name}},\n\n{{balance}} is still open. {{reservation_link}}',
      sms: '{{first_name}}, {{balance}} is open for {{ code }}.',
    },
    fr: { subject: '', body: '', sms: '{{first_name}}, {{balance}} à payer.' },
  },
}

test('the office keeps templates, and a template reaches one person in their language', async () => {
  const { createMessageTemplate: create, updateMessageTemplate: update } = messageTemplateRoutes
  const refused = await app.call(create, {
    as: office,
    body: { ...reminder, texts: { en: { ...reminder.texts.en, sms: 'Dear {{first_nmae}}' } } },
  })
  expect(refused.errors).toMatchObject([{ field: 'texts.en.sms', code: 'unknown_field' }])
  const silent = await app.call(create, { as: office, body: { ...reminder, texts: { en: { sms: 'Hello' } } } })
  expect(silent.errors).toMatchObject([{ field: 'texts.en.subject', code: 'required' }])

  const made = await app.call(create, { as: office, body: reminder })
  expect(made.data).toMatchObject({ channels: ['mail', 'sms'], languages: ['en', 'fr'], needed: false })
  const params = { id: made.data._id }
  await app.call(update, { as: office, params, body: { purpose: 'Sent two weeks before' } })

  const event = await makeEvent(app)
  const guest = await app.account({
    columns: { first_name: 'Awa', language: 'fr', notify: JSON.stringify({ mail: true, sms: true, muted: [] }) },
  })
  const reservation = await reserve(event, guest)
  const send = () =>
    inWork(app.app.deps, (work) =>
      sendTemplate(work, { template_id: params.id, to: { reservation_id: reservation._id } }),
    )
  expect(await send()).toEqual({ sent: ['mail', 'sms'], leftOut: {} })
  const [mail] = await app.outbox(guest.email)
  // French has no mail, so English is sent, with its amounts.
  expect(mail).toMatchObject({ subject: expect.stringMatching(/^Your balance for Convention/) })
  expect(mail?.text).toMatch(
    /^Dear Awa,\n\nGHS [\d,]+\.00 is still open\. http:\/\/shiloh\.test\/reservations\/[0-9a-f]{24}\n\n/,
  )
  expect(mail?.links.at(-1)).toContain('/auth/account')
  const { rows } = await app.database.pool.query(`select body from messages where template = 'office_sms'`)
  expect(rows[0].body).toMatch(/^Awa, \d.* GHS à payer\.$/)

  // People who opted out get it only where their reservation needs it.
  await app.database.pool.query(
    `update users set notify = '{"mail": true, "sms": false, "muted": ["announcement"]}' where id = $1`,
    [guest.id],
  )
  expect(await send()).toEqual({ sent: [], leftOut: { mail: 'opted_out', sms: 'opted_out' } })
  await app.call(update, { as: office, params, body: { needed: true } })
  expect(await send()).toEqual({ sent: ['mail', 'sms'], leftOut: {} })
})
