import { freeBedsIn, type House, overlaps, type Place, suits } from './house.rules.ts'
import { sortOf, type Unit } from './units.rules.ts'

/** Units of one key, of which only the number counts. */
export interface UnitGroup {
  readonly key: string
  readonly units: readonly Unit[]
  readonly first: Unit
}

/** Rooms that are alike: empty ones of one sort, or one room that is partly taken. */
export interface RoomGroup {
  readonly key: string
  readonly places: readonly Place[]
  readonly first: Place
}

/** A linear program with whole numbers: columns with bounds and a value, rows of at most a limit. */
export interface Program {
  readonly unitGroups: readonly UnitGroup[]
  readonly roomGroups: readonly RoomGroup[]
  /** The first columns: how many units of a group go to rooms of a group. */
  readonly pairs: readonly { readonly unitGroup: number; readonly roomGroup: number }[]
  /** Columns of a steady program: how many rooms of a group are for people who share with each other. */
  readonly openings: readonly { readonly column: number; readonly roomGroup: number; readonly sharers: string }[]
  readonly columns: readonly { readonly value: number; readonly most: number }[]
  readonly rows: readonly {
    readonly most: number
    readonly entries: readonly { readonly column: number; readonly by: number }[]
  }[]
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): [string, T, T[]][] => {
  const groups = new Map<string, [string, T, T[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group[2].push(item)
    else groups.set(key, [key, item, [item]])
  }
  return [...groups.values()]
}

const alike = ({ room, isLow, closed, stayers }: Place, scopes: readonly (readonly string[])[]): string =>
  stayers.length > 0
    ? room.id
    : [
        room.categoryId,
        // Blocks that the same people can have are one.
        scopes.map((blocks) => (blocks.includes(room.blockId) ? 1 : 0)).join(''),
        isLow,
        room.beds,
        room.genderRule,
        closed.map(({ from, to }) => `${from}-${to}`).join(),
        ...room.keptFor.toSorted(),
      ].join('|')

/** People who share rooms with each other and with nobody else. Children without an adult are among themselves. */
export const sharersOf = ({ sort, hasAdult }: Unit): string => `${sort} ${hasAdult}`

/** Returns the stretches of nights in which nothing changes. */
const stretches = (
  units: readonly Unit[],
  places: readonly Place[],
): { readonly from: number; readonly to: number }[] => {
  const ends = new Set<number>()
  for (const { from, to } of units) ends.add(from).add(to)
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  for (const { stayers } of places)
    for (const { from, to } of stayers) {
      if (from > first && from < last) ends.add(from)
      if (to > first && to < last) ends.add(to)
    }
  const days = [...ends].sort((a, b) => a - b)
  return days.slice(1).map((to, index) => ({ from: days[index] ?? to, to }))
}

/**
 * Returns the program that says how many units of each group go to which group of rooms, so that most people have a bed.
 * It counts the beds of alike rooms together. A steady one gives each room to one sort of people for all nights, which
 * rooms can be filled along. One that is not lets rooms change from night to night: no plan places more people than its
 * best solution. Leaves out units that join their family.
 */
export const programOf = (house: House, units: readonly Unit[], isSteady: boolean): Program => {
  const open = units.filter(({ homes }) => homes.length === 0)
  const scopes = [
    ...new Map(open.map(({ party }) => [party.blockIds.toSorted().join(), party.blockIds])).values(),
  ].filter((blocks) => blocks.length > 0)
  const unitGroups = groupBy(open, ({ key }) => key).map(
    ([key, first, members]): UnitGroup => ({ key, first, units: members }),
  )
  const roomGroups = groupBy(house.places, (place) => alike(place, scopes))
    .map(([key, first, places]): RoomGroup => ({ key, first, places }))
    .filter(({ first }) => unitGroups.some((group) => suits(first, group.first)))
  const columns: { value: number; most: number }[] = []
  const rows: { most: number; entries: { column: number; by: number }[] }[] = []
  const pairs: { unitGroup: number; roomGroup: number }[] = []
  const openings: { column: number; roomGroup: number; sharers: string }[] = []
  const guests = roomGroups.map((): { readonly column: number; readonly unit: Unit }[] => [])
  for (const [unitGroup, { first: unit, units: members }] of unitGroups.entries()) {
    const total: { column: number; by: number }[] = []
    for (const [roomGroup, { first: place, places }] of roomGroups.entries()) {
      if (!suits(place, unit)) continue
      const inOne = unit.sort === 'family' ? 1 : Math.floor(place.room.beds / unit.size)
      pairs.push({ unitGroup, roomGroup })
      total.push({ column: columns.length, by: 1 })
      guests[roomGroup]?.push({ column: columns.length, unit })
      columns.push({ value: unit.size, most: Math.min(members.length, inOne * places.length) })
    }
    if (total.length > 0) rows.push({ most: members.length, entries: total })
  }
  for (const [roomGroup, { first: place, places }] of roomGroups.entries()) {
    const here = guests[roomGroup] ?? []
    if (here.length === 0) continue
    const seen = new Set<string>()
    const steady = new Map<string, number>()
    const nights = stretches(
      here.map(({ unit }) => unit),
      place.stayers.length > 0 ? places : [],
    )
    for (const stretch of nights) {
      const tonight = here.filter(({ unit }) => overlaps(unit, stretch))
      const signature = tonight.map(({ column }) => column).join()
      if (tonight.length === 0 || (place.stayers.length === 0 && seen.has(signature))) continue
      seen.add(signature)
      addNight(stretch, roomGroup, place, places.length, tonight, steady)
    }
    if (isSteady && steady.size > 0)
      rows.push({ most: places.length, entries: [...steady.values()].map((column) => ({ column, by: 1 })) })
  }
  return { unitGroups, roomGroups, pairs, openings, columns, rows }

  /** The rows of one stretch of nights: beds of each sort in the rooms opened for it, and rooms altogether. */
  function addNight(
    stretch: { readonly from: number; readonly to: number },
    roomGroup: number,
    place: Place,
    count: number,
    tonight: readonly { readonly column: number; readonly unit: Unit }[],
    steady: Map<string, number>,
  ): void {
    const there = place.stayers.filter((one) => overlaps(one, stretch))
    if (there.length > 0) {
      const people = there.flatMap((one) => one.people)
      const genders = new Set(people.map(({ gender }) => gender))
      const [gender] = genders
      const isShared = genders.size === 1 && there.every((one) => sortOf(one.people) !== 'family')
      const can = ({ sort }: Unit) => isShared && sort === gender
      const fitting = tonight.filter(({ unit }) => can(unit))
      const others = tonight.filter(({ unit }) => !can(unit))
      if (fitting.length > 0)
        rows.push({
          most: freeBedsIn(place, stretch),
          entries: fitting.map(({ column, unit }) => ({ column, by: unit.size })),
        })
      if (others.length > 0) rows.push({ most: 0, entries: others.map(({ column }) => ({ column, by: 1 })) })
      return
    }
    const alone = tonight.filter(({ unit }) => unit.sort === 'family' || unit.sort === 'unknown')
    const all = alone.map(({ column }) => ({ column, by: 1 }))
    for (const [key, , sharers] of groupBy(
      tonight.filter((one) => !alone.includes(one)),
      ({ unit }) => sharersOf(unit),
    )) {
      const known = isSteady ? steady.get(key) : undefined
      const opened = known ?? columns.length
      if (known === undefined) {
        columns.push({ value: 0, most: count })
        if (isSteady) openings.push({ column: opened, roomGroup, sharers: key })
      }
      steady.set(key, opened)
      if (!isSteady) all.push({ column: opened, by: 1 })
      rows.push({
        most: 0,
        entries: [
          ...sharers.map(({ column, unit }) => ({ column, by: unit.size })),
          { column: opened, by: -place.room.beds },
        ],
      })
    }
    if (isSteady) {
      const known = steady.get('alone')
      const opened = known ?? columns.length
      if (known === undefined) columns.push({ value: 0, most: count })
      steady.set('alone', opened)
      if (all.length > 0) rows.push({ most: 0, entries: [...all, { column: opened, by: -1 }] })
    } else rows.push({ most: count, entries: all })
  }
}

/** How many units of each key go to the rooms of a group, and the group of each room. */
export interface Guide {
  readonly wanted: ReadonlyMap<string, ReadonlyMap<RoomGroup, number>>
  /** How many rooms of a group are for people who share with each other. */
  readonly rooms: ReadonlyMap<RoomGroup, ReadonlyMap<string, number>>
  /** By room. */
  readonly groupOf: ReadonlyMap<string, RoomGroup>
}

/** Turns a solution into what the filling of rooms follows. @param values of the columns */
export const guideOf = ({ unitGroups, roomGroups, pairs, openings }: Program, values: ArrayLike<number>): Guide => {
  const rooms = new Map<RoomGroup, Map<string, number>>()
  for (const { column, roomGroup, sharers } of openings) {
    const group = roomGroups[roomGroup]
    if (group) rooms.set(group, (rooms.get(group) ?? new Map()).set(sharers, Math.ceil((values[column] ?? 0) - 1e-6)))
  }
  const wanted = new Map<string, Map<RoomGroup, number>>()
  for (const [column, pair] of pairs.entries()) {
    const count = Math.floor((values[column] ?? 0) + 1e-6)
    const key = unitGroups[pair.unitGroup]?.key
    const group = roomGroups[pair.roomGroup]
    if (count === 0 || key === undefined || !group) continue
    const known = wanted.get(key)
    if (known) known.set(group, count)
    else wanted.set(key, new Map([[group, count]]))
  }
  return {
    wanted,
    rooms,
    groupOf: new Map(roomGroups.flatMap((group) => group.places.map(({ room }) => [room.id, group] as const))),
  }
}

/** Joins guides of programs that have neither people nor rooms in common. */
export const joinedGuides = (guides: readonly Guide[]): Guide => ({
  wanted: new Map(guides.flatMap(({ wanted }) => [...wanted])),
  rooms: new Map(guides.flatMap(({ rooms }) => [...rooms])),
  groupOf: new Map(guides.flatMap(({ groupOf }) => [...groupOf])),
})
