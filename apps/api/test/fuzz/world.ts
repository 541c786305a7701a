import type { TokenPurpose } from '@shiloh/contract/core'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { seedDemo } from '../../src/seed/demo/index.ts'
import { type TestAccount, type TestApp, testApp, testClock } from '../harness.ts'
import type { Chance } from './chance.ts'
import type { Known } from './values.ts'

export const CALLERS = ['nobody', 'member', 'other', 'vendor', 'gate', 'admin', 'powerless'] as const
export type CallerName = (typeof CALLERS)[number]

/** Field or path segment → the table of its ids, where it is not simply the plural. */
const TABLES: Readonly<Record<string, string>> = {
  'admin-users': 'admins',
  assembly: 'assemblies',
  assembly_ids: 'assemblies',
  'assembly-types': 'assembly_types',
  area: 'areas',
  district: 'districts',
  region: 'regions',
  regions: 'regions',
  parent: 'church_units',
  'church-map': 'church_units',
  title: 'titles',
  designation: 'designations',
  'room-category': 'room_categories',
  room: 'event_rooms',
  block: 'event_blocks',
  center: 'event_centers',
  form: 'event_forms',
  section: 'form_sections',
  sections: 'form_sections',
  question: 'form_questions',
  questions: 'form_questions',
  option: 'question_options',
  options: 'question_options',
  'product-options': 'product_options',
  'participant-types': 'participant_types',
  'committee-types': 'committee_types',
  'event-centers': 'event_centers',
  'event-blocks': 'event_blocks',
  'event-rooms': 'event_rooms',
  'event-forms': 'event_forms',
  'ministers-wife': 'spouses',
  with_spouse: 'spouses',
  activity: 'event_activities',
  accommodation: 'event_accommodations',
  comment: 'blog_comments',
  'support-tickets': 'support_tickets',
  'audit-trail': 'audit_trail',
  policy: 'policies',
  'user-role': 'roles',
  'resource-action': 'resource_actions',
  'check-in-users': 'gates',
  'check-in': 'events',
  actor: 'users',
  participant: 'reservation_participants',
  qr: 'qr',
  'verify-payment': 'payments',
}

/** Ids by kind, where a select is needed instead of a table's name. */
const SELECTS: Readonly<Record<string, string>> = {
  admins: `select id from users where user_type = 'admin'`,
  gates: `select id from users where user_type = 'checkin_user'`,
  regions: `select id from church_units where level = 'region'`,
  areas: `select id from church_units where level = 'area'`,
  districts: `select id from church_units where level = 'district'`,
  assemblies: `select id from church_units where level = 'assembly'`,
  qr: 'select qr_id as id from reservation_participants',
}
/** Newest ids to prefer: objects that a call has just created are tried more often. */
const NEWEST = 12
const OTHERS = 12

/** What one event offers: a wish with these ids can be fulfilled. */
type Offer = Readonly<Record<string, readonly string[]>>

export interface World {
  readonly t: TestApp
  bearerOf(caller: CallerName): Promise<string | undefined>
  /** A single-use purpose token. */
  tokenFor(purpose: TokenPurpose, chance: Chance): Promise<string>
  /** Ids for a call of this path: the caller's own, and those of one event, if there are any. */
  known(path: string, caller: CallerName, chance: Chance): Known
  /** Repairs what calls have done to the callers, and reads the existing ids. */
  refresh(chance: Chance): Promise<void>
}

/** What a token of this purpose keeps. */
const dataOf = (purpose: TokenPurpose, userId: string | undefined) => {
  if (purpose === 'choose_account') return { accounts: [{ id: userId, mark: '' }] }
  if (purpose === 'identity_code') return { address: 'nobody', by: 'email', confirms: 'f'.repeat(24) }
  return purpose === 'sign_in_code' ? { address: 'nobody', by: 'email', accounts: [userId] } : {}
}

