import { authorizationRoutes } from '@shiloh/contract/authorization'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { titleClaimRoutes } from '@shiloh/contract/identity/titles-to-confirm'
import { importRoutes } from '@shiloh/contract/imports'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let office: TestAccount
let apostle: string
let elder: string
let district: string

beforeAll(async () => {
  app = await testApp()
  office = await app.account({
    type: 'admin',
    permissions: ['users.read', 'users.update', 'users.create', 'users.import', 'users.confirm_titles'],
  })
  const one = async (text: string) => (await app.database.pool.query<{ id: string }>(text)).rows[0]?.id ?? ''
  apostle = await one(`insert into titles (name, rank, needs_confirmation) values ('Apostle T', 1, true) returning id`)
  elder = await one(`insert into titles (name, rank) values ('Elder T', 9) returning id`)
  const region = await one(`insert into church_units (level, name) values ('region', 'Region T') returning id`)
  district = await one(
    `insert into church_units (level, name, parent_id) values ('district', 'District T', '${region}') returning id`,
  )
})
afterAll(() => app.close())

const claimOf = (user: TestAccount, title = apostle) => ({ user_id: user.id, title_id: title })
const claim = (user: TestAccount, title_id = apostle) =>
  app.call(identityRoutes.updateProfile, { as: user, body: { title_id } })
const alerts = async (user: TestAccount) =>
  (
    await app.database.pool.query(
      `select 1 from alerts where kind = 'title_to_confirm' and subject = $1 and resolved_at is null`,
      [user.id],
    )
  ).rowCount

test('a claimed title opens no type until the office has confirmed it', async () => {
  const member = await app.account()
  const event = await makeEvent(app, { titleIds: [apostle] })
  const reserve = () =>
    app.call(reservationRoutes.makeReservation, {
      as: member,
      params: { event_id: event.id },
      body: { participant_type_id: event.typeId, title_id: apostle },
    })

  const claimed = await claim(member)
  expect(claimed.data.waiting_for_confirmation).toEqual(['title'])
  expect((await reserve()).code).toBe('not_eligible')
  expect(await alerts(member)).toBe(1)

  const list = await app.call(titleClaimRoutes.listTitlesToConfirm, { as: office, query: { search: member.email } })
  expect(list.data.map(({ _id, title }) => [_id, title?.name])).toEqual([[member.id, 'Apostle T']])

  const answer = await app.call(titleClaimRoutes.confirmTitles, { as: office, body: { claims: [claimOf(member)] } })
  expect(answer.data).toEqual({ decided: 1, skipped: 0 })
  expect((await reserve()).status).toBe(201)
  expect(await alerts(member)).toBe(0)
  const told = await app.call(identityRoutes.listNotifications, { as: member })
  expect(told.data.map(({ kind }) => kind)).toContain('title_confirmed')
  const [mail] = await app.outbox(member.email)
  expect(mail?.subject).toContain('Apostle T')
})

test('a claimed title is named in the language of the office, and of the member who hears of the decision', async () => {
  const member = await app.account({ columns: { language: 'fr' } })
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into titles (name, rank, needs_confirmation, translations)
     values ('Shepherd T', 3, true, '{"de": {"name": "Hirte T"}, "fr": {"name": "Berger T"}}') returning id`,
  )
  const id = rows[0]?.id ?? ''
  await claim(member, id)
  const seen = await app.call(titleClaimRoutes.listTitlesToConfirm, {
    as: office,
    query: { search: member.email },
    headers: { 'accept-language': 'de' },
  })
  expect(seen.data.map(({ title }) => title?.name)).toEqual(['Hirte T'])
  await app.call(titleClaimRoutes.confirmTitles, { as: office, body: { claims: [claimOf(member, id)] } })
  const [mail] = await app.outbox(member.email)
  expect(mail?.subject).toContain('Berger T')
  const audited = await app.database.pool.query(
    `select after from audit_trail where action = 'confirm_titles' and object_id = $1`,
    [member.id],
  )
  expect(audited.rows).toEqual([{ after: { titles: 'Shepherd T' } }])
})

test('another title that needs to be confirmed is asked about again, and one that does not is not', async () => {
  const member = await app.account()
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into titles (name, rank, needs_confirmation) values ('Prophet T', 2, true) returning id`,
  )
  const prophet = rows[0]?.id ?? ''
  await claim(member)
  await app.call(titleClaimRoutes.confirmTitles, { as: office, body: { claims: [claimOf(member)] } })
  expect((await claim(member, elder)).data.waiting_for_confirmation).toEqual([])
  expect((await claim(member, prophet)).data.waiting_for_confirmation).toEqual(['title'])
  // The office decides on the claims that it saw, not on later ones.
  const late = await app.call(titleClaimRoutes.confirmTitles, { as: office, body: { claims: [claimOf(member)] } })
  expect(late.data).toEqual({ decided: 0, skipped: 1 })
})

