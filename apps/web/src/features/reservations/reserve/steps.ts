import type { FieldCode } from '@shiloh/contract/errors'
import { evaluateForm, fieldMode, questionsOf, visibleQuestions } from '@shiloh/contract/forms/forms'
import { isFamily } from '@shiloh/contract/reservations/bed-rules'
import type { OfferView } from '@shiloh/contract/reservations/offer'
import { isAskedFemale } from '@shiloh/contract/reservations/party'
import { RESERVE_STEPS } from '@shiloh/contract/reservations/progress'
import { clockOf, storedOf } from '@shiloh/contract/reservations/quote'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { MOST_WISHES } from '@shiloh/contract/reservations/wish'
import { type CareChoice, type Choice, quoteChoice, typesIn } from './choice.ts'
import { ageAt, type Coming, comingOf, guardianOf, ME, type Person, personField, type Relative } from './people.ts'
import { isStayPossible } from './stay.ts'
import { zonedInstant } from './zone.ts'

export type Step = (typeof RESERVE_STEPS)[number]
export const isStep = (value: unknown): value is Step => RESERVE_STEPS.some((step) => step === value)

/** The context of the steps: the event's offer, the persons, and the choice. */
export interface Situation {
  readonly event: OfferView & { readonly starts_at: string; readonly ends_at: string; readonly time_zone: string }
  readonly me: Person
  readonly now?: Date | undefined
  /** People who can come along. */
  readonly relatives: readonly Relative[]
  readonly choice: Choice
  /** In an edit: the previous choice, which can be kept although it is sold out. */
  readonly kept: Choice | null
  /** In an edit: the answers of the reservation, in the words that they were given to. */
  readonly answered?: ReservationView['answers'] | undefined
  /** In an edit: whose health data is kept, by their keys. Undefined where the reader may not know. */
  readonly sealed?: readonly string[] | undefined
  /**
   * What an offer of the waiting list holds for this person, or what is in force beside a change that waits for its payment,
   * although it is sold out to others.
   */
  readonly held?: Choice | null
  /** The event or the participant type is full: the whole choice waits, including other sold-out items. */
  readonly isWaiting: boolean
  /** In an edit: the office approved who comes, and adds people itself. */
  readonly isApproved?: boolean | undefined
  /** The office chooses. It has a field of its own for the gender, and can ask for it later. */
  readonly isDesk?: boolean
}

/** Returns the persons who take part, the main one first. */
export const comingIn = ({ me, relatives, choice }: Situation): Coming[] => comingOf(me, relatives, choice)

const careFields = ['medical_conditions', 'dietary_preference', 'female_related'] as const
export type CareField = (typeof careFields)[number]

/**
 * Returns how many room-mates can be named with a new reservation: the other beds of the largest room. A family has a room
 * of its own and names nobody.
 */
export const mateLimit = (situation: Situation): number => {
  const { event, choice, kept, isWaiting } = situation
  if (kept !== null || isWaiting) return 0
  const coming = comingIn(situation)
  if (isFamily(coming.map(({ role, person }) => ({ role, gender: person.gender })))) return 0
  const room = event.accommodations.find(({ room_category_id }) => room_category_id === choice.room)
  return Math.min(MOST_WISHES, Math.max(0, (room?.beds_per_room ?? 0) - coming.length))
}

/** Returns the room-mates that a new reservation asks. */
export const matesIn = (situation: Situation): readonly string[] =>
  situation.choice.mates.slice(0, mateLimit(situation))

/** Returns the lists that one of the persons is asked. */
export const careAsked = ({ event }: Situation, person: Person): CareField[] =>
  careFields.filter(
    (field) =>
      fieldMode(event.fields, field) !== 'hidden' &&
      (field !== 'female_related' || isAskedFemale(person.gender, ageAt(event, person))),
  )

const evaluate = ({ event, choice, kept }: Pick<Situation, 'event' | 'choice' | 'kept'>) =>
  evaluateForm(event.form, choice.answers, typesIn(choice), { stored: kept && storedOf(quoteChoice(kept)) })

/** Returns the answers that stay although nobody of these persons is asked for them any more. They can be taken back. */
export const formerAnswers = (situation: Situation): ReservationView['answers'] => {
  const { event, choice, answered = [] } = situation
  const { visible, kept } = evaluate(situation)
  const asked = new Set(visible.map(({ _id }) => _id))
  const dropped = new Set(event.form ? questionsOf(event.form).map(({ _id }) => _id) : [])
  for (const { question_id } of kept) dropped.delete(question_id)
  return answered.filter(
    ({ question_id: id }) => choice.answers[id] !== undefined && !asked.has(id) && !dropped.has(id),
  )
}

const hasBed = ({ room }: Choice): boolean => room !== null && room !== 'none'

/**
 * Returns whether the main person is asked for their gender: their account has none, and they choose a bed. Rooms are for
 * women or for men. A bed that they have already stays theirs.
 */
