import pg from 'pg'
import { z } from 'zod'
import type { Account } from './accounts.ts'
import type { Figure } from './measure.ts'
import { openWorld, type World } from './world.ts'

const RESERVATIONS = 10_000
/** A fifth of them bring somebody along. */
const QUESTIONS = 8

const made = z.object({ data: z.object({ _id: z.string() }) })

/** Makes a form with eight questions that everybody at an event is asked, as the office does. */
const makeForm = async (world: World, admin: Account) => {
  const newId = async () => (await world.db.query<{ id: string }>('select new_id() as id')).rows[0]?.id ?? ''
  const choice = async (label: string, options: readonly string[]) => ({
    _id: await newId(),
    label,
    type: 'radio',
    options: await Promise.all(options.map(async (option) => ({ _id: await newId(), label: option }))),
  })
  const bus = await choice('Do you come by bus?', ['From Accra', 'From Kumasi', 'From Tamale', 'No'])
  const workshop = await choice('Workshop', ['Prayer', 'Teaching', 'Music', 'Youth', 'Missions', 'None'])
  const robe = await choice('Robe', ['S', 'M', 'L', 'XL'])
  const written = async (label: string, type: string) => ({ _id: await newId(), label, type })
  const questions = [
    bus,
    {
      ...(await written('Seats', 'number')),
      visible_when: { question_id: bus._id, any_of: bus.options.map(({ _id }) => _id) },
    },
    workshop,
    robe,
    await written('Day of the journey', 'date'),
    await written('Whom do you want to room with?', 'text'),
    await written('What should we know?', 'textarea'),
    { _id: await newId(), label: 'How was the last one?', type: 'radio', rating_scores: [1, 2, 3, 4, 5] },
  ]
  if (questions.length !== QUESTIONS) throw new Error('another number of questions')
  const sections = [{ title: 'Your journey', questions }]
  const { status, body } = await world.call('POST', '/admin/event-forms', {
    as: admin,
    body: { name: 'Journey', sections },
  })
  if (status !== 201) throw new Error(`no form: ${status} ${JSON.stringify(body)}`)
  const values = (one: { readonly options: readonly { readonly _id: string }[] }) => one.options.map(({ _id }) => _id)
  return {
    id: made.parse(body).data._id,
    sections,
    /** Question → some answers, of which each reservation gives one. */
    answers: questions.map(({ _id, label }, index) => ({
      _id,
      label,
      values: [
        values(bus),
        [1, 2, 3, 4],
        values(workshop),
        values(robe),
        ['2026-08-01', '2026-08-02', '2026-08-03'],
        // Texts differ: the number of the reservation is added.
        ['Somebody of our assembly, number '],
        ['We arrive late in the evening and need a place for the car, number '],
        [1, 2, 3, 4, 5],
      ][index],
    })),
  }
}