test('a declined title is taken away, with the reason', async () => {
  const member = await app.account()
  await claim(member)
  await app.call(titleClaimRoutes.declineTitles, {
    as: office,
    body: { claims: [claimOf(member)], reason: 'Not on the list of ministers' },
  })
  const seen = await app.call(authorizationRoutes.getUser, { as: office, params: { id: member.id } })
  expect(seen.data).toMatchObject({ title_id: null, waiting_for_confirmation: [] })
  const [mail] = await app.outbox(member.email)
  expect(mail?.text).toContain('Not on the list of ministers')
  expect(await alerts(member)).toBe(0)
})

test('what staff write down is confirmed, but not what they only leave as it is', async () => {
  const member = await app.account()
  await claim(member)
  const kept = await app.call(authorizationRoutes.updateUser, {
    as: office,
    params: { id: member.id },
    body: { title_id: apostle, other_names: 'Kwame' },
  })
  expect(kept.data.waiting_for_confirmation).toEqual(['title'])
  const made = await app.call(authorizationRoutes.createUser, {
    as: office,
    body: { first_name: 'Kofi', last_name: 'Owusu', title_id: apostle, invite: false },
  })
  expect(made.data.waiting_for_confirmation).toEqual([])
})

test('the page of a person names title and designation in the language of its reader', async () => {
  const { rows } = await app.database.pool.query<{ title: string; designation: string }>(
    `with t as (insert into titles (name, rank, translations) values ('Deacon T', 12, '{"de": {"name": "Diakon T"}}') returning id),
       d as (insert into designations (name, translations) values ('Area head T', '{"de": {"name": "Bereichsleiter T"}}') returning id)
     select t.id as title, d.id as designation from t, d`,
  )
  const { title = '', designation = '' } = rows[0] ?? {}
  const member = await app.account({ columns: { title_id: title, designation_id: designation } })
  const in_ = (language: string) => ({
    as: office,
    params: { id: member.id },
    headers: { 'accept-language': language },
  })
  const seen = await app.call(authorizationRoutes.getUser, in_('de'))
  expect(seen.data).toMatchObject({ title: 'Diakon T', designation: 'Bereichsleiter T' })
  const english = await app.call(authorizationRoutes.getUser, in_('en'))
  expect(english.data).toMatchObject({ title: 'Deacon T', designation: 'Area head T' })
  const edited = await app.call(authorizationRoutes.updateUser, { ...in_('de'), body: { other_names: 'Kwame' } })
  expect(edited.data).toMatchObject({ title: 'Diakon T', designation: 'Bereichsleiter T', other_names: 'Kwame' })
})

test('a list of the office confirms titles, unless it says that they are not', async () => {
  const rows = (confirmed: string) =>
    Buffer.from(
      `staff_id,first_name,last_name,title,titles_confirmed\nT-${confirmed},Yaw,Boateng,Apostle T,${confirmed}\n`,
    )
  const load = (confirmed: string) =>
    app.call(authorizationRoutes.importUsers, {
      as: office,
      files: [{ field: 'file', name: 'people.csv', bytes: rows(confirmed) }],
    })
  const waiting = async (search: string) =>
    (await app.call(authorizationRoutes.listUsers, { as: office, query: { search } })).data.map(
      ({ staff_id, waiting_for_confirmation }) => [staff_id, waiting_for_confirmation],
    )
  expect((await load('yes')).data).toMatchObject({ created: 1, refused: 0 })
  expect((await load('no')).data).toMatchObject({ created: 1, refused: 0 })
  expect(await waiting('Boateng')).toEqual(
    expect.arrayContaining([
      ['T-yes', []],
      ['T-no', ['title']],
    ]),
  )
  // The same person, now with what the office knows.
  const update = Buffer.from(`staff_id,first_name,last_name,title\nT-no,Yaw,Boateng,Apostle T\n`)
  const confirmed = await app.call(authorizationRoutes.importUsers, {
    as: office,
    files: [{ field: 'file', name: 'people.csv', bytes: update }],
  })
  expect(confirmed.data).toMatchObject({ updated: 1 })
  expect(await waiting('Boateng')).toEqual(
    expect.arrayContaining([
      ['T-yes', []],
      ['T-no', []],
    ]),
  )
})

