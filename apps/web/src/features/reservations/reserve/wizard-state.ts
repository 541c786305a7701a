import type { OnlineProviderName } from '@shiloh/contract/payments/payments'
import {
  clockOf,
  type Quote,
  type QuoteLine,
  quoteChange,
  storedOf,
  type WaitingPrices,
} from '@shiloh/contract/reservations/quote'
import { type Choice, quoteChoice, typesIn } from './choice.ts'
import type { Draft } from './draft.ts'
import type { Failure, Told } from './failure.ts'
import type { Person, Relative } from './people.ts'
import { firstOpenStep, type Problem, problemsOf, type Situation, type Step, stepOfField, stepsOf } from './steps.ts'

/** The intended payment. Paying at the desk is part of the reservation itself. */
export interface PayPlan {
  readonly part: 'all' | 'deposit'
  readonly provider: OnlineProviderName | undefined
}

/** The sent request: a reservation, or an entry on the waiting list. */
export type Sent =
  | { readonly kind: 'reserve'; readonly total: number }
  | { readonly kind: 'wait'; readonly total: number }

/** Everything that the user does in the wizard. The current step is in the address. */
export interface WizardState {
  readonly choice: Choice
  /** Idempotency key of an attempt without a final response. Another choice is another attempt. */
  readonly key: string | null
  /** The choice is an old draft, and the note about it is still shown. */
  readonly restored: boolean
  readonly plan: PayPlan
  /** Steps that the user tried to leave: their problems are shown. */
  readonly tried: readonly Step[]
  /** Problems reported by the server. */
  readonly told: readonly Told[]
  readonly failed: { readonly failure: Failure; readonly sent: Sent } | null
  readonly isDone: boolean
}

export type WizardAction =
  | { readonly type: 'change'; readonly patch: Partial<Choice> }
  | { readonly type: 'plan'; readonly plan: PayPlan }
  /** Goes to another step. */
  | { readonly type: 'go' }
  /** The step has problems and cannot be left. */
  | { readonly type: 'stay'; readonly step: Step }
  | { readonly type: 'start_afresh'; readonly choice: Choice }
  /** Undoes it: the state as it was before. */
  | { readonly type: 'bring_back'; readonly state: WizardState }
  /** A request is sent. Only creating a reservation has a key. */
  | { readonly type: 'send'; readonly key?: string }
  | { readonly type: 'fail'; readonly failure: Failure; readonly sent: Sent }
  | { readonly type: 'done' }

/** The server's fields that a change of each part of the choice resolves. */
const answeredBy: Readonly<Record<keyof Choice, RegExp>> = {
  guests: /^participants/,
  consent: /^consent|^participants\.\w+\.guardian_id/,
  gender: /^gender/,
  participant_type_id: /^participant_type_id/,
  title_id: /^title_id/,
  designation_id: /^designation_id/,
  committee_type_id: /^committee_type_id/,
  care: /^(medical_conditions|dietary_preference|female_related)/,
  arrival: /^(arrival|departure)_at/,
  departure: /^(arrival|departure)_at/,
  answers: /^answers/,
  cleared: /^answers/,
  room: /^accommodation/,
  check_in: /^accommodation/,
  check_out: /^accommodation/,
  mates: /^room_mates/,
  mate: /^room_mates/,
  caterer: /^caterer_id/,
  products: /^products/,
  pays_at_desk: /^pays_at_desk/,
}
const isAnswered = (field: string, patch: Partial<Choice>): boolean =>
  Object.entries(answeredBy).some(([key, pattern]) => Object.hasOwn(patch, key) && pattern.test(field))

/** @param start a draft, the reservation to edit, or an empty choice */
export const beginWizard = (
  start: Pick<Draft, 'choice' | 'key'>,
  { restored, deposit_percent }: { restored: boolean; deposit_percent: number | null },
): WizardState => ({
  choice: start.choice,
  key: start.key,
  restored,
  plan: { part: deposit_percent === null ? 'all' : 'deposit', provider: undefined },
  tried: [],
  told: [],
  failed: null,
  isDone: false,
})

export const reduceWizard = (state: WizardState, action: WizardAction): WizardState => {
  switch (action.type) {
    case 'change':
      return {
        ...state,
        choice: { ...state.choice, ...action.patch },
        key: null,
        failed: null,
        told: state.told.filter(({ field }) => !isAnswered(field, action.patch)),
      }
    case 'plan':
      return { ...state, plan: action.plan }
    case 'go':
      return { ...state, restored: false }
    case 'stay':
      return { ...state, tried: [...state.tried, action.step] }
    case 'start_afresh':
      return { ...state, choice: action.choice, key: null, tried: [], restored: false }
    case 'bring_back':
      return action.state
    case 'send':
      return { ...state, key: action.key ?? state.key, failed: null }
    case 'fail': {
      const { failure, sent } = action
      return {
        ...state,
        // After a lost response, the same key finds out whether the first attempt succeeded.
        key: failure.kind === 'lost' ? state.key : null,
        told: failure.kind === 'fields' ? failure.told : state.told,
        failed: { failure, sent },
      }
    }
    case 'done':
      return { ...state, isDone: true }
  }
}

