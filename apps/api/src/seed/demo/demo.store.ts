import type { Translations } from '@shiloh/contract/text/translations'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'

export const hasEvents = async (db: Queryable): Promise<boolean> =>
  (await db.selectFrom('events').select('id').limit(1).executeTakeFirst()) !== undefined

/** Sets the organisation as its settings page shows it. */
export const nameOrganisation = async (
  tx: Tx,
  {
    translations,
    ...values
  }: {
    readonly name: string
    readonly short_name: string
    readonly accent_colour: string
    readonly email: string
    readonly phone: string
    readonly address: string
    readonly about: string
    readonly translations: Translations
  },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('client_groups')
    .set({
      ...values,
      translations: JSON.stringify(translations),
      country_code: 'GH',
      currency: 'GHS',
      time_zone: 'Africa/Accra',
      updated_at: now,
    })
    .execute()
}

/** Sets what a part of an SMS costs, in minor units. */
export const priceSms = async (tx: Tx, sms_part_price: number): Promise<void> => {
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify({ sms_part_price }) })
    .where('name', '=', 'message_settings')
    .execute()
}

/** Gives accounts the roles that every installation has. */
export const giveRoles = async (tx: Tx, roles: readonly { userId: string; role: string }[]): Promise<void> => {
  await sql`insert into user_roles (user_id, role_id)
    select g."userId", r.id from json_to_recordset(${JSON.stringify(roles)}::json) as g("userId" text, role text)
    join roles r on r.name = g.role`.execute(tx)
}

export const readQuotas = (db: Queryable, eventIds: readonly string[]) =>
  db
    .selectFrom('quotas')
    .select(['id', 'event_id', 'kind', 'ref_id', 'night', 'capacity'])
    .where('event_id', 'in', eventIds)
    .execute()

/** Puts the scans at the gate that every event is made with. */
export const placeScans = async (tx: Tx): Promise<void> => {
  await sql`update scans s set point_id = g.id from scan_points g where g.event_id = s.event_id and g.kind = 'gate'`.execute(
    tx,
  )
}

/** Prints the badges of an event: most before it began, and some again at the gate. */
export const printBadges = async (
  tx: Tx,
  { eventId, office, gate, at, atGate }: { eventId: string; office: string; gate: string; at: Date; atGate: Date },
): Promise<void> => {
  await sql`insert into badge_prints (print_id, participant_id, reservation_id, event_id, layout, place, printed_by, printed_at)
    select v.print_id, p.id, p.reservation_id, p.event_id, v.layout, v.place, v.by, v.at from (
      select p.*, row_number() over (order by r.code, p.position) as nth from reservation_participants p
      join reservations r on r.id = p.reservation_id
      where p.event_id = ${eventId} and r.status in ('active', 'redeemed') and r.created_at < ${at}) p
    join (values ('demo-office', 'lanyard', 'office', ${office}::text, ${at}::timestamptz, 4),
      ('demo-gate', 'label', 'gate', ${gate}::text, ${atGate}::timestamptz, 9)) as v(print_id, layout, place, by, at, every)
      on case v.place when 'office' then p.nth % v.every <> 0 else p.nth % v.every = 1 end`.execute(tx)
}

/** Makes tickets about money and rooms refer to the newest reservation of the person. */
export const linkTickets = async (tx: Tx): Promise<void> => {
  await sql`update support_tickets t set reservation_id = r.id, event_id = r.event_id
    from (select distinct on (user_id) id, user_id, event_id from reservations order by user_id, created_at desc) r
    where r.user_id = t.user_id and t.category in ('payment', 'rooms')`.execute(tx)
}

/** Recounts the quotas' counters from the live claims. */
export const countClaims = async (tx: Tx): Promise<void> => {
  await sql`update quotas q set claimed = c.quantity
    from (select quota_id, sum(quantity)::int as quantity from claims where released_at is null group by quota_id) c
    where q.id = c.quota_id`.execute(tx)
}

/** Saves what decides the rooms of participants: the effective titles and designations of their accounts and lists. */
export const writeBearings = async (tx: Tx): Promise<void> => {
  await sql`update reservation_participants p set
      bears_title_id = case when u.title_id = u.confirmed_title_id or u.title_id not in (select id from titles where needs_confirmation) then u.title_id end,
      bears_designation_id = case when u.designation_id = u.confirmed_designation_id
        or u.designation_id not in (select id from designations where needs_confirmation) then u.designation_id end
    from users u where p.role = 'main' and u.id = p.user_id`.execute(tx)
  await sql`update reservation_participants p set bears_title_id = s.title_id
    from spouses s left join users l on l.id = s.linked_user_id
    where p.role = 'spouse' and s.id = p.spouse_id
      and (s.title_id in (s.confirmed_title_id, l.confirmed_title_id) or s.title_id not in (select id from titles where needs_confirmation))`.execute(
    tx,
  )
}

export const findFormVersion = (db: Queryable, formId: string): Promise<{ id: string } | undefined> =>
  db.selectFrom('form_versions').select('id').where('form_id', '=', formId).executeTakeFirst()

export const setCounter = async (
  tx: Tx,
  name: 'cash_receipt' | 'cash_slip' | 'cash_closing',
  last: number,
): Promise<void> => {
  await tx.updateTable('counters').set({ value: last }).where('name', '=', name).execute()
}

/**
 * Signs the closings of every till's days before `today`. The second to last is ten short. Returns the last number
 * used.
 */