export const isGenderAsked = ({ me, choice, kept, isDesk = false }: Situation): boolean =>
  !isDesk && me.gender === null && hasBed(choice) && !(kept && hasBed(kept))

/**
 * Returns whether somebody is asked for a title or designation: the event requires an answer, or it opens a participant
 * type. Otherwise that of the account is taken as it is, which the onboarding asked for. The office can always write one
 * down.
 */
export const isBearingAsked = (
  { fields, participant_types }: Situation['event'],
  field: 'title' | 'designation',
  by?: 'staff',
): boolean => {
  const mode = fieldMode(fields, field)
  if (mode !== 'optional') return mode === 'required'
  return by === 'staff' || participant_types.some((type) => type[`${field}_ids`].length > 0)
}

const isAsked: Readonly<Record<Step, (situation: Situation) => boolean>> = {
  people: (situation) =>
    situation.event.participant_types.length > 1 ||
    // The only type is closed: the step says why.
    situation.choice.participant_type_id === null ||
    (['title', 'designation'] as const).some((field) => isBearingAsked(situation.event, field)) ||
    (['spouse', 'committee_type'] as const).some((field) => fieldMode(situation.event.fields, field) !== 'hidden'),
  details: (situation) => {
    const { event, choice } = situation
    if (comingIn(situation).some(({ person }) => careAsked(situation, person).length > 0)) return true
    if (fieldMode(event.fields, 'arrival') !== 'hidden' || fieldMode(event.fields, 'departure') !== 'hidden')
      return true
    if (formerAnswers(situation).length > 0 || choice.cleared.length > 0) return true
    return event.form !== null && visibleQuestions(event.form, choice.answers, typesIn(choice)).length > 0
  },
  rooms: ({ event }) => event.accommodations.length > 0,
  extras: ({ event }) => event.caterers.length + event.products.length > 0,
  review: () => true,
}

/** Returns the choices whose beds, meals and products are this person's already: what is held, and the reservation. */
const holdingsOf = ({ kept, held }: Pick<Situation, 'kept' | 'held'>): Choice[] =>
  [held ?? null, kept].filter((choice) => choice !== null)

/** Returns the choice that has beds of a room category. */
export const bedsOf = (situation: Pick<Situation, 'kept' | 'held'>, roomCategoryId: string): Choice | null =>
  holdingsOf(situation).find(({ room }) => room === roomCategoryId) ?? null

/** Returns whether a place of a participant type is already that of one of the persons. */
export const hasType = ({ kept }: Pick<Situation, 'kept'>, key: string, typeId: string): boolean =>
  (key === ME ? kept : kept?.guests.find(({ person_id }) => person_id === key))?.participant_type_id === typeId

/** Returns whether covers of a caterer are this person's already. */
export const hasCovers = (situation: Pick<Situation, 'kept' | 'held'>, catererId: string): boolean =>
  holdingsOf(situation).some(({ caterer }) => caterer === catererId)

/** Returns how many pieces of a product option are this person's already. */
export const piecesOf = (situation: Pick<Situation, 'kept' | 'held'>, optionId: string): number =>
  Math.max(0, ...holdingsOf(situation).map(({ products }) => products[optionId] ?? 0))

/** Returns the steps with questions for this person. */
export const stepsOf = (situation: Situation): Step[] => RESERVE_STEPS.filter((step) => isAsked[step](situation))

export interface Problem {
  /** As named by the server. */
  readonly field: string
  readonly code: FieldCode
}

const required = (field: string, mode: string, given: boolean, code: FieldCode = 'required'): Problem[] =>
  mode === 'required' && !given ? [{ field, code }] : []

/** A choice that is open: nothing there can be filled in. */
const open = (field: string, mode: string, isChosen: boolean): Problem[] => required(field, mode, isChosen, 'choose')

/** A moment that is asked for, and one of which only the day or the time is chosen. */
const momentProblems = (field: string, mode: string, text: string, instant: string | null): Problem[] =>
  text !== '' && !instant ? [{ field, code: 'choose' }] : open(field, mode, text !== '')

/**
 * Returns problems of health answers. Answers of people who come along are optional, and encrypted ones are kept in an
 * edit.
 */
const careProblems = (situation: Situation, person: Person, given: CareChoice): Problem[] =>
  situation.kept
    ? []
    : careAsked(situation, person).flatMap((field) =>
        open(field, fieldMode(situation.event.fields, field), given[field] !== null),
      )

/** Returns the minors who come without an adult. */
export const minorsAlone = (situation: Pick<Situation, 'event' | 'me' | 'relatives' | 'choice'>): Coming[] => {
  const coming = comingOf(situation.me, situation.relatives, situation.choice)
  return coming.filter(({ key }) => guardianOf(situation.event, coming, key)?.chosen === null)
}

/**
 * Returns problems of who is asked for consent, for minors who come alone. The server checks those who came alone
 * before.
 */
