import type { UserEvent } from '@shiloh/contract/events/events'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useReducer, useRef } from 'react'
import { call } from '#platform/api'
import { newIdempotencyKey } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { useStartPayment } from '../../payments/index.ts'
import { useReservationsChanged } from '../queries.ts'
import type { Choice } from './choice.ts'
import type { Draft, DraftStore } from './draft.ts'
import { failureOf } from './failure.ts'
import type { Lost } from './lost.ts'
import type { Person } from './people.ts'
import { type Lists, peopleOf, relativesOf, sealedOf } from './step.ts'
import { isGenderAsked, matesIn, type Step, stepOfField } from './steps.ts'
import { useJoinWaiting, useSubmit } from './submit.ts'
import { texts } from './texts.ts'
import { useDraftKeeper } from './use-draft.ts'
import { beginWizard, draftOf, reduceWizard, type Sent, viewWizard, type WizardGround } from './wizard-state.ts'

export interface WizardSetup {
  event: UserEvent
  lists: Lists
  me: Person
  /** A draft, the reservation to edit, or an empty choice. */
  start: Draft
  /** `start` is an earlier draft. */
  restored: boolean
  /** What of it could not be kept. */
  lost?: readonly Lost[] | undefined
  /** The draft of this browser, if the server has none as new. */
  unsent?: Draft | undefined
  /** The choice after "start afresh". */
  fresh: Choice
  store: DraftStore
  /** In an edit: the reservation and its choice. */
  standing?: { readonly reservation: ReservationView; readonly choice: Choice }
  /** In an edit: the choice with what the waiting list holds for it, or what is in force beside a change that waits to be paid. */
  held?: Choice | undefined
  /** An offer of the waiting list that becomes the reservation. */
  offer?: { readonly _id: string; readonly choice: Choice } | undefined
  /** From the address, so that the browser's back button goes one step back. */
  step: Step | undefined
  onStep: (step: Step, how: 'push' | 'replace') => void
  /** Loads the event's offer again. */
  onStale: () => void
}

/** Returns whether the office has not decided yet who comes. */
const isUndecided = ({ needs_approval, approved_at }: ReservationView): boolean =>
  needs_approval && approved_at === null

