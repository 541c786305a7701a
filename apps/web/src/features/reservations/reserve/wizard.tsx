import type { UserEvent } from '@shiloh/contract/events'
import { quote } from '@shiloh/contract/quote'
import type { ReservationView, WaitingView } from '@shiloh/contract/reservations'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { newIdempotencyKey } from '#platform/client'
import { texts as fieldTexts } from '#platform/field-texts'
import { formatMoney } from '#platform/format'
import { useLanguage, useT } from '#platform/i18n'
import { showFailure } from '#ui/failure'
import { toastDone } from '#ui/toast'
import { useStartPayment } from '../../payments/index.ts'
import { useReservationsChanged } from '../queries.ts'
import { type Choice, quoteChoice, typesIn } from './choice.ts'
import type { Draft, DraftStore } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import { FailureNote } from './failure-note.tsx'
import { type Person, personField } from './people.ts'
import { ProblemSummary, type Told } from './problem-summary.tsx'
import classes from './reserve.module.css'
import { type Lists, relativesOf, type StepProps } from './step.ts'
import { DetailsStep } from './step-details.tsx'
import { ExtrasStep } from './step-extras.tsx'
import { PeopleStep } from './step-people.tsx'
import { type PayPlan, ReviewStep } from './step-review.tsx'
import { RoomsStep } from './step-rooms.tsx'
import { comingIn, firstOpenStep, problemsOf, type Situation, type Step, stepOfField, stepsOf } from './steps.ts'
import { useJoinWaiting, useSubmit } from './submit.ts'
import { Summary } from './summary.tsx'
import { texts } from './texts.ts'
import { useDraftKeeper } from './use-draft.ts'
import { WizardFrame } from './wizard-frame.tsx'

interface WizardProps {
  event: UserEvent
  lists: Lists
  me: Person
  /** What the person begins with: a draft, the standing reservation, or nothing. */
  start: Draft
  /** The beginning is a draft from before. */
  restored: boolean
  /** What "start afresh" begins with. */
  fresh: Choice
  store: DraftStore
  /** In an edit: the reservation as it stands, and what it holds. */
  standing?: { readonly reservation: ReservationView; readonly choice: Choice }
  waitingFor: readonly WaitingView[]
  /** Of the address, so that the browser's back goes one step back. */
  step: Step | undefined
  onStep: (step: Step, how: 'push' | 'replace') => void
  onCancel: () => void
  /** Asks for the offer anew. */
  onStale: () => void
  hold?: ReactNode
}

/** Fields of the server that a change of the choice answers. */
const answeredBy: Readonly<Record<keyof Choice, RegExp>> = {
  guests: /^participants/,
  consent: /^consent|^participants\.\w+\.guardian_id/,
  participant_type_id: /^participant_type_id/,
  title_id: /^title_id/,
  designation_id: /^designation_id/,
  committee_type_id: /^committee_type_id/,
  care: /^(medical_conditions|dietary_preference|female_related)/,
  arrival: /^(arrival|departure)_at/,
  departure: /^(arrival|departure)_at/,
  answers: /^answers/,
  room: /^accommodation/,
  check_in: /^accommodation/,
  check_out: /^accommodation/,
  caterer: /^caterer_id/,
  products: /^products/,
  pays_at_desk: /^pays_at_desk/,
}
/** What a refusal can name of one person. */
const personFields = [
  'person_id',
  'participant_type_id',
  'guardian_id',
  'title_id',
  'designation_id',
  'medical_conditions',
  'dietary_preference',
  'female_related',
]
const isAnswered = (field: string, patch: Partial<Choice>): boolean =>
  Object.entries(answeredBy).some(([key, pattern]) => Object.hasOwn(patch, key) && pattern.test(field))

const stepComponents = { people: PeopleStep, details: DetailsStep, rooms: RoomsStep, extras: ExtrasStep } as const

