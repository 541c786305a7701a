import {
  type LeftGroup,
  PLACE_STATES,
  PLAN_PAGE,
  PLAN_STATES,
  type PlanBrief,
  type PlanPlace,
  planWeights,
  type RoomPlan,
} from '@shiloh/contract/allocation/plans'
import type { Authorization } from '@shiloh/contract/permissions'
import { BED_REASONS } from '@shiloh/contract/reservations/beds'
import type { Hidden } from '#platform/auth/denied'
import { toldReason } from '#platform/auth/welfare'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { errorText, isErrorCode } from '#platform/text/texts'
import type { LeftReason, PlaceReason } from './model.rules.ts'
import * as store from './runs.store.ts'

/** Plans in the list of an event. */
const MOST_LISTED = 20
/** Digits of the input's hash that are shown. */
const SHOWN_DIGITS = 6

const oneOf = <const T extends readonly string[]>(values: T, text: string): T[number] => {
  const known = values.find((value) => value === text)
  if (known === undefined) throw new Error(`${text} is none of ${values.join(', ')}`)
  return known
}

const hidingOf = (hidden: Hidden | undefined) => ({
  events: hidden?.events ?? [],
  reservations: [...(hidden?.own ?? []), ...(hidden?.reservations ?? [])],
  people: hidden?.people ?? [],
})

const briefOf = ({ id, number, state, created_at, created_by, figures }: store.RunRow): PlanBrief => ({
  _id: id,
  number,
  state: oneOf(PLAN_STATES, state),
  created_at: created_at.toISOString(),
  created_by,
  figures: figures && {
    people: figures.people,
    placed: figures.placed,
    bound: figures.bound,
    wishes: figures.wishes,
    wishes_kept: figures.wishes_kept,
    districts: figures.districts,
    districts_together: figures.districts_together,
    broken: figures.broken,
  },
})

const findRun = async ({ db }: ReadContext, id: string, hidden: Hidden | undefined): Promise<store.RunRow> => {
  const [run] = await store.findRuns(db, { id })
  if (run && hidden?.events.includes(run.event_id)) throw new AppError('not_found')
  return found(run)
}

export const planList = async ({ db }: ReadContext, eventId: string): Promise<PlanBrief[]> =>
  (await store.findRuns(db, { eventId, limit: MOST_LISTED })).map(briefOf)

const isOf =
  ({ room_category }: store.LeftRow) =>
  (holder: store.HolderRow): boolean =>
    holder.room_category === room_category

/** Joins those who are left for the same reason. */
const leftGroups = (
  rows: readonly store.LeftRow[],
  names: ReadonlyMap<string, string>,
  holders: readonly store.HolderRow[],
  authorization: Authorization,
): LeftGroup[] => {
  const groups = Map.groupBy(rows, ({ room_category, reason }) => `${room_category} ${JSON.stringify(reason)}`)
  return [...groups.values()]
    .flatMap((group): LeftGroup[] => {
      const [first] = group
      return first
        ? [
            {
              ...leftView(first.reason, names),
              code: toldReason(authorization, first.reason.code),
              room_category: first.room_category,
              persons: group.map(personOf),
              holders:
                first.reason.code === 'ground_floor'
                  ? holders.filter(isOf(first)).map(({ room_category: _, ...one }) => one)
                  : [],
            },
          ]
        : []
    })
    .sort((a, b) => b.persons.length - a.persons.length)
}

const personOf = ({ participant_id, reservation_id, name }: store.LeftRow) => ({ participant_id, reservation_id, name })

const leftView = (
  reason: LeftReason,
  names: ReadonlyMap<string, string>,
): Omit<LeftGroup, 'room_category' | 'persons'> => {
  const base = { code: reason.code, sort: null, night: null, beds: null, others: null, elsewhere: [], holders: [] }
  switch (reason.code) {
    case 'full':
      return {
        ...base,
        sort: reason.sort,
        night: reason.night,
        elsewhere: reason.elsewhere.map(({ categoryId, beds }) => ({
          room_category_id: categoryId,
          room_category: names.get(categoryId) ?? '',
          beds,
        })),
      }
    case 'ground_floor':
      return { ...base, beds: reason.beds, others: reason.others }
    case 'too_big':
      return { ...base, beds: reason.beds, others: reason.persons }
    default:
      return base
  }
}

/** @throws not_found */
export const planView = async (ctx: ReadContext, id: string, hidden: Hidden | undefined): Promise<RoomPlan> => {
  const run = await findRun(ctx, id, hidden)
  const hiding = hidingOf(hidden)
  const [blocks, left] = await Promise.all([store.countBlocks(ctx.db, id, hiding), store.listLeft(ctx.db, id, hiding)])
  const categories = left.flatMap(({ reason }) =>
    reason.code === 'full' ? reason.elsewhere.map(({ categoryId }) => categoryId) : [],
  )
  const brief = briefOf(run)
  // Nobody is placed in a room that was deleted since.
  const gone = left.filter(({ reason }) => reason.code === 'room_gone').length
  return {
    ...brief,
    figures: brief.figures && { ...brief.figures, placed: brief.figures.placed - gone },
    event: { _id: run.event_id, name: run.event },
    weights: planWeights.parse(run.weights),
    seed: run.seed,
    activity_id: run.state === 'running' ? run.activity_id : null,
    input: run.input_hash?.slice(0, SHOWN_DIGITS).toUpperCase() ?? null,
    blocks,
    left: leftGroups(
      left,
      await store.findNames(ctx.db, [...new Set(categories)], hiding),
      left.some(({ reason }) => reason.code === 'ground_floor') ? await store.listHolders(ctx.db, id, hiding) : [],
      ctx.caller.authorization,
    ),
  }
}

const idsIn = (reason: PlaceReason): readonly string[] =>
  'with' in reason ? reason.with : 'id' in reason ? [reason.id] : []

/** Reads a refusal as it is stored: its code, then the reasons against the room. */
const refusalOf = (refusal: string | null, { language, caller }: Pick<ReadContext, 'language' | 'caller'>) => {
  const [code = '', ...reasons] = refusal?.split(' ') ?? []
  return {
    refusal: refusal !== null && isErrorCode(code) ? errorText(code, language) : refusal,
    refusal_reasons: BED_REASONS.filter((reason) => reasons.includes(reason)).map((reason) =>
      toldReason(caller.authorization, reason),
    ),
  }
}

/** @throws not_found */
export const placesView = async (
  ctx: ReadContext,
  id: string,
  { event_block_id, page }: { readonly event_block_id: string; readonly page: number },
  hidden: Hidden | undefined,
): Promise<{ rows: PlanPlace[]; total: number }> => {
  await findRun(ctx, id, hidden)
  const hiding = hidingOf(hidden)
  const window = { limit: PLAN_PAGE, offset: (page - 1) * PLAN_PAGE }
  const rows = await store.listPlaces(ctx.db, id, event_block_id, window, hiding)
  const names = await store.findNames(
    ctx.db,
    [...new Set(rows.flatMap(({ reasons }) => reasons.flatMap(idsIn)))],
    hiding,
  )
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _, state, refusal, reasons, ...row }) => ({
      ...row,
      state: oneOf(PLACE_STATES, state),
      ...refusalOf(state === 'there' || state === 'elsewhere' ? null : refusal, ctx),
      reasons: reasons.map((reason) => ({
        code: reason.code,
        names: idsIn(reason).flatMap((known) => names.get(known) ?? []),
      })),
    })),
  }
}
