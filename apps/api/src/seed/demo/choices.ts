import {
  type FormDefinition,
  type FormQuestion,
  fieldMode,
  questionsOf,
  visibleQuestions,
} from '@shiloh/contract/forms/forms'
import { countNights, nightsBetween } from '@shiloh/contract/reservations/nights'
import type { Care } from '@shiloh/contract/reservations/party'
import type { Chance } from './chance.ts'
import type { ParticipantTypeName } from './church.ts'
import type { DemoEvent } from './events.ts'
import type { Companion, Member } from './people.ts'

/** A person's choices at an event. */
export interface Choice {
  readonly typeId: string
  /** Companions, each with their participant type. */
  readonly party: readonly { readonly person: Companion; readonly typeId: string }[]
  readonly stay: { readonly categoryId: string; readonly checkIn: string; readonly checkOut: string } | null
  readonly catererId: string | null
  readonly products: readonly { readonly product_option_id: string; readonly quantity: number }[]
  readonly answers: Readonly<Record<string, string | number>>
  /** For the main person, then for the companions. */
  readonly care: readonly (Care | null)[]
}

/** One quota and the quantity to claim. */
export interface Demand {
  readonly key: string
  readonly quantity: number
  /** Held only until the reservation is confirmed. */
  readonly atDesk: boolean
}

export const quotaKey = (eventId: string, kind: string, refId: string | null, night: string | null = null): string =>
  `${eventId}/${kind}/${refId ?? ''}/${night ?? ''}`

/** What is left of a quota, checked while choosing, so that nobody chooses what is sold out. */
export type Left = (key: string) => number

const typeFor = (chance: Chance, event: DemoEvent, member: Member, isMinister: boolean): ParticipantTypeName => {
  const offers = (name: ParticipantTypeName) => event.participant_types.some((type) => type.name === name)
  if (offers('Volunteer') && member.isMember && chance.happens(0.12)) return 'Volunteer'
  if (!member.isMember && offers('Visitor')) return 'Visitor'
  if (member.country !== 'GH' && offers('International delegate')) return 'International delegate'
  if (isMinister && offers('Minister')) return 'Minister'
  if (member.title === 'Deaconess' && member.age > 34 && offers('Minister’s wife') && chance.happens(0.3))
    return 'Minister’s wife'
  if (member.age < 25 && offers('Student') && chance.happens(0.6)) return 'Student'
  return 'Delegate'
}

const drawStay = (chance: Chance, event: DemoEvent, persons: number, left: Left): Choice['stay'] => {
  const couple = persons > 1
  const share = event.plan.key === 'couples' || event.plan.key === 'camp' || persons > 2 ? 1 : 0.7
  if (event.accommodations.length === 0 || !chance.happens(share)) return null
  // Expensive rooms for few, the dormitory for many. Couples take a room with two beds.
  const wanted =
    persons > 2
      ? ['Economy']
      : couple
        ? ['Executive', 'Standard', 'Family chalet']
        : ['Economy', 'Standard', 'Economy', 'Standard', 'Executive']
  const lodging = chance
    .shuffle(wanted)
    .flatMap((name) => event.accommodations.filter((one) => one.name === name))
    .find(({ refId, from, until }) =>
      nightsBetween(from, until).every((night) => left(quotaKey(event.id, 'beds', refId, night)) >= persons),
    )
  if (!lodging) return null
  const isShorter = countNights(lodging.from, lodging.until) > 3 && chance.happens(0.35)
  const nights = nightsBetween(lodging.from, lodging.until)
  const checkIn = isShorter ? (nights[1] ?? lodging.from) : lodging.from
  return { categoryId: lodging.room_category_id, checkIn, checkOut: lodging.until }
}

const drawProducts = (chance: Chance, event: DemoEvent, left: Left): Choice['products'] =>
  chance
    .shuffle(event.products)
    .slice(0, chance.pick([0, 0, 1, 1, 2]))
    .flatMap(({ options }) => {
      const option = chance.pick(options)
      const quantity = chance.happens(0.2) ? 2 : 1
      const isThere = left(quotaKey(event.id, 'product_option', option.refId)) >= quantity
      return isThere ? [{ product_option_id: option._id, quantity }] : []
    })

const SUGGESTIONS = [
  'The workshops were too short; an hour more would help.',
  'Please open the dining hall earlier, the queue was long.',
  'More songs in Ewe and Dagbani.',
  'It was hard to hear at the back of the auditorium.',
] as const

const answerTo = (
  chance: Chance,
  event: DemoEvent,
  question: FormQuestion,
  left: Left,
): string | number | undefined => {
  if (question.rating_scores.length > 0) return chance.happens(0.7) ? chance.pick(question.rating_scores) : undefined
  switch (question.type) {
    case 'radio':
    case 'select': {
      const open = question.options.filter(
        ({ _id, capacity }) => capacity === null || left(quotaKey(event.id, 'question_option', _id)) > 0,
      )
      return chance.pick(open)._id
    }
    case 'text':
      return `G${chance.pick(['R', 'W', 'T', 'E'])} ${chance.between(1000, 9999)}-${chance.between(15, 26)}`
    case 'textarea':
      return chance.pick(SUGGESTIONS)
    case 'number':
      return question.min_value ?? 1
    case 'date':
      return question.min_date?.replace(/^\d{4}/, (year) => String(Number(year) + 3)) ?? undefined
  }
}

