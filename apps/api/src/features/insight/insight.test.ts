import { contentRoutes } from '@shiloh/contract/content'
import { LOG_PERMISSIONS, LOG_TYPES, type LogOf, insightRoutes as routes } from '@shiloh/contract/insight'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { PERMISSIONS, type Permission } from '@shiloh/contract/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enterPayment, makeEvent, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

const GUEST = { first_name: 'Akosua', last_name: 'Mensah' }

let app: TestApp
let admin: TestAccount

beforeAll(async () => {
  app = await testApp()
  admin = await app.account({
    type: 'admin',
    permissions: PERMISSIONS,
    columns: { first_name: 'Efua', last_name: 'Ansah' },
  })
})
afterAll(() => app.close())

const run = (sql: string, values: unknown[] = []) => app.database.pool.query(sql, values)
const runJob = async (name: string) => {
  await run('select graphile_worker.add_job($1)', [name])
  await app.app.deps.jobs.drain()
}
const csv = (raw: Buffer) =>
  raw
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')

let number = 0
/** A country that an administrator creates and renames: two entries of the trail. */
const renamed = async () => {
  const code = ['TV', 'NR', 'KI', 'TK', 'NU', 'PW', 'WF'][number] ?? ''
  number += 1
  await run('delete from countries where code = $1', [code])
  const made = await app.call(organisationRoutes.createCountry, {
    as: admin,
    body: { code, name: `Land ${code}`, dial_code: '+688' },
  })
  expect(made.status).toBe(201)
  await app.call(organisationRoutes.updateCountry, {
    as: admin,
    params: { id: made.data._id },
    body: { name: `Öland ${code}` },
  })
  return { id: made.data._id, code, before: `Land ${code}`, after: `Öland ${code}` }
}

describe('the audit trail', () => {
  test('tells who changed what, and shows it before and after', async () => {
    const { id, before, after } = await renamed()
    const list = await app.call(routes.listAuditTrail, { as: admin, query: { object_id: id } })
    expect(list.data.map(({ action }) => action)).toEqual(['update', 'create'])
    expect(list.data[0]).toMatchObject({
      actor: { _id: admin.id, name: 'Efua Ansah' },
      resource: 'countries',
      label: after,
      changes: ['name'],
    })
    expect(list.meta.total).toBe(2)
    const one = await app.call(routes.readAuditEntry, { as: admin, params: { id: Number(list.data[0]?._id) } })
    expect(one.data).toMatchObject({ before: { name: before }, after: { name: after } })
    expect((await app.call(routes.readAuditEntry, { as: admin, params: { id: 9_999_999 } })).status).toBe(404)
  })

  test('is found by name without accents, by request, by actor, action, area and day', async () => {
    const { id, code } = await renamed()
    const ids = async (query: Parameters<typeof app.call<typeof routes.listAuditTrail>>[1]) =>
      (await app.call(routes.listAuditTrail, { as: admin, ...query })).data.map(({ _id }) => _id)
    const [latest] = (await app.call(routes.listAuditTrail, { as: admin, query: { object_id: id } })).data
    if (!latest) throw new Error('the change is not in the trail')
    expect(await ids({ query: { search: `oland ${code.toLowerCase()}` } })).toEqual([latest._id])
    expect(await ids({ query: { search: latest.request_id } })).toEqual([latest._id])
    expect(await ids({ query: { search: 'efua', action: 'update', object_id: id } })).toEqual([latest._id])
    expect(
      await ids({ query: { actor_id: admin.id, resource: 'countries', action: 'update', object_id: id } }),
    ).toEqual([latest._id])
    expect(await ids({ query: { actor_id: id } })).toEqual([])
    const today = app.clock().toISOString().slice(0, 10)
    expect(await ids({ query: { object_id: id, from: today, to: today } })).toHaveLength(2)
    expect(await ids({ query: { object_id: id, from: '2030-01-01' } })).toEqual([])
    expect(await ids({ query: { object_id: id, to: '2020-01-01' } })).toEqual([])
    expect((await ids({ query: { object_id: id, sort: 'at' } })).at(-1)).toBe(latest._id)
    // @ts-expect-error: the list does not declare this key
    expect((await app.call(routes.listAuditTrail, { as: admin, query: { sort: 'hash' } })).status).toBe(422)
  })

  test('a day is the organisation’s, not the server’s', async () => {
    const { id } = await renamed()
    const today = app.clock().toISOString().slice(0, 10)
    const next = new Date(app.clock().getTime() + 86_400_000).toISOString().slice(0, 10)
    await run(`update client_groups set time_zone = 'Pacific/Kiritimati'`)
    const at = async (day: string) =>
      (await app.call(routes.listAuditTrail, { as: admin, query: { object_id: id, from: day, to: day } })).meta.total
    // Eight in the morning in Greenwich is ten at night on Kiritimati. Two hours later it is the next day there.
    expect(await at(today)).toBe(2)
    app.clock.forward(150)
    const later = await renamed()
    const list = await app.call(routes.listAuditTrail, { as: admin, query: { object_id: later.id, from: next } })
    await run(`update client_groups set time_zone = 'Africa/Accra'`)
    expect(list.meta.total).toBe(2)
  })

  test('offers what it holds to filter by', async () => {
    await renamed()
    const facets = await app.call(routes.readAuditFacets, { as: admin })
    expect(facets.data.actions).toEqual(expect.arrayContaining(['create', 'update']))
    expect(facets.data.resources).toContain('countries')
    const actors = await app.call(routes.pickAuditActors, { as: admin, query: { search: 'ansah' } })
    expect(actors.data).toEqual([{ _id: admin.id, name: 'Efua Ansah' }])
  })

  test('is exported with before and after', async () => {
    const { id, before, after } = await renamed()
    const file = await app.call(routes.exportAuditTrail, { as: admin, query: { object_id: id } })
    const lines = csv(file.raw)
    expect(lines[0]).toBe('number,at,person,person_id,action,resource,object,object_id,before,after,address,request')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('update,countries')
    expect(lines[1]).toContain(before)
    expect(lines[1]).toContain(after)
  })

  test('what was sent as a password stands nowhere in it', async () => {
    await app.call(organisationRoutes.updateSettings, {
      as: admin,
      params: { name: 'security_settings' },
      body: { idle_timeout: 7 },
    })
    const { raw } = await app.call(routes.exportAuditTrail, { as: admin })
    expect(raw.toString()).toContain('idle_timeout')
    expect(raw.toString()).not.toMatch(/argon2|Bearer |eyJ/)
  })
})

