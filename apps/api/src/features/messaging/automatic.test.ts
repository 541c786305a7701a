import { readTranslations } from '@shiloh/catalogues/files'
import { LANGUAGES } from '@shiloh/contract/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { automaticRoutes } from '@shiloh/contract/messaging/automatic'
import { AUTOMATIC_KEYS, PLACEHOLDERS } from '@shiloh/contract/messaging/automatic-texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

const { listAutomaticMessages: list, getAutomaticMessage: get, changeAutomaticMessage: change } = automaticRoutes
const { previewAutomaticMessage: preview, testAutomaticMessage: trial } = automaticRoutes

let app: TestApp
let office: TestAccount
beforeAll(async () => {
  app = await testApp()
  office = await app.account({
    type: 'admin',
    permissions: ['messages.read', 'settings.update'],
    columns: { first_name: 'Efua', last_name: 'Mensah', phone: '+233240000001' },
  })
})
afterAll(() => app.close())

test('staff find every message and every text of it, and see it in each language', async () => {
  const all = (await app.call(list, { as: office })).data
  const silent = Object.entries(app.app.deps.messenger.templates).filter(([, each]) => each.shown === undefined)
  expect(silent.map(([name]) => name)).toEqual(['office_mail', 'office_sms', 'automatic_trial'])
  expect(all.map(({ key }) => key).toSorted()).toEqual([...AUTOMATIC_KEYS].toSorted())

  const seen = new Set<string>()
  const placeholders = new Set<string>()
  for (const { key, channels } of all) {
    const { data } = await app.call(get, { as: office, params: { key } })
    for (const text of data.texts) {
      seen.add(text.id)
      for (const { name } of text.placeholders) placeholders.add(name)
      // What is shown is what a person types: nothing in it is quoted.
      for (const language of LANGUAGES) expect(text.languages[language].ours).not.toContain("'")
    }
    for (const language of LANGUAGES)
      for (const example of data.examples.keys()) {
        const shown = (await app.call(preview, { as: office, params: { key }, body: { language, example } })).data
        expect([shown.app && 'app', shown.mail && 'mail', shown.sms && 'sms'].filter(Boolean)).toEqual(channels)
        expect(JSON.stringify(shown)).not.toMatch(/\{\w+\}|undefined|Invalid|NaN/)
      }
  }
  const written = [...readTranslations('de', ['server']).keys()].filter((id) =>
    /^server\/(?!office-)[a-z-]*(mails?|ticket-again)\./.test(id),
  )
  // A report that its reader may not see any more.
  expect(written.filter((id) => !seen.has(id))).toEqual(['server/report-mails.gone'])
  expect([...placeholders].filter((name) => !PLACEHOLDERS.some((known) => known === name))).toEqual([])
})