const drawAnswers = (
  chance: Chance,
  event: DemoEvent,
  form: FormDefinition,
  typeId: string,
  left: Left,
): Choice['answers'] => {
  const answers: Record<string, string | number> = {}
  for (const { _id } of questionsOf(form)) {
    const question = visibleQuestions(form, answers, [typeId]).find((visible) => visible._id === _id)
    const answer = question && answerTo(chance, event, question, left)
    if (answer !== undefined) answers[_id] = answer
  }
  return answers
}

const drawCare = (
  chance: Chance,
  event: DemoEvent,
  person: { gender: 'male' | 'female'; age: number },
): Care | null => {
  const asks = (field: 'medical_conditions' | 'dietary_preference' | 'female_related') =>
    fieldMode(event.fields, field) !== 'hidden'
  const care: Care = {
    medical_conditions:
      asks('medical_conditions') && chance.happens(person.age > 50 ? 0.3 : 0.07)
        ? [chance.pick(['diabetic', 'ulcer', 'mobility_issue', 'hypertension'] as const)]
        : [],
    dietary_preference:
      asks('dietary_preference') && chance.happens(0.12)
        ? [chance.pick(['salt_free', 'oil_free', 'pepper_free', 'spice_free'] as const)]
        : [],
    female_related:
      asks('female_related') && person.gender === 'female' && person.age < 42 && chance.happens(0.12)
        ? [chance.pick(['pregnant', 'breast_feeding'] as const)]
        : [],
  }
  return care.medical_conditions.length + care.dietary_preference.length + care.female_related.length > 0 ? care : null
}

/** The required companions. Random if undefined. */
export type Party = 'family' | 'couple' | undefined

/** Returns the companions: a minister's wife at her own price, children at theirs. */
const partyOf = (event: DemoEvent, member: Member, mainTypeId: string, spouse: Companion | null, brings: Party) => {
  const typeIdOf = (name: ParticipantTypeName) => event.participant_types.find((type) => type.name === name)?._id
  const wife = brings ? typeIdOf('Minister’s wife') : undefined
  return [
    ...(spouse ? [{ person: spouse, typeId: wife ?? mainTypeId }] : []),
    ...(brings === 'family' ? member.children : []).map((person) => ({
      person,
      typeId: typeIdOf('Child, 4 to 12') ?? mainTypeId,
    })),
  ]
}

/** Draws what this member would choose, from what is left. */
export const drawChoice = (
  chance: Chance,
  event: DemoEvent,
  member: Member,
  isMinister: boolean,
  form: FormDefinition | null,
  left: Left,
  brings?: Party,
): Choice => {
  const name = typeFor(chance, event, member, isMinister)
  const type =
    event.participant_types.find((one) => one.name === name) ??
    chance.pick(event.participant_types.filter(({ forGrownUps }) => forGrownUps))
  const share = event.plan.key === 'couples' ? 1 : 0.4
  const isOpen = fieldMode(event.fields, 'spouse') !== 'hidden'
  const spouse = isOpen && member.spouse && (brings !== undefined || chance.happens(share)) ? member.spouse : null
  const party = partyOf(event, member, type._id, spouse, brings)
  const persons = party.length + 1
  const covers = (one: { refId: string }) => left(quotaKey(event.id, 'caterer', one.refId)) >= persons
  const eats = chance.happens(event.plan.key === 'camp' ? 1 : 0.75)
  const caterers = eats ? event.caterers.filter(covers) : []
  return {
    typeId: type._id,
    party,
    stay: drawStay(chance, event, persons, left),
    catererId: caterers.length > 0 ? chance.pick(caterers)._id : null,
    products: drawProducts(chance, event, left),
    answers: form ? drawAnswers(chance, event, form, type._id, left) : {},
    care: [drawCare(chance, event, member), ...party.map(({ person }) => drawCare(chance, event, person))],
  }
}

/** Returns a choice's demand on the event's quotas. */
export const demandOf = (event: DemoEvent, choice: Choice, form: FormDefinition | null, atDesk: boolean): Demand[] => {
  const types = [choice.typeId, ...choice.party.map(({ typeId }) => typeId)]
  const persons = types.length
  const demand: Demand[] = []
  const add = (kind: string, refId: string | null, quantity: number, night: string | null = null) =>
    demand.push({ key: quotaKey(event.id, kind, refId, night), quantity, atDesk: kind === 'desk_holds' })
  const refOf = (rows: readonly { refId: string }[]) => rows[0]?.refId ?? null
  add('event', null, persons)
  for (const typeId of new Set(types))
    add(
      'participant_type',
      refOf(event.participant_types.filter(({ _id }) => _id === typeId)),
      types.filter((other) => other === typeId).length,
    )
  const { stay } = choice
  if (stay) {
    const refId = refOf(event.accommodations.filter((one) => one.room_category_id === stay.categoryId))
    for (const night of nightsBetween(stay.checkIn, stay.checkOut)) add('beds', refId, persons, night)
  }
  if (choice.catererId) add('caterer', refOf(event.caterers.filter(({ _id }) => _id === choice.catererId)), persons)
  const options = event.products.flatMap((product) => product.options)
  for (const { product_option_id, quantity } of choice.products)
    add('product_option', refOf(options.filter(({ _id }) => _id === product_option_id)), quantity)
  for (const { options: offered } of form ? questionsOf(form) : [])
    for (const { _id, capacity } of offered)
      if (capacity !== null && Object.values(choice.answers).includes(_id)) add('question_option', _id, 1)
  if (atDesk) add('desk_holds', null, persons)
  return demand
}