export const closeTills = async (tx: Tx, today: string): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    with days as (
      select l.till_id, l.till_day, l.currency, row_number() over (order by l.till_day, l.till_id) as number,
        row_number() over (order by l.till_day desc, l.till_id) as ago,
        coalesce(sum(l.amount) filter (where l.kind = 'capture'), 0) as taken, coalesce(-sum(l.amount) filter (where l.kind = 'void'), 0) as voided,
        coalesce(-sum(l.amount) filter (where l.kind = 'refund'), 0) as given_back, count(*) filter (where l.kind = 'capture') as receipts,
        count(*) filter (where l.kind = 'refund') as slips, min(p.receipt_number) filter (where l.kind = 'capture') as first,
        max(p.receipt_number) filter (where l.kind = 'capture') as last, max(l.at) as ended
      from ledger_entries l join payments p on p.id = l.payment_id where l.till_id is not null and l.till_day < ${today}::date
      group by l.till_id, l.till_day, l.currency),
    counted as (select *, 500000 + taken - voided - given_back - case ago when 2 then 1000 else 0 end as counted from days),
    made as (
      insert into cash_closings (id, number, cashier_id, day, currency, opening, taken, voided, given_back, counted, reason, receipts, slips,
        first_receipt, last_receipt, signed_by, signed_at)
      select lpad(to_hex(number), 24, '0'), number, till_id, till_day, currency, 500000, taken, voided, given_back, counted,
        case ago when 2 then 'Change given wrongly in the rush after lunch' else '' end, receipts, slips, first, last, till_id, ended + interval '20 minutes'
      from counted order by number returning number)
    select coalesce(max(number), 0)::int as last from made`.execute(tx)
  return rows[0]?.last ?? 0
}

/**
 * Makes three participants of an event 16 years old without an adult: one guardian has consented, one has not answered,
 * and one has refused, which raises an alert. `birthDate` makes them 16 on its first day.
 */
export const seedConsents = async (tx: Tx, eventId: string, birthDate: string, now: Date): Promise<void> => {
  const { rows: young } = await sql<{ id: string; reservation_id: string; user_id: string; last_name: string }>`
    select p.id, p.reservation_id, u.id as user_id, u.last_name
    from reservation_participants p join reservations r on r.id = p.reservation_id join users u on u.id = r.user_id
    where r.event_id = ${eventId} and r.status = 'active' and u.title_id is null and u.email not like '%@shiloh.example'
      and not exists (select 1 from reservation_participants o where o.reservation_id = r.id and o.id <> p.id)
      and not exists (select 1 from bed_assignments b where b.participant_id = p.id)
      and not exists (select 1 from spouses s where s.user_id = u.id)
    order by r.id limit 3`.execute(tx)
  const hours = (count: number): Date => new Date(now.getTime() - count * 3_600_000)
  const answers = [
    { status: 'given', asked: hours(120), answered: hours(101), name: 'Comfort', phone: '+233244700101' },
    { status: 'waiting', asked: hours(44), answered: null, name: 'Samuel', phone: '+233244700102' },
    { status: 'refused', asked: hours(70), answered: hours(5), name: 'Patience', phone: '+233244700103' },
  ] as const
  for (const [index, { status, asked, answered, name, phone }] of answers.entries()) {
    const one = young[index]
    if (!one) return
    const guardian = `${name} ${one.last_name}`
    await tx.updateTable('users').set({ birth_date: birthDate }).where('id', '=', one.user_id).execute()
    await tx
      .updateTable('reservation_participants')
      .set({ minor: true, guardian: null })
      .where('id', '=', one.id)
      .execute()
    await sql`
      insert into guardian_consents (reservation_id, participant_id, guardian_name, phone, status, asked_at, answered_at,
        answered_name, wording_id, created_at)
      values (${one.reservation_id}, ${one.id}, ${guardian}, ${phone}, ${status}, ${asked}, ${answered},
        ${answered ? guardian : null}, case when ${status} <> 'waiting'
          then (select id from consent_wordings where language = 'en' order by version desc limit 1) end, ${asked})`.execute(
      tx,
    )
    if (status === 'refused')
      await sql`
        insert into alerts (kind, subject, data, created_at, updated_at)
        select 'consent_refused', p.id, json_build_object('reservation_id', r.id, 'code', r.code, 'name', p.name, 'event', e.name),
          ${answered}, ${answered}
        from reservation_participants p join reservations r on r.id = p.reservation_id join events e on e.id = r.event_id
        where p.id = ${one.id}`.execute(tx)
  }
}

/** Saves two reports of the administrator. The first is sent every Monday to those who do the books. */
export const saveReports = async (tx: Tx, eventId: string, monday: Date): Promise<void> => {
  await sql`with owner as (select id from users where email = 'admin@shiloh.example'),
    saved as (
      insert into saved_reports (owner_id, name, shared, report, "grouping", filters)
      select owner.id, v.name, true, v.report, v."grouping", v.filters from owner,
        (values ('Central, by district', 'attendance', 'district',
            (select jsonb_build_object('unit', id) from church_units where level = 'region' and name = 'Central')),
          ('Money by region', 'money', 'region', '{}'::jsonb)) as v(name, report, "grouping", filters)
      returning id, report)
    insert into report_schedules (saved_report_id, event_id, role_id, every, on_day, hour, format, next_at)
    select s.id, ${eventId}, r.id, 'week', 1, 7, 'pdf', ${monday} from saved s, roles r where s.report = 'money' and r.key = 'finance'`.execute(
    tx,
  )
}

/** Returns the languages of all accounts, by their ids. */
export const findLanguages = async (tx: Tx): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.selectFrom('users').select(['id', 'language']).execute()
  return new Map(rows.map(({ id, language }) => [id, language]))
}

/** Returns those of these people who have an e-mail address. */
export const findWithMail = async (tx: Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...userIds])
    .where('email', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