test('the office writes its own text, which takes effect at once and goes back to ours', async () => {
  const params = { key: 'code' }
  const sms = 'server/account-mails.code_sms'
  const body = 'server/account-mails.code_body'
  const hello = 'server/account-mails.hello'
  const put = (texts: Record<string, string | null>, language = 'en') =>
    app.call(change, { as: office, params, body: { language, texts } })
  const refused = await put({ [sms]: 'Hello', [body]: 'Your {cod} is {code}', x: 'y' })
  expect(refused.errors).toMatchObject([
    { field: `texts.${sms}`, code: 'required', message: 'The placeholder {code} cannot be left out.' },
    { field: `texts.${body}`, code: 'unknown_field', message: expect.stringContaining('{cod}') },
    { field: 'texts.x', code: 'unknown_choice' },
  ])
  expect((await put({ [body]: '{code', 'server/account-mails.code_subject': '' })).errors).toMatchObject([
    { field: `texts.${body}`, code: 'invalid' },
    { field: 'texts.server/account-mails.code_subject', code: 'required' },
  ])
  // Each text of a mail says what it is there.
  const received = (await app.call(get, { as: office, params: { key: 'payment_received' } })).data
  const partOf = (id: string) => received.texts.find((each) => each.id === `server/ticket-mail.${id}`)?.part
  expect(['paid_heading', 'intro', 'when', 'in_pdf', 'open', 'qr', 'why'].map(partOf)).toEqual([
    ...['heading', 'greeting', 'table_label', 'table_value', 'link', 'picture', 'footer'],
  ])
  expect(received.texts.find(({ places }) => places[0] === 'subject')?.part).toBe(null)
  // No case of a text may be empty, without `other`, or in a format that ours does not have.
  const digest = (await app.call(get, { as: office, params: { key: 'alert_digest' } })).data
  const counted = digest.texts.find(({ places, has_cases }) => has_cases && places.includes('subject'))?.id ?? ''
  for (const [text, code] of [
    ['{count, plural, other {}}', 'required'],
    ['{count, plural, one { } other {# alerts}}', 'required'],
    ['{count, plural, one {an alert}}', 'invalid'],
    ['{count, select, other {b}}', 'invalid'],
    ['{count, date}', 'invalid'],
    ['{count, foo}', 'invalid'],
  ] as const) {
    const body = { language: 'en' as const, texts: { [counted]: text } }
    const asked = await app.call(change, { as: office, params: { key: 'alert_digest' }, body })
    expect([text, asked.errors?.map(({ field, code: said }) => [field, said])]).toEqual([
      text,
      [[`texts.${counted}`, code]],
    ])
  }
  const reader = await app.account({ type: 'admin', permissions: ['messages.read'] })
  expect((await app.call(change, { as: reader, params, body: { language: 'en', texts: {} } })).status).toBe(403)

  const shown = await app.call(preview, {
    as: reader,
    params,
    body: { language: 'en', texts: { [sms]: "It's {code} at {organisation}", [hello]: '' } },
  })
  expect(shown.data).toMatchObject({
    app: null,
    mail: { subject: 'Your code: 482913', html: expect.stringMatching(/^<h1>Your code: 482913<\/h1><p>Your code/) },
    sms: { text: "It's 482913 at Shiloh", characters: 21, parts: 1 },
  })
  // It is read as it would be sent.
  await app.database.pool.query(`update client_groups set name = 'Covenant Light'`)
  const renamed = await app.call(preview, {
    as: reader,
    params,
    body: { language: 'en', texts: { [sms]: '{organisation}: {code}' } },
  })
  expect(renamed.data.sms?.text).toBe('Covenant Light: 482913')
  await app.database.pool.query(`update client_groups set name = 'Shiloh'`)
  const sent = await app.call(trial, {
    as: office,
    params,
    body: { language: 'de', texts: { [body]: 'Ihr Code ist {code}. <b>' } },
  })
  expect(sent.data.sent).toEqual(['mail', 'sms'])
  expect((await app.outbox(office.email))[0]?.text).toContain('Ihr Code ist 482913. <b>')

  const kept = await put({ [body]: "Here's your code:\n\n{code}", [sms]: null })
  const piece = (data: typeof kept.data, id: string) => data.texts.find((each) => each.id === id)
  expect(kept.data).toMatchObject({ changed: ['en'], outdated: [], author: 'Efua Mensah' })
  expect(piece(kept.data, body)?.languages.en).toMatchObject({ text: "Here's your code:\n\n{code}", ours_then: null })
  expect(piece(kept.data, hello)?.also_in).toContain('password_reset')

  const member = await app.account({ columns: { language: 'en' } })
  const forgot = async () => {
    await app.call(identityRoutes.requestPasswordReset, { body: { email: member.email } })
    const [mail] = await app.outbox(member.email)
    return mail?.text
  }
  const reset = { key: 'password_reset' }
  const asReset = (text: string | null) =>
    app.call(change, { as: office, params: reset, body: { language: 'en', texts: { [hello]: text } } })
  await asReset('Akwaaba {name},')
  expect(await forgot()).toMatch(/^Akwaaba /)
  // Written against an older text of ours, and with a placeholder that ours no longer has.
  await app.database.pool.query(
    `update text_overrides set ours = 'Hi {first},', text = 'Hi {first},' where text_id = $1`,
    [hello],
  )
  app.app.deps.messenger.forgetOwnTexts()
  expect(await forgot()).toMatch(/^Dear /)
  const stale = (await app.call(get, { as: office, params: reset })).data
  expect(stale).toMatchObject({ outdated: ['en'] })
  expect(piece(stale, hello)?.languages.en).toMatchObject({
    ours_then: 'Hi {first},',
    problem: expect.stringContaining('{first}'),
  })
  await asReset(null)
  expect((await app.call(list, { as: office })).data.filter(({ changed }) => changed.length > 0)).toMatchObject([
    { key: 'code', changed: ['en'] },
  ])
  const trail = await app.database.pool.query(`select before, after from audit_trail where action = 'change_texts'`)
  expect(trail.rows.at(-1)).toMatchObject({ after: { language: 'en', texts: {} } })
  await put({ [body]: null })
  expect((await app.call(list, { as: office })).data.every(({ updated_at }) => updated_at === null)).toBe(true)
})

test('a message is found by what it says in the reader’s language, and its texts by the case that says them', async () => {
  const inGerman = { as: office, headers: { 'accept-language': 'de' } }
  const made = async () => (await app.call(list, inGerman)).data.find(({ key }) => key === 'reservation_made')
  expect((await made())?.subject).toContain('Sie sind dabei')
  const { data } = await app.call(get, { as: office, params: { key: 'reservation_made' } })
  const subjects = data.texts.filter(({ places }) => places.includes('subject'))
  // Each case has one subject: the texts of another case are not beside it.
  for (const at of data.examples.keys())
    expect(subjects.filter(({ examples }) => examples.includes(at))).toHaveLength(1)
  const own = subjects.find(({ examples }) => examples.includes(0))
  const put = (text: string | null) =>
    app.call(change, {
      as: office,
      params: { key: 'reservation_made' },
      body: { language: 'de', texts: { [own?.id ?? '']: text } },
    })
  await put('Herzlich willkommen: {event}')
  expect(await made()).toMatchObject({
    subject: expect.stringContaining('Herzlich willkommen'),
    says: expect.stringContaining('Herzlich willkommen'),
  })
})
