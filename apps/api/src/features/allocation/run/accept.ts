import type { ChosenPlaces } from '@shiloh/contract/allocation/plans'
import { type PlacedRow, placeMany } from '#features/reservations'
import type { AuditEntry } from '#platform/audit/audit.store'
import type { Hidden } from '#platform/auth/denied'
import type { WriteContext } from '#platform/context'
import { attempted } from '#platform/db/attempted.store'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { type Broken, brokenRules, loggedRules, type Rule, type Sleeping } from './check.rules.ts'
import { readInput } from './input.store.ts'
import { countAccepted, findPlaces, lockRun, type PlaceRow, savePlaces, setRunState } from './runs.store.ts'

interface Changed {
  readonly changed: number
  readonly refused: number
}

/** Returns the run under its lock. @throws not_found, illegal_transition */
const held = async ({ tx }: WriteContext, id: string, states: readonly string[], hidden: Hidden | undefined) => {
  const run = found(await lockRun(tx, id))
  if (hidden?.events.includes(run.event_id)) throw new AppError('not_found')
  if (!states.includes(run.state)) throw new AppError('illegal_transition')
  return run
}

const answersOf = (rows: readonly PlaceRow[], placed: readonly PlacedRow[]) => {
  const changed: string[] = []
  const refused: { id: string; code: string }[] = []
  for (const [index, { participant_id }] of rows.entries()) {
    const answer = placed[index]?.answer
    if (answer && answer.result !== 'refused') changed.push(participant_id)
    // The code, then the reasons against the room.
    else refused.push({ id: participant_id, code: [answer?.code ?? 'not_found', ...(answer?.reasons ?? [])].join(' ') })
  }
  return { changed, refused }
}

/** What a row is refused for when the second check finds this rule broken. */
const REFUSALS: Readonly<Record<Rule, string>> = {
  room_unknown: 'not_found',
  bed_unknown: 'room_taken full',
  bed_twice: 'room_taken full',
  person_twice: 'stale',
  category: 'room_unsuitable category',
  block: 'room_unsuitable place',
  maintenance: 'room_unsuitable maintenance',
  kept: 'room_unsuitable kept',
  ground_floor: 'room_unsuitable floor',
  gender: 'room_unsuitable gender',
  family: 'room_unsuitable gender',
  companion: 'room_unsuitable gender',
  couple: 'room_unsuitable couple',
  child: 'room_unsuitable child',
  apart: 'room_unsuitable apart',
}

const isOfCouple = ({ role }: PlaceRow): boolean => role === 'main' || role === 'spouse'

/** The second check named rows. What was written with them is taken back. */
class RowsBroken extends Error {
  readonly broken: readonly Broken[]
  /** Who had been placed. Others were refused before, and keep their own reason. */
  readonly placed: ReadonlySet<string>
  constructor(broken: readonly Broken[], placed: ReadonlySet<string>) {
    super(`an accepted plan breaks ${broken.length} rules`)
    this.broken = broken
    this.placed = placed
  }
}

/**
 * Reads the rooms again that people were given, and lets the second check judge them, in the same transaction: what
 * changed since the plan was made counts too.
 */
const checkAgain = async (
  ctx: WriteContext,
  eventId: string,
  rows: readonly PlaceRow[],
  given: ReadonlySet<string>,
): Promise<Broken[]> => {
  const { rooms, apart } = await readInput(ctx.tx, eventId, ctx.now)
  const touched = new Set(rows.map(({ room_id }) => room_id))
  const there = rooms.filter(({ id }) => touched.has(id))
  const sleeping = there.flatMap((room) =>
    room.occupants.map((one): Sleeping => ({ ...one, roomId: room.id, isNew: given.has(one.person.id) })),
  )
  return brokenRules(there, sleeping, apart)
}

/**
 * Places rows, all that the second check finds nothing against: those that it names are refused with what it found, with
 * the others of their party in the room, and the rest is placed and checked again.
 *
 * @throws room_unsuitable when the check finds something that is no row's
 */
