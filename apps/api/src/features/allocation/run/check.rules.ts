import type { Pair, RunPerson, RunRoom, Stay } from './model.rules.ts'

/**
 * The second check of a plan. It shares no code with what makes plans, and none with the rules by which single beds are
 * assigned: a mistake there is found here. It looks at one room and one night at a time, and at nothing else.
 */

/** Somebody in a bed: who was there before, or whom a plan puts there. */
export interface Sleeping extends Stay {
  readonly person: RunPerson
  readonly partyId: string
  readonly roomId: string
  readonly bed: number
  /** Whether the plan put them there. What was there before is not judged on its own. */
  readonly isNew: boolean
  /** Of a new one: where they are allowed. */
  readonly claim?: { readonly categoryId: string; readonly blockIds: readonly string[] }
}

export const RULES = [
  'room_unknown',
  'bed_unknown',
  'bed_twice',
  'person_twice',
  'category',
  'block',
  'maintenance',
  'kept',
  'ground_floor',
  'gender',
  'family',
  'companion',
  'couple',
  'child',
  'apart',
] as const
export type Rule = (typeof RULES)[number]

export interface Broken {
  readonly rule: Rule
  readonly roomId: string
  readonly personIds: readonly string[]
}

const nightsOf = ({ check_in, check_out }: Stay): string[] => {
  const nights: string[] = []
  for (const day = new Date(check_in); day.toISOString().slice(0, 10) < check_out; day.setUTCDate(day.getUTCDate() + 1))
    nights.push(day.toISOString().slice(0, 10))
  return nights
}

/**
 * Returns what a log may keep of broken rules: who must not share a room with whom is for readers of welfare alone, and a
 * room would tell them.
 */
export const loggedRules = (broken: readonly Broken[]): readonly object[] =>
  broken.slice(0, 10).map((one) => (one.rule === 'apart' ? { rule: 'unsuitable' } : one))

/** What is wrong with the people of one room in one night. Only what somebody new takes part in. */
const brokenTonight = (room: RunRoom, tonight: readonly Sleeping[]): Rule[] => {
  const rules: Rule[] = []
  if (new Set(tonight.map(({ bed }) => bed)).size < tonight.length) rules.push('bed_twice')
  const parties = [...new Set(tonight.map(({ partyId }) => partyId))].map((id) =>
    tonight.filter(({ partyId }) => partyId === id).map(({ person }) => person),
  )
  const isOneFamily = parties.length === 1
  const genders = new Set(tonight.map(({ person }) => person.gender))
  if (!isOneFamily && (genders.size > 1 || genders.has(null))) rules.push('gender')
  if (isOneFamily && tonight.length === 1 && genders.has(null) && room.beds > 1) rules.push('gender')
  if (!isOneFamily && parties.some((people) => people.length > 1 && people.some(({ role }) => role === 'spouse')))
    rules.push('family')
  if (room.genderRule === 'male' && tonight.some(({ person }) => person.gender !== 'male')) rules.push('gender')
  if (room.genderRule === 'female' && tonight.some(({ person }) => person.gender !== 'female')) rules.push('gender')
  if (
    room.genderRule !== null &&
    room.genderRule !== 'family' &&
    tonight.some(({ person }) => person.role === 'spouse') &&
    tonight.length > 1
  )
    rules.push('family')
  if (room.genderRule === 'family' && !isOneFamily) rules.push('family')
  for (const people of parties) {
    const hasChild = people.some(({ isChild }) => isChild)
    const hasGuardian = people.some(({ isChild }) => !isChild)
    const hasStrangers = parties.some((others) => others !== people && others.some(({ isChild }) => !isChild))
    if (hasChild && !hasGuardian && hasStrangers) rules.push('child')
  }
  for (const { person, partyId, isNew } of tonight) {
    if (person.role !== 'companion' || person.isChild) continue
    for (const other of tonight)
      if (
        (isNew || other.isNew) &&
        other.partyId === partyId &&
        other.person !== person &&
        !other.person.isChild &&
        (person.gender === null || other.person.gender !== person.gender)
      )
        rules.push('companion')
  }
  return rules
}

/** Returns those of one room in one night who must not share it. Two who were there before are not judged. */
const apartTonight = (tonight: readonly Sleeping[], enemies: ReadonlySet<string>): string[] =>
  tonight.flatMap((one) =>
    tonight.some((other) => (one.isNew || other.isNew) && enemies.has(`${one.person.id} ${other.person.id}`))
      ? [one.person.id]
      : [],
  )

/**
 * Returns every rule that a plan breaks. `sleeping` are all people of the rooms, those who were there before too;
 * `apart` are persons who must not share a room.
 */
export const brokenRules = (
  rooms: readonly RunRoom[],
  sleeping: readonly Sleeping[],
  apart: readonly Pair[],
): Broken[] => {
  const broken: Broken[] = []
  const roomOf = new Map(rooms.map((room) => [room.id, room]))
  const enemies = new Set(apart.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))
  const nights = new Map<string, Sleeping[]>()
  const where = new Map<string, string>()
  for (const one of sleeping) {
    const { person, roomId, bed, claim } = one
    const say = (rule: Rule) => broken.push({ rule, roomId, personIds: [person.id] })
    const room = roomOf.get(roomId)
    if (!room) {
      if (one.isNew) say('room_unknown')
      continue
    }
    const all = nightsOf(one)
    for (const night of all) {
      const key = `${roomId} ${night}`
      const known = nights.get(key)
      if (known) known.push(one)
      else nights.set(key, [one])
      const spot = `${person.id} ${night}`
      if (one.isNew && where.has(spot)) say('person_twice')
      where.set(spot, roomId)
    }
    if (!one.isNew) continue
    if (bed < 1 || bed > room.beds) say('bed_unknown')
    if (claim && claim.categoryId !== room.categoryId) say('category')
    if (claim && claim.blockIds.length > 0 && !claim.blockIds.includes(room.blockId)) say('block')
    if (room.closed.some((period) => nightsOf(period).some((night) => all.includes(night)))) say('maintenance')
    if (person.needsLow && room.floor > 0 && !room.accessible) say('ground_floor')
    if (
      room.keptFor.length > 0 &&
      !sleeping.some(
        (other) =>
          other.roomId === roomId &&
          other.partyId === one.partyId &&
          room.keptFor.some((id) => other.person.bearings.includes(id)),
      )
    )
      say('kept')
  }
  for (const [key, tonight] of nights) {
    if (!tonight.some(({ isNew }) => isNew)) continue
    const [roomId = ''] = key.split(' ')
    const room = roomOf.get(roomId)
    if (!room) continue
    for (const rule of brokenTonight(room, tonight))
      broken.push({ rule, roomId, personIds: tonight.map(({ person }) => person.id) })
    const personIds = apartTonight(tonight, enemies)
    if (personIds.length > 0) broken.push({ rule: 'apart', roomId, personIds })
  }
  const couples = new Map<string, Sleeping[]>()
  for (const one of sleeping)
    if (one.person.role === 'main' || one.person.role === 'spouse')
      couples.set(one.partyId, [...(couples.get(one.partyId) ?? []), one])
  for (const couple of couples.values())
    if (
      couple.some(({ isNew }) => isNew) &&
      couple.some(({ person }) => person.role === 'spouse') &&
      new Set(couple.map(({ roomId }) => roomId)).size > 1
    )
      broken.push({ rule: 'couple', roomId: couple[0]?.roomId ?? '', personIds: couple.map(({ person }) => person.id) })
  return broken
}
