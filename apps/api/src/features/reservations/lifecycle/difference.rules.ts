import { questionsOf } from '@shiloh/contract/forms/forms'
import { CARE_LISTS, isSamePerson, type WishPerson } from '@shiloh/contract/reservations/party'
import type { CHANGED } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { EventOffer, GivenAnswer, Written } from '../booking/facts.rules.ts'

/** What was chosen, before or after an edit. */
export interface Chosen {
  readonly wish: Wish
  readonly answers: readonly GivenAnswer[]
  readonly missing: readonly string[]
  /** Nights that are given back. */
  readonly returned: readonly string[]
  /** Titles and designations that staff recorded, by person. */
  readonly written: Written
}

const personOf = (person: WishPerson, written: Written) => {
  const { role, person_id, participant_type_id, title_id, designation_id, caterer_id, guardian_id, consent_from } =
    person
  const { titleId = null, designationId = null } = written.get(person_id ?? '') ?? {}
  return [
    role,
    person_id ?? null,
    participant_type_id,
    title_id ?? null,
    designation_id ?? null,
    caterer_id ?? null,
    guardian_id ?? null,
    consent_from ? [consent_from.name, consent_from.email ?? null, consent_from.phone ?? null] : null,
    CARE_LISTS.map((list) => [...(person[list] ?? [])].sort()),
    [titleId, designationId],
  ]
}

const momentOf = (text: string | null | undefined): number | null => (text ? new Date(text).getTime() : null)

/** Returns what was chosen in one form, whatever is left out, null or empty, and in whichever order it was sent. */
const formOf = ({ wish, answers, returned, written }: Chosen): string => {
  const { accommodation: stay } = wish
  return JSON.stringify([
    wish.participants.map((person) => personOf(person, written)),
    wish.committee_type_id ?? null,
    stay ? [stay.room_category_id, stay.check_in, stay.check_out] : null,
    (wish.products ?? []).map(({ product_option_id, quantity }) => [product_option_id, quantity]).sort(),
    answers.map(({ question_id, value }) => [question_id, value]).sort(),
    momentOf(wish.arrival_at),
    momentOf(wish.departure_at),
    wish.pays_at_desk ?? false,
    [...returned].sort(),
  ])
}

/** Returns whether an edit leads to the choice from which it starts. Rooms are compared apart. */
export const isSameChoice = ({ form }: Pick<EventOffer, 'form'>, before: Chosen, after: Chosen): boolean => {
  const questions = new Set((form ? questionsOf(form) : []).map(({ _id }) => _id))
  // "None" is an answer, too, also if nothing else shows it. What is missing of the form is in the answers.
  const isAnswered = before.missing.some((name) => !questions.has(name) && !after.missing.includes(name))
  return !isAnswered && formOf(before) === formOf(after)
}

/** An answer as it was given, before or after. */
type Differing = string | number | Pick<GivenAnswer, 'label' | 'value' | 'form_version_id'> | null

/** One thing that an edit changed, as the history of a reservation keeps it: by ids, which are named when it is read. */
export interface Difference {
  readonly what: (typeof CHANGED)[number]
  /** Of one person: their id on the owner's lists, '' for the main person. Null: of the reservation. */
  readonly person: string | null
  /** The product option, or the question. */
  readonly ref: string | null
  readonly from: Differing
  readonly to: Differing
}

const MAIN = ''
/** They are only listed where something changed. */
const OF_NO_VALUES: ReadonlySet<Difference['what']> = new Set(['joins', 'leaves', 'consent', 'care', 'answer'])
const idOf = ({ role, person_id }: WishPerson): string => (role === 'main' ? MAIN : (person_id ?? ''))
const consentOf = ({ consent_from: from }: WishPerson): string =>
  from ? JSON.stringify([from.name, from.email ?? null, from.phone ?? null]) : ''
const careOf = (person: WishPerson): string =>
  JSON.stringify(CARE_LISTS.map((list) => [...(person[list] ?? [])].sort()))

