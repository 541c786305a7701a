import { freeBedsIn, type House, overlaps, type Place, spotFor, suits } from './house.rules.ts'
import { dayOf, type LeftReason, type Pair, type PlaceReason, type RunInput, type RunPerson } from './model.rules.ts'
import { mostBedsFor, sortOf, type Unit } from './units.rules.ts'

/** Reasons that are shown with one place, the weightiest first. */
const MOST_REASONS = 2

/**
 * Returns a function that says why people are where they are, and whose wish is not kept by it. Only wishes of `who` count: a
 * child has none of its mother's.
 */
export const placeReasons = (house: House, { parties, wishes }: RunInput) => {
  const friends = new Map<string, string[]>()
  for (const [a, b] of wishes) {
    friends.set(a, [...(friends.get(a) ?? []), b])
    friends.set(b, [...(friends.get(b) ?? []), a])
  }
  const languages = new Map<string, number>()
  for (const { people } of parties)
    for (const { language } of people) languages.set(language, (languages.get(language) ?? 0) + 1)
  const commonest = [...languages].sort((a, b) => b[1] - a[1])[0]?.[0]
  const inBlock = new Map<string, number>()
  const ofDistrict = new Map<string, number>()
  for (const [unit, { room }] of house.at) {
    if (unit.districtId === null) continue
    const key = `${room.blockId} ${unit.districtId}`
    inBlock.set(key, (inBlock.get(key) ?? 0) + unit.size)
    ofDistrict.set(unit.districtId, (ofDistrict.get(unit.districtId) ?? 0) + unit.size)
  }

  return (unit: Unit, place: Place, who: readonly RunPerson[] = unit.people): PlaceReason[] => {
    const { room, stayers } = place
    const there = stayers.filter((one) => one.unit !== unit && overlaps(one, unit))
    const others = there.flatMap(({ people }) => people)
    const reasons: PlaceReason[] = []
    const wished = others.filter(({ id }) => who.some((person) => friends.get(person.id)?.includes(id)))
    if (there.some(({ partyId }) => partyId === unit.party.id)) reasons.push({ code: 'joins_family' })
    else if (unit.people.some(({ role }) => role === 'spouse') && unit.size === 2) reasons.push({ code: 'couple' })
    else if (unit.sort === 'family') reasons.push({ code: 'family' })
    else if (unit.hasChild && unit.hasAdult) reasons.push({ code: 'guardian' })
    if (wished.length > 0) reasons.push({ code: 'wish', with: wished.map(({ id }) => id).toSorted() })
    if (unit.needsLow) reasons.push({ code: 'ground_floor' })
    if (unit.needsQuiet && room.quiet) reasons.push({ code: 'quiet' })
    const opened = unit.bearings.find((id) => room.keptFor.includes(id))
    if (opened !== undefined) reasons.push({ code: 'kept', id: opened })
    const { districtId } = unit
    if (districtId !== null) {
      const near = inBlock.get(`${room.blockId} ${districtId}`) ?? 0
      if (others.some((person) => person.districtId === districtId))
        reasons.push({ code: 'district_room', id: districtId })
      else if (near > unit.size && near === ofDistrict.get(districtId))
        reasons.push({ code: 'district_block', id: districtId })
    }
    const language = unit.people[0]?.language
    const speakers = others.filter((person) => person.language === language)
    if (language !== commonest && speakers.length > 0)
      reasons.push({ code: 'language', with: speakers.map(({ id }) => id).toSorted() })
    if (reasons.length === 0) reasons.push({ code: there.length > 0 ? 'fills' : 'first' })
    const together = new Set([...others, ...unit.people].map(({ id }) => id))
    const missed = who.flatMap(({ id }) => friends.get(id) ?? []).filter((id) => !together.has(id))
    return [
      ...reasons.slice(0, MOST_REASONS),
      ...(missed.length > 0 ? [{ code: 'wish_missed' as const, with: missed.toSorted() }] : []),
    ]
  }
}

const isIn = ({ room }: Place, { party }: Unit): boolean =>
  room.categoryId === party.categoryId && (party.blockIds.length === 0 || party.blockIds.includes(room.blockId))

/** Returns the first night on which none of these rooms has enough beds for a unit that they suit. */
const firstFullNight = (places: readonly Place[], unit: Unit): number => {
  for (let night = unit.from; night < unit.to; night += 1) {
    const tonight = { from: night, to: night + 1 }
    const hasBed = places.some((place) => {
      if (freeBedsIn(place, tonight) < unit.size) return false
      const people = place.stayers.filter((one) => overlaps(one, tonight)).flatMap((one) => one.people)
      return people.length === 0 || (unit.sort !== 'family' && unit.sort !== 'unknown' && sortOf(people) === unit.sort)
    })
    if (!hasBed) return night
  }
  return unit.from
}

