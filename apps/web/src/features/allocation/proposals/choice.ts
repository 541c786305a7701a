import type { ChosenPlaces, PlanPlace, RoomPlan } from '@shiloh/contract/allocation/plans'

/** Which rows of a plan are ticked. Pure: a block can have more rows than were loaded. */

interface BlockChoice {
  /** What holds for rows that nobody touched. */
  readonly ticked: boolean
  /** The people for whom the opposite holds. */
  readonly others: ReadonlySet<string>
}
export type Choice = ReadonlyMap<string, BlockChoice>
type Block = RoomPlan['blocks'][number]

const EVERYBODY: BlockChoice = { ticked: true, others: new Set() }

const choiceOf = (choice: Choice, blockId: string): BlockChoice => choice.get(blockId) ?? EVERYBODY

export const isTicked = (choice: Choice, blockId: string, id: string): boolean => {
  const { ticked, others } = choiceOf(choice, blockId)
  return ticked !== others.has(id)
}

/** Ticks people of a block, or unticks them. */
export const tick = (choice: Choice, blockId: string, ids: readonly string[], on: boolean): Choice => {
  const { ticked, others } = choiceOf(choice, blockId)
  const next = new Set(others)
  for (const id of ids)
    if (on === ticked) next.delete(id)
    else next.add(id)
  return new Map(choice).set(blockId, { ticked, others: next })
}

/** Ticks or unticks a whole block, the rows that were not loaded too. */
export const tickBlock = (choice: Choice, blockId: string, ticked: boolean): Choice =>
  new Map(choice).set(blockId, { ticked, others: new Set() })

/** Returns how many people of a block would be accepted. */
export const countTicked = (choice: Choice, { event_block_id, proposed }: Block): number => {
  const { ticked, others } = choiceOf(choice, event_block_id)
  return ticked ? Math.max(0, proposed - others.size) : Math.min(proposed, others.size)
}

const bodyOf = (choice: Choice, blockId: string): ChosenPlaces => {
  const { ticked, others } = choiceOf(choice, blockId)
  if (!ticked) return { participant_ids: [...others] }
  return { event_block_id: blockId, ...(others.size > 0 ? { except_participant_ids: [...others] } : {}) }
}

/** Returns the requests that accept what is ticked in these blocks: one for all of a plan if that is possible. */
export const requestsFor = (choice: Choice, blocks: readonly Block[], isWhole: boolean): ChosenPlaces[] => {
  const open = blocks.filter((block) => countTicked(choice, block) > 0)
  const choices = blocks.map(({ event_block_id }) => choiceOf(choice, event_block_id))
  if (!isWhole || choices.some(({ ticked }) => !ticked))
    return open.map(({ event_block_id }) => bodyOf(choice, event_block_id))
  const except = choices.flatMap(({ others }) => [...others])
  return open.length > 0 ? [except.length > 0 ? { except_participant_ids: except } : {}] : []
}

/** Returns the ticks after blocks were accepted: people that were ticked one by one are not any more. */
export const afterAccepting = (choice: Choice, blocks: readonly Block[]): Choice => {
  const next = new Map(choice)
  for (const { event_block_id } of blocks)
    if (!choiceOf(choice, event_block_id).ticked) next.set(event_block_id, { ticked: false, others: new Set() })
  return next
}

/** People of one party who are in one room, in the same state: a line of the plan. */
export interface PlanLine {
  readonly key: string
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly types: readonly string[]
  readonly beds: readonly number[]
  readonly row: PlanPlace
}

/** Joins the rows of a party in a room. Rows are sorted by room. A row that was refused stays alone, with its reason. */
export const linesOf = (rows: readonly PlanPlace[]): PlanLine[] => {
  const keyOf = ({ participant_id, reservation_id, room_id, state, refusal, now_in }: PlanPlace) =>
    refusal === null ? `${room_id} ${reservation_id} ${state} ${now_in}` : participant_id
  return [...Map.groupBy(rows, keyOf)].flatMap(([key, [row, ...more]]): PlanLine[] => {
    if (!row) return []
    const all = [row, ...more]
    return [
      {
        key,
        ids: all.map(({ participant_id }) => participant_id),
        names: all.map(({ name }) => name),
        types: [...new Set(all.map(({ type }) => type))],
        beds: all.map(({ bed }) => bed),
        row,
      },
    ]
  })
}