describe('the title of a spouse without an account', () => {
  /** A member who claims the title of apostle for the wife on the spouse list. */
  const withSpouse = async (title_id = apostle) => {
    const member = await app.account({ columns: { gender: 'male' } })
    const { data } = await app.call(identityRoutes.createSpouse, {
      as: member,
      body: { first_name: 'Grace', last_name: 'Mensah', gender: 'female', title_id },
    })
    return { member, spouse: data }
  }
  const waiting = async (member: TestAccount) =>
    (await app.call(titleClaimRoutes.listTitlesToConfirm, { as: office, query: { search: member.email } })).data
  const decision = (member: TestAccount, spouseId: string) => ({
    claims: [{ user_id: member.id, spouse_id: spouseId, title_id: apostle }],
  })
  const listed = async (member: TestAccount) =>
    (await app.call(identityRoutes.listSpouses, { as: member })).data.map(({ title_id, title_waits }) => ({
      title_id,
      title_waits,
    }))
  const alertOf = async (subject: string) =>
    (
      await app.database.pool.query(
        `select 1 from alerts where kind = 'title_to_confirm' and subject = $1 and resolved_at is null`,
        [subject],
      )
    ).rowCount

  test('is listed with the member, and opens a type once the office has confirmed it', async () => {
    const { member, spouse } = await withSpouse()
    const event = await makeEvent(app, { titleIds: [apostle] })
    const reserve = () =>
      app.call(reservationRoutes.makeReservation, {
        as: member,
        params: { event_id: event.id },
        body: {
          participants: [
            { role: 'main', participant_type_id: event.otherTypeId },
            { role: 'spouse', person_id: spouse._id, participant_type_id: event.typeId },
          ],
        },
      })
    expect((await reserve()).code).toBe('not_eligible')
    expect(await alertOf(spouse._id)).toBe(1)
    const [row] = await waiting(member)
    expect(row).toMatchObject({
      _id: spouse._id,
      user_id: member.id,
      spouse_of: expect.stringMatching(/^Ama Mensah/),
      staff_id: null,
    })
    expect([row?.title?.name, row?.claimed_at]).toEqual(['Apostle T', expect.any(String)])

    const answer = await app.call(titleClaimRoutes.confirmTitles, { as: office, body: decision(member, spouse._id) })
    expect(answer.data).toEqual({ decided: 1, skipped: 0 })
    expect([await waiting(member), await alertOf(spouse._id)]).toEqual([[], 0])
    expect(await listed(member)).toEqual([{ title_id: apostle, title_waits: false }])
    expect((await reserve()).status).toBe(201)
    const [mail] = await app.outbox(member.email)
    expect(mail?.subject).toContain('Grace Mensah')
  })

  test('is taken off the list with the reason when it is declined', async () => {
    const { member, spouse } = await withSpouse()
    const answer = await app.call(titleClaimRoutes.declineTitles, {
      as: office,
      body: { ...decision(member, spouse._id), reason: 'Not on the list of ministers' },
    })
    expect(answer.data).toEqual({ decided: 1, skipped: 0 })
    expect(await listed(member)).toEqual([{ title_id: null, title_waits: false }])
    expect(await alertOf(spouse._id)).toBe(0)
    expect((await app.outbox(member.email))[0]?.text).toContain('Not on the list of ministers')
  })

  test('is asked about again under another name, and not when nothing but the phone changes', async () => {
    const { member, spouse } = await withSpouse()
    await app.call(titleClaimRoutes.confirmTitles, { as: office, body: decision(member, spouse._id) })
    const change = (body: object) =>
      app.call(identityRoutes.updateSpouse, { as: member, params: { id: spouse._id }, body })
    expect((await change({ phone: '0244000111' })).data.title_waits).toBe(false)
    expect((await change({ first_name: 'Abena' })).data.title_waits).toBe(true)
    expect((await waiting(member)).map(({ _id }) => _id)).toEqual([spouse._id])
    expect(await alertOf(spouse._id)).toBe(1)
  })

  test('waits no longer once the person is removed from the list', async () => {
    const { member, spouse } = await withSpouse()
    await app.call(identityRoutes.removeSpouse, { as: member, params: { id: spouse._id } })
    expect([await waiting(member), await alertOf(spouse._id)]).toEqual([[], 0])
  })

  test('is not for somebody to see or confirm to whom the member is denied', async () => {
    const { member, spouse } = await withSpouse()
    const limited = await app.account({ type: 'admin', permissions: ['users.confirm_titles'] })
    await app.database.pool.query(
      `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{confirm_titles}')`,
      [limited.id, member.id],
    )
    const seen = await app.call(titleClaimRoutes.listTitlesToConfirm, { as: limited, query: { search: member.email } })
    expect(seen.data).toEqual([])
    // Naming another account does not help either.
    for (const named of [member, limited]) {
      const answer = await app.call(titleClaimRoutes.confirmTitles, { as: limited, body: decision(named, spouse._id) })
      expect(answer.code).toBe('forbidden')
    }
  })
})

