import { ageOn, isForAge, isMinorAt, MAX_PERSONS, type ParticipantRole } from '@shiloh/contract/reservations/party'
import { dayIn } from '@shiloh/contract/text/zone'
import type { Choice, Guest } from './choice.ts'

/** Somebody who takes part; of whom the birth date is not known, a grown-up. */
export interface Person {
  readonly name: string
  readonly gender: 'male' | 'female' | null
  readonly birth_date: string | null
}

/** Somebody of one's own lists, who may come along. */
export interface Relative extends Person {
  readonly person_id: string
  readonly role: Exclude<ParticipantRole, 'main'>
  /** Of the spouse list. */
  readonly title_id: string | null
}

export type Relation = Relative['role']

/** What is typed of somebody new. */
export interface TypedRelative {
  readonly first_name: string
  readonly last_name: string
  readonly gender: 'male' | 'female'
  readonly birth_date?: string
}

/** How the page names the main person in fields, where everybody else has an id. */
export const ME = 'me'
export const personField = (person: string, name: string): string => `participants.${person}.${name}`

interface When {
  readonly starts_at: string
  readonly time_zone: string
}

/** In full years on the event's first day; null where the birth date is not known. */
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
}

/**
 * The types that somebody may take part as; the server decides.
 * @param bearers whose titles count: one's own, and for a spouse the main person's as well
 */
export const typesOpenTo = <T extends Type>(
  types: readonly T[],
  age: number | null,
  isNotMember: boolean,
  bearers: readonly Bearer[],
): T[] =>
  types.filter(
    (type) =>
      !(type.members_only && isNotMember) &&
      isForAge(type, age) &&
      (type.title_ids.length + type.designation_ids.length === 0 ||
        bearers.some(
          ({ title_id, designation_id }) =>
            (title_id !== null && type.title_ids.includes(title_id)) ||
            (designation_id !== null && type.designation_ids.includes(designation_id)),
        )),
  )

/** What somebody most likely takes part as: what is made for their age, else the same as the main person; null: ask. */
export const likelyType = (open: readonly Type[], age: number | null, mainType: string | null): string | null => {
  const [only, ...others] = isMinorAt(age) ? open.filter(({ max_age }) => max_age !== null) : []
  if (only && others.length === 0) return only._id
  if (open.length === 1) return open[0]?._id ?? null
  return open.find(({ _id }) => _id === mainType)?._id ?? null
}

const withoutLost = (guests: readonly Guest[]): Guest[] =>
  guests.map((guest) =>
    guest.guardian_id !== null && !guests.some(({ person_id }) => person_id === guest.guardian_id)
      ? { ...guest, guardian_id: null }
      : guest,
  )

/** With one more person. One spouse comes along: another one takes the place. */
export const withGuest = (guests: readonly Guest[], guest: Guest): Guest[] =>
  withoutLost([
    ...guests.filter(
      ({ person_id, role }) => person_id !== guest.person_id && !(guest.role === 'spouse' && role === 'spouse'),
    ),
    guest,
  ])

/** Without somebody; whom they answered for has the first grown-up as guardian again. */
export const withoutGuest = (guests: readonly Guest[], personId: string): Guest[] =>
  withoutLost(guests.filter(({ person_id }) => person_id !== personId))

export const hasRoomForMore = (guests: readonly Guest[]): boolean => guests.length + 1 < MAX_PERSONS

/** The persons of a choice that are known: the main one, then each guest, in the order in which they are sent. */
export interface Coming {
  readonly key: string
  readonly role: ParticipantRole
  readonly person: Person
  readonly guest: Guest | null
}
export const comingOf = (me: Person, relatives: readonly Relative[], { guests }: Pick<Choice, 'guests'>): Coming[] => [
  { key: ME, role: 'main', person: me, guest: null },
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

/** The patch of a choice that changes one guest. */
export const changeGuest = (
  { guests }: Pick<Choice, 'guests'>,
  personId: string,
  patch: Partial<Omit<Guest, 'person_id' | 'role'>>,
): Pick<Choice, 'guests'> => ({
  guests: guests.map((guest) => (guest.person_id === personId ? { ...guest, ...patch } : guest)),
})

/** The patch of a choice that changes one person; the fields of the main person are the fields of the choice. */
export const changePerson = (
  choice: Choice,
  key: string,
  patch: Partial<Pick<Guest, 'participant_type_id' | 'title_id' | 'designation_id' | 'care'>>,
): Partial<Choice> => (key === ME ? patch : changeGuest(choice, key, patch))

/** Who may answer for a minor, and who does; nobody for a grown-up. */
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
