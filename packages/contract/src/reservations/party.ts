import { z } from 'zod'
import { day, email, id, personName } from '../core.ts'

// ── The persons of one reservation ───────────────────────────────────────────────────────────────────────────────────

export const PARTICIPANT_ROLES = ['main', 'spouse', 'child', 'companion'] as const
export type ParticipantRole = (typeof PARTICIPANT_ROLES)[number]
/** Everybody who comes along is on the owner's spouse list (spouse) or family list (child, companion). */
export const FAMILY_RELATIONS = ['child', 'companion'] as const
export const MAX_PERSONS = 20

export const MEDICAL_CONDITIONS = ['diabetic', 'ulcer', 'mobility_issue', 'hypertension'] as const
export const DIETARY_PREFERENCES = ['salt_free', 'oil_free', 'pepper_free', 'spice_free'] as const
export const FEMALE_RELATED = ['pregnant', 'breast_feeding'] as const

/** A list of distinct choices. Repetitions are dropped. */
const choices = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .array(z.enum(values))
    .max(values.length * 2)
    .overwrite((list) => [...new Set(list)])

/** Special-category data of one person. Stored encrypted, and never shown with the reservation. */
export const care = z.object({
  medical_conditions: choices(MEDICAL_CONDITIONS),
  dietary_preference: choices(DIETARY_PREFERENCES),
  female_related: choices(FEMALE_RELATED),
})
export type Care = z.output<typeof care>
export const CARE_LISTS = ['medical_conditions', 'dietary_preference', 'female_related'] as const

/** A phone number on the wire, with its country code. */
const wirePhone = z.string().regex(/^\+[1-9][0-9]{6,14}$/, { error: 'phone' })

/**
 * A parent or guardian who does not come along, with one way to contact them. Staff can leave it out: a consent on
 * paper follows.
 */
export const consentContact = z
  .object({ name: personName(100), email: email.nullish(), phone: wirePhone.nullish() })
  .refine((contact) => !(contact.email && contact.phone), { path: ['phone'], error: 'unsupported' })
export type ConsentContact = z.output<typeof consentContact>

/**
 * Returns the forms of a phone number that reach the same phone: as written, and without a zero after the country code.
 */
const formsOfPhone = (phone: string): string[] => [
  phone,
  ...[2, 3, 4].filter((at) => phone[at] === '0').map((at) => phone.slice(0, at) + phone.slice(at + 1)),
]

/**
 * Returns whether two e-mail addresses, or two phone numbers with country code, reach the same mailbox or phone. Tags
 * (`ama+camp@…`) are ignored.
 */
export const isSameMailbox = (one: string, other: string): boolean => {
  if (!one.includes('@') || !other.includes('@'))
    return formsOfPhone(one).some((form) => formsOfPhone(other).includes(form))
  const [first, second] = [one, other].map((address) => address.toLowerCase().replace(/\+[^@]*@/, '@'))
  return first === second
}
export const CONSENT_STATUSES = ['waiting', 'given', 'refused'] as const

/** One person of a wish. */
export const wishPerson = z.object({
  role: z.enum(PARTICIPANT_ROLES),
  /** The id on the spouse list or family list. The main person has none. */
  person_id: id.nullish(),
  participant_type_id: id,
  title_id: id.nullish(),
  designation_id: id.nullish(),
  /** Omitted: the caterer of the reservation. */
  caterer_id: id.nullish(),
  medical_conditions: care.shape.medical_conditions.nullish(),
  dietary_preference: care.shape.dietary_preference.nullish(),
  female_related: care.shape.female_related.nullish(),
  /**
   * For a minor: `person_id` of the adult of this reservation who is responsible for them. Omitted: the main person.
   */
  guardian_id: id.nullish(),
  /** For a minor without an adult in this reservation: who is asked for consent. */
  consent_from: consentContact.nullish(),
})
export type WishPerson = z.output<typeof wishPerson>

/** Somebody who comes along and is not on the person's lists yet. Staff add them together with the reservation. */
const newPerson = z.object({
  /** Any id. `person_id` and `guardian_id` of the participants refer to it. */
  key: id,
  relation: z.enum(['spouse', ...FAMILY_RELATIONS]),
  first_name: personName(80),
  last_name: personName(80),
  gender: z.enum(['male', 'female']),
  birth_date: day.nullish(),
})
export type NewPerson = z.output<typeof newPerson>
export const newPersons = z
  .array(newPerson)
  .max(MAX_PERSONS)
  .check(({ value, issues }) => {
    value.forEach((person, index) => {
      const refuse = (field: string, message: string) =>
        issues.push({ code: 'custom', path: [index, field], message, input: value })
      if (value.slice(0, index).some(({ key }) => key === person.key)) refuse('key', 'taken')
      if (person.relation === 'child' && !person.birth_date) refuse('birth_date', 'required')
    })
  })

