import { returnedNights } from '@shiloh/contract/reservations/nights'
import {
  clockOf,
  nightsToReturn,
  type Quote,
  type QuoteLine,
  quote,
  returnedStill,
  storedOf,
} from '@shiloh/contract/reservations/quote'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { type Choice, priceInForce, quoteChoice, requestOf } from '../../reserve/choice.ts'
import type { Failure, Told } from '../../reserve/failure.ts'
import {
  type Coming,
  type Person,
  personField,
  type Relation,
  type Relative,
  type TypedRelative,
} from '../../reserve/people.ts'
import { sealedOf } from '../../reserve/step.ts'
import { comingIn, type Problem, problemsOf, type Situation, type Step, stepsOf } from '../../reserve/steps.ts'

/** Somebody who is on no list yet. The server adds them to a list of the main person together with the reservation. */
export interface Added extends TypedRelative {
  readonly key: string
  readonly relation: Relation
}

/** Returns an added person as a relative who can be chosen. */
export const relativeOf = ({ key, relation, first_name, last_name, gender, birth_date }: Added): Relative => ({
  person_id: key,
  role: relation,
  name: `${first_name} ${last_name}`,
  gender,
  birth_date: birth_date ?? null,
  title_id: null,
})

/** Everything that staff enter in the form. */
export interface DeskState {
  readonly start: Choice
  readonly choice: Choice
  readonly added: readonly Added[]
  readonly note: string
  /** Nights that are over and that are given back, besides those that the stay leaves out. */
  readonly returned: readonly string[]
  /** Problems of single fields: missing, or rejected by the server. */
  readonly told: readonly Told[]
  readonly failure: Failure | null
  /** The price that the server has for the choice, where another one was shown: of somebody who keeps those of a waiting list. */
  readonly quoted: Quote | null
  /** Number of the button whose request is pending. `done` after it succeeded. */
  readonly sending: number | 'done' | null
}

export type DeskAction =
  | { readonly type: 'change'; readonly patch: Partial<Choice> }
  | { readonly type: 'add'; readonly person: Added }
  | { readonly type: 'note'; readonly note: string }
  | { readonly type: 'return'; readonly nights: readonly string[] }
  /** Fields are missing, so nothing is sent. */
  | { readonly type: 'stay'; readonly told: readonly Told[] }
  | { readonly type: 'send'; readonly which: number }
  | { readonly type: 'fail'; readonly failure: Failure; readonly quoted?: Quote | undefined }
  | { readonly type: 'done' }

export const beginDesk = (start: Choice): DeskState => ({
  start,
  choice: start,
  added: [],
  note: '',
  returned: [],
  told: [],
  failure: null,
  quoted: null,
  sending: null,
})

export const reduceDesk = (state: DeskState, action: DeskAction): DeskState => {
  switch (action.type) {
    case 'change':
      return { ...state, choice: { ...state.choice, ...action.patch }, told: [], failure: null, quoted: null }
    case 'add':
      return { ...state, added: [...state.added, action.person] }
    case 'note':
      return { ...state, note: action.note }
    case 'return':
      return { ...state, returned: action.nights, quoted: null }
    case 'stay':
      return { ...state, told: action.told, failure: null }
    case 'send':
      return { ...state, told: [], failure: null, sending: action.which }
    case 'fail': {
      const { failure, quoted = state.quoted } = action
      return { ...state, told: failure.kind === 'fields' ? failure.told : [], failure, quoted, sending: null }
    }
    case 'done':
      return { ...state, sending: 'done' }
  }
}

/** The context of the form beside the staff's input. */
export interface DeskGround {
  readonly event: Situation['event']
  readonly me: Person
  /** The people on the main person's lists. */
  readonly relatives: readonly Relative[]
  /** In an edit: the agreed lines, their total, and the change that waits for its payment. */
  readonly standing:
    | {
        readonly lines: readonly QuoteLine[]
        readonly total: number
        readonly answers?: Situation['answered']
        readonly participants?: ReservationView['participants']
        readonly pending_change?: Pick<
          NonNullable<ReservationView['pending_change']>,
          'returned' | 'answers' | 'lines' | 'previous_total'
        > | null
      }
    | undefined
  /** What is in force beside a change that waits for its payment. */
  readonly held?: Choice | undefined
  readonly now?: Date
}