/** Returns why a unit has no bed, from what is left when everybody else has one. */
export const leftReason = (house: House, unit: Unit, rooms: RunInput['rooms']): LeftReason => {
  const inScope = house.places.filter((place) => isIn(place, unit))
  if (inScope.length === 0) return { code: 'no_rooms' }
  const most = mostBedsFor(rooms, unit.party)
  if (most < unit.size) return { code: 'too_big', persons: unit.size, beds: most }
  if (unit.homeOnly) return { code: 'family_apart' }
  if (unit.sort === 'unknown') return { code: 'gender_unknown' }
  const suiting = inScope.filter((place) => suits(place, unit))
  if (unit.needsLow) {
    const low = inScope.filter(({ isLow }) => isLow)
    const upstairs: Unit = { ...unit, needsLow: false }
    const isOnlyThis = inScope.some((place) => !place.isLow && spotFor(house, place, upstairs) !== undefined)
    if (isOnlyThis || suiting.length === 0)
      return {
        code: 'ground_floor',
        beds: low.reduce((sum, { room }) => sum + room.beds, 0),
        others: low
          .flatMap(({ stayers }) => stayers)
          .filter((one) => one.unit && !one.unit.needsLow && overlaps(one, unit))
          .reduce((sum, { people }) => sum + people.length, 0),
      }
  }
  const peaceful: House = { ...house, apart: new Map() }
  if (suiting.some((place) => spotFor(peaceful, place, unit) !== undefined)) return { code: 'apart' }
  if (unit.hasChild && !unit.hasAdult) return { code: 'children' }
  const isOpenToOthers = inScope.some(
    (place) => place.room.keptFor.length > 0 && !suiting.includes(place) && freeBedsIn(place, unit) >= unit.size,
  )
  const isRoomElse = inScope.some((place) => place.room.keptFor.length === 0 && freeBedsIn(place, unit) >= unit.size)
  if (isOpenToOthers && !isRoomElse) return { code: 'kept' }
  return {
    code: 'full',
    sort: unit.sort,
    night: dayOf(firstFullNight(suiting.length > 0 ? suiting : inScope, unit)),
    elsewhere: freeElsewhere(house, unit),
  }
}

/** Returns how many people like these could sleep in rooms of other categories, by category. */
const freeElsewhere = (house: House, unit: Unit): { categoryId: string; beds: number }[] => {
  const beds = new Map<string, number>()
  for (const place of house.places) {
    const { room } = place
    if (room.categoryId === unit.party.categoryId) continue
    const there: Unit = { ...unit, party: { ...unit.party, categoryId: room.categoryId, blockIds: [] } }
    if (spotFor(house, place, there))
      beds.set(room.categoryId, (beds.get(room.categoryId) ?? 0) + freeBedsIn(place, unit))
  }
  return [...beds].map(([categoryId, count]) => ({ categoryId, beds: count })).sort((a, b) => b.beds - a.beds)
}

/** Returns how many wishes between people with a bed or a claim are kept, of how many. */
export const countWishes = (house: House, { wishes }: RunInput): { readonly all: number; readonly kept: number } => {
  const where = new Map<string, { readonly roomId: string; readonly from: number; readonly to: number }>()
  for (const { room, stayers } of house.places)
    for (const { people, from, to } of stayers)
      for (const { id } of people) where.set(id, { roomId: room.id, from, to })
  const isKept = ([a, b]: Pair): boolean => {
    const one = where.get(a)
    const other = where.get(b)
    return one !== undefined && other !== undefined && one.roomId === other.roomId && overlaps(one, other)
  }
  return { all: wishes.length, kept: wishes.filter(isKept).length }
}

/** Returns how many districts with two people or more who were placed are in one block, of how many. */
export const countDistricts = ({ at }: House): { readonly all: number; readonly together: number } => {
  const districts = new Map<string, { people: number; readonly blocks: Set<string> }>()
  for (const [unit, { room }] of at)
    for (const { districtId } of unit.people) {
      if (districtId === null) continue
      const known = districts.get(districtId) ?? { people: 0, blocks: new Set<string>() }
      known.people += 1
      known.blocks.add(room.blockId)
      districts.set(districtId, known)
    }
  const counted = [...districts.values()].filter(({ people }) => people > 1)
  return { all: counted.length, together: counted.filter(({ blocks }) => blocks.size === 1).length }
}
