import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { spouseLinkRoutes } from '@shiloh/contract/identity/spouse-links'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { supportRoutes as routes } from '@shiloh/contract/support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, makeSpouse } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

import { features } from '../../features.ts'
import { API_PREFIX } from '../../platform/config.ts'

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

const watchAlerts = async () => {
  for (const { jobs } of features) await jobs?.['watch_alerts']?.({}, app.app.deps)
}

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
  const answered = await app.call(routes.replyToTicket, {
    as: desk,
    params,
    body: { body: 'Behind the hall.' },
    files: [{ field: 'attachments', name: 'plan.txt', bytes: Buffer.from('a plan') }],
  })
  expect(answered.data).toMatchObject({ status: 'pending', assignee: { _id: desk.id }, user: { _id: user.id } })
  const [mail] = await app.outbox(user.email)
  expect(mail?.subject).toBe('Das Büro hat geantwortet: Where do I park?')
  // As it was written, with the files that wait in the conversation.
  expect(mail?.text).toMatch(/^Behind the hall\.\n\nDateien, in der Unterhaltung: plan\.txt\n\n/)
  expect([mail?.links.map((link) => new URL(link).pathname), mail?.text.includes('Behind the hall.')]).toEqual([
    [`/support/${params.id}`],
    true,
  ])
  const { rows } = await app.database.pool.query('select kind, link, body from notifications where user_id = $1', [
    user.id,
  ])
  expect(rows).toEqual([{ kind: 'ticket_answered', link: `/support/${params.id}`, body: 'Behind the hall.' }])

  const answers = await app.account({ type: 'admin', permissions: ['support_tickets.read', 'support_tickets.reply'] })
  const closing = { as: answers, params, body: { body: 'That is all.', close: true } }
  expect((await app.call(routes.replyToTicket, closing)).code).toBe('forbidden')

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