/** Returns whether two entries, before and after an edit, are the same person. */
export const isSamePerson = (
  a: Pick<WishPerson, 'role' | 'person_id'>,
  b: Pick<WishPerson, 'role' | 'person_id'>,
): boolean => (a.role === 'main' ? b.role === 'main' : b.role !== 'main' && a.person_id === b.person_id)

/** Returns the participant types of people, each with how many have it unless it is one: `Minister, 2 × Guest`. */
export const typesText = (people: readonly { readonly participant_type: string }[]): string =>
  [...Map.groupBy(people, ({ participant_type }) => participant_type)]
    .filter(([name]) => name !== '')
    .map(([name, having]) => (having.length > 1 ? `${having.length} × ${name}` : name))
    .join(', ')

/** The persons of a wish: the main person first, at most one spouse, no duplicates. */
export const wishPersons = z
  .array(wishPerson)
  .min(1)
  .max(MAX_PERSONS)
  .check(({ value, issues }) => {
    const refuse = (index: number, field: string, message: string) =>
      issues.push({ code: 'custom', path: [index, field], message, input: value })
    value.forEach((person, index) => {
      const isMain = person.role === 'main'
      if (isMain !== (index === 0)) refuse(index, 'role', 'invalid')
      if (isMain && person.person_id) refuse(index, 'person_id', 'unsupported')
      if (!isMain && !person.person_id) refuse(index, 'person_id', 'required')
      const before = value.slice(0, index)
      if (person.role === 'spouse' && before.some(({ role }) => role === 'spouse')) refuse(index, 'role', 'taken')
      if (!isMain && before.some((other) => other.role !== 'main' && other.person_id === person.person_id))
        refuse(index, 'person_id', 'taken')
    })
  })

// ── The form that names one person, or a couple ──────────────────────────────────────────────────────────────────────

/**
 * The two ways in which a body can describe its persons: each in `participants`, or without it oneself and the spouse.
 */
interface PersonsBody {
  readonly participants?: readonly WishPerson[] | null | undefined
  readonly participant_type_id?: string | undefined
  readonly title_id?: string | null | undefined
  readonly designation_id?: string | null | undefined
  readonly caterer_id?: string | null | undefined
  readonly with_spouse?: string | null | undefined
  readonly medical_conditions?: WishPerson['medical_conditions']
  readonly dietary_preference?: WishPerson['dietary_preference']
  readonly female_related?: WishPerson['female_related']
  readonly spouse_care?: Partial<Care> | null | undefined
}

/** Fields that describe oneself and the spouse if nobody is listed. */
export const SINGLE_FIELDS = [
  'participant_type_id',
  'title_id',
  'designation_id',
  'with_spouse',
  ...CARE_LISTS,
  'spouse_care',
] as const

/**
 * Returns the persons of a body for a new reservation, whichever way it describes them. All further code uses this
 * list.
 */
export const personsOf = (body: PersonsBody): WishPerson[] => {
  const { caterer_id } = body
  if (body.participants)
    return body.participants.map((person) => ({
      ...person,
      caterer_id: person.caterer_id === undefined ? caterer_id : person.caterer_id,
    }))
  const { participant_type_id = '', title_id, designation_id, with_spouse } = body
  const { medical_conditions, dietary_preference, female_related } = body
  return [
    {
      role: 'main',
      participant_type_id,
      title_id,
      designation_id,
      caterer_id,
      medical_conditions,
      dietary_preference,
      female_related,
    },
    ...(with_spouse
      ? [{ role: 'spouse' as const, person_id: with_spouse, participant_type_id, caterer_id, ...body.spouse_care }]
      : []),
  ]
}

const defined = <T extends object>(values: T): Partial<T> => {
  const kept = { ...values }
  for (const key of Object.keys(kept)) if (Reflect.get(kept, key) === undefined) Reflect.deleteProperty(kept, key)
  return kept
}

/**
 * Gives the persons whose guardian left a new one. Guardians named by the edit itself are left for the rules to check.
 */
const withoutLostGuardians = (
  persons: readonly WishPerson[],
  isNamed: (person: WishPerson) => boolean = () => false,
): WishPerson[] => {
  const isThere = (guardian: string) => persons.some(({ person_id }) => person_id === guardian)
  return persons.map((person) =>
    person.guardian_id && !isThere(person.guardian_id) && !isNamed(person) ? { ...person, guardian_id: null } : person,
  )
}

/**
 * Returns the persons after an edit: undefined keeps, null clears. A list replaces the persons, but those who stay keep
 * what it does not mention. Without a list, the edit applies to the main person and to a spouse with the same
 * participant type.
 */
