import type { TitleKind } from '@shiloh/contract/identity/account'
import { ageOn, isForAge, isMinorAt, MAX_PERSONS, type ParticipantRole } from '@shiloh/contract/reservations/party'
import { dayIn } from '@shiloh/contract/text/zone'
import type { Choice, Guest } from './choice.ts'

/** A participant. An unknown birth date counts as adult. */
export interface Person {
  readonly name: string
  readonly gender: 'male' | 'female' | null
  readonly birth_date: string | null
}

/** Somebody on the user's own lists who can come along. */
export interface Relative extends Person {
  readonly person_id: string
  readonly role: Exclude<ParticipantRole, 'main'>
  /** On the spouse list. */
  readonly title_id: string | null
  /** The title grants nothing yet: the office has not confirmed it. */
  readonly title_waits?: boolean
  /** Written down by the office. */
  readonly designation_id?: string | null
}

export type Relation = Relative['role']

/** The typed data of a new person. */
export interface TypedRelative {
  readonly first_name: string
  readonly last_name: string
  readonly gender: 'male' | 'female'
  readonly birth_date?: string
}

/** The name of the main person in fields, where everybody else has an id. */
export const ME = 'me'
export const personField = (person: string, name: string): string => `participants.${person}.${name}`

interface When {
  readonly starts_at: string
  readonly time_zone: string
}

/** Returns the age in full years on the event's first day. Null if the birth date is unknown. */
export const ageAt = (event: When, { birth_date }: Pick<Person, 'birth_date'>): number | null =>
  birth_date === null ? null : ageOn(birth_date, dayIn(event.starts_at, event.time_zone))

interface Type {
  readonly _id: string
  readonly members_only: boolean
  readonly title_ids: readonly string[]
  readonly designation_ids: readonly string[]
  readonly min_age: number | null
  readonly max_age: number | null
}
export interface Bearer {
  readonly title_id: string | null
  readonly designation_id: string | null
  /** Which of the two the office has not confirmed yet. It opens nothing. */
  readonly waiting_for_confirmation: readonly TitleKind[]
}

/** Why a participant type is closed to somebody. */
export type Closed = 'members_only' | 'other_age' | Waiting | 'for_titles'
/** The office has not confirmed what would open it. */
type Waiting = 'title_waits' | 'designation_waits'
export const isWaiting = (closed: Closed | null): closed is Waiting =>
  closed === 'title_waits' || closed === 'designation_waits'

/**
 * Returns why a participant type is closed to somebody, or null if it is open. The server decides.
 * @param bearers the people whose titles count: oneself, and of a couple who come the other one, too
 */
export const whyClosed = (
  type: Type,
  age: number | null,
  isNotMember: boolean,
  bearers: readonly Bearer[],
): Closed | null => {
  if (type.members_only && isNotMember) return 'members_only'
  if (!isForAge(type, age)) return 'other_age'
  if (type.title_ids.length + type.designation_ids.length === 0) return null
  const opening = bearers.flatMap(
    ({ title_id, designation_id, waiting_for_confirmation: waiting }): (Closed | null)[] => [
      ...(title_id !== null && type.title_ids.includes(title_id)
        ? [waiting.includes('title') ? ('title_waits' as const) : null]
        : []),
      ...(designation_id !== null && type.designation_ids.includes(designation_id)
        ? [waiting.includes('designation') ? ('designation_waits' as const) : null]
        : []),
    ],
  )
  const [reason = 'for_titles'] = opening
  return opening.includes(null) ? null : reason
}

/** The account of the main person, as far as it opens participant types. */
export interface Account extends Bearer {
  readonly is_not_member: boolean
}

const bearerOf = ({ title_id, title_waits, designation_id = null }: Relative): Bearer => ({
  title_id,
  designation_id,
  waiting_for_confirmation: title_waits ? ['title'] : [],
})

/** Returns the people whose titles open participant types to somebody: a couple who come share theirs. */
const bearersOf = (person: Person | Relative, mine: readonly Bearer[], spouse?: Relative): readonly Bearer[] => {
  if (!('role' in person)) return spouse ? [...mine, bearerOf(spouse)] : mine
  return person.role === 'spouse' ? [bearerOf(person), ...mine] : [bearerOf(person)]
}

/** Returns the spouse who comes along. */
export const spouseIn = (relatives: readonly Relative[], guests: readonly Guest[]): Relative | undefined =>
  relatives.find(({ role, person_id }) => role === 'spouse' && guests.some((guest) => guest.person_id === person_id))

/**
 * Returns why a participant type is closed to the main person or to one of their relatives, or null if it is open.
 * @param spouse who comes along
 */
export const closedTo = (
  event: When,
  account: Account | null | undefined,
  type: Type,
  person: Person | Relative,
  spouse?: Relative,
): Closed | null =>
  whyClosed(
    type,
    ageAt(event, person),
    account?.is_not_member ?? false,
    bearersOf(person, account ? [account] : [], spouse),
  )

type Written = Pick<Guest, 'title_id' | 'designation_id'>