test('an erased person leaves no words in tickets, alerts or notices, and is not written to', async () => {
  const person = await app.account({ columns: { first_name: 'Adwoa', last_name: 'Secret' } })
  const { data } = await app.call(routes.openTicket, {
    as: person,
    body: { subject: 'My secret illness', body: 'I have a secret illness.' },
  })
  const params = { id: data._id }
  await watchAlerts()
  app.clock.forward(1)
  const answer = { as: desk, params, body: { body: 'Dear Adwoa, about your secret illness' } }
  expect((await app.call(routes.replyToTicket, answer)).status).toBe(201)
  app.clock.forward(1)
  await app.call(routes.replyToOwnTicket, { as: person, params, body: { body: 'Another secret' } })
  await watchAlerts()
  expect((await app.call(identityRoutes.eraseAccount, { as: person })).status).toBe(200)

  const ticket = await app.call(routes.getTicket, { as: desk, params })
  expect(ticket.data).toMatchObject({ status: 'archived', unread: false, subject: '' })
  expect(ticket.data.messages.map(({ body }) => body)).toEqual(['', '', ''])
  const { rows: left } = await app.database.pool.query(
    `select data::text as words, resolved_at from alerts where data->>'ticket_id' = $1
     union all select title || body, now() from notifications where title || body like '%ecret%' or title || body like '%Adwoa%'`,
    [params.id],
  )
  expect(left.length).toBeGreaterThan(0)
  for (const { words, resolved_at } of left) {
    expect(words).not.toMatch(/ecret|Adwoa/)
    expect(resolved_at).not.toBeNull()
  }
  expect(await app.call(routes.replyToTicket, answer)).toMatchObject({ status: 409, code: 'person_erased' })
  const reopened = await app.call(routes.updateTicket, { as: desk, params, body: { status: 'open' } })
  expect(reopened.code).toBe('person_erased')
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

test('internal notes reach no route of members, and no copy of their data', async () => {
  const member = await app.account()
  const opened = await app.call(routes.openTicket, { as: member, body: question })
  const params = { id: opened.data._id }
  const secret = 'Give-them-room-G7'
  const noted = await app.call(routes.noteOnTicket, { as: desk, params, body: { body: secret } })
  expect(noted.data.notes).toMatchObject([{ kind: 'note', body: secret }])
  expect((await app.call(routes.listTickets, { as: desk })).data.find(({ _id }) => _id === params.id)).toMatchObject({
    last_is_note: true,
    unread: true,
  })
  await app.call(routes.replyToTicket, { as: desk, params, body: { body: 'Wait please.' } })
  await app.call(routes.replyToOwnTicket, { as: member, params, body: { body: 'I wait.' } })
  const answers: string[] = []
  for (const { route } of features.flatMap(({ endpoints }) => endpoints)) {
    const isMine = route.access.kind === 'signedIn' && route.access.who.includes('user')
    if (route.method !== 'GET' || !isMine) continue
    const { body } = await app.app.server.inject({
      method: 'GET',
      url: API_PREFIX + route.path.replace(/\{\w+\}/g, params.id),
      headers: { authorization: `Bearer ${await app.tokenOf(member)}` },
    })
    answers.push(body)
  }
  const all = answers.join('\n')
  expect([all.includes('Wait please.'), all.includes(secret), all.includes(noted.data.notes[0]?._id ?? '-')]).toEqual([
    true,
    false,
    false,
  ])
  const mails = JSON.stringify(await app.outbox(member.email))
  expect(mails).not.toContain(secret)
})

test('two answer at once: the second sees what the first wrote before anything is sent', async () => {
  const member = await app.account()
  const colleague = await app.account({
    type: 'admin',
    permissions: ['support_tickets.read', 'support_tickets.reply', 'support_tickets.update'],
  })
  const opened = await app.call(routes.openTicket, { as: member, body: question })
  const params = { id: opened.data._id }
  const seen = opened.data.messages.at(-1)?._id
  app.clock.forward(1)
  const answer = (as: TestAccount) => app.call(routes.replyToTicket, { as, params, body: { body: 'Here.', seen } })
  const both = await Promise.all([answer(desk), answer(colleague)])
  expect(both.map(({ code }) => code).sort()).toEqual(['stale', undefined].sort())
  expect((await app.outbox(member.email)).length).toBe(1)
  const close = () => app.call(routes.updateTicket, { as: desk, params, body: { status: 'completed', seen } })
  expect((await close()).code).toBe('stale')
  const shut = () => app.call(routes.updateTicket, { as: desk, params, body: { status: 'completed' } })
  app.clock.forward(1)
  await Promise.all([shut(), shut()])
  const now = await app.call(routes.getTicket, { as: colleague, params })
  expect(now.data.notes).toMatchObject([
    { kind: 'assigned', status: null, author_id: now.data.assignee?._id, assignee_id: now.data.assignee?._id },
    { kind: 'status', status: 'completed', author_id: desk.id, assignee_id: null },
  ])

  const reader = await app.account({ type: 'admin', permissions: ['support_tickets.read'] })
  const cannot = await app.call(routes.updateTicket, { as: desk, params, body: { assignee_id: reader.id } })
  expect(cannot.errors).toMatchObject([
    {
      field: 'assignee_id',
      message: 'This person does not have the permission for this. An administrator can give it to them.',
    },
  ])

  // Somebody who leaves the office has no tickets any more.
  await app.call(routes.updateTicket, { as: desk, params, body: { assignee_id: colleague.id } })
  const names = (await app.call(routes.pickAssignees, { as: desk })).data.map(({ _id }) => _id)
  expect([names.includes(colleague.id), names.includes(desk.id)]).toEqual([true, true])
  await app.database.pool.query(`update users set status = 'deactivated' where id = $1`, [colleague.id])
  const free = await app.call(routes.listTickets, { as: desk, query: { unassigned: true } })
  expect(free.data.find(({ _id }) => _id === params.id)?.assignee).toBe(null)
  const gone = await app.call(routes.updateTicket, { as: desk, params, body: { assignee_id: colleague.id } })
  expect(gone.errors[0]?.field).toBe('assignee_id')

  expect((await app.call(routes.getOwnTicket, { as: member, params })).data).toMatchObject({
    unread: true,
    allowed: ['reply'],
  })
  await app.call(routes.readOwnTicket, { as: member, params })
  expect((await app.call(routes.getTicket, { as: desk, params })).data.read_at).toBe(app.clock().toISOString())
  expect((await app.call(routes.getOwnTicket, { as: member, params })).data.unread).toBe(false)
  app.clock.forward(31 * 24 * 60)
  expect((await app.call(routes.replyToOwnTicket, { as: member, params, body: { body: 'Late' } })).code).toBe(
    'illegal_transition',
  )
})

test('a ticket about a reservation is hidden with its person and its event; files too', async () => {
  const event = await makeEvent(app)
  const member = await app.account()
  const reserved = await app.call(reservationRoutes.makeReservation, {
    as: member,
    params: { event_id: event.id },
    body: { participant_type_id: event.typeId },
  })
  const ask = (reservation_id: string, as = member) =>
    app.call(routes.openTicket, {
      as,
      body: { ...question, reservation_id },
      files: [{ field: 'attachments', name: 'list.txt', bytes: Buffer.from('a list') }],
    })
  const opened = await ask(reserved.data._id)
  expect(opened.data).toMatchObject({ event: { _id: event.id }, reservation: { code: reserved.data.code } })
  expect((await ask(reserved.data._id, await app.account())).errors[0]?.field).toBe('reservation_id')
  const params = { id: opened.data._id }
  const file = { id: opened.data.messages[0]?.attachments[0]?._id ?? '' }
  const deny = async (resource: string, _id: string) => {
    const as = await app.account({
      type: 'admin',
      permissions: ['support_tickets.read', 'support_tickets.reply', 'users.read', 'events.read'],
    })
    await app.database.pool.query(
      `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', $2, $3, '{read}')`,
      [as.id, resource, _id],
    )
    return [
      (await app.call(routes.listTickets, { as })).data.some((each) => each._id === params.id),
      (await app.call(routes.getTicket, { as, params })).status,
      (await app.call(routes.replyToTicket, { as, params, body: { body: 'Hm' } })).status,
      (await app.call(organisationRoutes.readFile, { as, params: file })).status,
    ]
  }
  expect(await deny('users', member.id)).toEqual([false, 403, 403, 403])
  expect(await deny('events', event.id)).toEqual([false, 403, 403, 403])
})

test('a ticket waits for its assignee alone, and for the whole desk while nobody has it', async () => {
  const permissions = ['support_tickets.read', 'support_tickets.reply', 'support_tickets.update'] as const
  const [ama, ben] = [
    await app.account({ type: 'admin', permissions: [...permissions], columns: { first_name: 'Ama' } }),
    await app.account({ type: 'admin', permissions: [...permissions], columns: { first_name: 'Ben' } }),
  ]
  const user = await app.account()
  const opened = await app.call(routes.openTicket, { as: user, body: { ...question, subject: 'A wheelchair' } })
  const params = { id: opened.data._id }
  const alerts = async (as: TestAccount) =>
    (await app.call(alertRoutes.listAlerts, { as })).data
      .filter(({ about }) => about === 'A wheelchair')
      .map(({ kind }) => kind)
  const change = (as: TestAccount, body: object) => app.call(routes.updateTicket, { as, params, body })
  expect([await alerts(ama), await alerts(ben)]).toEqual([['ticket_opened'], ['ticket_opened']])

  // Given to Ben: he alone is told, in the app too.
  await change(ama, { assignee_id: ben.id })
  expect([await alerts(ama), await alerts(ben)]).toEqual([[], ['ticket_assigned']])
  await features.find(({ jobs }) => jobs?.['watch_alerts'])?.jobs?.['watch_alerts']?.({}, app.app.deps)
  const told = async (as: TestAccount) =>
    (
      await app.database.pool.query(`select kind from notifications where user_id = $1 and title like '%wheelchair%'`, [
        as.id,
      ])
    ).rows
  expect([await told(ama), await told(ben)]).toEqual([[], [{ kind: 'ticket_assigned' }]])

  // Answered, it waits for the guest. What the guest writes waits for Ben.
  app.clock.forward(1)
  await app.call(routes.replyToTicket, { as: ben, params, body: { body: 'For how many?' } })
  expect([await alerts(ama), await alerts(ben)]).toEqual([[], []])
  app.clock.forward(1)
  await app.call(routes.replyToOwnTicket, { as: user, params, body: { body: 'One.' } })
  expect([await alerts(ama), await alerts(ben)]).toEqual([[], ['ticket_assigned']])

  // Given to nobody it waits for all, taken over for nobody else, and given on for that person.
  await change(ben, { assignee_id: null })
  expect([await alerts(ama), await alerts(ben)]).toEqual([['ticket_opened'], ['ticket_opened']])
  await change(ama, { assignee_id: ama.id })
  expect([await alerts(ama), await alerts(ben)]).toEqual([[], []])
  await change(ama, { assignee_id: ben.id })
  expect(await alerts(ben)).toEqual(['ticket_assigned'])
  // Closed by mistake, and taken back.
  await change(ama, { status: 'completed' })
  expect(await alerts(ben)).toEqual([])
  await change(ama, { status: 'open' })
  expect(await alerts(ben)).toEqual(['ticket_assigned'])
  // An alert for somebody who is gone is for everybody.
  await app.database.pool.query(`update users set status = 'deactivated' where id = $1`, [ben.id])
  expect(await alerts(ama)).toEqual(['ticket_assigned'])

  const file = await app.app.server.inject({
    method: 'GET',
    url: `${API_PREFIX}/admin/auth/support-tickets/export?format=csv&columns=person,subject,status&search=wheelchair`,
    headers: { authorization: `Bearer ${await app.tokenOf(ama)}` },
  })
  expect(file.body.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'person,subject,status',
    expect.stringMatching(/A wheelchair,open$/),
  ])
})

test('a ticket whose assignee may not answer it any more waits for the whole desk', async () => {
  const permissions = ['support_tickets.read', 'support_tickets.reply', 'support_tickets.update'] as const
  const office = () => app.account({ type: 'admin', permissions: [...permissions] })
  const [ama, lost, denied] = [await office(), await office(), await office()]
  const user = await app.account()
  const waits = async (subject: string, assignee_id: string) => {
    const opened = await app.call(routes.openTicket, { as: user, body: { ...question, subject } })
    const params = { id: opened.data._id }
    await app.call(routes.updateTicket, { as: ama, params, body: { assignee_id } })
    return params
  }
  const alerts = async (as: TestAccount, subject: string) =>
    (await app.call(alertRoutes.listAlerts, { as })).data
      .filter(({ about }) => about === subject)
      .map(({ kind }) => kind)
  const seen = async ({ id }: { id: string }) => {
    const [free, taken] = await Promise.all(
      [true, false].map(async (unassigned) =>
        (await app.call(routes.listTickets, { as: ama, query: { unassigned } })).data.some(({ _id }) => _id === id),
      ),
    )
    return { free, taken, assignee: (await app.call(routes.getTicket, { as: ama, params: { id } })).data.assignee }
  }
  const tell = () => features.find(({ jobs }) => jobs?.['watch_alerts'])?.jobs?.['watch_alerts']?.({}, app.app.deps)
  const told = async (as: TestAccount, subject: string) =>
    (
      await app.database.pool.query(`select 1 from notifications where user_id = $1 and title like $2`, [
        as.id,
        `%${subject}`,
      ])
    ).rowCount

  const [roles, person] = [await waits('A lost role', lost.id), await waits('A denied person', denied.id)]
  expect([await alerts(ama, 'A lost role'), await alerts(lost, 'A lost role')]).toEqual([[], ['ticket_assigned']])
  expect(await seen(roles)).toMatchObject({ free: false, taken: true, assignee: { _id: lost.id } })
  await app.database.pool.query('delete from user_roles where user_id = $1', [lost.id])
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{read}')`,
    [denied.id, user.id],
  )
  // What waited for them alone is for everybody, and so is what the person writes afterwards.
  for (const subject of ['A lost role', 'A denied person']) {
    expect([subject, await alerts(ama, subject)]).toEqual([subject, ['ticket_assigned']])
    await tell()
    expect([subject, await told(ama, subject)]).toEqual([subject, 1])
  }
  for (const [params, subject] of [
    [roles, 'A lost role'],
    [person, 'A denied person'],
  ] as const) {
    expect([subject, await seen(params)]).toEqual([subject, { free: true, taken: false, assignee: null }])
    await app.call(routes.replyToOwnTicket, { as: user, params, body: { body: 'please!' } })
    expect([subject, await alerts(ama, subject)]).toEqual([subject, ['ticket_opened']])
  }
  const given = await app.call(routes.updateTicket, { as: ama, params: person, body: { assignee_id: denied.id } })
  expect(given.errors).toMatchObject([{ field: 'assignee_id', code: 'not_permitted' }])
  app.clock.forward(1)
  const answered = await app.call(routes.replyToTicket, { as: ama, params: roles, body: { body: 'We come.' } })
  expect([answered.data.assignee?._id, await alerts(ama, 'A lost role')]).toEqual([ama.id, []])
})