/** The way through a reservation, step by step; the same for a new one and for a change. */
export function Wizard(props: WizardProps) {
  const { event, lists, me, start, store, standing, step: wanted, onStep, onStale } = props
  const t = useT(texts)
  const say = useT(fieldTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const changed = useReservationsChanged()
  const keeper = useDraftKeeper(store, standing ? undefined : event._id)
  const submit = useSubmit(event, standing?.reservation)
  const payment = useStartPayment()
  const joining = useJoinWaiting(event)
  const [choice, setChoice] = useState(start.choice)
  const [restored, setRestored] = useState(props.restored)
  const [plan, setPlan] = useState<PayPlan>({
    part: event.deposit_percent === null ? 'all' : 'deposit',
    provider: undefined,
  })
  const [tried, setTried] = useState<ReadonlySet<Step>>(new Set())
  const [told, setTold] = useState<readonly Told[]>([])
  const [failed, setFailed] = useState<{ failure: Failure; oldTotal: number; retry: () => void }>()
  const [isDone, setIsDone] = useState(false)
  const key = useRef(start.key)
  const head = useRef<HTMLDivElement>(null)
  const problemList = useRef<HTMLDivElement>(null)

  const relatives = useMemo(() => relativesOf(lists, standing?.reservation.participants), [lists, standing])
  const types = typesIn(choice)
  const isShort = (left: number | null, wanted: number) => left !== null && left < wanted
  const isWaiting =
    !standing &&
    (isShort(event.places_left, types.length) ||
      event.participant_types.some(({ _id, places_left }) => {
        const wanted = types.filter((type) => type === _id).length
        return wanted > 0 && isShort(places_left, wanted)
      }))
  const situation = useMemo<Situation>(
    () => ({ event, me, relatives, choice, kept: standing?.choice ?? null, isWaiting }),
    [event, me, relatives, choice, standing, isWaiting],
  )
  const coming = comingIn(situation)
  const steps = stepsOf(situation)
  const reachable = firstOpenStep(situation) ?? 'review'
  const limit = steps.indexOf(reachable)
  const at = Math.max(0, Math.min(steps.indexOf(wanted ?? start.step), limit))
  const current = steps[at] ?? 'review'

  const counted = quote(event, quoteChoice(choice), standing?.reservation.lines)
  const pays = !standing && !isWaiting && !event.approval_required && counted.total > 0
  const dueNow = plan.part === 'deposit' ? counted.deposit : counted.total

  const draftOf = useCallback(
    (next: Choice, at: Step): Draft => ({
      choice: next,
      step: at,
      key: key.current,
      changed_at: new Date().toISOString(),
    }),
    [],
  )
  // A step that is not reached yet, or asks nothing any more, is not left standing in the address.
  useEffect(() => {
    if (wanted !== current && !isDone) onStep(current, 'replace')
  }, [wanted, current, onStep, isDone])
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    scrollTo({ top: 0 })
    head.current?.focus({ preventScroll: true })
  }, [current])

  const change = (patch: Partial<Choice>) => {
    const next = { ...choice, ...patch }
    // Another choice is another attempt.
    key.current = null
    setChoice(next)
    setFailed(undefined)
    setTold((before) => before.filter(({ field }) => !isAnswered(field, patch)))
    keeper.keep(draftOf(next, current))
  }
  const go = (step: Step) => {
    setRestored(false)
    onStep(step, 'push')
    keeper.keep(draftOf(choice, step))
  }
  /** What stands with a person is called by their name in the list of problems. */
  const names = {
    ...Object.fromEntries(
      coming.flatMap(({ key, person }) => personFields.map((name) => [personField(key, name), person.name])),
    ),
    'consent.name': t('consent_name'),
    'consent.reach': t('consent_reach'),
  }
  const focusProblems = () => requestAnimationFrame(() => problemList.current?.focus())

  const problems: readonly Told[] = [
    ...told.filter(({ field }) => stepOfField(field) === current),
    ...(tried.has(current) ? problemsOf(current, situation) : []).map(({ field, code }) => ({
      field,
      message: say(code),
    })),
  ].filter(({ field }, i, all) => all.findIndex((one) => one.field === field) === i)

  const onFailure = (error: unknown, retry: () => void) => {
    const failure = failureOf(error, choice)
    setFailed({ failure, oldTotal: counted.total, retry })
    if (failure.kind !== 'lost') {
      key.current = null
      onStale()
    }
    if (failure.kind === 'already') void changed()
    if (failure.kind === 'fields') {
      setTold(failure.told)
      const [first] = failure.told
      if (first) onStep(stepOfField(first.field), 'push')
    }
    focusProblems()
  }

  const reserve = async () => {
    key.current ??= newIdempotencyKey()
    keeper.keep(draftOf(choice, current))
    setFailed(undefined)
    try {
      const made = await submit.mutateAsync({ choice, expected_total: counted.total, key: key.current })
      setIsDone(true)
      keeper.forget()
      const paying =
        pays && !choice.pays_at_desk && made.allowed.includes('pay')
          ? await payment
              .mutateAsync({
                reservation_id: made._id,
                provider: plan.provider,
                amount: plan.part === 'deposit' ? counted.deposit : undefined,
              })
              .catch((error: Error) => {
                // The places are held; the page of the reservation has the button again.
                showFailure(error.message, true)
                return undefined
              })
          : undefined
      if (standing) toastDone({ message: t('saved') })
      await changed()
      await navigate({ to: '/reservations/$id', params: { id: made._id }, replace: true })
      if (paying?.checkout_url) location.assign(paying.checkout_url)
    } catch (error) {
      onFailure(error, () => void reserve())
    }
  }
  const wait = async (patch: Partial<Choice>) => {
    setFailed(undefined)
    try {
      await joining.mutateAsync({ ...choice, ...patch })
      toastDone({ message: t('joined_waiting') })
      await changed()
      if (isWaiting) {
        setIsDone(true)
        keeper.forget()
        await navigate({ to: '/events/$id', params: { id: event.slug }, replace: true })
      }
    } catch (error) {
      onFailure(error, () => void wait(patch))
    }
  }
  const next = () => {
    const open = problemsOf(current, situation)
    if (open.length > 0 || told.some(({ field }) => stepOfField(field) === current)) {
      setTried(new Set([...tried, current]))
      focusProblems()
      return
    }
    const following = steps[at + 1]
    if (following) go(following)
    else void (isWaiting ? wait({}) : reserve())
  }

  const stepProps: StepProps = {
    event,
    situation,
    choice,
    lists,
    quote: counted,
    change,
    errorOf: (field) => problems.find((problem) => problem.field === field)?.message,
    waiting: {
      isOn: (kind, name) => props.waitingFor.some((entry) => entry.kind === kind && entry.name === name),
      join: standing || isWaiting ? undefined : (patch) => void wait(patch),
      busy: joining.isPending,
    },
  }
  const following = steps[at + 1]
  const action = (() => {
    if (following && following !== 'people') return t(`to_${following}`)
    if (isWaiting) return t('join_waiting')
    if (standing) return t('save_changes')
    if (pays && !choice.pays_at_desk)
      return t('reserve_and_pay', { amount: formatMoney(dueNow, event.currency, language) })
    return t('reserve')
  })()
  const title = current === 'review' && !pays ? t('title_review_free') : t(`title_${current}`)
  const Current = current === 'review' ? null : stepComponents[current]
  return (
    <WizardFrame
      eventName={event.name}
      title={title}
      steps={steps}
      current={current}
      isEdit={standing !== undefined}
      onCancel={props.onCancel}
      onGo={go}
      hold={props.hold}
      headRef={head}
      summary={
        <Summary
          key={current}
          quote={counted}
          deposit_percent={pays && plan.part === 'deposit' && !choice.pays_at_desk ? event.deposit_percent : null}
          names={coming.map(({ person }) => person.name)}
          before={standing?.reservation.total}
          action={action}
          busy={submit.isPending || payment.isPending || joining.isPending || isDone}
          onAction={next}
          onBack={at > 0 ? () => go(steps[at - 1] ?? current) : undefined}
        />
      }
    >
      {restored ? (
        <div className={classes.restored} role="status">
          <span>{t('draft_restored')}</span>
          <button
            type="button"
            className={classes.link}
            onClick={() => {
              keeper.forget()
              key.current = null
              setChoice(props.fresh)
              setTried(new Set())
              setRestored(false)
            }}
          >
            {t('start_afresh')}
          </button>
        </div>
      ) : null}
      {failed ? (
        <FailureNote
          failure={failed.failure}
          event={event}
          oldTotal={failed.oldTotal}
          total={counted.total}
          onRetry={failed.retry}
        />
      ) : null}
      {problems.length > 0 ? (
        <ProblemSummary ref={problemList} event={event} problems={problems} names={names} />
      ) : null}
      {isWaiting && current !== 'review' ? <p className={classes.notice}>{t('waiting_event_note')}</p> : null}
      {Current ? (
        <Current {...stepProps} />
      ) : (
        <ReviewStep
          {...stepProps}
          steps={steps}
          onGo={go}
          plan={plan}
          onPlan={setPlan}
          pays={pays}
          isWaiting={isWaiting}
          before={standing?.reservation}
        />
      )}
    </WizardFrame>
  )
}