/** The demo church with one caller of every kind. */
export const openWorld = async (): Promise<World> => {
  const t = await testApp({ clock: testClock('2026-11-21T10:30:00Z') })
  await seedDemo(t.app.deps)
  const { pool } = t.database
  const callers = new Map<CallerName, TestAccount>()
  let tables = new Set<string>()
  const ids = new Map<string, readonly string[]>()
  const owned = new Map<CallerName, Offer>()
  const offers = new Map<string, Offer>()
  const eventOf = new Map<string, string>()

  const read = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await pool.query<T>(text, values)).rows
  const column = async (text: string, values: unknown[] = []): Promise<string[]> =>
    (await read<{ id: string }>(text, values)).map(({ id }) => String(id))

  const withSession = async (userId: string): Promise<TestAccount> => {
    const sessionId = t.app.deps.random.bytes(12).toString('hex')
    await pool.query(
      `insert into sessions (id, user_id, refresh_hash, expires_at, created_at, confirmed_at)
       values ($1, $2, $5, $3, $4, $4)`,
      [sessionId, userId, new Date(t.clock().getTime() + 86_400_000), t.clock(), `hash of ${sessionId}`],
    )
    return { id: userId, email: '', sessionId }
  }
  /** An account of the demo church, or a new one if calls have deleted all of them. */
  const existing = async (text: string, type: 'user' | 'vendor' | 'checkin_user', chance: Chance) => {
    const found = await column(text)
    return found.length > 0 ? withSession(chance.pick(found)) : t.account({ type })
  }

  const tableFor = (name: string): string | undefined => {
    const stem = name.replace(/_ids?$/, '')
    const candidates = [
      TABLES[name],
      TABLES[stem],
      name,
      stem,
      `${stem}s`,
      `${stem.replace(/y$/, 'ies')}`,
      `event_${stem}s`,
    ]
    return candidates.find((one) => one !== undefined && ids.has(one))
  }

  const refresh = async (chance: Chance): Promise<void> => {
    await pool.query('delete from settings; truncate rate_limits')
    callers.set('admin', await t.account({ type: 'admin', permissions: PERMISSIONS }))
    callers.set('powerless', await t.account({ type: 'admin' }))
    callers.set('other', await t.account())
    callers.set(
      'member',
      await existing(
        `select id from users u where user_type = 'user' and status = 'approved' and has_completed_basic_requirement
           and exists (select from reservations r where r.user_id = u.id and r.status in ('pending', 'active'))
         order by id limit 20`,
        'user',
        chance,
      ),
    )
    callers.set(
      'vendor',
      await existing(`select id from users where user_type = 'vendor' and status = 'approved'`, 'vendor', chance),
    )
    callers.set(
      'gate',
      await existing(
        `select id from users u where user_type = 'checkin_user' and status = 'approved'
           and exists (select from check_in_user_events e where e.user_id = u.id)`,
        'checkin_user',
        chance,
      ),
    )
    tables = new Set(
      await column(
        `select table_name as id from information_schema.columns where table_schema = 'public' and column_name = 'id'`,
      ),
    )
    for (const name of [...tables, ...Object.keys(SELECTS)]) {
      const select = `(${SELECTS[name] ?? `select id from ${name}`}) all_of_them`
      const newest = await column(`select id from ${select} order by id desc limit ${NEWEST}`)
      const others = await column(`select id from ${select} order by md5(id::text || $1) limit ${OTHERS}`, [
        chance.below(1e9),
      ])
      if (newest.length > 0) ids.set(name, [...newest, ...others])
    }
    for (const [name, { id }] of callers)
      owned.set(name, {
        reservations: await column('select id from reservations where user_id = $1', [id]),
        payments: await column(
          'select p.id from payments p join reservations r on r.id = p.reservation_id where r.user_id = $1',
          [id],
        ),
        spouses: await column('select id from spouses where user_id = $1', [id]),
        support_tickets: await column('select id from support_tickets where user_id = $1', [id]),
        notifications: await column('select id from notifications where user_id = $1', [id]),
        sessions: await column('select id from sessions where user_id = $1', [id]),
      })
    for (const id of await column(`select id from events`))
      offers.set(id, {
        participant_types: await column(
          'select participant_type_id as id from event_participant_types where event_id = $1',
          [id],
        ),
        room_categories: await column('select room_category_id as id from event_accommodations where event_id = $1', [
          id,
        ]),
        caterers: await column('select caterer_id as id from event_caterers where event_id = $1', [id]),
        product_options: await column('select product_option_id as id from event_products where event_id = $1', [id]),
      })
    for (const row of await read<{ id: string; event_id: string }>('select id, event_id from reservations'))
      eventOf.set(row.id, row.event_id)
  }

  const draw = (found: readonly string[] | undefined, chance: Chance): string | undefined =>
    found && found.length > 0 ? chance.pick(found) : undefined

  return {
    t,
    refresh,
    bearerOf: async (caller) => {
      const account = callers.get(caller)
      return account && t.tokenOf(account)
    },
    tokenFor: async (purpose, chance) => {
      const token = t.app.deps.random.bytes(24).toString('base64url')
      const user = callers.get(chance.pick(['member', 'other', 'admin'] as const))
      if (purpose !== 'refresh')
        // A call can have deleted or erased the account in the meantime. Then the token belongs to nobody.
        await pool.query(
          `insert into one_time_tokens (user_id, purpose, token_hash, code_hash, expires_at, created_at, data, reservation_id)
           select u.id, $2, $3, $4, $5, $6, $7, $8 from users u where u.id = $1 and u.erased_at is null
           for key share`,
          [
            user?.id,
            purpose,
            t.app.deps.crypto.keyedHash('token', token),
            t.app.deps.crypto.keyedHash('code', '123456'),
            new Date(t.clock().getTime() + 600_000),
            t.clock(),
            // Only these tokens have data beyond their account.
            JSON.stringify(dataOf(purpose, user?.id)),
            purpose === 'complete_reservation' ? chance.pick([...eventOf.keys()]) : null,
          ],
        )
      return token
    },
    known: (path, caller, chance) => {
      let offer: Offer | undefined
      return {
        idFor: (name) => {
          const before = new RegExp(`([a-z-]+)/\\{${name}\\}`).exec(path)?.[1]
          const table = tableFor(name) ?? (name === 'id' && before ? (tableFor(before) ?? before) : undefined)
          const own = table !== undefined && chance.percent(80) ? draw(owned.get(caller)?.[table], chance) : undefined
          const offered = table !== undefined && chance.percent(85) ? draw(offer?.[table], chance) : undefined
          const any = draw(table === undefined ? undefined : ids.get(table), chance)
          const id =
            offered ?? (path.startsWith('/admin') ? any : (own ?? any)) ?? draw(ids.get('events'), chance) ?? ''
          offer ??= offers.get(id) ?? offers.get(eventOf.get(id) ?? '')
          return id
        },
      }
    },
  }
}