test('a linked spouse asks about the reservation in which they have a place, and reads no more than its code', async () => {
  const event = await makeEvent(app)
  const [kwame, esther] = [await app.account(), await app.account()]
  const spouseId = await makeSpouse(app, kwame.id, { gender: 'female', linkedUserId: esther.id })
  const reserved = await app.call(reservationRoutes.makeReservation, {
    as: kwame,
    params: { event_id: event.id },
    body: { participant_type_id: event.typeId, with_spouse: spouseId },
  })
  const { _id, code } = reserved.data
  const ask = () => app.call(routes.openTicket, { as: esther, body: { ...question, reservation_id: _id }, files: [] })
  const opened = await ask()
  expect(opened.data).toMatchObject({ event: { _id: event.id }, reservation: { _id, code } })
  expect(Object.keys(opened.data.reservation ?? {})).toEqual(['_id', 'code'])
  const seen = await app.call(routes.getTicket, { as: desk, params: { id: opened.data._id } })
  expect(seen.data).toMatchObject({ user: { _id: esther.id }, reservation: { code } })
  await app.call(spouseLinkRoutes.unlinkSpouse, { as: kwame, params: { id: spouseId } })
  expect((await ask()).errors[0]).toMatchObject({ field: 'reservation_id', code: 'not_found' })
})