test('asking for confirmation later makes those wait who chose the title themselves, by unit', async () => {
  const member = await app.account({ columns: { district_id: district } })
  await claim(member, elder)
  await app.database.pool.query(`update titles set needs_confirmation = true where id = $1`, [elder])
  const list = await app.call(titleClaimRoutes.listTitlesToConfirm, { as: office, query: { district_id: district } })
  expect(list.data.map(({ _id, district: name }) => [_id, name])).toEqual([[member.id, 'District T']])
  await app.database.pool.query(`update titles set needs_confirmation = false where id = $1`, [elder])
})

test('an account that is denied to somebody is not theirs to confirm', async () => {
  const member = await app.account()
  await claim(member)
  const limited = await app.account({ type: 'admin', permissions: ['users.confirm_titles'] })
  await app.database.pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'users', $2, '{confirm_titles}')`,
    [limited.id, member.id],
  )
  const answer = await app.call(titleClaimRoutes.confirmTitles, { as: limited, body: { claims: [claimOf(member)] } })
  expect(answer.code).toBe('forbidden')
})

test('a file that was exported confirms nothing when it is imported again', async () => {
  const clerk = await app.account({
    type: 'admin',
    permissions: ['users.read', 'users.export', 'users.import', 'users.confirm_titles'],
  })
  const member = await app.account()
  await claim(member)
  const exported = await app.call(authorizationRoutes.exportUsers, { as: clerk })
  const { data } = await app.call(importRoutes.prepareImport, {
    as: clerk,
    body: { resource: 'users' },
    files: [{ field: 'file', name: 'people.csv', bytes: exported.raw }],
  })
  const mapping = Object.fromEntries(data.columns.map(({ name, header }) => [name, header]))
  const checked = await app.call(importRoutes.checkImport, { as: clerk, params: { id: data._id }, body: { mapping } })
  expect(checked.data).toMatchObject({ updated: 0, refused: 0 })
  expect(checked.data.unchanged).toBeGreaterThan(0)
})

test('a list from somebody who may not confirm titles confirms none', async () => {
  const clerk = await app.account({ type: 'admin', permissions: ['users.import'] })
  const file = Buffer.from(`staff_id,first_name,last_name,title\nT-clerk,Efua,Sarpong,Apostle T\n`)
  const files = [{ field: 'file', name: 'people.csv', bytes: file }]
  expect((await app.call(authorizationRoutes.importUsers, { as: clerk, files })).data).toMatchObject({ created: 1 })
  const found = await app.call(authorizationRoutes.listUsers, { as: office, query: { search: 'Sarpong' } })
  expect(found.data).toMatchObject([{ staff_id: 'T-clerk', waiting_for_confirmation: ['title'] }])
})

test('a list changes neither the address nor the number that somebody signs in with', async () => {
  const clerk = await app.account({ type: 'admin', permissions: ['users.import'] })
  const member = await app.account({ columns: { staff_id: 'S-1', phone: '+233245559001', password_hash: 'set' } })
  const load = (row: string) =>
    app.call(authorizationRoutes.importUsers, {
      as: clerk,
      files: [
        { field: 'file', name: 'p.csv', bytes: Buffer.from(`staff_id,first_name,last_name,email,phone\n${row}\n`) },
      ],
    })
  const stored = async () => {
    const { rows } = await app.database.pool.query('select first_name, email, phone from users where id = $1', [
      member.id,
    ])
    return rows[0]
  }
  const taken = (await load('S-1,Kofi,Mensah,thief@example.test,0245559002')).data
  expect(taken).toMatchObject({ updated: 0, refused: 1 })
  expect(taken.errors.map(({ field, code }) => [field, code])).toEqual([
    ['email', 'signs_in'],
    ['phone', 'signs_in'],
  ])
  // Empty cells take nothing away either, and the rest of the row is stored.
  expect((await load('S-1,Kofi,Mensah,,')).data).toMatchObject({ updated: 1, refused: 0 })
  expect(await stored()).toEqual({ first_name: 'Kofi', email: member.email, phone: '+233245559001' })

  const other = 'moved@example.test'
  await app.call(authorizationRoutes.updateUser, { as: office, params: { id: member.id }, body: { email: other } })
  expect((await app.outbox(member.email)).map(({ subject }) => subject)).toContain('Your e-mail address was changed')
})
