import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney } from '@shiloh/contract/text/format'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useState } from 'react'
import { hasBegun } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { usePayWays } from '../../payments/index.ts'
import { ChangeWaits } from '../parts/change-waits.tsx'
import { WaitingSheet } from '../waiting/lazy.ts'
import { priceInForce } from './choice.ts'
import { useChooseWhat } from './choose-what.ts'
import { costsAnything } from './costs.ts'
import { FailureNote } from './failure-note.tsx'
import { FullNote } from './full-note.tsx'
import { sayLost } from './lost.ts'
import { ProblemSummary } from './problem-summary.tsx'
import classes from './reserve.module.css'
import type { StepProps } from './step.ts'
import { DetailsStep } from './step-details.tsx'
import { ExtrasStep } from './step-extras.tsx'
import { PeopleStep } from './step-people.tsx'
import { ReviewStep } from './step-review.tsx'
import { RoomsStep } from './step-rooms.tsx'
import { comingIn, type Step } from './steps.ts'
import { Summary } from './summary.tsx'
import { texts } from './texts.ts'
import { useWizard, type WizardSetup } from './use-wizard.ts'
import { WizardFrame } from './wizard-frame.tsx'

interface WizardProps extends WizardSetup {
  waitingFor: readonly WaitingView[]
  onCancel: () => void
  /** Told while something is sent, and until the page that comes next is there. */
  onBusy?: ((isBusy: boolean) => void) | undefined
  hold?: ReactNode
  /** Which prices the waiting list keeps, and the step that they are about. */
  kept?: { readonly words: string; readonly step: Step } | undefined
}

const stepComponents = { people: PeopleStep, details: DetailsStep, rooms: RoomsStep, extras: ExtrasStep } as const

function OnlineWays() {
  return <>{usePayWays()}</>
}

/** The steps of a reservation, for a new one and for a change. */
export function Wizard({ waitingFor, onCancel, onBusy, hold, kept, ...setup }: WizardProps) {
  const { event, lists, standing, lost = [] } = setup
  const t = useT(texts)
  const say = useT(fieldTexts)
  const language = useLanguage()
  const wizard = useWizard(setup)
  const { isBusy } = wizard
  useEffect(() => onBusy?.(isBusy), [onBusy, isBusy])
  const [sheet, setSheet] = useState<Pick<ComponentProps<typeof WaitingSheet>, 'wished' | 'begun' | 'onJoined'>>()
  const { state, view, change, go } = wizard
  const { choice, plan, failed } = state
  const { current, steps, quote, situation, pays, isWaiting, before } = view
  const coming = comingIn(situation)
  const chooseWhat = useChooseWhat(event)
  const problems = view.problems.map((one) => {
    const sentence = 'code' in one && one.code === 'choose' ? chooseWhat(one.field) : ''
    const message = sentence || ('code' in one ? say(one.code) : one.message)
    return { field: one.field, message, says: sentence !== '' }
  })
  const stepProps: StepProps = {
    event,
    situation,
    choice,
    lists,
    quote,
    change,
    errorOf: (field) => problems.find((problem) => problem.field === field)?.message,
    waiting: {
      isOn: (kind, name) => waitingFor.some((entry) => entry.kind === kind && entry.name === name),
      join: wizard.canWait
        ? (part, patch) => setSheet({ wished: { part, choice: { ...choice, ...patch } } })
        : undefined,
    },
  }
  // Who reserves waits for no other place any more.
  const endsWith =
    standing || setup.offer || isWaiting ? undefined : waitingFor.find(({ kind }) => kind === 'participant_type')
  const Current = current === 'review' ? null : stepComponents[current]
  return (
    <WizardFrame
      eventName={event.name}
      eventLanguage={event.languages?.name}
      title={current === 'review' && !pays ? t('title_review_free') : t(`title_${current}`)}
      steps={steps}
      current={current}
      isPaid={
        current === 'review'
          ? pays
          : standing === undefined && !isWaiting && !event.approval_required && costsAnything(event)
      }
      isEdit={standing !== undefined}
      onCancel={onCancel}
      onGo={go}
      hold={hold}
      headRef={wizard.head}
      summary={
        <Summary
          key={current}
          quote={quote}
          deposit_percent={pays && (plan.part === 'deposit' || choice.pays_at_desk) ? event.deposit_percent : null}
          isAtDesk={choice.pays_at_desk}
          names={coming.map(({ person }) => person.name)}
          before={standing && priceInForce(standing.reservation)}
          action={t(view.doing, { amount: formatMoney(view.dueNow, event.currency, language) })}
          busy={wizard.isBusy}
          onAction={wizard.next}
          isFree={!costsAnything(event)}
          note={current === 'review' && pays && !choice.pays_at_desk ? <OnlineWays /> : undefined}
          onBack={before ? () => go(before) : onCancel}
        />
      }
    >
      {state.restored ? (
        <div className={classes.restored} role="status">
          <div>
            {lost.length > 0 ? t('draft_restored_except') : t('draft_restored')}
            {lost.length > 0 ? (
              <ul>
                {lost.map((one) => {
                  const words = sayLost(one, t)
                  return <li key={words}>{words}</li>
                })}
              </ul>
            ) : null}
          </div>
          <button type="button" className={classes.link} onClick={wizard.startAfresh}>
            {t('start_afresh')}
          </button>
        </div>
      ) : null}
      {standing ? <ChangeWaits reservation={standing.reservation} className={classes.notice ?? ''} /> : null}
      {failed ? (
        <FailureNote
          failure={failed.failure}
          event={event}
          oldTotal={failed.sent.total}
          total={quote.total}
          onRetry={() => wizard.retry(failed.sent)}
        />
      ) : null}
      {problems.length > 0 ? (
        <ProblemSummary ref={wizard.problemList} event={event} problems={problems} coming={coming} />
      ) : null}
      {!standing && hasBegun(event) ? (
        <p className={classes.notice}>{t('begun', { day: formatDay(new Date(), language, event.time_zone) })}</p>
      ) : null}
      {kept?.words && (current === kept.step || current === 'review') ? (
        <p className={classes.notice}>{kept.words}</p>
      ) : null}
      {isWaiting && current !== 'review' ? (
        <FullNote {...stepProps} onJoin={() => setSheet({ begun: choice, onJoined: wizard.forget })} />
      ) : null}
      {endsWith && (current === 'people' || current === 'review') ? (
        <p className={classes.notice}>{t('waiting_ends', { type: endsWith.name })}</p>
      ) : null}
      {Current ? (
        <Current {...stepProps} />
      ) : (
        <ReviewStep
          {...stepProps}
          steps={steps}
          onGo={go}
          plan={plan}
          onPlan={(next) => wizard.dispatch({ type: 'plan', plan: next })}
          pays={pays}
          isWaiting={isWaiting}
          before={standing?.reservation}
        />
      )}
      {sheet ? (
        <Suspense fallback={null}>
          <WaitingSheet event={event} closeLabel={t('close')} {...sheet} onClose={() => setSheet(undefined)} />
        </Suspense>
      ) : null}
    </WizardFrame>
  )
}