export const editedPersons = (current: readonly WishPerson[], patch: PersonsBody): WishPerson[] => {
  const everybody = defined({ caterer_id: patch.caterer_id })
  const { participants } = patch
  if (participants) {
    const next = participants.map((person) => ({
      ...current.find((before) => isSamePerson(before, person)),
      ...everybody,
      ...defined(person),
      role: person.role,
      participant_type_id: person.participant_type_id,
    }))
    return withoutLostGuardians(next, (person) =>
      participants.some((listed) => isSamePerson(listed, person) && listed.guardian_id),
    )
  }
  const main = current.find(({ role }) => role === 'main')
  const spouse = current.find(({ role }) => role === 'spouse')
  const { participant_type_id, title_id, designation_id, with_spouse } = patch
  const { medical_conditions, dietary_preference, female_related } = patch
  const spouseCare =
    patch.spouse_care === null
      ? { medical_conditions: null, dietary_preference: null, female_related: null }
      : defined({ ...patch.spouse_care })
  const typeOf = (person: WishPerson) =>
    person.role === 'main' || (person.role === 'spouse' && person.participant_type_id === main?.participant_type_id)
      ? (participant_type_id ?? person.participant_type_id)
      : person.participant_type_id
  const kept = current
    .filter((person) => person.role !== 'spouse' || with_spouse === undefined || person.person_id === with_spouse)
    .map((person) => ({
      ...person,
      ...everybody,
      ...(person.role === 'main'
        ? defined({ title_id, designation_id, medical_conditions, dietary_preference, female_related })
        : {}),
      ...(person.role === 'spouse' ? spouseCare : {}),
      participant_type_id: typeOf(person),
    }))
  if (!with_spouse || spouse?.person_id === with_spouse) return withoutLostGuardians(kept)
  const [first, ...others] = withoutLostGuardians(kept)
  const added: WishPerson = {
    role: 'spouse',
    person_id: with_spouse,
    participant_type_id: first?.participant_type_id ?? participant_type_id ?? '',
    caterer_id: first?.caterer_id,
    ...spouseCare,
  }
  return first ? [first, added, ...others] : [added]
}

const PERSON_FIELD = /^participants\.(\d+)\.(\w+)$/

/** Fields that can be missing of somebody who comes along. */
export const PERSON_FIELDS = ['title_id', 'designation_id', ...CARE_LISTS] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

/**
 * Returns the name under which a reservation stores a missing field of somebody who comes along. It does not change
 * when others leave.
 */
export const missingOf = (personId: string, field: PersonField): string => `participants.${personId}.${field}`

const MISSING_FIELD = /^participants\.([0-9a-f]{24})\.(\w+)$/
/**
 * Returns the person and field of a missing field. Returns undefined if it belongs to the main person or is a question.
 */
export const readMissing = (
  missing: string,
): { readonly personId: string; readonly field: PersonField } | undefined => {
  const [, personId, name] = MISSING_FIELD.exec(missing) ?? []
  const field = PERSON_FIELDS.find((one) => one === name)
  return personId === undefined || field === undefined ? undefined : { personId, field }
}

/** Returns the name of a `participants` field in a body without a list. */
export const singleField = (persons: readonly Pick<WishPerson, 'role'>[], field: string): string => {
  const [, index, name] = PERSON_FIELD.exec(field) ?? []
  const role = index === undefined ? undefined : persons[Number(index)]?.role
  if (name === undefined || (role !== 'main' && role !== 'spouse')) return field
  if (role === 'main') return name
  if (CARE_LISTS.some((list) => list === name)) return `spouse_care.${name}`
  return name === 'participant_type_id' || name === 'caterer_id' ? name : 'with_spouse'
}

// ── Ages ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const GROWN_UP = 18

/** Returns whether a birth date is in the past and within a human lifetime. */
export const isBirthDate = (birthDate: string, today: string): boolean => birthDate < today && birthDate >= '1900-01-01'

/** Returns the age in full years on a day. People born on 29 February turn a year older on 1 March. */
export const ageOn = (birthDate: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) >= birthDate.slice(5) ? years : years - 1
}

/** Under 18. Whose birth date is not known counts as grown up. */
export const isMinorAt = (age: number | null): boolean => age !== null && age < GROWN_UP

/** Children below this age do not get the questions for women. */
const ASKED_FROM = 12

/** Returns whether somebody gets the questions for women. An unknown gender or age gets them. */
export const isAskedFemale = (gender: 'male' | 'female' | null, age: number | null): boolean =>
  gender !== 'male' && (age === null || age >= ASKED_FROM)

/** Returns whether a participant type is open to this age. An unknown age counts as adult. */
export const isForAge = (
  type: { readonly min_age?: number | null; readonly max_age?: number | null },
  age: number | null,
): boolean => {
  const { min_age = null, max_age = null } = type
  if (age === null) return max_age === null || max_age >= GROWN_UP
  return (min_age === null || age >= min_age) && (max_age === null || age <= max_age)
}