const placeChecked = async (
  ctx: WriteContext,
  eventId: string,
  all: readonly PlaceRow[],
  hidden: Hidden | undefined,
): Promise<ReturnType<typeof answersOf>> => {
  const unfit: { id: string; code: string }[] = []
  let rows = all
  for (;;) {
    const audits: AuditEntry[] = []
    const published: Parameters<Work['publish']>[] = []
    const { db, tx, now, deps } = ctx
    // Nobody hears of what is taken back.
    const trial: Work = {
      ...{ db, tx, now, deps },
      enqueue: ctx.enqueue,
      send: ctx.send,
      publish: (...one) => void published.push(one),
      audit: (entry) => void audits.push(entry),
    }
    const open = rows
    try {
      const answers = await attempted(tx, async () => {
        const placed = await placeMany(
          trial,
          open.map(({ participant_id, room_id, bed }) => ({
            participantId: participant_id,
            roomId: room_id,
            bed: bed ?? undefined,
            expected: null,
          })),
          { eventId, actorId: ctx.caller.id, hidden },
        )
        const found = answersOf(open, placed)
        const broken = found.changed.length > 0 ? await checkAgain(ctx, eventId, open, new Set(found.changed)) : []
        if (broken.length > 0) throw new RowsBroken(broken, new Set(found.changed))
        return found
      })
      for (const entry of audits) ctx.audit(entry)
      for (const one of published) ctx.publish(...one)
      return { changed: answers.changed, refused: [...answers.refused, ...unfit] }
    } catch (error) {
      if (!(error instanceof RowsBroken)) throw error
      ctx.deps.log.warn(
        { broken: loggedRules(error.broken) },
        'rows of a plan of rooms broke rules when it was accepted',
      )
      const why = new Map(error.broken.flatMap(({ rule, personIds }) => personIds.map((id) => [id, REFUSALS[rule]])))
      const spotOf = ({ reservation_id, room_id }: PlaceRow): string => `${reservation_id} ${room_id}`
      const named = new Map(
        open.flatMap((row) => {
          const code = error.placed.has(row.participant_id) ? why.get(row.participant_id) : undefined
          return code === undefined ? [] : [[spotOf(row), code] as const]
        }),
      )
      if (named.size === 0) throw new AppError('room_unsuitable')
      const isOut = (row: PlaceRow): boolean => error.placed.has(row.participant_id) && named.has(spotOf(row))
      for (const row of open.filter(isOut))
        unfit.push({ id: row.participant_id, code: named.get(spotOf(row)) ?? 'room_unsuitable' })
      rows = open.filter((row) => !isOut(row))
    }
  }
}

/**
 * Gives people the beds of a plan, in one transaction. Where somebody else was faster, a room was closed since, or the
 * second check finds a rule broken, only that row is refused, and stays proposed.
 *
 * @throws not_found, illegal_transition, room_unsuitable
 */
export const acceptPlan = async (
  ctx: WriteContext,
  id: string,
  { event_block_id, participant_ids, except_participant_ids }: ChosenPlaces,
  hidden: Hidden | undefined,
): Promise<Changed> => {
  const run = await held(ctx, id, ['proposed', 'confirmed', 'undone'], hidden)
  const only = { blockId: event_block_id, participantIds: participant_ids, except: except_participant_ids }
  const all = await findPlaces(ctx.tx, id, 'proposed', only, ctx.now)
  // Who changed the reservation since gets the bed that is held for the change. Who has the bed already needs nothing.
  const rows = all.filter(({ waits, there }) => !waits && !there)
  const waiting = all.filter(({ waits }) => waits).map(({ participant_id }) => ({ id: participant_id, code: 'stale' }))
  const { changed, refused } = await placeChecked(ctx, run.event_id, rows, hidden)
  await savePlaces(ctx.tx, id, 'accepted', changed, [...refused, ...waiting], ctx.now)
  if (changed.length > 0) await setRunState(ctx.tx, id, 'confirmed', ctx.now)
  const figures = { changed: changed.length, refused: refused.length + waiting.length }
  ctx.audit({
    action: 'accept_plan',
    resource: 'events',
    objectId: run.event_id,
    after: { plan: run.number, ...figures },
  })
  return figures
}

/**
 * Takes back the beds of a plan, on request without people who know their room. People who were moved since, also if they came back, whose bed was pinned, or who have been checked in, keep it.
 *
 * @throws not_found, illegal_transition
 */
