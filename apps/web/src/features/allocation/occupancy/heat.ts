import type { Occupancy, OccupancyRoom } from '@shiloh/contract/allocation/occupancy'
import { countNights } from '@shiloh/contract/reservations/nights'

/** How full a room is in a night: 0 nobody, 4 every bed. */
export const levelOf = (taken: number, beds: number): 0 | 1 | 2 | 3 | 4 => {
  if (taken <= 0) return 0
  if (taken >= beds) return 4
  const share = (taken / beds) * 4
  return share < 1.5 ? 1 : share < 2.5 ? 2 : 3
}

/** A night of a room, or several in which it is closed. */
export interface Cell {
  /** The first night, counted from the first on the screen. */
  readonly night: number
  readonly span: number
  readonly taken: number
  readonly reason: string | null
}

/** Returns the cells of a room. Nights in which it is closed are one cell, unless somebody sleeps there all the same. */
export const cellsOf = ({ taken, closed }: OccupancyRoom, from: string): Cell[] => {
  const reasons = new Array<string | undefined>(taken.length)
  for (const one of closed) reasons.fill(one.reason, countNights(from, one.from), countNights(from, one.until))
  const cells: Cell[] = []
  taken.forEach((people, night) => {
    const reason = reasons[night] ?? null
    const last = cells.at(-1)
    if (reason !== null && people === 0 && last?.reason === reason && last.taken === 0)
      cells[cells.length - 1] = { ...last, span: last.span + 1 }
    else cells.push({ night, span: 1, taken: people, reason })
  })
  return cells
}

/** Rooms of one floor of a block, in the order of the answer. */
export interface Floor {
  readonly key: string
  readonly floor: number
  readonly rooms: readonly OccupancyRoom[]
  readonly beds: number
}

export const floorsOf = (rooms: readonly OccupancyRoom[]): Floor[] =>
  [...Map.groupBy(rooms, ({ block, floor }) => `${block} ${floor}`)].map(([key, on]) => ({
    key,
    floor: on[0]?.floor ?? 0,
    rooms: on,
    beds: on.reduce((sum, { beds }) => sum + beds, 0),
  }))

/** Returns the beds that are taken in each night in all of these rooms. */
export const totalsOf = (rooms: readonly OccupancyRoom[], nights: number): number[] => {
  const totals = new Array<number>(nights).fill(0)
  for (const { taken } of rooms)
    for (const [night, people] of taken.entries()) totals[night] = (totals[night] ?? 0) + people
  return totals
}

/** An event above the nights: from the first column on the screen, over so many. */
export interface Band {
  readonly id: string
  readonly name: string
  readonly night: number
  readonly span: number
}

/** Lays the events out in as few lines as they need: two that share a night are on two lines. */
export const lanesOf = (events: Occupancy['events'], from: string, nights: number): Band[][] => {
  const lanes: Band[][] = []
  for (const { _id, name, check_in, check_out } of events) {
    const night = Math.max(0, distance(from, check_in))
    const end = Math.min(nights, distance(from, check_out))
    if (end <= night) continue
    const band = { id: _id, name, night, span: end - night }
    const lane = lanes.find((one) => {
      const last = one.at(-1)
      return !last || last.night + last.span <= night
    })
    if (lane) lane.push(band)
    else lanes.push([band])
  }
  return lanes
}

/** Days from one day to another; negative for an earlier one. */
const distance = (from: string, to: string): number => (to < from ? -countNights(to, from) : countNights(from, to))

/** Returns the first night after this one in which nobody sleeps in the room, or undefined if none is on the screen. */
export const freeFrom = ({ taken }: OccupancyRoom, night: number): number | undefined => {
  const at = taken.findIndex((people, index) => index > night && people === 0)
  return at < 0 ? undefined : at
}