/** Returns what opens participant types: a title that the office writes down counts, whatever the account says. */
export const writtenIn = (account: Account, { title_id, designation_id }: Written): Account => ({
  ...account,
  title_id: title_id ?? account.title_id,
  designation_id: designation_id ?? account.designation_id,
  waiting_for_confirmation: account.waiting_for_confirmation.filter(
    (kind) => (kind === 'title' ? title_id : designation_id) === null,
  ),
})

/** Returns a relative with what the office writes down about them. It counts, whatever the spouse list says. */
export const writtenOn = (relative: Relative, written: Written | undefined): Relative =>
  written
    ? {
        ...relative,
        title_id: written.title_id ?? relative.title_id,
        title_waits: written.title_id === null && relative.title_waits === true,
        designation_id: written.designation_id,
      }
    : relative

/** Returns whether a relative's own title would open a participant type once it is confirmed, and not the main person's. */
export const isOwnWaiting = (event: When, type: Type, person: Person | Relative): boolean =>
  isWaiting(closedTo(event, null, type, person))

/** Returns a function with the ids of the participant types that are open to somebody. */
export const openTypes =
  (event: When & { readonly participant_types: readonly Type[] }, account: Account | null | undefined) =>
  (person: Person | Relative, spouse?: Relative): string[] =>
    event.participant_types
      .filter((type) => closedTo(event, account, type, person, spouse) === null)
      .map(({ _id }) => _id)

const onlyOne = ([only, ...others]: readonly Type[]): string | null => (only && others.length === 0 ? only._id : null)

/**
 * Returns the participant type that is meant for somebody who comes along: the one for their age, the one for their own title, or
 * the only one that is open to them. Null: ask. That of the main person says nothing about theirs: a minister's wife may come as
 * a minister, but there may be a type for her, and its price is another one.
 * @param open the types that are open to them
 */
export const likelyType = (open: readonly Type[], age: number | null, person: Relative): string | null => {
  const forAge = isMinorAt(age) ? open.filter(({ max_age }) => max_age !== null) : []
  const forTitle = open.filter(
    (type) =>
      type.title_ids.length + type.designation_ids.length > 0 &&
      whyClosed(type, age, false, [bearerOf(person)]) === null,
  )
  return onlyOne(forAge) ?? onlyOne(forTitle) ?? onlyOne(open)
}

const withoutLost = (guests: readonly Guest[]): Guest[] =>
  guests.map((guest) =>
    guest.guardian_id !== null && !guests.some(({ person_id }) => person_id === guest.guardian_id)
      ? { ...guest, guardian_id: null }
      : guest,
  )

/** Adds a person. Only one spouse comes along: a second one replaces the first. */
export const withGuest = (guests: readonly Guest[], guest: Guest): Guest[] =>
  withoutLost([
    ...guests.filter(
      ({ person_id, role }) => person_id !== guest.person_id && !(guest.role === 'spouse' && role === 'spouse'),
    ),
    guest,
  ])

/** Removes a person. Their minors get the first adult as guardian again. */
export const withoutGuest = (guests: readonly Guest[], personId: string): Guest[] =>
  withoutLost(guests.filter(({ person_id }) => person_id !== personId))

export const hasRoomForMore = (guests: readonly Guest[]): boolean => guests.length + 1 < MAX_PERSONS

/** The known persons of a choice: the main one, then each guest, in request order. */
export interface Coming {
  readonly key: string
  readonly role: ParticipantRole
  readonly person: Person
  readonly guest: Guest | null
}
export const comingOf = (
  me: Person,
  relatives: readonly Relative[],
  { guests, gender }: Pick<Choice, 'guests' | 'gender'>,
): Coming[] => [
  { key: ME, role: 'main', person: { ...me, gender: me.gender ?? gender }, guest: null },
  ...guests.map((guest) => ({
    key: guest.person_id,
    role: guest.role,
    person: relatives.find(({ person_id }) => person_id === guest.person_id) ?? {
      name: '',
      gender: null,
      birth_date: null,
    },
    guest,
  })),
]

/** Returns the patch of a choice that changes one guest. */
export const changeGuest = (
  { guests }: Pick<Choice, 'guests'>,
  personId: string,
  patch: Partial<Omit<Guest, 'person_id' | 'role'>>,
): Pick<Choice, 'guests'> => ({
  guests: guests.map((guest) => (guest.person_id === personId ? { ...guest, ...patch } : guest)),
})

/** Returns the patch of a choice that changes one person. The main person's fields are those of the choice. */
export const changePerson = (
  choice: Choice,
  key: string,
  patch: Partial<Pick<Guest, 'participant_type_id' | 'title_id' | 'designation_id' | 'care'>>,
): Partial<Choice> => (key === ME ? patch : changeGuest(choice, key, patch))

/** Returns who can be responsible for a minor, and who is. Nobody for an adult. */
export const guardianOf = (
  event: When,
  coming: readonly Coming[],
  key: string,
): { readonly chosen: Coming | null; readonly from: readonly Coming[] } | null => {
  const one = coming.find((other) => other.key === key)
  if (!one || !isMinorAt(ageAt(event, one.person))) return null
  const from = coming.filter(({ person }) => !isMinorAt(ageAt(event, person)))
  return { chosen: from.find((other) => other.key === one.guest?.guardian_id) ?? from[0] ?? null, from }
}
