import type { Account } from './accounts.ts'
import type { Figure } from './measure.ts'
import { fillRooms } from './rooms.ts'
import type { World } from './world.ts'

/** Fills what an office of some years has beside its reservations: tasks, views, messages, activities, runs. */
export const fillOffice = async (world: World, { id }: Account): Promise<void> => {
  const { db } = world
  await fillRooms(world)
  await db.query(
    `insert into tasks (title, status, due_on, event_id, assignee_id)
     select 'Call the caterer ' || n, (array['open', 'in_progress', 'done'])[1 + n % 3], current_date + n % 400 - 200,
       (select id from events where slug = 'scale-' || (1 + n % 200)), case when n % 10 = 0 then $1 end
     from generate_series(1, 10000) n`,
    [id],
  )
  await db.query(
    `insert into saved_views (owner_id, list, name, shared, query, created_at, updated_at)
     select $1, 'reservations', 'View ' || n, true, '{"status": "active"}', now(), now() from generate_series(1, 100) n`,
    [id],
  )
  await db.query(
    `with message as (
       insert into bulk_messages (name, audience, channels, texts, status, starts_at, people, told)
       select 'Welcome ' || n, 'users', '{app,mail}', '{"en": {"subject": "Welcome", "body": "Welcome"}}', 'done', now(), 100000, case when n = 1 then 100000 else 0 end
       from generate_series(1, 200) n returning id, name)
     insert into bulk_recipients (message_id, user_id, position, state, language, app, mail)
     select m.id, u.id, row_number() over (), 'sent', 'en', 'sent', 'sent'
     from message m, (select id from users where user_type = 'user' limit 100000) u where m.name = 'Welcome 1'`,
  )
  await db.query(
    `insert into activities (kind, about, owner_id, state, done, total, task, created_at, started_at, ended_at)
     select 'export', '{"resource": "reservations"}', $1, 'done', 100, 100, 'export', now() - n * interval '1 hour', now(), now()
     from generate_series(1, 1000) n`,
    [id],
  )
  await db.query(
    `with made as (insert into workflows (name, trigger) values ('Scale reminder', 'reservation_made') returning *),
       version as (insert into workflow_versions (workflow_id, version, definition) select id, 1, jsonb_build_object('name', name, 'description', '', 'trigger', trigger, 'conditions', conditions, 'steps', steps) from made)
     insert into workflow_runs (workflow_id, version, subject, subject_id, reservation_id, user_id, occasion, state, started_at, finished_at)
     select made.id, 1, 'reservation', r.id, r.id, r.user_id, r.id, 'done', r.created_at, r.created_at
     from made, (select id, user_id, created_at from reservations order by created_at desc limit 100000) r`,
  )
  await db.query('analyze tasks, saved_views, bulk_messages, bulk_recipients, activities, workflows, workflow_runs')
}

interface Case {
  readonly name: string
  readonly path: string
  /** Milliseconds that 95 of 100 calls may take. */
  readonly goal: number
}

/** The screens of a day in the office. */
const casesOf = (event: string, person: string, message: string): readonly Case[] => [
  ...['attendance', 'money', 'methods', 'unpaid', 'people', 'gate_list'].map((report) => ({
    name: `report ${report}, 5,000 reservations`,
    path: `/admin/reservations/reservations-report?event_id=${event}&report=${report}`,
    goal: 300,
  })),
  { name: 'the reports, with what is to follow up', path: `/admin/reports?event_id=${event}`, goal: 300 },
  { name: 'waiting work', path: '/admin/waiting-work?details=true', goal: 100 },
  { name: 'payments of somebody', path: '/admin/payments?search=Owusu%20777', goal: 100 },
  { name: 'open money', path: '/admin/payments/open', goal: 100 },
  { name: 'reservations without a room', path: '/admin/reservations?without_room=true', goal: 300 },
  { name: 'payments of a month', path: '/admin/payments?at=2026-03-01..2026-03-31', goal: 300 },
  {
    name: 'reservations of a night',
    path: `/admin/reservations?event_id=${event}&holds=true&nights=2026-03-22`,
    goal: 100,
  },
  { name: 'cancelled in a month', path: '/admin/reservations?cancelled_at=2026-03-01..2026-03-31', goal: 300 },
  { name: 'checked in within a month', path: '/admin/reservations?checked_in_at=2026-03-01..2026-03-31', goal: 300 },
  { name: 'activities', path: '/admin/activities', goal: 100 },
  { name: 'saved views', path: '/admin/saved-views?list=reservations', goal: 100 },
  { name: 'tasks, 10,000', path: '/admin/tasks-and-planning?status=unfinished&sort=due_on', goal: 100 },
  { name: 'workflows', path: '/admin/workflow', goal: 100 },
  { name: 'runs of workflows, 100,000', path: '/admin/workflow/runs', goal: 100 },
  { name: 'runs about somebody', path: '/admin/workflow/runs?search=Owusu%20777', goal: 100 },
  { name: 'messages', path: '/admin/bulk-messages', goal: 100 },
  { name: 'a message to 100,000', path: `/admin/bulk-messages/${message}`, goal: 300 },
  { name: 'its recipients', path: `/admin/bulk-messages/${message}/recipients`, goal: 100 },
  { name: 'announcements', path: '/admin/notifications', goal: 100 },
  { name: 'search: people', path: '/admin/search/users/autocomplete?search=mensah%20kwame%20777', goal: 100 },
  { name: 'search: reservations', path: '/admin/search/reservations?search=Ofori%201234', goal: 100 },
  { name: 'person', path: `/admin/users/${person}`, goal: 100 },
  { name: 'reservations of a person', path: `/admin/reservations?user_id=${person}`, goal: 100 },
  { name: 'payments of a person', path: `/admin/users/${person}/payments`, goal: 100 },
]

const ROUNDS = 20

const p95 = async (call: () => Promise<{ readonly status: number; readonly body: unknown }>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    const { status, body } = await call()
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.ceil(ROUNDS * 0.95) - 1] ?? 0
}

/** Measures the screens of the office over HTTP, one call at a time, beside an answer without any work. */
export const measureOffice = async (world: World, as: Account): Promise<Figure[]> => {
  const one = async (text: string): Promise<string> => (await world.db.query<{ id: string }>(text)).rows[0]?.id ?? ''
  const cases = casesOf(
    await one(`select id from events where slug = 'scale-1'`),
    await one(`select user_id as id from reservations where status = 'active' limit 1`),
    await one(`select id from bulk_messages where name = 'Welcome 1'`),
  )
  const empty = await p95(() => world.call('GET', '/health'))
  const figures: Figure[] = []
  for (const { name, path, goal } of cases) {
    const value = await p95(() => world.call('GET', path, { as }))
    figures.push({
      name: `office: ${name}`,
      value,
      unit: 'ms',
      goal: `< ${goal} ms, p95`,
      met: value < goal,
      ceiling: { what: 'an empty answer', value: empty },
    })
  }
  return figures
}