describe('the chain', () => {
  /** Changes the database behind the product's back, with the trigger off. */
  const tamper = async (statement: string) => {
    await run('alter table audit_trail disable trigger audit_trail_append_only')
    await run(statement)
    await run('alter table audit_trail enable trigger audit_trail_append_only')
  }
  const alerts = async () =>
    (await run(`select data from alerts where kind = 'audit_chain_broken' and resolved_at is null`)).rows

  test('whole, changed, mended, cut off: each is said, and staff are told', async () => {
    const fresh = await testApp()
    const chief = await fresh.account({ type: 'admin', permissions: PERMISSIONS })
    const outer = app
    app = fresh
    try {
      const chain = async () => (await fresh.call(routes.readAuditChain, { as: chief })).data
      expect(await chain()).toEqual({ checked_at: null, rows: 0, broken: 0, samples: [] })
      for (const question of ['One?', 'Two?', 'Three?'])
        await fresh.call(contentRoutes.createFaq, { as: chief, body: { question, answer: 'Yes', category: 'general' } })

      await runJob('check_audit_chain')
      expect(await chain()).toMatchObject({ rows: 3, broken: 0, samples: [] })
      expect(await alerts()).toEqual([])

      const { rows } = await run(`select after from audit_trail where seq = 2`)
      await tamper(`update audit_trail set after = '{"question": "Never asked"}' where seq = 2`)
      await runJob('check_audit_chain')
      expect(await chain()).toMatchObject({ broken: 1, samples: ['audit row 2'] })
      expect(await alerts()).toMatchObject([{ data: { count: 1 } }])

      await tamper(`update audit_trail set after = '${JSON.stringify(rows[0].after)}' where seq = 2`)
      const now = await fresh.call(routes.checkAuditChain, { as: chief })
      expect(now.data).toMatchObject({ rows: 3, broken: 0 })

      // The check itself was recorded as the fourth entry, which the next check covers.
      await runJob('check_audit_chain')
      expect(await chain()).toMatchObject({ rows: 4, broken: 0 })
      expect(await alerts()).toEqual([])
      await tamper('delete from audit_trail where seq = 4')
      await runJob('check_audit_chain')
      expect(await chain()).toMatchObject({
        rows: 3,
        broken: 1,
        samples: ['audit row 4: it was there at the last check'],
      })
      // It stays broken: later entries do not hide what is missing.
      await fresh.call(contentRoutes.createFaq, {
        as: chief,
        body: { question: 'Four?', answer: 'Yes', category: 'general' },
      })
      await runJob('check_audit_chain')
      expect((await chain()).broken).toBe(1)
      expect(await alerts()).toHaveLength(1)
    } finally {
      app = outer
      await fresh.close()
    }
  })
})

