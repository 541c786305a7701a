import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import type { Figures, LeftReason, PlaceReason, Plan } from './model.rules.ts'

/** A run whose worker is gone no longer holds up others. */
export const endLostRuns = async (tx: Tx, eventId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('allocation_runs')
    .set({ state: 'failed', ended_at: now })
    .where('event_id', '=', eventId)
    .where('state', '=', 'running')
    .where('activity_id', 'not in', (eb) =>
      eb.selectFrom('activities').select('id').where('state', 'in', ['queued', 'running', 'paused']),
    )
    .execute()
}

/** Returns whether a run of an event works at this moment. */
export const hasRunning = async (tx: Tx, eventId: string): Promise<boolean> =>
  (await tx
    .selectFrom('allocation_runs')
    .select('id')
    .where('event_id', '=', eventId)
    .where('state', '=', 'running')
    .executeTakeFirst()) !== undefined

/** Begins a run. Returns its id, or undefined if another one of the event works. */
export const insertRun = async (
  tx: Tx,
  now: Date,
  row: {
    readonly eventId: string
    readonly activityId: string
    readonly weights: object
    readonly seed: number
    readonly by: string
  },
): Promise<string | undefined> =>
  (
    await tx
      .insertInto('allocation_runs')
      .values((eb) => ({
        event_id: row.eventId,
        number: sql<number>`1 + (select coalesce(max(number), 0) from allocation_runs where event_id = ${eb.val(row.eventId)})`,
        activity_id: row.activityId,
        state: 'running',
        weights: JSON.stringify(row.weights),
        seed: row.seed,
        created_by: row.by,
        created_at: now,
      }))
      // Another run that began at the same instant has the same number.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

const RUN = ['id', 'event_id', 'number', 'state', 'weights', 'seed', 'input_hash', 'figures', 'created_at'] as const

export const findRunOf = (db: Queryable, activityId: string) =>
  db.selectFrom('allocation_runs').select(RUN).where('activity_id', '=', activityId).executeTakeFirst()

/** Locks a run, so that two people do not accept and undo it at once. */
export const lockRun = (tx: Tx, id: string) =>
  tx.selectFrom('allocation_runs').select(RUN).where('id', '=', id).forUpdate().executeTakeFirst()

export const setRunState = async (tx: Tx, id: string, state: string, now: Date): Promise<void> => {
  await tx.updateTable('allocation_runs').set({ state, ended_at: now }).where('id', '=', id).execute()
}

/** Puts aside what was proposed before and of which nothing was accepted. */
export const discardOlder = async (
  tx: Tx,
  run: { readonly id: string; readonly event_id: string },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('allocation_runs')
    .set({ state: 'discarded', ended_at: now })
    .where('event_id', '=', run.event_id)
    .where('state', '=', 'proposed')
    .where('id', '<>', run.id)
    .execute()
}

/** Stores a plan with its figures. The run is proposed from then on. */
export const savePlan = async (
  tx: Tx,
  id: string,
  { placed, left, figures }: Plan,
  inputHash: string,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('allocation_runs')
    .set({ state: 'proposed', figures: JSON.stringify(figures), input_hash: inputHash, ended_at: now })
    .where('id', '=', id)
    .execute()
  const rows = [
    ...placed.map(({ personId, roomId, bed, reasons }) => ({ personId, roomId, bed, reasons, state: 'proposed' })),
    ...left.map(({ personId, reason }) => ({ personId, roomId: null, bed: null, reasons: [reason], state: 'left' })),
  ]
  // Somebody can have been deleted while the plan was made.
  await sql`
    insert into allocation_places (run_id, participant_id, room_id, bed, reasons, state)
    select ${id}, r."personId", r."roomId", r.bed, r.reasons, r.state
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r("personId" text, "roomId" text, bed smallint, reasons jsonb, state text)
    join reservation_participants p on p.id = r."personId"
    left join event_rooms m on m.id = r."roomId"
    where r."roomId" is null or m.id is not null`.execute(tx)
}

export interface PlaceRow {
  participant_id: string
  reservation_id: string
  role: string
  room_id: string | null
  bed: number | null
  touched: boolean
  /** They know that they sleep in this room. */
  told: boolean
  /** They have a bed. */
  housed: boolean
  /** A bed is held for a change of theirs that waits for payment. */
  waits: boolean
  /** They sleep in this very bed, for their nights. */
  there: boolean
  /** They have been checked in, and not out again. */
  here: boolean
}

/**
 * Whether the person of a place `a` sleeps in the very bed of the place, until their reservation ends. Who was placed while the event
 * ran has it for fewer nights.
 */
const IS_THERE = sql<boolean>`exists (select from bed_assignments h join reservations s on s.id = h.reservation_id
  where h.participant_id = a.participant_id and h.room_id = a.room_id and h.bed = a.bed and h.released_at is null
    and not h.for_change and upper(h.nights) = s.check_out)`

/** Whether the person of a place `a` has a bed. */
const IS_HOUSED = sql<boolean>`exists (select from bed_assignments h
  where h.participant_id = a.participant_id and h.released_at is null and not h.for_change)`

/**
 * Whether the bed of a place `a` of person `p` can be taken back: it is as the plan gave it, and the person is not in the
 * house with a key.
 */
const IS_UNTOUCHED = sql<boolean>`(p.checked_in_at is null or p.checked_out_at is not null)
  and exists (select from bed_assignments h where h.participant_id = a.participant_id and h.released_at is null
    and not h.for_change and not h.pinned and h.created_at = a.accepted_at)`

/** Returns the rows of a run in a state, of all blocks or one, or of some people. */
export const findPlaces = async (
  tx: Tx,
  runId: string,
  state: 'proposed' | 'accepted',
  only: {
    readonly blockId?: string | undefined
    readonly participantIds?: readonly string[] | undefined
    readonly except?: readonly string[] | undefined
  },
  now: Date,
): Promise<PlaceRow[]> => {
  let query = tx
    .selectFrom('allocation_places as a')
    .innerJoin('event_rooms as m', 'm.id', 'a.room_id')
    .innerJoin('reservation_participants as p', 'p.id', 'a.participant_id')
    .select((eb) => [
      'a.participant_id',
      'p.reservation_id',
      'p.role',
      'a.room_id',
      'a.bed',
      eb
        .exists(
          eb
            .selectFrom('bed_assignments as b')
            .select('b.id')
            .whereRef('b.participant_id', '=', 'a.participant_id')
            .where('b.released_at', 'is', null)
            .where((or) => or.or([or('b.pinned', '=', true), or('b.created_at', '<>', or.ref('a.accepted_at'))]))
            // What was held for a change that nobody paid in time is as if it had never been.
            .where(
              sql<boolean>`(b.for_change and exists (select from reservations h where h.id = b.reservation_id and h.hold_expires_at <= ${now})) is not true`,
            ),
        )
        .$castTo<boolean>()
        .as('touched'),
      IS_HOUSED.as('housed'),
      sql<boolean>`exists (select from known_rooms n where n.participant_id = a.participant_id and n.room_id = a.room_id)`.as(
        'told',
      ),
      sql<boolean>`exists (select from bed_assignments h join reservations r on r.id = h.reservation_id
        where h.participant_id = a.participant_id and h.released_at is null and h.for_change and r.hold_expires_at > ${now})`.as(
        'waits',
      ),
      IS_THERE.as('there'),
      sql<boolean>`p.checked_in_at is not null and p.checked_out_at is null`.as('here'),
    ])
    .where('a.run_id', '=', runId)
    .where('a.state', '=', state)
    .orderBy('a.participant_id')
  if (only.blockId !== undefined) query = query.where('m.event_block_id', '=', only.blockId)
  if (only.participantIds !== undefined) query = query.where('a.participant_id', 'in', [...only.participantIds])
  if (only.except !== undefined && only.except.length > 0)
    query = query.where('a.participant_id', 'not in', [...only.except])
  return query.execute()
}

/** Stores what became of rows: their state, and why some were refused. */
export const savePlaces = async (
  tx: Tx,
  runId: string,
  state: string,
  changed: readonly string[],
  refused: readonly { readonly id: string; readonly code: string }[],
  now: Date,
): Promise<void> => {
  if (changed.length > 0)
    await sql`update allocation_places set state = ${state}, refusal = null, accepted_at = case when ${state} = 'accepted' then ${now}::timestamptz end
      where run_id = ${runId} and participant_id = any(${[...changed]})`.execute(tx)
  if (refused.length > 0)
    await sql`update allocation_places a set refusal = r.code
      from json_to_recordset(${JSON.stringify(refused)}::json) as r(id text, code text)
      where a.run_id = ${runId} and a.participant_id = r.id`.execute(tx)
}

export const countAccepted = async (tx: Tx, runId: string): Promise<number> => {
  const row = await tx
    .selectFrom('allocation_places')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

interface Hiding {
  readonly events: readonly string[]
  readonly reservations: readonly string[]
  readonly people: readonly string[]
}

const NOT_HIDDEN = ({ reservations, people }: Hiding) =>
  sql`p.reservation_id <> all(${[...reservations]}) and r.user_id <> all(${[...people]})`

export interface RunRow {
  id: string
  event_id: string
  event: string
  activity_id: string
  number: number
  state: string
  weights: unknown
  seed: number
  input_hash: string | null
  figures: Figures | null
  created_at: Date
  created_by: string | null
}

/** Returns a run, or the last runs of an event, the newest first. */
export const findRuns = async (
  db: Queryable,
  by: { readonly id: string } | { readonly eventId: string; readonly limit: number },
): Promise<RunRow[]> =>
  (
    await sql<RunRow>`
      select a.id, a.event_id, e.name as event, a.activity_id, a.number, a.state, a.weights, a.seed, a.input_hash, a.figures, a.created_at,
        u.first_name || ' ' || u.last_name as created_by
      from allocation_runs a join events e on e.id = a.event_id left join users u on u.id = a.created_by
      where ${'id' in by ? sql`a.id = ${by.id}` : sql`a.event_id = ${by.eventId}`}
      order by a.number desc limit ${'limit' in by ? by.limit : 1}`.execute(db)
  ).rows

export interface BlockRow {
  event_block_id: string
  block: string
  rooms: number
  proposed: number
  there: number
  elsewhere: number
  accepted: number
  undoable: number
  told: number
  undone: number
  refused: number
}

export const countBlocks = async (db: Queryable, runId: string, hidden: Hiding): Promise<BlockRow[]> =>
  (
    await sql<BlockRow>`
      select k.id as event_block_id, k.name as block, count(distinct m.id)::int as rooms,
        count(*) filter (where a.state = 'proposed' and not ${IS_HOUSED})::int as proposed,
        count(*) filter (where a.state = 'proposed' and ${IS_THERE})::int as there,
        count(*) filter (where a.state = 'proposed' and ${IS_HOUSED} and not ${IS_THERE})::int as elsewhere,
        count(*) filter (where a.state = 'accepted')::int as accepted,
        count(*) filter (where a.state = 'accepted' and ${IS_UNTOUCHED})::int as undoable,
        count(*) filter (where a.state = 'accepted' and ${IS_UNTOUCHED} and exists (select from known_rooms n where n.participant_id = a.participant_id and n.room_id = a.room_id))::int as told,
        count(*) filter (where a.state = 'undone')::int as undone,
        count(*) filter (where a.refusal is not null and not (a.state = 'proposed' and ${IS_HOUSED}))::int as refused
      from allocation_places a
      join reservation_participants p on p.id = a.participant_id
      join reservations r on r.id = p.reservation_id
      join event_rooms m on m.id = a.room_id
      join event_blocks k on k.id = m.event_block_id
      where a.run_id = ${runId} and ${NOT_HIDDEN(hidden)}
      group by k.id, k.name order by k.name, k.id`.execute(db)
  ).rows

export interface LeftRow {
  participant_id: string
  reservation_id: string
  name: string
  room_category: string
  reason: LeftReason
}

export const listLeft = async (db: Queryable, runId: string, hidden: Hiding): Promise<LeftRow[]> =>
  (
    await sql<LeftRow>`
      select a.participant_id, p.reservation_id, p.name, c.name as room_category, a.reasons->0 as reason
      from allocation_places a
      join reservation_participants p on p.id = a.participant_id
      join reservations r on r.id = p.reservation_id
      join event_accommodations o on o.id = r.event_accommodation_id
      join room_categories c on c.id = o.room_category_id
      where a.run_id = ${runId} and a.state = 'left' and ${NOT_HIDDEN(hidden)}
      order by c.name, p.name, a.participant_id`.execute(db)
  ).rows

export interface HolderRow {
  participant_id: string
  reservation_id: string
  name: string
  room: string
  room_category: string
}

/** The most people without need of it who are named beside those who have no bed without stairs. */
const MOST_HOLDERS = 100

/** Returns the people of a plan in rooms without stairs of whom nobody in the room asked for it. */
export const listHolders = async (db: Queryable, runId: string, hidden: Hiding): Promise<HolderRow[]> =>
  (
    await sql<HolderRow>`
      select a.participant_id, p.reservation_id, p.name, k.name || ' ' || m.name as room, c.name as room_category
      from allocation_places a
      join reservation_participants p on p.id = a.participant_id
      join reservations r on r.id = p.reservation_id
      join event_rooms m on m.id = a.room_id
      join event_blocks k on k.id = m.event_block_id
      join room_categories c on c.id = m.room_category_id
      where a.run_id = ${runId} and a.state in ('proposed', 'accepted') and (m.floor = 0 or m.accessible) and ${NOT_HIDDEN(hidden)}
        and not exists (select from reservation_participants q join reservation_care n on n.participant_id = q.id
          join allocation_places s on s.participant_id = q.id and s.run_id = a.run_id and s.room_id = a.room_id
          where q.reservation_id = p.reservation_id and n.ground_floor)
      order by k.name, m.name, a.bed limit ${MOST_HOLDERS}`.execute(db)
  ).rows

export interface PlanRow {
  participant_id: string
  reservation_id: string
  name: string
  type: string
  room_id: string
  room: string
  bed: number
  state: string
  /** Where they have a bed now. */
  now_in: string | null
  undoable: boolean
  refusal: string | null
  reasons: PlaceReason[]
  total: number
}

/** Returns the people of a block in a plan, by room and bed. */
export const listPlaces = async (
  db: Queryable,
  runId: string,
  blockId: string,
  page: { readonly limit: number; readonly offset: number },
  hidden: Hiding,
): Promise<PlanRow[]> =>
  (
    await sql<PlanRow>`
      select a.participant_id, p.reservation_id, p.name, t.name as type, m.id as room_id, m.name as room, a.bed,
        case when a.state <> 'proposed' or not ${IS_HOUSED} then a.state when ${IS_THERE} then 'there' else 'elsewhere' end as state,
        (select string_agg(distinct k.name || ' ' || o.name, ', ') from bed_assignments h join event_rooms o on o.id = h.room_id
          join event_blocks k on k.id = o.event_block_id
          where h.participant_id = a.participant_id and h.released_at is null and not h.for_change) as now_in,
        a.state = 'accepted' and ${IS_UNTOUCHED} as undoable, a.refusal, a.reasons, (count(*) over ())::int as total
      from allocation_places a
      join reservation_participants p on p.id = a.participant_id
      join reservations r on r.id = p.reservation_id
      join event_participant_types x on x.id = p.event_participant_type_id
      join participant_types t on t.id = x.participant_type_id
      join event_rooms m on m.id = a.room_id
      where a.run_id = ${runId} and m.event_block_id = ${blockId} and ${NOT_HIDDEN(hidden)}
      order by m.floor, m.name, a.bed, a.participant_id limit ${page.limit} offset ${page.offset}`.execute(db)
  ).rows

/** Returns the names of titles, designations, districts, people and room categories, by id. */
export const findNames = async (db: Queryable, ids: readonly string[], hidden: Hiding): Promise<Map<string, string>> =>
  new Map(
    (
      await sql<{ id: string; name: string }>`
        select id, name from titles where id = any(${[...ids]})
        union all select id, name from designations where id = any(${[...ids]})
        union all select id, name from church_units where id = any(${[...ids]})
        union all select id, name from room_categories where id = any(${[...ids]})
        union all select p.id, p.name from reservation_participants p join reservations r on r.id = p.reservation_id
          where p.id = any(${[...ids]}) and ${NOT_HIDDEN(hidden)}`.execute(db)
    ).rows.map(({ id, name }) => [id, name]),
  )
