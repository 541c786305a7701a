import type { AuditAct, AuditActor, AuditEntry } from '#platform/audit/audit.store'
import { type Calendar, type Chance, minutesAfter } from './chance.ts'
import type { DemoEvent } from './events.ts'
import type { Row } from './insert.store.ts'
import type { People } from './people.ts'
import type { Story } from './story.ts'

interface Lived {
  readonly chance: Chance
  readonly calendar: Calendar
  readonly people: People
  readonly events: readonly DemoEvent[]
  readonly stories: readonly Story[]
}

const PAGES = [
  ['/events', 'Activities & Events'],
  ['/reservations', 'Reservations'],
  ['/home', 'Home'],
  ['/blogs', 'Blogs'],
  ['/faqs', 'FAQs'],
] as const
const STAFF_PAGES = [
  ['/admin', 'Overview'],
  ['/admin/reservations', 'Reservations'],
  ['/admin/events', 'Events'],
  ['/admin/cash', 'Cash desk'],
  ['/admin/users', 'Users'],
] as const
const PHONE = 'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const OFFICE = '154.160.1.20'
const DAYS = 14

const requestId = (chance: Chance): string =>
  chance.text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 12)
const address = (chance: Chance): string => `41.66.${chance.between(192, 255)}.${chance.between(2, 250)}`
/** Returns a working minute in the last two weeks, never in the future. */
const lately = ({ chance, calendar }: Lived): Date => {
  const hour = String(chance.between(6, 20)).padStart(2, '0')
  const minute = String(chance.below(60)).padStart(2, '0')
  return calendar.at(-chance.between(1, DAYS), `${hour}:${minute}`)
}

const accessRows = (lived: Lived): Row<'access_logs'>[] => {
  const { chance, people } = lived
  const visits = Array.from({ length: 160 }, (): Row<'access_logs'> => {
    const isStaff = chance.happens(0.35)
    const [route, comment] = chance.pick<readonly [string, string]>(isStaff ? STAFF_PAGES : PAGES)
    return {
      user_id: isStaff ? chance.pick(Object.values(people.staff)) : chance.pick(people.members).id,
      route,
      comment,
      ip: isStaff ? OFFICE : address(chance),
      user_agent: isStaff ? DESKTOP : PHONE,
      at: lately(lived),
    }
  })
  return visits.sort((a, b) => Number(a.at) - Number(b.at))
}

/** Messages about every reservation and payment. The text is gone, as it is after sending. */
const messageRows = ({ chance, people, stories }: Lived): Row<'messages'>[] => {
  const accounts = new Map(people.rows.users.map((user) => [user.id, user]))
  const told = (story: Story, template: string, at: Date): Row<'messages'>[] => {
    const account = accounts.get(story.member.id)
    const recipient = account?.email ?? account?.phone
    if (!recipient) return []
    const isMail = Boolean(account?.email)
    const fails = isMail && chance.happens(0.03)
    return [
      {
        id: chance.id(at),
        channel: isMail ? 'mail' : 'sms',
        recipient,
        user_id: story.member.id,
        template: isMail || template !== 'payment_received' ? template : 'payment_received_sms',
        language: account?.language ?? 'en',
        data: '{}',
        subject: null,
        body: null,
        status: fails ? 'failed' : 'sent',
        attempts: fails ? 12 : 1,
        error: fails ? 'Mailbox unavailable: 550 5.1.1 no such user' : null,
        created_at: at,
        sent_at: fails ? null : at,
      },
    ]
  }
  return stories.flatMap((story) => [
    ...told(story, 'reservation_made', story.madeAt),
    ...story.payments.flatMap(({ settledAt, captured }) =>
      settledAt && captured > 0 ? told(story, 'payment_received', settledAt) : [],
    ),
  ])
}

/** The sandbox provider's notices about each captured payment. */
const noticeRows = ({ stories }: Lived): Row<'payment_events'>[] =>
  stories.flatMap(({ payments }) =>
    payments.flatMap(({ provider, reference, settledAt, captured, status }): Row<'payment_events'>[] =>
      provider === 'sandbox' && settledAt && captured > 0
        ? [
            {
              provider,
              dedupe_key: `charge.success ${reference}`,
              reference,
              payload: { event: 'charge.success', reference },
              outcome: status === 'refund_due' ? 'late' : 'settled',
              received_at: settledAt,
            },
          ]
        : [],
    ),
  )

const importRows = ({ chance, calendar, people: { staff } }: Lived): Row<'import_runs'>[] => {
  const run = (
    part: Pick<Row<'import_runs'>, 'resource' | 'file_name' | 'dry_run' | 'rows_total' | 'rows_created'> & {
      readonly at: Date
      readonly report: readonly { readonly row: number; readonly field: string; readonly code: string }[]
    },
  ): Row<'import_runs'> => {
    const { at, report, ...rest } = part
    return {
      id: chance.id(at),
      ...rest,
      file_sha256: chance.text('0123456789abcdef', 64),
      status: 'completed',
      rows_updated: 0,
      rows_refused: report.length,
      report: [...report],
      created_by: staff.registrar,
      created_at: at,
      finished_at: minutesAfter(at, 0.1),
    }
  }
  const members = { resource: 'users', file_name: 'ministers-and-wives.csv', rows_total: 118 }
  const refused = [
    { row: 17, field: 'phone', code: 'phone' },
    { row: 44, field: 'email', code: 'email' },
    { row: 91, field: 'assembly', code: 'unknown_choice' },
  ]
  return [
    run({ ...members, dry_run: true, rows_created: 115, report: refused, at: calendar.at(-12, '10:04') }),
    run({ ...members, dry_run: false, rows_created: 118, report: [], at: calendar.at(-12, '10:21') }),
    run({
      resource: 'event_rooms',
      file_name: 'canaan-block.csv',
      dry_run: false,
      rows_total: 48,
      rows_created: 48,
      report: [],
      at: calendar.at(-9, '15:40'),
    }),
  ]
}