describe('logs', () => {
  let member: TestAccount
  beforeAll(async () => {
    member = await app.account({ columns: { first_name: 'Kwesi', last_name: 'Owusu-Lartey' } })
    await run(
      `insert into access_logs (user_id, route, comment, ip, at) values ($1, '/events', 'Events', '10.9.8.7', $2), (null, '/home', '', '', $2)`,
      [member.id, app.clock()],
    )
    await run(
      `insert into messages (channel, recipient, user_id, template, language, data, subject, body, status, attempts, error, created_at) values
        ('mail', 'kwesi@shiloh.test', $1, 'password_reset', 'en', '{"token":"SECRET-TOKEN"}', 'Reset', 'https://shiloh.test/reset?token=SECRET-TOKEN', 'sent', 1, null, $2),
        ('mail', 'other@shiloh.test', null, 'reservation_made', 'de', '{}', null, null, 'failed', 3, 'mailbox full', $2),
        ('sms', '+233241112223', $1, 'code_sms', 'en', '{"code":"918273"}', null, 'Your code is 918273', 'sent', 1, null, $2)`,
      [member.id, app.clock()],
    )
    await run(
      `insert into payment_events (provider, dedupe_key, reference, payload, received_at)
       values ('paystack', 'charge.success REF-1', 'REF-1', '{"event":"charge.success","data":{"authorization":{"authorization_code":"AUTH_secret"}}}', $1)`,
      [app.clock()],
    )
    await run(
      `insert into import_runs (resource, file_name, file_sha256, dry_run, status, rows_total, rows_created, rows_refused, report, created_by, created_at)
       values ('countries', 'countries.csv', 'x', false, 'completed', 2, 1, 1, '[{"row":3,"field":"code","code":"required"}]', $1, $2)`,
      [admin.id, app.clock()],
    )
    await run(
      `insert into error_logs (at, request_id, method, path, message) values ($1, 'req-1', 'GET', '/api/v1/events/:id', 'boom')`,
      [app.clock()],
    )
  })

  const list = (type: string, query: Record<string, string> = {}, as = admin) =>
    app.call(routes.listLog, { as, params: { type }, query })

  test.each(LOG_TYPES)('%s: read, searched and exported', async (type) => {
    expect((await list(type)).status).toBe(200)
    expect((await list(type, { search: 'kwesi', sort: 'at', from: '2020-01-01', to: '2040-01-01' })).status).toBe(200)
    const file = await app.call(routes.exportLog, { as: admin, params: { type }, query: { search: 'x' } })
    expect(file.status).toBe(200)
    expect(String(file.headers['content-disposition'])).toContain(`log-${type}`)
    expect(csv(file.raw)[0]).toMatch(/(^|,)at,/)
  })

  test('a type that does not exist is invalid, and so is a filter of another log', async () => {
    const unknown = await list('passwords')
    expect(unknown.status).toBe(422)
    expect(unknown.errors).toMatchObject([{ field: 'type', code: 'unknown_choice' }])
    const foreign = await list('errors', { recipient: 'x' })
    expect(foreign.status).toBe(422)
    expect(foreign.errors).toMatchObject([{ field: 'recipient' }])
    expect((await app.call(routes.exportLog, { as: admin, params: { type: 'nothing' } })).status).toBe(422)
  })

  test.each(LOG_TYPES)('%s: logs.read alone does not open it where it tells of more', async (type) => {
    const needed: Permission[] = ['logs.read', 'logs.export', LOG_PERMISSIONS[type]]
    const allowed = await app.account({ type: 'admin', permissions: needed })
    expect((await list(type, {}, allowed)).status).toBe(200)
    const refused = await app.account({
      type: 'admin',
      permissions: PERMISSIONS.filter((permission) => permission !== LOG_PERMISSIONS[type]),
    })
    const answer = await list(type, {}, refused)
    expect([answer.status, answer.code]).toEqual([403, 'forbidden'])
    expect((await app.call(routes.exportLog, { as: refused, params: { type } })).status).toBe(403)
  })

  test('messages: what they say is nowhere, who got them only for those who may see people', async () => {
    for (const type of ['mail', 'sms', 'payments']) {
      const { raw } = await list(type)
      const file = await app.call(routes.exportLog, { as: admin, params: { type } })
      for (const text of [raw.toString(), file.raw.toString()])
        expect(text).not.toMatch(/SECRET-TOKEN|918273|Your code|AUTH_secret|authorization_code/)
    }
    const failed = await list('mail', { status: 'failed' })
    expect(failed.data).toMatchObject([{ recipient: 'other@shiloh.test', attempts: 3, error: 'mailbox full' }])
    expect((await list('mail', { search: 'Owusu-Lartey' })).data).toMatchObject([{ recipient: 'kwesi@shiloh.test' }])

    const clerk = await app.account({ type: 'admin', permissions: ['logs.read', 'messages.read'] })
    const masked = await list('mail', { template: 'password_reset' }, clerk)
    expect(masked.data).toMatchObject([{ recipient: '**esi@shil*******', user: null }])
    expect((await list('sms', {}, clerk)).data).toMatchObject([{ recipient: '+233******223' }])
    // A search cannot reveal the person piece by piece either.
    expect((await list('mail', { search: 'Owusu-Lartey' }, clerk)).data).toEqual([])
    expect((await list('mail', { search: 'kwesi' }, clerk)).data).toEqual([])
    expect((await list('mail', { search: 'kwesi@shiloh.test' }, clerk)).data).toHaveLength(1)
  })

  test('access, payments, imports and errors tell what they are asked for', async () => {
    expect((await list('access', { route: '/eve' })).data).toMatchObject([
      { user: { _id: member.id, user_type: 'user' }, route: '/events' },
    ])
    expect((await list('access', { search: 'Kwesi' })).data).toHaveLength(1)
    expect((await list('access', { ip: '10.9.8.7' })).data).toHaveLength(1)
    expect((await list('payments', { provider: 'paystack' })).data).toMatchObject([
      { event: 'charge.success', reference: 'REF-1', payment: null, reservation: null },
    ])
    const [imported] = (await list('imports', { dry_run: 'false' })).data
    expect(imported).toMatchObject({
      user: { name: 'Efua Ansah', user_type: 'admin' },
      refused: 1,
      problems: [{ row: 3, field: 'code', message: expect.stringMatching(/\w+ \w+/) }],
    })
    expect((await list('imports', { dry_run: 'true' })).data).toEqual([])
    expect((await list('errors', { search: 'boom' })).data).toMatchObject([{ request_id: 'req-1' }])
  })

  test('access and payments are searched as every list is', async () => {
    const { rows } = await run(
      `insert into access_logs (user_id, route, comment, ip, at) values ($1, '/admin/event-rooms', 'Rooms', '', $2) returning id`,
      [member.id, app.clock()],
    )
    const room = String(rows[0].id)
    const seen = async (search: string) => (await list('access', { search })).data.map(({ _id }) => _id)
    for (const search of ['rooms kwesi', 'LARTEY event-rooms', '/admin/event-rooms', 'kwɛsi rooms'])
      expect([search, await seen(search)]).toEqual([search, [room]])
    expect(await seen('kwesi countries')).toEqual([])

    const event = await makeEvent(app)
    const guest = await reserve(app, event, {}, await app.account({ columns: { ...GUEST, phone: '+233245551199' } }))
    await enterPayment(app, guest.id, 5000)
    const [{ reference }] = (await run('select reference from payments where reservation_id = $1', [guest.id])).rows
    await run(
      `insert into payment_events (provider, dedupe_key, reference, payload, received_at) values ('paystack', 'x', $1, '{}', $2)`,
      [reference, app.clock()],
    )
    const paid = async (search: string, as = admin) =>
      (await list('payments', { search }, as)).data.map((row) => 'reference' in row && row.reference)
    const { code } = guest.view
    for (const search of ['024 555 1199', '+233 24 555 1199', 'mensah akɔsua', 'Akosua', code, code.replace('-', ' ')])
      expect([search, await paid(search)]).toEqual([search, [reference]])
    // Names are no way in for readers who see no people.
    const clerk = await app.account({ type: 'admin', permissions: ['logs.read', LOG_PERMISSIONS.payments] })
    expect([await paid('Akosua', clerk), await paid(code, clerk)]).toEqual([[], [reference]])
  })

  test('an export goes on where a chunk ends, and nothing comes twice', async () => {
    await run(
      `insert into error_logs (at, request_id, method, path, message)
       select timestamptz '2026-10-01' + (n % 7) * interval '0.0003 seconds', 'bulk-' || n, 'GET', '/bulk', '=danger()' from generate_series(1, 2500) n`,
    )
    const file = await app.call(routes.exportLog, { as: admin, params: { type: 'errors' }, query: { path: '/bulk' } })
    const lines = csv(file.raw).slice(1)
    expect(lines).toHaveLength(2500)
    expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBe(2500)
    expect(lines[0]).toContain(`'=danger()`)
  })

  test('after the days of the configuration they are shortened, the audit trail is not', async () => {
    const days = app.app.deps.config.logDays
    const old = new Date(app.clock().getTime() - (days + 1) * 86_400_000)
    const young = new Date(app.clock().getTime() - (days - 1) * 86_400_000)
    for (const at of [old, young]) {
      await run(`insert into access_logs (route, at) values ('/retention', $1)`, [at])
      await run(
        `insert into error_logs (at, request_id, method, path, message) values ($1, '', '', '/retention', '')`,
        [at],
      )
      await run(
        `insert into security_logs (first_at, at, kind, code, method, path, count) values ($1, $1, 'refused', 'forbidden', 'GET', '/retention', 1)`,
        [at],
      )
    }
    const { rows: before } = await run('select count(*)::int as entries from audit_trail')
    await runJob('shorten_logs')
    for (const [table, column] of [
      ['access_logs', 'route'],
      ['error_logs', 'path'],
      ['security_logs', 'path'],
    ] as const) {
      const { rows } = await run(`select at from ${table} where ${column} = '/retention'`)
      expect(rows.map(({ at }) => at)).toEqual([young])
    }
    expect((await run('select count(*)::int as entries from audit_trail')).rows).toEqual(before)
  })
})