export const undoPlan = async (
  ctx: WriteContext,
  id: string,
  { event_block_id, participant_ids, except_participant_ids, except_told = false }: ChosenPlaces,
  hidden: Hidden | undefined,
): Promise<Changed> => {
  const run = await held(ctx, id, ['confirmed'], hidden)
  const only = { blockId: event_block_id, participantIds: participant_ids, except: except_participant_ids }
  const accepted = await findPlaces(ctx.tx, id, 'accepted', only, ctx.now)
  const all = accepted.filter(({ told }) => !(except_told && told))
  // Who has no bed any more, since a cancellation for example, has nothing to give back.
  const gone = all.filter(({ housed }) => !housed).map(({ participant_id }) => participant_id)
  const free = all.filter(({ touched, housed, here }) => housed && !touched && !here)
  // The plan placed a couple together, and takes it back together.
  const going = new Set(free.map(({ participant_id }) => participant_id))
  const everybody = await findPlaces(ctx.tx, id, 'accepted', {}, ctx.now)
  const isParted = (row: PlaceRow): boolean =>
    isOfCouple(row) &&
    everybody.some(
      (other) =>
        other.reservation_id === row.reservation_id &&
        isOfCouple(other) &&
        other.housed &&
        !going.has(other.participant_id),
    )
  const rows = free.filter((row) => !isParted(row))
  const parted = free.filter(isParted).map(({ participant_id }) => ({ id: participant_id, code: REFUSALS.couple }))
  // Who is in the house with a key keeps the bed.
  const inside = all
    .filter(({ touched, housed, here }) => housed && (touched || here))
    .map(({ participant_id, touched }) => ({ id: participant_id, code: touched ? 'stale' : 'person_is_in' }))
  const kept = [...inside, ...parted]
  const takeBack = async (some: readonly PlaceRow[], force: boolean) =>
    answersOf(
      some,
      await placeMany(
        ctx,
        some.map(({ participant_id, room_id, bed }) => ({
          participantId: participant_id,
          roomId: null,
          expected: room_id !== null && bed !== null ? { roomId: room_id, bed } : null,
        })),
        { eventId: run.event_id, actorId: ctx.caller.id, hidden, force },
      ),
    )
  const first = await takeBack(rows, false)
  // A child whom somebody placed alone, before the plan brought the parents, is alone again.
  const taken = new Set(rows.map(({ participant_id }) => participant_id))
  const stay = new Set(
    everybody.flatMap(({ participant_id, reservation_id }) => (taken.has(participant_id) ? [] : [reservation_id])),
  )
  const alone = new Set(first.refused.flatMap((one) => (one.code === 'child_alone' ? [one.id] : [])))
  const isAsBefore = (row: PlaceRow): boolean => alone.has(row.participant_id) && !stay.has(row.reservation_id)
  const second = await takeBack(rows.filter(isAsBefore), true)
  const again = new Set(rows.filter(isAsBefore).map(({ participant_id }) => participant_id))
  const changed = [...first.changed, ...second.changed]
  const refused = [...first.refused.filter((one) => !again.has(one.id)), ...second.refused]
  await savePlaces(ctx.tx, id, 'undone', [...changed, ...gone], [...refused, ...kept], ctx.now)
  if ((await countAccepted(ctx.tx, id)) === 0) await setRunState(ctx.tx, id, 'undone', ctx.now)
  const figures = { changed: changed.length, refused: refused.length + kept.length }
  ctx.audit({
    action: 'undo_plan',
    resource: 'events',
    objectId: run.event_id,
    after: { plan: run.number, ...figures },
  })
  return figures
}

/**
 * Puts a plan aside. One of which beds are accepted can be undone, so it stays.
 *
 * @throws not_found, illegal_transition
 */
export const discardPlan = async (ctx: WriteContext, id: string, hidden: Hidden | undefined): Promise<Changed> => {
  await held(ctx, id, ['proposed', 'undone', 'failed'], hidden)
  await setRunState(ctx.tx, id, 'discarded', ctx.now)
  return { changed: 0, refused: 0 }
}