/** The context of the wizard beside the user's input. It changes only with the server's responses. */
export interface WizardGround {
  readonly event: Situation['event']
  readonly me: Person
  readonly relatives: readonly Relative[]
  /**
   * In an edit: the current choice, the agreed lines, the answers in words, and of a change that waits for its payment the nights
   * that it gives back, and its prices.
   */
  readonly standing:
    | {
        readonly choice: Choice
        readonly lines: readonly QuoteLine[]
        readonly answers?: Situation['answered']
        readonly returned?: readonly string[] | undefined
        readonly waiting?: WaitingPrices | null
        readonly isApproved?: boolean | undefined
        readonly sealed?: readonly string[] | undefined
      }
    | undefined
  /** What an offer of the waiting list holds, or what is in force beside a change that waits for its payment. */
  readonly held?: Choice | undefined
  readonly now?: Date
}

/** A problem of the step: from the server in words, from the browser as a code. */
export type ShownProblem = Told | Problem

/** The action of the main button. */
export type Doing =
  | `to_${Exclude<Step, 'people'>}`
  | 'join_waiting'
  | 'save_changes'
  | 'reserve_and_pay'
  | 'reserve_in_cash'
  | 'reserve'

/** The wizard as it is rendered. */
export interface WizardView {
  readonly situation: Situation
  readonly steps: readonly Step[]
  readonly current: Step
  readonly before: Step | undefined
  readonly following: Step | undefined
  readonly quote: Quote
  /** The whole choice is added to the waiting list. */
  readonly isWaiting: boolean
  /** Something is to be paid with this reservation. */
  readonly pays: boolean
  /** The part of it that is due now: paid online, or in cash at the desk. Minor units. */
  readonly dueNow: number
  readonly problems: readonly ShownProblem[]
  readonly canLeave: boolean
  readonly doing: Doing
}

const isShort = (left: number | null, wanted: number): boolean => left !== null && left < wanted

type ParticipantType = Situation['event']['participant_types'][number]

/** What has too few places for everybody. */
interface Short {
  /** Empty: the event itself. */
  readonly types: readonly ParticipantType[]
  /** Nothing of it is left. */
  readonly isSoldOut: boolean
}

/** Returns the event, or the chosen participant types, with too few places for everybody. Undefined: there are enough. */
export const shortOf = (event: Situation['event'], choice: Choice): Short | undefined => {
  const chosen = typesIn(choice)
  if (isShort(event.places_left, chosen.length)) return { types: [], isSoldOut: event.places_left === 0 }
  const types = event.participant_types.filter(({ _id, places_left }) => {
    const wanted = chosen.filter((type) => type === _id).length
    return wanted > 0 && isShort(places_left, wanted)
  })
  return types.length > 0 ? { types, isSoldOut: types.every(({ places_left }) => places_left === 0) } : undefined
}

/**
 * Derives the view of one step from the state.
 * @param wanted the step in the address; one that cannot be reached yet is replaced by the first one with a problem
 */
export const viewWizard = (
  { choice, plan, tried, told }: WizardState,
  { event, me, relatives, standing, held, now }: WizardGround,
  wanted: Step,
): WizardView => {
  // Everything was free when the offer was made, and it is held for as many as the offer is for.
  const isWaiting = standing === undefined && !held && shortOf(event, choice) !== undefined
  const situation: Situation = {
    event,
    me,
    relatives,
    choice,
    kept: standing?.choice ?? null,
    held: held ?? null,
    isWaiting,
    answered: standing?.answers,
    isApproved: standing?.isApproved,
    sealed: standing?.sealed,
    now,
  }
  const steps = stepsOf(situation)
  const limit = steps.indexOf(firstOpenStep(situation) ?? 'review')
  const at = Math.max(0, Math.min(steps.indexOf(wanted), limit))
  const current = steps[at] ?? 'review'
  const following = steps[at + 1]
  const before = standing && quoteChoice(standing.choice)
  const counted = quoteChange(
    event,
    {
      ...quoteChoice(choice),
      stored: before && storedOf(before),
      agreedAnswers: before?.answers,
      waiting: standing?.waiting,
    },
    standing ?? { lines: [] },
    clockOf(event, now ?? new Date()),
  )
  const pays = !standing && !isWaiting && !event.approval_required && counted.total > 0
  const toldHere = told.filter(({ field }) => stepOfField(field) === current)
  const open = problemsOf(current, situation)
  const shown: ShownProblem[] = [...toldHere, ...(tried.includes(current) ? open : [])]
  const doing = (): Doing => {
    if (following && following !== 'people') return `to_${following}`
    if (isWaiting) return 'join_waiting'
    if (standing) return 'save_changes'
    if (!pays) return 'reserve'
    return choice.pays_at_desk ? 'reserve_in_cash' : 'reserve_and_pay'
  }
  return {
    situation,
    steps,
    current,
    before: steps[at - 1],
    following,
    quote: counted,
    isWaiting,
    pays,
    dueNow: plan.part === 'deposit' && !choice.pays_at_desk ? counted.deposit : counted.total,
    problems: shown.filter(({ field }, i) => shown.findIndex((one) => one.field === field) === i),
    canLeave: open.length === 0 && toldHere.length === 0,
    doing: doing(),
  }
}

/** Returns the draft to store while the wizard is unfinished. */
export const draftOf = (state: WizardState, ground: WizardGround, step: Step, now: Date): Draft => {
  const { choice, key } = state
  const { steps, current, quote: counted } = viewWizard(state, ground, step)
  return {
    choice,
    key,
    step,
    changed_at: now.toISOString(),
    progress: {
      step: current,
      at: steps.indexOf(current) + 1,
      of: steps.length,
      persons: typesIn(choice).length,
      total: counted.total,
    },
  }
}