/** Fills one event with 10,000 reservations that have 80,000 answers, products, nights and meals. */
export const fill = async (world: World, admin: Account): Promise<{ event: string; question: string }> => {
  await world.accounts(RESERVATIONS)
  const form = await makeForm(world, admin)
  const client = new pg.Client(world.adminUrl)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    const one = async (text: string, values: readonly unknown[] = []): Promise<string> =>
      (await client.query<{ id: string }>(text, [...values])).rows[0]?.id ?? ''
    const type = await one(`insert into participant_types (name) values ('Answering delegate') returning id`)
    const event = await one(
      `insert into events (slug, code_prefix, status, name, starts_at, ends_at, online_url, form_id)
       values ('answers', 'AN', 'published', 'Answers', now() + interval '30 days', now() + interval '34 days', 'https://stream.example', $1)
       returning id`,
      [form.id],
    )
    // Saved while a published event asks it, the form has a version that can be answered.
    const saved = await world.call('PUT', `/admin/event-forms/${form.id}`, {
      as: admin,
      body: { sections: form.sections },
    })
    if (saved.status !== 200) throw new Error(`no version: ${saved.status} ${JSON.stringify(saved.body)}`)
    const version = await one('select id from form_versions where form_id = $1', [form.id])
    const offered = await one(
      'insert into event_participant_types (event_id, participant_type_id, price) values ($1, $2, 10000) returning id',
      [event, type],
    )
    const category = await one(`insert into room_categories (name) values ('Answering dormitory') returning id`)
    const lodging = await one(
      `insert into event_accommodations (event_id, room_category_id, price_per_night, check_in_from, check_out_until, beds)
       values ($1, $2, 1000, current_date + 29, current_date + 34, 20000) returning id`,
      [event, category],
    )
    const caterer = await one(`insert into caterers (name) values ('Answering kitchen') returning id`)
    const catered = await one(
      'insert into event_caterers (event_id, caterer_id, price_per_day, days, position) values ($1, $2, 2000, 4, 0) returning id',
      [event, caterer],
    )
    const product = await one(`insert into products (name) values ('Shirt') returning id`)
    for (const [nth, name] of ['S', 'M', 'L', 'XL'].entries())
      await client.query(
        `with o as (insert into product_options (product_id, name) values ($1, $2) returning id)
         insert into event_products (event_id, product_option_id, price, position) select $3, id, 3500, $4 from o`,
        [product, name, event, nth],
      )
    await client.query(
      `create temp table made as
       select n, new_id() as id, u.id as user_id, now() - n * interval '1 minute' as at, n % 5 = 0 as brings
       from (select id, row_number() over (order by id) as n from users where user_type = 'user' order by id limit $1) u`,
      [RESERVATIONS],
    )
    await client.query(
      `insert into reservations (id, code, event_id, user_id, payer_id, status, currency, total, paid, event_participant_type_id, persons,
         event_accommodation_id, check_in, check_out, form_version_id, created_at, updated_at)
       select id, 'AN-' || lpad(upper(to_hex(n)), 6, '0'), $1, user_id, user_id, 'active', 'GHS', 25500, 25500, $2, 1 + brings::int,
         $3, current_date + 29 + (n % 2)::int, current_date + 34 - (n % 2)::int, $4, at, at from made`,
      [event, offered, lodging, version],
    )
    await client.query(
      `insert into reservation_participants (reservation_id, event_id, role, position, user_id, family_member_id, name, qr_id, live,
         event_participant_type_id, event_caterer_id)
       select id, $1, 'main', 0, user_id, null, 'Somebody ' || n, new_id(), true, $2, $3 from made
       union all select id, $1, 'companion', 1, null, new_id(), 'Companion ' || n, new_id(), true, $2, $3 from made where brings`,
      [event, offered, catered],
    )
    await client.query(
      `insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, units, unit_price, amount, person)
       select id, 'participant_type', $1, 'Delegate', 1, 1, 10000, 10000, 0 from made
       union all select id, 'accommodation', $2, 'Dormitory', 1, 4, 1000, 4000, 0 from made
       union all select id, 'caterer', $3, 'Kitchen', 1, 4, 2000, 8000, 0 from made`,
      [offered, lodging, caterer],
    )
    await client.query(
      `insert into reservation_lines (reservation_id, kind, ref_id, label, quantity, units, unit_price, amount)
       select m.id, 'product_option', x.product_option_id, 'Shirt', 1, 1, 3500, 3500 from made m
       join event_products x on x.event_id = $1 and x.position = m.n % 4`,
      [event],
    )
    for (const { _id, label, values = [] } of form.answers)
      await client.query(
        `insert into reservation_answers (reservation_id, question_id, label, value)
         select id, $1, $2, case when $3::jsonb -> 0 #>> '{}' like '%number ' then to_jsonb(($3::jsonb ->> 0) || n)
           else $3::jsonb -> ((n * 7 + n / 11) % jsonb_array_length($3::jsonb))::int end from made`,
        [_id, label, JSON.stringify(values)],
      )
    await client.query('set session_replication_role = origin')
    // The server does the same on its own some time after such a day.
    await client.query('vacuum analyze')
    return { event, question: form.answers[0]?._id ?? '' }
  } finally {
    await client.end()
  }
}

const middleOf = async (rounds: number, call: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await call()
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

/** Measures the report of the answers to an event's form, and the export of the event with its own columns, over HTTP. */
export const answers = async (): Promise<Figure[]> => {
  const world = await openWorld()
  try {
    const [admin] = await world.accounts(1, 'admin')
    if (!admin) throw new Error('no administrator')
    const { event, question } = await fill(world, admin)
    const download = async (path: string): Promise<void> => {
      const response = await fetch(`${world.baseUrl}/api/v1${path}`, {
        headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'identity' },
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
    const report = `/admin/reservations/reservations-report?event_id=${event}&report=answers`
    const file = `/admin/reservations/export?event_id=${event}`
    const cases = [
      { name: 'report, counted', path: report, rounds: 15, goal: 300 },
      { name: 'report, each answer to one question', path: `${report}&grouping=each&question=${question}`, rounds: 9 },
      { name: 'report, each answer to all questions', path: `${report}&grouping=each`, rounds: 5 },
      { name: 'export as CSV', path: `${file}&format=csv`, rounds: 3, goal: 2000 },
      { name: 'export as XLSX', path: `${file}&format=xlsx`, rounds: 3 },
      { name: 'export of persons as CSV', path: `${file}&format=csv&rows=persons`, rounds: 3, goal: 2000 },
    ]
    const empty = await middleOf(15, () => world.call('GET', '/health'))
    const figures: Figure[] = []
    for (const { name, path, rounds, goal } of cases) {
      const value = await middleOf(rounds, () => download(path))
      figures.push({
        name: `answers: ${name}`,
        value,
        unit: 'ms',
        goal: goal === undefined ? '' : `< ${goal} ms`,
        met: goal === undefined ? null : value < goal,
        ceiling: { what: 'an empty answer', value: empty },
        note: `${RESERVATIONS} reservations, ${RESERVATIONS * QUESTIONS} answers; the middle of ${rounds}`,
      })
    }
    return figures
  } finally {
    await world.close()
  }
}
