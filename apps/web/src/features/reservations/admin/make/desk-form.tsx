import { Button, Checkbox, Switch, Textarea } from '@mantine/core'
import { quoteChanged } from '@shiloh/contract/error-data'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import type { UserEvent } from '@shiloh/contract/events/events'
import type { Quote } from '@shiloh/contract/reservations/quote'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { type ReactNode, useMemo, useReducer, useRef } from 'react'
import { ApiError } from '#platform/client'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { Refusal } from '#ui/feedback/refusal'
import { PageGuard } from '#ui/form/page-guard'
import { ChangeWaits } from '../../parts/change-waits.tsx'
import { QuoteLines } from '../../parts/lines.tsx'
import { span } from '../../parts/span.ts'
import { type Choice, choiceBeside, priceInForce } from '../../reserve/choice.ts'
import { ConsentPart } from '../../reserve/consent-part.tsx'
import { type Failure, failureOf, type Told } from '../../reserve/failure.ts'
import type { Account, Person, Relative } from '../../reserve/people.ts'
import { ProblemSummary } from '../../reserve/problem-summary.tsx'
import type { Lists, StepProps } from '../../reserve/step.ts'
import { DetailsStep } from '../../reserve/step-details.tsx'
import { ExtrasStep } from '../../reserve/step-extras.tsx'
import { RoomsStep } from '../../reserve/step-rooms.tsx'
import { texts as reserve } from '../../reserve/texts.ts'
import { useWhen } from '../detail/words.ts'
import {
  beginDesk,
  type DeskGround,
  type DeskRequest,
  type DeskView,
  deskRequest,
  hasDeskChanges,
  reduceDesk,
  viewDesk,
} from './desk-state.ts'
import { FamilyPart } from './family-part.tsx'
import classes from './make.module.css'
import { OfficeDays } from './office-days.tsx'
import { texts } from './texts.ts'
import { TypePart } from './type-part.tsx'

/** One submit button and its effect. */
export interface Submit {
  readonly label: string
  readonly run: (request: DeskRequest) => Promise<unknown>
}

interface DeskFormProps {
  event: UserEvent
  lists: Lists
  me: Person
  /** What opens participant types to the person, if it is known. The server decides. */
  account?: Account | undefined
  /** The default; most families share it. */
  lastName: string
  /** People who can come along. */
  relatives: readonly Relative[]
  start: Choice
  /** In an edit: the current reservation. */
  standing?: ReservationView
  /** Shown before the choices: the person. */
  children?: (errorOf: (field: string) => string | undefined) => ReactNode
  /** Returns what is missing beside the choices. */
  check?: () => readonly Told[]
  submits: (quoted: Quote, choice: Choice) => readonly Submit[]
  onCancel: () => void
  /** Loads the event's offer again. */
  onStale: () => void
  hasChanges: () => boolean
}

/** Runs the form's state, and sends the request of a button. */
function useDesk({ event, me, relatives, standing, start, check, onStale }: DeskFormProps) {
  const say = useT(fieldTexts)
  const [state, dispatch] = useReducer(reduceDesk, start, beginDesk)
  const ground = useMemo<DeskGround>(
    () => ({ event, me, relatives, standing, held: standing && choiceBeside(standing) }),
    [event, me, relatives, standing],
  )
  const view = useMemo(() => viewDesk(state, ground), [state, ground])
  const summary = useRef<HTMLDivElement>(null)
  const focusSummary = () => requestAnimationFrame(() => summary.current?.focus())
  const submit = async (which: number, run: Submit['run']) => {
    if (state.sending !== null) return
    const lacking = view.lacking.map(({ field, code }) => ({ field, message: say(code) }))
    const told = [...(check?.() ?? []), ...lacking]
    if (told.length > 0) {
      dispatch({ type: 'stay', told })
      focusSummary()
      return
    }
    dispatch({ type: 'send', which })
    try {
      await run(deskRequest(state, view))
      dispatch({ type: 'done' })
    } catch (error) {
      const failure = failureOf(error, view.situation.choice)
      const { data } = quoteChanged.safeParse(error instanceof ApiError ? error.data : undefined)
      dispatch({ type: 'fail', failure, quoted: failure.kind === 'quote' ? data?.quote : undefined })
      if (failure.kind !== 'lost') onStale()
      focusSummary()
    }
  }
  return { state, view, dispatch, submit, summary }
}

/** Returns why the request failed, if that is not shown at a field. */
function useRefusal(): (failure: Failure) => string | null {
  const t = useT(texts)
  return (failure) => {
    switch (failure.kind) {
      case 'fields':
        return failure.gone ? t('gone_meanwhile') : null
      case 'quote':
        return t('quote_changed')
      case 'already':
        return t('already_reserved')
      case 'lost':
        return `${failure.message} ${t('lost_answer')}`
      case 'other':
        return failure.message
    }
  }
}

