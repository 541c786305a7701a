import { z } from 'zod'
import { day, email, id, personName } from '../core.ts'

// ── The persons of one reservation ───────────────────────────────────────────────────────────────────────────────────

export const PARTICIPANT_ROLES = ['main', 'spouse', 'child', 'companion'] as const
export type ParticipantRole = (typeof PARTICIPANT_ROLES)[number]
/** Anyone who comes along is of the owner's spouse list (spouse) or of their family list (child, companion). */
export const FAMILY_RELATIONS = ['child', 'companion'] as const
export const MAX_PERSONS = 20

export const MEDICAL_CONDITIONS = ['diabetic', 'ulcer', 'mobility_issue', 'hypertension'] as const
export const DIETARY_PREFERENCES = ['salt_free', 'oil_free', 'pepper_free', 'spice_free'] as const
export const FEMALE_RELATED = ['pregnant', 'breast_feeding'] as const

/** A list of choices: each once, however often it is named. */
const choices = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .array(z.enum(values))
    .max(values.length * 2)
    .transform((list) => [...new Set(list)])

/** Special-category data of one person; stored sealed, never shown with the reservation. */
export const care = z.object({
  medical_conditions: choices(MEDICAL_CONDITIONS),
  dietary_preference: choices(DIETARY_PREFERENCES),
  female_related: choices(FEMALE_RELATED),
})
export type Care = z.output<typeof care>
export const CARE_LISTS = ['medical_conditions', 'dietary_preference', 'female_related'] as const

/** A phone as it travels: with its country's code. */
const wirePhone = z.string().regex(/^\+[1-9][0-9]{6,14}$/, { error: 'phone' })

/** A parent or guardian who does not come along, and one way to ask them. Staff may know none: a consent on paper follows. */
export const consentContact = z
  .object({ name: personName(100), email: email.nullish(), phone: wirePhone.nullish() })
  .refine((contact) => !(contact.email && contact.phone), { path: ['phone'], error: 'unsupported' })
export type ConsentContact = z.output<typeof consentContact>

/** Every form of a phone number that reaches the same phone: as written, and without a zero after the country code. */
const formsOfPhone = (phone: string): string[] => [
  phone,
  ...[2, 3, 4].filter((at) => phone[at] === '0').map((at) => phone.slice(0, at) + phone.slice(at + 1)),
]

/** Whether two e-mail addresses, or two phone numbers with country code, reach the same mailbox or phone. A tag (`ama+camp@…`) does not count. */
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
  /** Of the spouse list or the family list; the main person is oneself and has none. */
  person_id: id.nullish(),
  participant_type_id: id,
  title_id: id.nullish(),
  designation_id: id.nullish(),
  /** Left out: the caterer of the reservation. */
  caterer_id: id.nullish(),
  medical_conditions: care.shape.medical_conditions.nullish(),
  dietary_preference: care.shape.dietary_preference.nullish(),
  female_related: care.shape.female_related.nullish(),
  /** For a minor: `person_id` of the grown-up of this reservation who answers for them. Left out: the main person. */
  guardian_id: id.nullish(),
  /** For a minor without a grown-up in this reservation: who is asked for consent. */
  consent_from: consentContact.nullish(),
})
export type WishPerson = z.output<typeof wishPerson>

/** Somebody who comes along and is on none of the person's lists yet: staff put them there with the reservation. */
const newPerson = z.object({
  /** Any id that `person_id` and `guardian_id` of the participants name them by. */
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

/** Two entries for one person, before and after an edit. */
export const isSamePerson = (
  a: Pick<WishPerson, 'role' | 'person_id'>,
  b: Pick<WishPerson, 'role' | 'person_id'>,
): boolean => (a.role === 'main' ? b.role === 'main' : b.role !== 'main' && a.person_id === b.person_id)

/** The persons of a wish: the main person first, at most one spouse, nobody twice. */
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

/** What a body may say of its persons: of each in `participants`, or of oneself and the spouse without it. */
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

/** What is said of oneself and the spouse where nobody is listed. */
export const SINGLE_FIELDS = [
  'participant_type_id',
  'title_id',
  'designation_id',
  'with_spouse',
  ...CARE_LISTS,
  'spouse_care',
] as const

/** The persons that a body for a new reservation names, one way or the other: everything behind reads these only. */
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

/** Who loses the guardian they had has another one; a guardian whom the edit itself names is left for the rules to judge. */
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
 * The persons after an edit: undefined keeps, null clears. A list replaces the persons; who stays keeps what the list does not
 * mention. Without a list the main person is meant, and the spouse who took part as the same type.
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

/** What can be missing of somebody who comes along. */
export const PERSON_FIELDS = ['title_id', 'designation_id', ...CARE_LISTS] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

/** How a reservation notes that a field of somebody who comes along is still to be asked: it keeps its name when others leave. */
export const missingOf = (personId: string, field: PersonField): string => `participants.${personId}.${field}`

const MISSING_FIELD = /^participants\.([0-9a-f]{24})\.(\w+)$/
/** Whose field is missing; undefined where it is the main person's, or a question. */
export const readMissing = (
  missing: string,
): { readonly personId: string; readonly field: PersonField } | undefined => {
  const [, personId, name] = MISSING_FIELD.exec(missing) ?? []
  const field = PERSON_FIELDS.find((one) => one === name)
  return personId === undefined || field === undefined ? undefined : { personId, field }
}

/** A field of `participants` as a body without them calls it. */
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

/** Born in the past, and not longer ago than anybody lives. */
export const isBirthDate = (birthDate: string, today: string): boolean => birthDate < today && birthDate >= '1900-01-01'

/** Full years on a day. Who was born on 29 February is a year older on 1 March. */
export const ageOn = (birthDate: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) >= birthDate.slice(5) ? years : years - 1
}

/** Under 18. Whose birth date is not known counts as grown up. */
export const isMinorAt = (age: number | null): boolean => age !== null && age < GROWN_UP

/** Children below this age are not asked what women are asked. */
const ASKED_FROM = 12

/** Whether what women are asked concerns somebody. An unknown gender or age is asked. */
export const isAskedFemale = (gender: 'male' | 'female' | null, age: number | null): boolean =>
  gender !== 'male' && (age === null || age >= ASKED_FROM)

/** Whether a type is for this age. Whose birth date is not known is taken for a grown-up. */
export const isForAge = (
  type: { readonly min_age?: number | null; readonly max_age?: number | null },
  age: number | null,
): boolean => {
  const { min_age = null, max_age = null } = type
  if (age === null) return max_age === null || max_age >= GROWN_UP
  return (min_age === null || age >= min_age) && (max_age === null || age <= max_age)
}