const errorRows = ({ chance, calendar }: Lived): Row<'error_logs'>[] => [
  {
    at: calendar.at(-6, '19:12'),
    request_id: requestId(chance),
    method: 'POST',
    path: '/api/v1/user/reservations/:id/generate-pdf',
    message: 'canceling statement due to statement timeout',
  },
  {
    at: calendar.at(-3, '07:48'),
    request_id: requestId(chance),
    method: 'GET',
    path: '/api/v1/admin/reservations/reservations-report',
    message: 'Connection terminated unexpectedly',
  },
]

const securityRows = ({ chance, calendar, people: { staff } }: Lived): Row<'security_logs'>[] => {
  const row = (
    part: Pick<Row<'security_logs'>, 'kind' | 'code' | 'method' | 'path' | 'count'> &
      Partial<Row<'security_logs'>> & { readonly first_at: Date },
  ): Row<'security_logs'> => ({
    fields: [],
    user_id: null,
    ip: address(chance),
    user_agent: DESKTOP,
    request_id: requestId(chance),
    at: part.first_at,
    ...part,
  })
  return [
    row({
      first_at: calendar.at(-11, '16:20'),
      kind: 'refused',
      code: 'forbidden',
      method: 'GET',
      path: '/api/v1/admin/settings',
      user_id: staff.housekeeper,
      ip: OFFICE,
      count: 1,
    }),
    row({
      first_at: calendar.at(-5, '02:14'),
      at: minutesAfter(calendar.at(-5, '02:14'), 0.06),
      kind: 'limit',
      code: 'too_many_requests',
      method: 'POST',
      path: '/api/v1/auth/login',
      user_agent: 'python-requests/2.32',
      count: 214,
    }),
    row({
      first_at: calendar.at(-5, '02:15'),
      kind: 'invalid',
      code: 'invalid_input',
      method: 'POST',
      path: '/api/v1/auth/login',
      fields: ['email', 'password'],
      user_agent: 'python-requests/2.32',
      count: 12,
    }),
    row({
      first_at: calendar.at(-2, '11:02'),
      kind: 'refused',
      code: 'cannot_grant',
      method: 'PUT',
      path: '/api/v1/admin/admin-users/:id',
      user_id: staff.registrar,
      ip: OFFICE,
      count: 2,
    }),
  ]
}

/** The actions of staff, in order of time. */
const auditNotes = (lived: Lived): AuditAct[] => {
  const { chance, calendar, people, events, stories } = lived
  const names = new Map(
    people.rows.users.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`] as const),
  )
  const by = (id: string | null): AuditActor => ({
    id,
    name: id ? (names.get(id) ?? '') : '',
    ip: id ? OFFICE : address(chance),
    requestId: requestId(chance),
  })
  const note = (at: Date, actor: string | null, entry: AuditEntry): AuditAct => ({ at, actor: by(actor), entry })
  const { owner, registrar, cashier, housekeeper } = people.staff

  const ofEvents = events.flatMap(({ id, plan }, index) => {
    const made = calendar.at(-60 + index, '09:15')
    const event = { _id: id, name: plan.name, capacity: plan.capacity }
    return [
      note(made, registrar, {
        action: 'create',
        resource: 'events',
        objectId: id,
        after: { ...event, status: 'draft' },
      }),
      ...(plan.status === 'draft'
        ? []
        : [
            note(minutesAfter(made, 185), owner, {
              action: 'publish',
              resource: 'events',
              objectId: id,
              before: { ...event, status: 'draft' },
              after: { ...event, status: 'published' },
            }),
          ]),
    ]
  })
  const ofCash = stories.flatMap(({ code, payments }) =>
    payments.flatMap(({ id, provider, amount, settledAt, receiptNumber }) =>
      provider === 'cash' && settledAt
        ? [
            note(settledAt, cashier, {
              action: 'take_cash',
              resource: 'payments',
              objectId: id,
              after: { _id: id, reservation_code: code, amount, currency: 'GHS', receipt_number: receiptNumber },
            }),
          ]
        : [],
    ),
  )
  const signIns = Array.from({ length: 24 }, () => {
    const who = chance.pick([owner, registrar, cashier, housekeeper])
    return note(lately(lived), who, { action: 'sign_in', resource: 'sessions', objectId: who })
  })
  const failed = Array.from({ length: 4 }, () =>
    note(lately(lived), null, { action: 'sign_in_failed', resource: 'sessions', objectId: owner }),
  )
  const settings = { idle_timeout: 5, approve_sign_ups: false, sign_ups_disabled: false }
  return [
    ...ofEvents,
    ...ofCash,
    ...signIns,
    ...failed,
    note(calendar.at(-40, '08:30'), owner, {
      action: 'update',
      resource: 'settings',
      objectId: 'security_settings',
      before: { ...settings, idle_timeout: 15 },
      after: settings,
    }),
    note(calendar.at(-12, '10:21'), registrar, {
      action: 'import',
      resource: 'users',
      after: { file: 'ministers-and-wives.csv', total: 118, created: 118, updated: 0, refused: 0 },
    }),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Logs and audit entries of everything that happened. */
export const drawLogs = (lived: Lived) => ({
  access_logs: accessRows(lived),
  messages: messageRows(lived),
  payment_events: noticeRows(lived),
  import_runs: importRows(lived),
  error_logs: errorRows(lived),
  security_logs: securityRows(lived),
  audit: auditNotes(lived),
})