/** Runs the wizard's state: stores the draft, sends requests, follows the address. */
export function useWizard({
  event,
  lists,
  me,
  start,
  fresh,
  store,
  standing,
  held,
  offer,
  onStep,
  onStale,
  ...setup
}: WizardSetup) {
  const t = useT(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const changed = useReservationsChanged()
  const keeper = useDraftKeeper(store, standing || offer ? undefined : event._id, setup.unsent)
  const submit = useSubmit(event, standing?.reservation, offer?._id)
  const payment = useStartPayment()
  const { followAccount } = usePageActions()
  const joining = useJoinWaiting(event)
  const [state, dispatch] = useReducer(reduceWizard, undefined, () =>
    beginWizard(start, { restored: setup.restored, deposit_percent: event.deposit_percent }),
  )
  const head = useRef<HTMLDivElement>(null)
  const problemList = useRef<HTMLElement>(null)

  const ground = useMemo<WizardGround>(
    () => ({
      event,
      me,
      relatives: relativesOf(lists, standing && peopleOf(standing.reservation)),
      held: offer?.choice ?? held,
      standing: standing && {
        choice: standing.choice,
        lines: standing.reservation.lines,
        answers: (standing.reservation.pending_change ?? standing.reservation).answers,
        returned: standing.reservation.pending_change?.returned,
        waiting: standing.reservation.pending_change,
        isApproved: event.approval_required && !isUndecided(standing.reservation),
        sealed: sealedOf(standing.reservation),
      },
    }),
    [event, me, lists, standing, held, offer],
  )
  const view = useMemo(
    () => viewWizard(state, ground, setup.step ?? start.step),
    [state, ground, setup.step, start.step],
  )
  const { current, quote } = view

  // A step that is not reached yet or has no questions any more does not stay in the address.
  useEffect(() => {
    if (setup.step !== current && !state.isDone) onStep(current, 'replace')
  }, [setup.step, current, onStep, state.isDone])
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    scrollTo({ top: 0 })
    head.current?.focus({ preventScroll: true })
  }, [current])

  /** Changes the state, and stores the draft after the change. */
  const actAndKeep = (action: Parameters<typeof reduceWizard>[1], step: Step = current) => {
    dispatch(action)
    keeper.keep(draftOf(reduceWizard(state, action), ground, step, new Date()))
  }
  const focusProblems = () => requestAnimationFrame(() => problemList.current?.focus())
  const change = (patch: Partial<Choice>) => actAndKeep({ type: 'change', patch })
  const go = (step: Step) => {
    onStep(step, 'push')
    actAndKeep({ type: 'go' }, step)
  }

  const fail = (error: unknown, sent: Sent) => {
    const failure = failureOf(error, state.choice)
    dispatch({ type: 'fail', failure, sent })
    if (failure.kind !== 'lost') onStale()
    // An offer can have ended meanwhile.
    if (failure.kind === 'already' || (offer && failure.kind !== 'lost')) void changed()
    if (failure.kind === 'fields' && failure.told[0]) onStep(stepOfField(failure.told[0].field), 'push')
    focusProblems()
  }
  const finish = () => {
    dispatch({ type: 'done' })
    keeper.forget()
  }

  /** Returns the address of the checkout. Undefined if nothing is paid now, or the payment could not be started. */
  const pay = async (reservation_id: string): Promise<string | null | undefined> => {
    const { part, provider } = state.plan
    try {
      const amount = part === 'deposit' ? quote.deposit : undefined
      return (await payment.mutateAsync({ reservation_id, provider, amount })).checkout_url
    } catch (error) {
      // The places are held. The page of the reservation has the button again.
      showFailure(error instanceof Error ? error.message : '', true)
      return undefined
    }
  }
  /** Stores the answer with the account, where it is not asked again. */
  const saveGender = async () => {
    const { gender } = state.choice
    if (gender === null || !isGenderAsked(view.situation)) return
    await call(identityRoutes.updateProfile, { body: { gender } })
    await followAccount()
  }
  const reserve = async (total = quote.total) => {
    const key = state.key ?? newIdempotencyKey()
    actAndKeep({ type: 'send', key })
    try {
      await saveGender()
      const made = await submit.mutateAsync({
        choice: state.choice,
        mates: matesIn(view.situation),
        expected_total: total,
        key,
      })
      finish()
      const isPaidNow = view.doing === 'reserve_and_pay' && made.allowed.includes('pay')
      const checkout = isPaidNow ? await pay(made._id) : undefined
      const { pending_change, due_now, currency } = made
      if (standing)
        toastDone({
          message: pending_change ? t('saved_waits', { amount: formatMoney(due_now, currency, language) }) : t('saved'),
        })
      await changed()
      await navigate({ to: '/reservations/$id', params: { id: made._id }, replace: true })
      if (checkout) location.assign(checkout)
    } catch (error) {
      fail(error, { kind: 'reserve', total })
    }
  }
  const wait = async () => {
    dispatch({ type: 'send' })
    try {
      await saveGender()
      await joining.mutateAsync(state.choice)
      toastDone({ message: t('joined_waiting') })
      await changed()
      finish()
      await navigate({ to: '/events/$id', params: { id: event.slug }, replace: true })
    } catch (error) {
      fail(error, { kind: 'wait', total: quote.total })
    }
  }
  const next = () => {
    if (!view.canLeave) {
      dispatch({ type: 'stay', step: current })
      focusProblems()
    } else if (view.following) go(view.following)
    else void (view.isWaiting ? wait() : reserve())
  }
  const retry = (sent: Sent) => void (sent.kind === 'wait' ? wait() : reserve(sent.total))
  const startAfresh = () => {
    keeper.forget()
    dispatch({ type: 'start_afresh', choice: fresh })
    toastDone({
      message: t('started_afresh'),
      undo: {
        label: t('undo'),
        act: () => {
          dispatch({ type: 'bring_back', state })
          keeper.keep(draftOf(state, ground, current, new Date()))
        },
      },
    })
  }

  return {
    state,
    view,
    dispatch,
    change,
    go,
    next,
    retry,
    startAfresh,
    /** What was chosen is on the waiting list: nothing of it is continued. */
    forget: keeper.forget,
    /** Whether somebody can wait for one thing beside the rest. */
    canWait: !offer && !view.isWaiting,
    isBusy: submit.isPending || payment.isPending || joining.isPending || state.isDone,
    head,
    problemList,
  }
}