/** The price and, in an edit, the difference. */
function Sums({ view, standing }: { view: DeskView; standing: ReservationView | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  const { quote, difference } = view
  const money = (minor: number) => formatMoney(minor, quote.currency, language)
  return (
    <>
      <h2>{t('summary')}</h2>
      {quote.lines.length === 0 ? <p className="dim">{t('nothing_yet')}</p> : null}
      <dl>
        <QuoteLines lines={quote.lines} names={view.coming.map(({ person }) => person.name)} />
        {standing ? (
          <div>
            <dt>{t('previous_total')}</dt>
            <dd>{money(priceInForce(standing))}</dd>
          </div>
        ) : null}
        <div data-total>
          <dt>{t('total')}</dt>
          <dd>{money(quote.total)}</dd>
        </div>
        {difference !== 0 ? (
          <div>
            <dt>{t('difference')}</dt>
            <dd>
              {difference > 0 ? '+' : '−'}
              {money(Math.abs(difference))}
            </dd>
          </div>
        ) : null}
      </dl>
    </>
  )
}

/** The nights that are over and that no stay can leave out any more. */
function NightsBack({ view, onChange }: { view: DeskView; onChange: (nights: string[]) => void }) {
  const t = useT(texts)
  const language = useLanguage()
  if (view.returnable.length === 0) return null
  return (
    <Checkbox.Group
      className={classes.part ?? ''}
      label={t('nobody_slept')}
      description={t('nobody_slept_hint')}
      value={[...view.returned]}
      onChange={onChange}
    >
      {view.returnable.map((night) => (
        <Checkbox key={night} value={night} mt="xs" label={formatDate(night, language)} />
      ))}
    </Checkbox.Group>
  )
}

/** A member's steps on one page for the desk. Unknown answers can stay open. */
export function DeskForm(props: DeskFormProps) {
  const { event, lists, standing, submits } = props
  const t = useT(texts)
  const reserveWords = useT(reserve)
  const refusalOf = useRefusal()
  const when = useWhen({ event: { ...event, place: event.place ?? '' } })
  const { state, view, dispatch, submit, summary } = useDesk(props)
  const { situation, steps, quote } = view
  const { choice } = situation
  const refusal = state.failure && refusalOf(state.failure)
  const errorOf = (field: string) => state.told.find((one) => one.field === field)?.message
  const change = (patch: Partial<Choice>) => dispatch({ type: 'change', patch })
  const stepProps: StepProps = {
    by: 'staff',
    account: props.account,
    event,
    situation,
    choice,
    lists,
    quote,
    change,
    errorOf,
    waiting: { isOn: () => false, join: undefined },
  }
  const names = {
    user_id: t('person'),
    participant_type_id: t('participant_type'),
    gender: reserveWords('gender'),
    'person.first_name': t('first_name'),
    'person.last_name': t('last_name'),
    'person.phone': t('phone'),
    'person.email': t('email'),
    'person.gender': t('gender'),
    'person.birth_date': t('birth_date'),
  }
  const offered = submits(quote, choice)
  return (
    <OfficeDays>
      <form
        className={classes.desk}
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault()
          if (offered[0]) void submit(0, offered[0].run)
        }}
      >
        <PageGuard hasChanges={() => hasDeskChanges(state, props.hasChanges())} onLeave={props.onCancel} />
        <div className={classes.choices}>
          <div ref={summary} tabIndex={-1} className={classes.problems}>
            {refusal ? <Refusal className={classes.refusal}>{refusal}</Refusal> : null}
            {state.told.length > 0 ? (
              <ProblemSummary event={event} problems={state.told} coming={view.coming} names={names} ref={null} />
            ) : null}
          </div>
          {standing ? <ChangeWaits reservation={standing} by="staff" className={classes.lenient ?? ''} /> : null}
          {props.children?.(errorOf)}
          <TypePart {...stepProps} />
          <FamilyPart {...stepProps} lastName={props.lastName} onAdd={(person) => dispatch({ type: 'add', person })} />
          <ConsentPart {...stepProps} note={t('consent_note')} />
          {steps.includes('rooms') ? <RoomsStep {...stepProps} /> : null}
          <NightsBack view={view} onChange={(nights) => dispatch({ type: 'return', nights })} />
          {steps.includes('extras') ? <ExtrasStep {...stepProps} /> : null}
          {steps.includes('details') ? (
            <>
              <p className={classes.lenient}>{t('lenient')}</p>
              <DetailsStep {...stepProps} />
            </>
          ) : null}
          {standing ? null : (
            <Textarea
              className={classes.part ?? ''}
              label={t('note')}
              autosize
              minRows={2}
              maxLength={2000}
              value={state.note}
              onChange={(typed) => dispatch({ type: 'note', note: typed.currentTarget.value })}
            />
          )}
        </div>
        <aside className={classes.summary} aria-label={t('summary')}>
          <Sums view={view} standing={standing} />
          {event.cash_deadline !== null && quote.total > 0 && !standing ? (
            <Switch
              label={t('pays_at_desk')}
              description={t('pays_at_desk_hint', { when: when(event.cash_deadline), ...span(event.hold_minutes) })}
              checked={choice.pays_at_desk}
              onChange={(switched) => change({ pays_at_desk: switched.currentTarget.checked })}
            />
          ) : null}
          <div className={classes.submits}>
            {offered.map(({ label, run }, i) => (
              <Button
                key={label}
                type="button"
                data-saves={i === 0 || undefined}
                fullWidth
                variant={i === 0 ? 'filled' : 'default'}
                loading={state.sending === i}
                onClick={() => void submit(i, run)}
              >
                {label}
              </Button>
            ))}
            <Button variant="subtle" color="gray" fullWidth onClick={props.onCancel}>
              {t('cancel')}
            </Button>
          </div>
        </aside>
      </form>
    </OfficeDays>
  )
}