describe('the security log', () => {
  const logged = async (): Promise<readonly LogOf<'security'>[]> => {
    await app.app.deps.securityLog.flush()
    const { data } = await app.call(routes.listLog, { as: admin, params: { type: 'security' } })
    return data.flatMap((entry) => (entry.type === 'security' ? [entry] : []))
  }
  beforeEach(async () => {
    await app.app.deps.securityLog.flush()
    await run('delete from security_logs')
  })

  test('a permission that was missing, with who it was', async () => {
    const curious = await app.account({ type: 'admin', columns: { first_name: 'Yaa', last_name: 'Curious' } })
    for (let i = 0; i < 3; i += 1)
      expect((await app.call(routes.listAuditTrail, { as: curious, headers: { 'user-agent': 'curl' } })).status).toBe(
        403,
      )
    expect(await logged()).toMatchObject([
      {
        kind: 'refused',
        code: 'forbidden',
        message: 'You do not have permission to do this.',
        method: 'GET',
        path: '/api/v1/admin/audit-trail',
        user: { _id: curious.id, name: 'Yaa Curious' },
        user_agent: 'curl',
        count: 3,
      },
    ])
  })

  test('input that no form sends', async () => {
    await app.call(organisationRoutes.createCountry, { as: admin, body: { code: ['GH'], name: { $ne: '' } } })
    const [entry] = await logged()
    expect(entry).toMatchObject({ kind: 'invalid', code: 'invalid_input', user: { _id: admin.id } })
    expect(entry?.fields).toEqual(expect.arrayContaining(['code', 'name']))
  })

  test('an ordinary mistake is none of it, a tenth in a minute is', async () => {
    const mistake = () => app.call(organisationRoutes.createCountry, { as: admin, body: { name: '' } })
    app.clock.forward(2)
    for (let i = 0; i < 9; i += 1) expect((await mistake()).status).toBe(422)
    expect(await logged()).toEqual([])
    await mistake()
    expect(await logged()).toMatchObject([{ kind: 'invalid', count: 1 }])
  })

  test('a limit that was reached', async () => {
    const eager = await app.account({ type: 'admin', permissions: ['audit_trail.read'] })
    let status = 0
    for (let i = 0; i < 7; i += 1) status = (await app.call(routes.checkAuditChain, { as: eager })).status
    expect(status).toBe(429)
    expect(await logged()).toMatchObject([{ kind: 'limit', user: { _id: eager.id }, count: 1 }])
  })

  test('an account that is deleted meanwhile leaves the row', async () => {
    const gone = await app.account({ type: 'admin' })
    await app.call(routes.listAuditTrail, { as: gone })
    await run('delete from users where id = $1', [gone.id])
    expect(await logged()).toMatchObject([{ kind: 'refused', user: null }])
  })
})