/** The form as it is rendered. */
export interface DeskView {
  readonly situation: Situation
  readonly coming: readonly Coming[]
  readonly steps: readonly Step[]
  readonly quote: Quote
  /** Nights that are over, are charged, and are not of the stay: they can be given back. */
  readonly returnable: readonly string[]
  readonly returned: readonly string[]
  /** In an edit: the difference to before in minor units. Negative if it costs less. */
  readonly difference: number
  /** Choices that are missing for a request. The guest can answer the rest later. */
  readonly lacking: readonly Problem[]
}

export const viewDesk = (
  state: DeskState,
  { event, me, relatives: listed, standing, held, now }: DeskGround,
): DeskView => {
  const relatives = [...listed, ...state.added.map(relativeOf)]
  // Another main person was chosen: the previous family is removed.
  const guests = state.choice.guests.filter((guest) => relatives.some(({ person_id }) => person_id === guest.person_id))
  const choice = { ...state.choice, guests }
  const situation: Situation = {
    event,
    me,
    relatives,
    choice,
    kept: standing ? state.start : null,
    held: held ?? null,
    answered: (standing?.pending_change ?? standing)?.answers,
    sealed: standing?.participants && sealedOf({ participants: standing.participants }),
    isWaiting: false,
    isDesk: true,
    now,
  }
  const clock = clockOf(event, now ?? new Date())
  const before = standing && quoteChoice(state.start)
  const chosen = {
    ...quoteChoice(choice),
    stored: before && storedOf(before),
    agreedAnswers: before?.answers,
    waiting: standing?.pending_change,
  }
  const had = before?.accommodation
  const leftOut = returnedNights(chosen.accommodation, had, clock.today)
  const lines = standing?.lines ?? []
  const still = returnedStill({ lines, returned: standing?.pending_change?.returned }, chosen.accommodation, clock)
  const returnable = nightsToReturn(lines, chosen.accommodation, clock).filter(
    (night) => !leftOut.includes(night) && !still.includes(night),
  )
  const returned = returnable.filter((night) => state.returned.includes(night))
  const counted =
    state.quoted ?? quote(event, chosen, lines, { ...clock, returned: [...leftOut, ...still, ...returned] })
  const untyped = (field: string, type: string | null): Problem[] =>
    type === null ? [{ field, code: 'required' }] : []
  return {
    situation,
    coming: comingIn(situation),
    steps: stepsOf(situation),
    quote: counted,
    returnable,
    returned,
    difference: counted.total - (standing ? priceInForce(standing) : counted.total),
    lacking: [
      ...untyped('participant_type_id', choice.participant_type_id),
      ...guests.flatMap((guest) =>
        untyped(personField(guest.person_id, 'participant_type_id'), guest.participant_type_id),
      ),
      ...problemsOf('rooms', situation),
    ],
  }
}

/**
 * Returns whether leaving the form would lose something. Nothing is lost while a request is pending or has succeeded.
 * @param aboutPerson whether the person of the reservation is already chosen or typed
 */
export const hasDeskChanges = ({ choice, start, note, returned, sending }: DeskState, aboutPerson: boolean): boolean =>
  sending === null && (choice !== start || note !== '' || returned.length > 0 || aboutPerson)

/**
 * Leaves out titles and designations that were not changed: one that the office has not confirmed is not shown here, so it
 * would be written away, and one that is sent counts as recorded by staff.
 */
const withoutUnchanged = ({ participants }: ReturnType<typeof requestOf>, kept: Choice | null) =>
  participants.map(({ title_id, designation_id, ...one }) => {
    const person_id = 'person_id' in one ? one.person_id : undefined
    const before = one.role === 'main' ? kept : kept?.guests.find((guest) => guest.person_id === person_id)
    return {
      ...one,
      ...(before?.title_id !== title_id && { title_id }),
      ...(before?.designation_id !== designation_id && { designation_id }),
    }
  })

/** Returns the body for both creating and changing a reservation. */
export const deskRequest = (state: DeskState, { situation: { choice, event, kept }, quote, returned }: DeskView) => {
  const note = state.note.trim()
  const new_persons = state.added.filter(({ key }) => choice.guests.some(({ person_id }) => person_id === key))
  const request = requestOf(choice, event.time_zone, quote.total)
  return {
    ...request,
    participants: withoutUnchanged(request, kept),
    ...(new_persons.length > 0 && { new_persons }),
    ...(note && { note }),
    ...(returned.length > 0 && { returned_nights: [...returned] }),
  }
}
export type DeskRequest = ReturnType<typeof deskRequest>