const consentProblems = (situation: Situation): Problem[] => {
  const { consent } = situation.choice
  const isBegun = consent.name.trim() !== '' || consent.reach.trim() !== ''
  if (minorsAlone(situation).length === 0 || (situation.kept && !isBegun)) return []
  return [
    ...required('consent.name', 'required', consent.name.trim() !== ''),
    ...required('consent.reach', 'required', consent.email !== null || consent.phone !== null),
  ]
}

/** Returns persons without participant type as problems. */
const personProblems = (situation: Situation): Problem[] => {
  const coming = comingIn(situation)
  return coming.flatMap(({ key, guest }) => [
    ...open(personField(key, 'participant_type_id'), 'required', guest?.participant_type_id !== null),
  ])
}

/** Returns problems of the answers to the form. */
const answerProblems = (situation: Situation): Problem[] => {
  const questions = situation.event.form?.sections.flatMap((section) => section.questions) ?? []
  const isChoice = (field: string) =>
    questions.some(({ _id, options }) => field === `answers.${_id}` && options.length > 0)
  return evaluate(situation).errors.map((problem) =>
    problem.code === 'required' && isChoice(problem.field) ? { ...problem, code: 'choose' } : problem,
  )
}

const problemsAt: Readonly<Record<Step, (situation: Situation) => Problem[]>> = {
  people: ({ event, choice, ...situation }) => [
    ...open('participant_type_id', 'required', choice.participant_type_id !== null),
    ...personProblems({ event, choice, ...situation }),
    ...consentProblems({ event, choice, ...situation }),
    ...open('title_id', fieldMode(event.fields, 'title'), choice.title_id !== null),
    ...open('designation_id', fieldMode(event.fields, 'designation'), choice.designation_id !== null),
    ...open('committee_type_id', fieldMode(event.fields, 'committee_type'), choice.committee_type_id !== null),
  ],
  details: (situation) => {
    const { event, choice } = situation
    const [main] = comingIn(situation)
    const { arrival, departure } = choice
    const arrivalAt = arrival && zonedInstant(arrival, event.time_zone)
    const departureAt = departure && zonedInstant(departure, event.time_zone)
    return [
      ...(main ? careProblems(situation, main.person, choice.care) : []),
      ...momentProblems('arrival_at', fieldMode(event.fields, 'arrival'), arrival, arrivalAt),
      ...momentProblems('departure_at', fieldMode(event.fields, 'departure'), departure, departureAt),
      ...(arrivalAt && departureAt && departureAt < arrivalAt
        ? [{ field: 'departure_at', code: 'date_order' } as const]
        : []),
      ...answerProblems(situation),
    ]
  },
  rooms: (situation) => {
    const { choice, event } = situation
    if (choice.room === null) return [{ field: 'accommodation.room_category_id', code: 'choose' }]
    if (choice.room === 'none') return []
    const gender = isGenderAsked(situation) ? open('gender', 'required', choice.gender !== null) : []
    if (!choice.check_in || !choice.check_out) return [{ field: 'accommodation.check_in', code: 'choose' }, ...gender]
    const offered = event.accommodations.find(({ room_category_id }) => room_category_id === choice.room)
    if (!offered) return [{ field: 'accommodation.room_category_id', code: 'not_offered' }, ...gender]
    if (choice.mate.trim() !== '' && mateLimit(situation) > 0)
      return [...gender, { field: 'room_mates', code: 'phone' }]
    const stands = isStayPossible(offered, choice, {
      kept: bedsOf(situation, offered.room_category_id),
      today: clockOf(situation.event, situation.now ?? new Date()).today,
    })
    return stands === 'yes' || (stands === 'sold_out' && situation.isWaiting)
      ? gender
      : [
          { field: 'accommodation.room_category_id', code: stands === 'sold_out' ? 'sold_out' : 'not_offered' },
          ...gender,
        ]
  },
  extras: () => [],
  review: () => [],
}

/** Returns the problems of one step. */
export const problemsOf = (step: Step, situation: Situation): Problem[] =>
  isAsked[step](situation) || step === 'people' ? problemsAt[step](situation) : []

/** Returns the first step with a problem, or undefined. */
export const firstOpenStep = (situation: Situation): Step | undefined =>
  stepsOf(situation).find((step) => problemsOf(step, situation).length > 0)

const stepPatterns: readonly (readonly [RegExp, Step])[] = [
  [
    /^(participants\.\w+\.)?(medical_conditions|dietary_preference|female_related)|^(arrival_at|departure_at|answers)/,
    'details',
  ],
  [/^(participants|consent|participant_type_id|title_id|designation_id|committee_type_id)/, 'people'],
  [/^(accommodation|gender|room_mates)/, 'rooms'],
  [/^(caterer_id|products)/, 'extras'],
]

/** Returns the step of a field named by the server. */
export const stepOfField = (field: string): Step =>
  stepPatterns.find(([pattern]) => pattern.test(field))?.[1] ?? 'review'
