import { organisationRoutes } from '@shiloh/contract/organisation'
import { supportRoutes as routes } from '@shiloh/contract/support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let desk: TestAccount

beforeAll(async () => {
  app = await testApp()
  desk = await app.account({
    type: 'admin',
    permissions: ['support_tickets.read', 'support_tickets.reply', 'support_tickets.update'],
  })
})
afterAll(() => app.close())

const question = { subject: 'Where do I park?', body: 'We come with a bus.\n<script>alert(1)</script>' }

test('a conversation between a person and the support desk', async () => {
  const [user, stranger] = [await app.account({ columns: { language: 'de' } }), await app.account()]
  const opened = await app.call(routes.openTicket, {
    as: user,
    body: question,
    files: [{ field: 'attachments', name: '../../list.txt', bytes: Buffer.from('a list') }],
  })
  expect([opened.status, opened.data.status]).toEqual([201, 'open'])
  const params = { id: opened.data._id }
  expect(opened.data.messages[0]).toMatchObject({
    mine: true,
    from_staff: false,
    attachments: [{ mime: 'text/plain' }],
  })
  expect((await app.call(routes.getOwnTicket, { as: stranger, params })).status).toBe(404)
  expect((await app.call(routes.replyToOwnTicket, { as: stranger, params, body: { body: 'Me too' } })).status).toBe(404)
  expect((await app.call(routes.listOwnTickets, { as: stranger })).meta.total).toBe(0)

  app.clock.forward(1)
  const answered = await app.call(routes.replyToTicket, { as: desk, params, body: { body: 'Behind the hall.' } })
  expect(answered.data).toMatchObject({ status: 'pending', assignee: { _id: desk.id }, user: { _id: user.id } })
  const [mail] = await app.outbox(user.email)
  expect(mail?.subject).toBe('Das Büro hat geantwortet: Where do I park?')
  expect([mail?.links, mail?.text.includes('Behind the hall.')]).toEqual([[], true])
  const { rows } = await app.database.pool.query('select kind, link, body from notifications where user_id = $1', [
    user.id,
  ])
  expect(rows).toEqual([{ kind: 'ticket_answered', link: null, body: 'Behind the hall.' }])

  app.clock.forward(1)
  const closed = await app.call(routes.updateTicket, {
    as: desk,
    params,
    body: { status: 'completed', category: 'travel' },
  })
  expect(closed.data).toMatchObject({ status: 'completed', category: 'travel' })
  const again = await app.call(routes.replyToOwnTicket, { as: user, params, body: { body: 'Thank you!' } })
  expect(again.data.status).toBe('open')
  expect(again.data.messages.map(({ body, from_staff }) => [body, from_staff])).toEqual([
    [question.body, false],
    ['Behind the hall.', true],
    ['Thank you!', false],
  ])
  await app.call(routes.updateTicket, { as: desk, params, body: { status: 'archived' } })
  expect((await app.call(routes.replyToOwnTicket, { as: user, params, body: { body: 'One more' } })).code).toBe(
    'illegal_transition',
  )
  const list = await app.call(routes.listTickets, { as: desk, query: { search: 'PARK', status: 'archived' } })
  expect(list.data[0]).toMatchObject({ last_message: 'Thank you!', last_from_staff: false, messages: 3 })
})

test('attachments are for the person and the desk', async () => {
  const user = await app.account()
  const opened = await app.call(routes.openTicket, {
    as: user,
    body: question,
    files: [{ field: 'attachments', name: 'list.txt', bytes: Buffer.from('a list') }],
  })
  const params = { id: opened.data.messages[0]?.attachments[0]?._id ?? '' }
  const read = async (as: TestAccount) => (await app.call(organisationRoutes.readFile, { as, params })).status
  const other = await app.account({ type: 'admin', permissions: ['events.read'] })
  expect([await read(user), await read(desk), await read(other), await read(await app.account())]).toEqual([
    200, 200, 403, 403,
  ])
  const file = await app.call(organisationRoutes.readFile, { as: user, params })
  expect(file.headers['content-disposition']).toMatch(/^attachment/)
  const program = await app.call(routes.openTicket, {
    as: user,
    body: question,
    files: [{ field: 'attachments', name: 'a.pdf', bytes: Buffer.from('MZ\u0000\u0001') }],
  })
  expect(program.status).toBe(415)
})