test('a file of an internal note is for the office alone', async () => {
  const member = await app.account()
  const opened = await app.call(routes.openTicket, { as: member, body: question })
  const params = { id: opened.data._id }
  const noted = await app.call(routes.noteOnTicket, {
    as: desk,
    params,
    body: { body: 'See the doctor’s letter.' },
    files: [{ field: 'attachments', name: 'letter.txt', bytes: Buffer.from('a letter') }],
  })
  const [file] = noted.data.notes[0]?.attachments ?? []
  expect(file).toMatchObject({ name: 'letter.txt', mime: 'text/plain', bytes: 8 })
  const read = async (as?: TestAccount) =>
    (await app.call(organisationRoutes.readFile, { as, params: { id: file?._id ?? '' } })).status
  const other = await app.account({ type: 'admin', permissions: ['events.read'] })
  const gate = await app.account({ type: 'checkin_user' })
  expect([
    await read(desk),
    await read(member),
    await read(await app.account()),
    await read(other),
    await read(gate),
    await read(),
  ]).toEqual([200, 403, 403, 403, 403, 401])
  const own = await app.call(routes.getOwnTicket, { as: member, params })
  expect(JSON.stringify(own.data)).not.toContain(file?._id)
  const copy = await app.call(identityRoutes.exportData, { as: member })
  expect(copy.raw.toString()).not.toContain('letter.txt')

  // Somebody of the office from whom the person is hidden does not see it either.
  const colleague = await app.account({ type: 'admin', permissions: ['support_tickets.read', 'users.read'] })
  expect(await read(colleague)).toBe(200)
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{read}')`,
    [colleague.id, member.id],
  )
  expect(await read(colleague)).toBe(403)

  const bare = { as: desk, params, body: {} }
  const bytes = Buffer.from('another letter')
  const files = [{ field: 'attachments', name: 'second.txt', bytes }]
  const { notes } = (await app.call(routes.noteOnTicket, { ...bare, files })).data
  expect(notes.find((note) => note.body === '')).toMatchObject({ attachments: [{ name: 'second.txt' }] })
  expect((await app.call(routes.noteOnTicket, bare)).status).toBe(422)

  const program = await app.call(routes.noteOnTicket, {
    as: desk,
    params,
    body: { body: 'A program' },
    files: [{ field: 'attachments', name: 'a.pdf', bytes: Buffer.from('MZ\u0000\u0001') }],
  })
  expect(program.status).toBe(415)
  // Nor is an empty file left out without a word.
  const empty = {
    body: { body: 'Empty' },
    files: [{ field: 'attachments', name: 'empty.pdf', bytes: Buffer.alloc(0) }],
  }
  const problem = {
    status: 422,
    errors: [{ field: 'attachments', code: 'empty_file', message: 'This file is empty.' }],
  }
  expect(await app.call(routes.noteOnTicket, { as: desk, params, ...empty })).toMatchObject(problem)
  expect(await app.call(routes.replyToOwnTicket, { as: member, params, ...empty })).toMatchObject(problem)

  // Who is erased takes the office's files about them along.
  expect((await app.call(identityRoutes.eraseAccount, { as: member })).status).toBe(200)
  expect(await read(desk)).toBe(404)
})

test('the desk sees names, and phones and addresses only with permission to see people', async () => {
  const member = await app.account()
  const { data } = await app.call(routes.openTicket, { as: member, body: question })
  const office = await app.account({ type: 'admin', permissions: ['support_tickets.read', 'users.read'] })
  const params = { id: data._id }
  const shownTo = async (as: TestAccount) => {
    const list = await app.call(routes.listTickets, { as, query: { page_size: 100 } })
    const listed = list.data.find(({ _id }) => _id === data._id)
    const file = await app.call(routes.exportTickets, { as, query: { format: 'csv' } })
    expect(file.raw.toString()).toContain(question.subject)
    return [
      listed?.user.email,
      (await app.call(routes.getTicket, { as, params })).data.user.email,
      file.raw.toString().includes(member.email),
    ]
  }
  expect(await shownTo(desk)).toEqual([null, null, false])
  expect(await shownTo(office)).toEqual([member.email, member.email, true])
})