const ofPeople = (before: Chosen, after: Chosen): Difference[] => {
  const joined = after.wish.participants.filter(
    (one) => !before.wish.participants.some((had) => isSamePerson(one, had)),
  )
  const left = before.wish.participants.filter((one) => !after.wish.participants.some((has) => isSamePerson(one, has)))
  const stayed = before.wish.participants.flatMap((had) => {
    const has = after.wish.participants.find((one) => isSamePerson(one, had))
    return has ? [{ had, has }] : []
  })
  const titleIn = ({ written }: Chosen, one: WishPerson) => written.get(one.person_id ?? '')?.titleId ?? one.title_id
  const designationIn = ({ written }: Chosen, one: WishPerson) =>
    written.get(one.person_id ?? '')?.designationId ?? one.designation_id
  const of = (
    what: Difference['what'],
    one: WishPerson,
    from: Difference['from'] = null,
    to: Difference['to'] = null,
  ) => ({
    what,
    person: idOf(one),
    ref: null,
    from,
    to,
  })
  return [
    ...left.map((one) => of('leaves', one)),
    ...joined.map((one) => of('joins', one, null, one.participant_type_id)),
    ...stayed.flatMap(({ had, has }) => [
      of('participant_type', has, had.participant_type_id, has.participant_type_id),
      of('title', has, titleIn(before, had) ?? null, titleIn(after, has) ?? null),
      of('designation', has, designationIn(before, had) ?? null, designationIn(after, has) ?? null),
      of('caterer', has, had.caterer_id ?? null, has.caterer_id ?? null),
      of('guardian', has, had.guardian_id ?? null, has.guardian_id ?? null),
      // Only that they changed is kept: who is asked for consent, and what somebody's health needs, are read elsewhere.
      ...(consentOf(had) === consentOf(has) ? [] : [of('consent', has)]),
      ...(careOf(had) === careOf(has) ? [] : [of('care', has)]),
    ]),
  ]
}

const ofProducts = (before: Wish, after: Wish): Difference[] => {
  const counted = ({ products }: Wish) =>
    new Map((products ?? []).map(({ product_option_id, quantity }) => [product_option_id, quantity]))
  const [had, has] = [counted(before), counted(after)]
  return [...new Set([...had.keys(), ...has.keys()])].map((ref) => ({
    what: 'product',
    person: null,
    ref,
    from: had.get(ref) ?? 0,
    to: has.get(ref) ?? 0,
  }))
}

const ofAnswers = (before: Chosen, after: Chosen): Difference[] => {
  const given = (answers: readonly GivenAnswer[], id: string) => {
    const one = answers.find(({ question_id }) => question_id === id)
    return one ? { label: one.label, value: one.value, form_version_id: one.form_version_id } : null
  }
  return [...new Set([...before.answers, ...after.answers].map(({ question_id }) => question_id))].flatMap((ref) => {
    const [from, to] = [given(before.answers, ref), given(after.answers, ref)]
    // The wording of a question is no answer.
    return from?.value === to?.value ? [] : [{ what: 'answer' as const, person: null, ref, from, to }]
  })
}

const momentText = (text: string | null | undefined): string | null => (text ? new Date(text).toISOString() : null)

/**
 * Returns what an edit changes, for the history. Health data and contacts are left out; that they changed is said.
 *
 * @param totals minor units, before and after
 */
export const differencesOf = (
  before: Chosen,
  after: Chosen,
  totals: { readonly from: number; readonly to: number },
): Difference[] => {
  const [had, has] = [before.wish.accommodation, after.wish.accommodation]
  const together = (what: Difference['what'], from: Difference['from'], to: Difference['to']): Difference => ({
    what,
    person: null,
    ref: null,
    from,
    to,
  })
  return [
    ...ofPeople(before, after),
    together('room', had?.room_category_id ?? null, has?.room_category_id ?? null),
    together('check_in', had?.check_in ?? null, has?.check_in ?? null),
    together('check_out', had?.check_out ?? null, has?.check_out ?? null),
    together('returned_nights', before.returned.length, after.returned.length),
    ...ofProducts(before.wish, after.wish),
    ...ofAnswers(before, after),
    together('committee_type', before.wish.committee_type_id ?? null, after.wish.committee_type_id ?? null),
    together('arrival', momentText(before.wish.arrival_at), momentText(after.wish.arrival_at)),
    together('departure', momentText(before.wish.departure_at), momentText(after.wish.departure_at)),
    together('pays_at_desk', Number(before.wish.pays_at_desk ?? false), Number(after.wish.pays_at_desk ?? false)),
    together('total', totals.from, totals.to),
  ].filter(({ what, from, to }) => OF_NO_VALUES.has(what) || from !== to)
}
