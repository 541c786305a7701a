import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { adminEventRoutes, publicEventRoutes } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { organisationRoutes as routes } from '@shiloh/contract/organisation'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePhone } from '#platform/text/phone'
import { makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { belongingProblems, placementProblems } from './rules.ts'

let app: TestApp
let admin: TestAccount

beforeAll(async () => {
  app = await testApp()
  admin = await app.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => app.close())

const csv = (text: string) => [{ field: 'file', name: 'list.csv', bytes: Buffer.from(text) }]
const id = 'aaaaaaaaaaaaaaaaaaaaaaaa'

test('places hang below wider ones, and belonging is a chain', () => {
  expect(placementProblems('region', null, undefined, false)).toEqual([])
  expect(placementProblems('assembly', id, { level: 'region' }, true)).toEqual([])
  expect(placementProblems('area', null, undefined, false)).toEqual([{ field: 'parent_id', code: 'required' }])
  expect(placementProblems('area', id, { level: 'district' }, false)).toEqual([
    { field: 'parent_id', code: 'unknown_choice' },
  ])
  const places = [
    { id: 'r', level: 'region' as const, parent_id: null },
    { id: 'a', level: 'area' as const, parent_id: 'r' },
    { id: 'd', level: 'district' as const, parent_id: 'a' },
    { id: 'other', level: 'area' as const, parent_id: 'elsewhere' },
  ]
  expect(belongingProblems({ region_id: 'r', area_id: 'a', district_id: 'd' }, places)).toEqual([])
  expect(belongingProblems({ region_id: 'r', area_id: 'other' }, places)).toEqual([
    { field: 'area_id', code: 'unknown_choice' },
  ])
  expect(belongingProblems({ region_id: 'a' }, places)).toEqual([{ field: 'region_id', code: 'not_found' }])
})

test('phone numbers as people write them', () => {
  for (const typed of ['0241234567', '241234567', '00233241234567', '+2330241234567', '233241234567', '024 123 4567'])
    expect(parsePhone(typed, 'GH')).toBe('+233241234567')
  expect(parsePhone('+49 30 901820', 'GH')).toBe('+4930901820')
  for (const typed of ['', '12', 'phone', '2.33E+11']) expect(parsePhone(typed, 'GH')).toBeUndefined()
})

test('what the church says of itself, its titles and its closing are told in the language of the reader', async () => {
  const german = { headers: { 'accept-language': 'de' } }
  const put = (name: 'client_group' | 'general_settings', body: object) =>
    app.call(routes.updateSettings, { as: admin, params: { name }, body })
  const { data } = await put('client_group', { about: 'We pray.', translations: { de: { about: 'Wir beten.' } } })
  expect(data.client_group).toMatchObject({ about: 'We pray.', translations: { de: { about: 'Wir beten.' } } })
  const read = await app.call(routes.readOrganisation, german)
  expect(read.data.about).toBe('Wir beten.')
  expect(read.data).not.toHaveProperty('translations')
  expect((await app.call(routes.readOrganisation)).data.about).toBe('We pray.')
  const closing = { maintenance_message: 'Back at noon.', translations: { de: { maintenance_message: 'Mittags.' } } }
  expect((await put('general_settings', closing)).data.general_settings).toMatchObject(closing)
  const { data: said } = await app.call(identityRoutes.check, { ...german, body: {} })
  expect(said.settings.general_settings).toEqual({ enable_maintenance_mode: false, maintenance_message: 'Mittags.' })
  expect((await put('client_group', { translations: { de: { name: 'Kirche' } } })).status).toBe(422)

  const title = await app.call(routes.createTitle, {
    as: admin,
    body: { name: 'Elder', translations: { de: { name: 'Ältester' } } },
  })
  expect(title.data).toMatchObject({ name: 'Elder', translations: { de: { name: 'Ältester' } } })
  const choose = await app.call(routes.titlesToChoose, { as: await app.account(), ...german })
  expect(choose.data.find(({ _id }) => _id === title.data._id)?.name).toBe('Ältester')
  const found = await app.call(routes.listTitles, { as: admin, query: { search: 'altester' } })
  expect(found.data).toMatchObject([{ name: 'Elder' }])
})

test('a translation into the church’s own language is not kept: its text is in the field itself', async () => {
  const put = (name: 'client_group' | 'general_settings', body: object) =>
    app.call(routes.updateSettings, { as: admin, params: { name }, body })
  const about = { en: { about: 'We dance.' }, de: { about: 'Wir singen.' } }
  const { data } = await put('client_group', { about: 'We sing.', translations: about })
  expect(data.client_group).toMatchObject({ about: 'We sing.', translations: { de: { about: 'Wir singen.' } } })
  expect(data.client_group.translations).not.toHaveProperty('en')
  expect((await app.call(routes.readOrganisation)).data.about).toBe('We sing.')

  const closing = { en: { maintenance_message: 'At one.' }, de: { maintenance_message: 'Um zwölf.' } }
  const saved = await put('general_settings', { maintenance_message: 'At noon.', translations: closing })
  expect(saved.data.general_settings.translations).toEqual({ de: { maintenance_message: 'Um zwölf.' } })

  const names = { en: { name: 'Shepherd' }, de: { name: 'Hirte' } }
  const made = await app.call(routes.createTitle, { as: admin, body: { name: 'Warden', translations: names } })
  expect(made.data).toMatchObject({ name: 'Warden', translations: { de: { name: 'Hirte' } } })
  expect(made.data.translations).not.toHaveProperty('en')
  const params = { id: made.data._id }
  const changed = await app.call(routes.updateTitle, { as: admin, params, body: { translations: names } })
  expect(changed.data.translations).toEqual({ de: { name: 'Hirte' } })
})

test('a form from before the church changed its language writes over no texts', async () => {
  const speak = (language: 'en' | 'de') =>
    app.call(routes.updateSettings, { as: admin, params: { name: 'client_group' }, body: { language } })
  const names = { name: 'Warder', translations: { de: { name: 'Wächter' } } }
  const { data } = await app.call(routes.createTitle, { as: admin, body: { ...names, texts_language: 'en' } })
  const params = { id: data._id }
  const save = (body: object) => app.call(routes.updateTitle, { as: admin, params, body: { ...names, ...body } })
  await speak('de')
  const about = { about: 'We sing.', texts_language: 'en' }
  for (const refused of [
    await app.call(routes.updateSettings, { as: admin, params: { name: 'client_group' }, body: about }),
    await save({ texts_language: data.texts_language }),
    await app.call(routes.createTitle, { as: admin, body: { name: 'Keeper', texts_language: 'en' } }),
  ])
    expect(refused).toMatchObject({ status: 409, code: 'texts_language_changed' })
  const kept = await app.call(routes.getTitle, { as: admin, params })
  expect(kept.data).toMatchObject({ name: 'Wächter', translations: { en: { name: 'Warder' } }, texts_language: 'de' })
  const { name, translations, texts_language } = kept.data
  expect((await save({ name, translations, texts_language })).data.name).toBe('Wächter')
  await speak('en')
})

test('with the language of the church its texts change their places: nothing is lost, and the way back is the same', async () => {
  const put = (name: 'client_group' | 'general_settings', body: object) =>
    app.call(routes.updateSettings, { as: admin, params: { name }, body })
  const { pool } = app.database
  const everything = async () =>
    Object.fromEntries(
      await Promise.all(
        ['titles', 'participant_types', 'events', 'client_groups', 'settings'].map(async (table) => [
          table,
          (await pool.query(`select to_jsonb(t) - 'updated_at' - 'version' as row from ${table} t order by 1`)).rows,
        ]),
      ),
    )
  await put('client_group', { about: 'We sing.', translations: { de: { about: 'Wir singen.' } } })
  const closing = { maintenance_message: 'At noon.', translations: { de: { maintenance_message: 'Um zwölf.' } } }
  await put('general_settings', closing)
  const make = async (name: string, translations: object) =>
    (await app.call(routes.createTitle, { as: admin, body: { name, translations } })).data._id
  // Each takes a name that another one gives up; the last two would have the same.
  const first = await make('Lion', { de: { name: 'Tiger' }, fr: { name: 'Lion roi' } })
  const second = await make('Tiger', { de: { name: 'Panther' } })
  const same = await make('Ox', { de: { name: 'Rind' } })
  const twin = await make('Cow', { de: { name: 'Rind' } })
  const untranslated = await make('Goat', {})
  const event = await makeEvent(app)
  await pool.query('update events set name = $2, translations = $3 where id = $1', [
    event.id,
    'Camp',
    { de: { name: 'Lager' } },
  ])
  const before = await everything()

  expect((await put('client_group', { language: 'de' })).data.client_group).toMatchObject({
    about: 'Wir singen.',
    translations: { en: { about: 'We sing.' } },
  })
  const title = async (id: string) => (await app.call(routes.getTitle, { as: admin, params: { id } })).data
  expect(await title(first)).toMatchObject({
    name: 'Tiger',
    translations: { en: { name: 'Lion' }, fr: { name: 'Lion roi' } },
  })
  expect(await title(second)).toMatchObject({ name: 'Panther', translations: { en: { name: 'Tiger' } } })
  expect((await title(untranslated)).name).toBe('Goat')
  const names = [(await title(same)).name, (await title(twin)).name]
  expect(names.filter((name) => name === 'Rind')).toHaveLength(1)
  const renamed = await app.call(routes.updateTitle, { as: admin, params: { id: first }, body: { name: 'Leopard' } })
  expect(renamed.status).toBe(200)
  const german = { headers: { 'accept-language': 'de' } }
  const choose = await app.call(routes.titlesToChoose, { as: await app.account(), ...german })
  expect(choose.data.find(({ _id }) => _id === first)?.name).toBe('Leopard')
  const told = await app.call(publicEventRoutes.readEvent, { params: { id: event.id }, ...german })
  expect(told.data.name).toBe('Lager')
  expect((await app.call(identityRoutes.check, { ...german, body: {} })).data.settings.general_settings).toMatchObject({
    maintenance_message: 'Um zwölf.',
  })

  await app.call(routes.updateTitle, { as: admin, params: { id: first }, body: { name: 'Tiger' } })
  await put('client_group', { language: 'en' })
  expect(await everything()).toEqual(before)
})

test('a text that is not translated stays in the language it is in, whichever ways the church’s language goes', async () => {
  const speak = async (...languages: string[]) => {
    for (const language of languages) {
      const body = { language }
      await app.call(routes.updateSettings, { as: admin, params: { name: 'client_group' }, body })
    }
  }
  const event = await makeEvent(app)
  const texts = async () =>
    (await app.database.pool.query('select name, summary, translations from events where id = $1', [event.id])).rows[0]
  const read = async (language: string) => {
    const { data } = await app.call(publicEventRoutes.readEvent, {
      params: { id: event.id },
      headers: { 'accept-language': language },
    })
    return [data.name, data.summary]
  }
  await app.database.pool.query('update events set name = $2, summary = $3, translations = $4 where id = $1', [
    event.id,
    'Spring camp',
    'Tents by the lake.',
    { de: { name: 'Frühlingslager', summary: 'Zelte am See.' } },
  ])
  const before = await texts()
  const opened = await app.call(adminEventRoutes.readAdminEvent, { as: admin, params: { id: event.id } })
  for (const ways of [
    ['fr', 'de', 'en'],
    ['de', 'fr', 'en'],
    ['fr', 'pt', 'de', 'fr', 'en'],
    ['fr', 'en'],
  ]) {
    await speak(...ways)
    expect(await texts()).toEqual(before)
  }

  // A form from before would write its texts over those that changed places.
  const { name, version } = opened.data
  const stale = await app.call(adminEventRoutes.updateEvent, {
    as: admin,
    params: { id: event.id },
    body: { name, version },
  })
  expect(stale.code).toBe('edit_conflict')

  await speak('fr')
  const { data: french } = await app.call(publicEventRoutes.readEvent, {
    params: { id: event.id },
    headers: { 'accept-language': 'fr' },
  })
  expect(french.languages).toEqual({ name: 'en', summary: 'en' })
  expect([await read('fr'), await read('en'), await read('de')]).toEqual([
    ['Spring camp', 'Tents by the lake.'],
    ['Spring camp', 'Tents by the lake.'],
    ['Frühlingslager', 'Zelte am See.'],
  ])
  // The office writes one of them in French; its form sends the translations that it knows.
  const updated = await app.call(adminEventRoutes.updateEvent, {
    as: admin,
    params: { id: event.id },
    body: { name: 'Camp de printemps', translations: (await texts()).translations },
  })
  expect(updated.status).toBe(200)
  await speak('de')
  expect(await read('fr')).toEqual(['Camp de printemps', 'Zelte am See.'])
  expect(await read('en')).toEqual(['Spring camp', 'Tents by the lake.'])
  await speak('en')
  expect(await texts()).toMatchObject({
    ...before,
    translations: { ...before.translations, fr: { name: 'Camp de printemps' } },
  })
})

test('a text that was never translated, or whose translation is edited, stays in the language that it was written in', async () => {
  const speak = (language: string) =>
    app.call(routes.updateSettings, { as: admin, params: { name: 'client_group' }, body: { language } })
  const edit = (id: string, body: object) => app.call(adminEventRoutes.updateEvent, { as: admin, params: { id }, body })
  const read = async (id: string, language: string) => {
    const headers = { 'accept-language': language }
    const { data } = await app.call(publicEventRoutes.readEvent, { params: { id }, headers })
    return [data.name, data.summary, data.languages]
  }
  const { id } = await makeEvent(app)
  const { id: part } = await makeEvent(app)
  const { pool } = app.database
  await pool.query(`update events set name = 'Plain', summary = 'Only this.', translations = '{}' where id = $1`, [id])
  await pool.query(
    `update events set name = 'Part', summary = 'Only that.', translations = '{"de": {"name": "Teil"}}' where id = $1`,
    [part],
  )
  await pool.query(`update event_participant_types set note = 'Bring a card.' where event_id = $1`, [part])
  const everything = async () =>
    (await pool.query('select name, summary, translations from events where id = any($1) order by name', [[id, part]]))
      .rows
  const before = await everything()
  await speak('de')
  expect(await read(id, 'de')).toEqual(['Plain', 'Only this.', { name: 'en', summary: 'en' }])
  expect(await read(id, 'en')).toEqual(['Plain', 'Only this.', undefined])
  expect(await read(id, 'fr')).toEqual(['Plain', 'Only this.', { name: 'en', summary: 'en' }])
  expect(await read(part, 'de')).toEqual(['Teil', 'Only that.', { summary: 'en' }])
  const { data } = await app.call(publicEventRoutes.readEvent, {
    params: { id: part },
    headers: { 'accept-language': 'de' },
  })
  expect(data.participant_types[0]).toMatchObject({ note: 'Bring a card.', languages: { note: 'en' } })
  await speak('fr')
  await speak('en')
  expect(await everything()).toEqual(before)

  // Written in French while the church is German: on the way back, English readers have what was written in English.
  await speak('de')
  expect((await edit(id, { translations: { fr: { name: 'Rencontre' } } })).status).toBe(200)
  await speak('fr')
  expect(await read(id, 'fr')).toEqual(['Rencontre', 'Only this.', { summary: 'en' }])
  // Only the English translation is edited: the text that stands in is English still, and the same.
  expect((await edit(id, { translations: { en: { name: 'Plain', summary: 'Only this one.' } } })).status).toBe(200)
  expect(await read(id, 'pt')).toEqual(['Rencontre', 'Only this one.', { name: 'fr', summary: 'en' }])
  await speak('en')
  expect(await read(id, 'en')).toEqual(['Plain', 'Only this one.', undefined])
  expect(await read(id, 'fr')).toEqual(['Rencontre', 'Only this one.', { summary: 'en' }])

  // Once its column is written, it is a text of the church's language.
  await speak('fr')
  const { data: opened } = await app.call(adminEventRoutes.readAdminEvent, { as: admin, params: { id } })
  await edit(id, { summary: 'Seulement.', translations: opened.translations })
  await speak('en')
  expect(await read(id, 'fr')).toEqual(['Rencontre', 'Seulement.', undefined])
  expect(await read(id, 'en')).toEqual(['Plain', 'Only this one.', undefined])
})

test('everything that can be translated knows the language that it was written in', async () => {
  const { rows } = await app.database.pool.query<{ name: string; fields: string[] | null; columns: string[] }>(
    `select c.table_name as name, translated_fields(c.table_name) as fields,
       (select array_agg(o.column_name::text) from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name) as columns
     from information_schema.columns c join pg_trigger t on t.tgname = 'own_translation' and t.tgrelid = c.table_name::regclass
     where c.table_schema = 'public' and c.column_name = 'translations'
       and c.table_name not in ('blogs', 'faqs', 'notifications')`,
  )
  expect(rows.length).toBeGreaterThan(15)
  for (const { name, fields, columns } of rows)
    expect([name, columns]).toEqual([name, expect.arrayContaining(fields ?? ['?'])])
})

test('settings change by name, are checked, and show at once', async () => {
  const changed = await app.call(routes.updateSettings, {
    as: admin,
    params: { name: 'security_settings' },
    body: { idle_timeout: 20, sign_ups_disabled: true },
  })
  expect(changed.status).toBe(200)
  expect(changed.data.security_settings).toMatchObject({ idle_timeout: 20, require_client_phone_verification: true })
  expect((await app.call(routes.registrationSettings)).data.sign_ups_disabled).toBe(true)
  expect((await app.call(routes.adminRegistrationSettings)).data.password_complexity_settings.minimum_length).toBe(8)
  const wrong = await app.call(routes.updateSettings, {
    as: admin,
    params: { name: 'security_settings' },
    body: { idle_timeout: 0, colour: 'red' },
  })
  expect(wrong.status).toBe(422)
  expect(wrong.errors.map(({ field }) => field).sort()).toEqual(['colour', 'idle_timeout'])
  const group = await app.call(routes.updateSettings, {
    as: admin,
    params: { name: 'client_group' },
    body: { name: 'Church of Peace', color: '#112233', phone: '0302 123 456', time_zone: 'Africa/Accra' },
  })
  expect(group.data.client_group).toMatchObject({ name: 'Church of Peace', color: '#112233', phone: '+233302123456' })
  expect((await app.call(routes.readOrganisation)).data.name).toBe('Church of Peace')
  const { rows } = await app.database.pool.query(
    `select before, after from audit_trail where resource = 'settings' and object_id = 'client_group'`,
  )
  expect(rows[0].after.name).toBe('Church of Peace')
})

test('the dates of fields have one of the formats that are known', async () => {
  const put = (date_format: string) =>
    app.call(routes.updateSettings, { as: admin, params: { name: 'client_group' }, body: { date_format } })
  expect((await app.call(routes.readOrganisation)).data.date_format).toBe('dd-MM-yyyy')
  expect((await put('language')).data.client_group.date_format).toBe('language')
  expect((await app.call(routes.readOrganisation)).data.date_format).toBe('language')
  expect((await put('MM/dd/yyyy')).errors.map(({ field }) => field)).toEqual(['date_format'])
  await expect(app.database.pool.query("update client_groups set date_format = 'MM/dd/yyyy'")).rejects.toThrow(
    'client_groups_date_format',
  )
  await put('dd-MM-yyyy')
})

test('siblings of the church map are told apart by more than case and spaces', async () => {
  const add = async (name: string) => {
    const body = { level: 'region', name, country: 'GH' } as const
    return app.call(routes.createChurchUnit, { as: admin, body })
  }
  const first = await add('Zone A1')
  expect(first.status).toBe(201)
  const second = await add('zone  a1 ')
  expect([second.status, second.code, second.errors[0]?.field]).toEqual([409, 'duplicate', 'name'])
  const other = await add('Zone A2')
  const rename = (name: string) =>
    app.call(routes.updateChurchUnit, { as: admin, params: { id: other.data._id }, body: { name } })
  expect((await rename('ZONE A1')).code).toBe('duplicate')
  expect((await rename('ZONE A2')).status).toBe(200)
  // A twin from before the rule stays as it is, and obeys the rule once it is renamed.
  const { pool } = app.database
  await pool.query(`insert into church_units (level, name, is_twin) values ('region', 'zone a1', true)`)
  await pool.query(`update church_units set code = 'Z' where name = 'zone a1'`)
  await expect(pool.query(`update church_units set name = 'zone a2' where name = 'zone a1'`)).rejects.toThrow(
    'church_units_once',
  )
  // A list means the twin that is spelled the same, and in any other spelling the unit that is no twin.
  const file = csv('Region,Code\nzone a1,T\nZONE A1,F\n')
  const report = await app.call(routes.importChurchMap, { as: admin, files: file })
  expect(report.data).toMatchObject({ created: 0, updated: 2, refused: 0 })
  const { rows } = await pool.query(`select name, code from church_units where name ilike 'zone a1' order by code`)
  expect(rows).toEqual([
    { name: 'Zone A1', code: 'F' },
    { name: 'zone a1', code: 'T' },
  ])
})

test('twins from before the rule are kept: the oldest has the name, the others are marked', async () => {
  const { pool } = app.database
  await pool.query('drop index church_units_once')
  await pool.query(
    `insert into church_units (level, name, created_at) values
      ('region', 'VOLTA', '2027-01-02'), ('region', 'Volta', '2027-01-01'), ('region', 'volta ', '2027-01-01 12:00')`,
  )
  const file = await readFile(path.join(import.meta.dirname, '../../../migrations/0641_units_once.sql'), 'utf8')
  for (const statement of file.replaceAll(/--.*/g, '').split(';')) await pool.query(statement)
  const { rows } = await pool.query(
    `select name, is_twin from church_units where unit_name_key(name) = 'volta' order by created_at`,
  )
  expect(rows).toEqual([
    { name: 'Volta', is_twin: false },
    { name: 'volta ', is_twin: true },
    { name: 'VOLTA', is_twin: true },
  ])
})

test('the oldest twin has the name when its unit is renamed or removed', async () => {
  const { pool } = app.database
  const ask = async () =>
    (await app.call(routes.createChurchUnit, { as: admin, body: { level: 'region', name: 'VOLTA', country: 'GH' } }))
      .code
  const marked = async () =>
    (
      await pool.query(
        `select name from church_units where unit_name_key(name) = 'volta' and is_twin order by created_at`,
      )
    ).rows.map(({ name }) => name)
  const idOf = async (name: string) =>
    (await pool.query('select id from church_units where name = $1', [name])).rows[0].id
  expect(await marked()).toEqual(['volta ', 'VOLTA'])
  const renamed = await app.call(routes.updateChurchUnit, {
    as: admin,
    params: { id: await idOf('Volta') },
    body: { name: 'Volta Lake' },
  })
  expect(renamed.status).toBe(200)
  expect(await marked()).toEqual(['VOLTA'])
  expect(await ask()).toBe('duplicate')
  await app.call(routes.removeChurchUnit, { as: admin, params: { id: await idOf('volta ') } })
  expect(await marked()).toEqual([])
  expect(await ask()).toBe('duplicate')
  // Twins that lost their unit before this rule.
  await pool.query(`update church_units set is_twin = true where name = 'VOLTA'`)
  await pool.query(`insert into church_units (level, name, is_twin) values ('region', 'volta', true)`)
  await pool.query(await readFile(path.join(import.meta.dirname, '../../../migrations/0722_twins_alone.sql'), 'utf8'))
  expect(await marked()).toEqual(['VOLTA'])
})

test('of ten who add a unit in their own spelling at the same moment, one does', async () => {
  const spelled = ['Oti', 'OTI', 'oti', ' Oti', 'Oti ', 'oTi', 'otI', 'OTi', 'oTI', 'OtI']
  const made = await Promise.all(
    spelled.map((name) =>
      app.call(routes.createChurchUnit, { as: admin, body: { level: 'region', name, country: 'GH' } }),
    ),
  )
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
})

test('lists of the church map that are imported at the same moment make each unit once', async () => {
  const zones = Array.from({ length: 300 }, (_, n) => `Zone ${n}`)
  const lists = [zones, zones.toReversed(), zones.map((zone) => zone.toUpperCase())]
  const reports = await Promise.all(
    lists.map((list) => app.call(routes.importChurchMap, { as: admin, files: csv(['Region', ...list].join('\n')) })),
  )
  expect(reports.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(reports.reduce((sum, { data }) => sum + data.created, 0)).toBe(zones.length)
})

test('titles: list, search, sort, change, refuse twins, delete', async () => {
  const made = await app.call(routes.createTitle, { as: admin, body: { name: 'Apôtre', rank: 1, minister: true } })
  expect(made.status).toBe(201)
  const twin = await app.call(routes.createTitle, { as: admin, body: { name: 'Apôtre' } })
  expect([twin.status, twin.code, twin.errors[0]?.field]).toEqual([409, 'duplicate', 'name'])
  const spaced = await app.call(routes.createTitle, { as: admin, body: { name: ' Aide  de   camp ' } })
  expect(spaced.data.name).toBe('Aide de camp')
  const list = await app.call(routes.listTitles, { as: admin, query: { search: 'apotre', sort: '-name' } })
  expect(list.data.map(({ name }) => name)).toEqual(['Apôtre'])
  expect(list.meta).toMatchObject({ total: 1, page_size: 50 })
  // @ts-expect-error: the list does not declare this key
  expect((await app.call(routes.listTitles, { as: admin, query: { sort: 'password_hash' } })).status).toBe(422)
  const changed = await app.call(routes.updateTitle, {
    as: admin,
    params: { id: made.data._id },
    body: { rank: 7 },
  })
  expect(changed.data).toMatchObject({ name: 'Apôtre', rank: 7, minister: true })
  const user = await app.account({ columns: { title_id: made.data._id } })
  const toChoose = async () =>
    (await app.call(routes.titlesToChoose, { as: user })).data.find(({ name }) => name === 'Apôtre')
  expect(await toChoose()).toMatchObject({ needs_confirmation: false })
  await app.call(routes.updateTitle, { as: admin, params: { id: made.data._id }, body: { needs_confirmation: true } })
  expect(await toChoose()).toMatchObject({ needs_confirmation: true })
  expect((await app.call(routes.removeTitle, { as: admin, params: { id: made.data._id } })).code).toBe('in_use')
  await app.database.pool.query('update users set title_id = null where id = $1', [user.id])
  expect((await app.call(routes.removeTitle, { as: admin, params: { id: made.data._id } })).status).toBe(200)
  expect((await app.call(routes.getTitle, { as: admin, params: { id: made.data._id } })).status).toBe(404)
})

test('an import reports row by row, a dry run changes nothing, a second import changes nothing', async () => {
  const file = csv('Designation;Rank\nArea Head;3\n;4\nPatron;x\nArea Head;3\n=cmd;9\n')
  const dry = await app.call(routes.importDesignations, { as: admin, body: { dry_run: 'true' }, files: file })
  expect(dry.status).toBe(200)
  expect(dry.data).toMatchObject({ dry_run: true, total: 5, created: 2, unchanged: 0, refused: 3 })
  expect(dry.data.errors.map(({ row, field }) => [row, field])).toEqual([
    [3, 'name'],
    [4, 'rank'],
    [5, 'name'],
  ])
  expect((await app.call(routes.listDesignations, { as: admin })).meta.total).toBe(0)
  const real = await app.call(routes.importDesignations, { as: admin, files: file })
  expect(real.data).toMatchObject({ dry_run: false, created: 2, refused: 3 })
  const again = await app.call(routes.importDesignations, { as: admin, files: file })
  expect(again.data).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  const exported = await app.call(routes.exportDesignations, { as: admin, query: { sort: 'rank' } })
  expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(exported.raw.toString()).toBe("\ufeffname,rank,needs_confirmation\r\nArea Head,3,false\r\n'=cmd,9,false\r\n")
  const none = await app.call(routes.importDesignations, { as: admin, files: csv('colour\nred\n') })
  expect([none.status, none.errors[0]?.field]).toEqual([422, 'name'])
  const notText = await app.call(routes.importDesignations, {
    as: admin,
    files: [{ field: 'file', name: 'x.csv', bytes: Buffer.from([0, 1, 2, 3]) }],
  })
  expect(notText.code).toBe('file_unreadable')
})

test('the church map: tree, the same name in two districts, moves, in use, import by path', async () => {
  const type = await app.call(routes.createAssemblyType, { as: admin, body: { name: 'English Assembly' } })
  expect(type.status).toBe(201)
  const file = csv(
    [
      'Region,Area,District,Assembly,Code,Type',
      'Ashanti,Kumasi,Asokwa,,,',
      'Ashanti,Kumasi,Asokwa,Bethel,B1,english assembly',
      'Ashanti,Kumasi,Bantama,Bethel,B2,',
      'Ashanti,Kumasi,Bantama,Zion,,Cathedral',
      ',Kumasi,,,,',
    ].join('\n'),
  )
  const report = await app.call(routes.importChurchMap, { as: admin, files: file })
  expect(report.data).toMatchObject({ total: 5, created: 3, refused: 2 })
  expect(report.data.errors.map(({ row, field, code }) => [row, field, code])).toEqual([
    [5, 'assembly_type', 'not_found'],
    [6, 'region', 'required'],
  ])
  expect((await app.call(routes.importChurchMap, { as: admin, files: file })).data).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 3,
  })
  // A list that spells them in another case means the same units.
  const shouted = csv('Region,Area,District,Assembly,Code\nASHANTI,kumasi,ASOKWA,BETHEL,B1\n')
  expect((await app.call(routes.importChurchMap, { as: admin, files: shouted })).data).toMatchObject({
    created: 0,
    unchanged: 1,
  })
  const geo = await app.call(routes.geoData)
  expect(geo.data.assemblies.map(({ code }) => code).sort()).toEqual(['B1', 'B2'])
  const [region] = (await app.call(routes.listRegions)).data
  const [area] = (await app.call(routes.listAreasOf, { params: { id: region?._id ?? '' } })).data
  const districts = (
    await app.call(routes.listDistrictsOf, { params: { id: region?._id ?? '', area_id: area?._id ?? '' } })
  ).data
  expect(districts.map(({ name }) => name)).toEqual(['Asokwa', 'Bantama'])
  const chain = { id: region?._id ?? '', area_id: area?._id ?? '', district_id: districts[1]?._id ?? '' }
  expect((await app.call(routes.listAssembliesOf, { params: chain })).data.map(({ code }) => code)).toEqual(['B2'])
  expect((await app.call(routes.listAssembliesOf, { params: { ...chain, area_id: chain.id } })).data).toEqual([])
  expect((await app.call(routes.geoDistricts, { query: { parent_id: area?._id } })).data).toHaveLength(2)
  const move = await app.call(routes.updateChurchUnit, {
    as: admin,
    params: { id: area?._id ?? '' },
    body: { parent_id: districts[0]?._id },
  })
  expect([move.status, move.errors[0]?.field]).toEqual([422, 'parent_id'])
  expect((await app.call(routes.removeChurchUnit, { as: admin, params: { id: area?._id ?? '' } })).code).toBe('in_use')
  const exported = await app.call(routes.exportChurchMap, { as: admin })
  expect(exported.raw.toString()).toContain('Ashanti,Kumasi,Asokwa,Bethel,B1,English Assembly,GH')
  const list = await app.call(routes.listChurchUnits, { as: admin, query: { level: 'assembly', sort: '-code' } })
  expect(list.data.map(({ code, parent_name }) => [code, parent_name])).toEqual([
    ['B2', 'Bantama'],
    ['B1', 'Asokwa'],
  ])
})

test('a country has a code and a dialling code that exist, and a unit a country of the list', async () => {
  const [create, update] = [routes.createCountry, routes.updateCountry]
  const made = { code: 'TV', name: 'Tuvalu', dial_code: '+688' }
  await app.database.pool.query(`delete from countries where code = 'TV'`)
  const errorsOf = async (body: object) =>
    (await app.call(create, { as: admin, body: { ...made, ...body }, headers: { 'accept-language': 'de' } })).errors
  expect(await errorsOf({ code: 'XX', dial_code: '+999' })).toEqual([
    {
      field: 'code',
      code: 'country_code',
      message: 'Kein Land hat diesen Code. Schreiben Sie seine zwei Buchstaben, zum Beispiel GH.',
    },
    { field: 'dial_code', code: 'dial_code', message: 'Kein Land hat diese Vorwahl. Schreiben Sie sie wie +233.' },
  ])
  expect(await errorsOf({ code: 'gh', dial_code: '233' })).toMatchObject([
    { field: 'code', code: 'country_code' },
    { field: 'dial_code', code: 'dial_code' },
  ])
  const params = { id: (await app.call(create, { as: admin, body: made })).data._id }
  const changed = async (body: object) => (await app.call(update, { as: admin, params, body })).errors
  expect(await changed({ code: 'XX' })).toMatchObject([{ field: 'code' }])
  expect(await changed({ dial_code: '+999' })).toMatchObject([{ field: 'dial_code' }])
  expect(await changed({ dial_code: '+1809' })).toEqual([])
  // Written before there was a rule: the rest of it can be changed.
  await app.database.pool.query(`update countries set code = 'ZZ', dial_code = '+999' where id = $1`, [params.id])
  expect(await changed({ code: 'ZZ', dial_code: '+999', name: 'Elsewhere' })).toEqual([])
  await app.database.pool.query('delete from countries where id = $1', [params.id])

  const unit = { level: 'region', name: 'Abroad', country: 'XX' } as const
  expect((await app.call(routes.createChurchUnit, { as: admin, body: unit })).errors).toMatchObject([
    { field: 'country', code: 'country_code' },
  ])
})

test('countries: public list, in use', async () => {
  const list = await app.call(routes.listEnabledCountries)
  const ghana = list.data.find(({ code }) => code === 'GH')
  expect(ghana).toMatchObject({ name: 'Ghana', dial_code: '+233' })
  expect((await app.call(routes.removeCountry, { as: admin, params: { id: ghana?._id ?? '' } })).code).toBe('in_use')
})

test('files: public ones for everybody, others for owner and staff', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const logo = await app.call(routes.setLogo, {
    as: admin,
    files: [{ field: 'logo', name: '../l.png', bytes: picture }],
  })
  const fileId = logo.data.logo_url?.split('/').at(-1) ?? ''
  const file = await app.call(routes.readFile, { params: { id: fileId } })
  expect([file.status, file.headers['content-type']]).toEqual([200, 'image/webp'])
  const owner = await app.account()
  await app.database.pool.query(`update files set visibility = 'owner', owner_id = $1 where id = $2`, [
    owner.id,
    fileId,
  ])
  expect((await app.call(routes.readFile, { params: { id: fileId } })).status).toBe(401)
  expect((await app.call(routes.readFile, { params: { id: fileId }, as: await app.account() })).status).toBe(403)
  expect((await app.call(routes.readFile, { params: { id: fileId }, as: owner })).status).toBe(200)
  const notPicture = await app.call(routes.setLogo, {
    as: admin,
    files: [{ field: 'logo', name: 'l.png', bytes: Buffer.from('<svg onload="x"/>') }],
  })
  expect([notPicture.status, notPicture.errors[0]?.code]).toEqual([422, 'image'])
})
