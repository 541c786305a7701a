import { Button, Switch, Textarea } from '@mantine/core'
import type { UserEvent } from '@shiloh/contract/events'
import { type Quote, quote } from '@shiloh/contract/quote'
import type { ReservationView } from '@shiloh/contract/reservations'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { texts as fieldTexts } from '#platform/field-texts'
import { formatMoney } from '#platform/format'
import { useLanguage, useT } from '#platform/i18n'
import { LeaveGuard } from '#ui/leave-guard'
import { QuoteLines } from '../../parts/lines.tsx'
import { span } from '../../parts/span.ts'
import { type Choice, quoteChoice } from '../../reserve/choice.ts'
import { ConsentPart } from '../../reserve/consent-part.tsx'
import { failureOf } from '../../reserve/failure.ts'
import { type Person, personField, type Relative } from '../../reserve/people.ts'
import { ProblemSummary, type Told } from '../../reserve/problem-summary.tsx'
import type { Lists, StepProps } from '../../reserve/step.ts'
import { DetailsStep } from '../../reserve/step-details.tsx'
import { ExtrasStep } from '../../reserve/step-extras.tsx'
import { RoomsStep } from '../../reserve/step-rooms.tsx'
import { comingIn, problemsOf, type Situation, stepsOf } from '../../reserve/steps.ts'
import { texts as reserve } from '../../reserve/texts.ts'
import { useWhen } from '../detail/words.ts'
import { type Added, FamilyPart, relativeOf } from './family-part.tsx'
import classes from './make.module.css'
import { texts } from './texts.ts'
import { TypePart } from './type-part.tsx'

/** What a submit is asked to do. */
export interface Attempt {
  readonly choice: Choice
  readonly expected_total: number
  readonly note: string
  /** Who comes along and is on no list yet. */
  readonly new_persons: readonly Added[]
}

/** One button that submits, and what it does. */
export interface Submit {
  readonly label: string
  readonly run: (attempt: Attempt) => Promise<unknown>
}

interface DeskFormProps {
  event: UserEvent
  lists: Lists
  me: Person
  /** Most families share it. */
  lastName: string
  /** Who can come along. */
  relatives: readonly Relative[]
  start: Choice
  /** In an edit: the reservation as it stands. */
  standing?: ReservationView
  /** Before the choices: for whom. */
  children?: (errorOf: (field: string) => string | undefined) => ReactNode
  /** What must be said before anything is sent, beside the choices. */
  check?: () => readonly Told[]
  submits: (quoted: Quote, choice: Choice) => readonly Submit[]
  onCancel: () => void
  /** Asks for the offer anew. */
  onStale: () => void
  hasChanges: () => boolean
}

/** The steps that a member walks through, on one page for the desk; what is not known may stay open. */
export function DeskForm(props: DeskFormProps) {
  const { event, lists, me, start, standing, submits } = props
  const t = useT(texts)
  const say = useT(fieldTexts)
  const words = useT(reserve)
  const language = useLanguage()
  const when = useWhen({ event: { ...event, place: event.place ?? '' } })
  const [chosen, setChoice] = useState(start)
  const [added, setAdded] = useState<readonly Added[]>([])
  const relatives = useMemo(() => [...props.relatives, ...added.map(relativeOf)], [props.relatives, added])
  // Another person was chosen: the family of the one before stays at home.
  const choice = useMemo(
    () => ({
      ...chosen,
      guests: chosen.guests.filter((guest) => relatives.some(({ person_id }) => person_id === guest.person_id)),
    }),
    [chosen, relatives],
  )
  const [note, setNote] = useState('')
  const [told, setTold] = useState<readonly Told[]>([])
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState<number>()
  const isDone = useRef(false)
  const summary = useRef<HTMLDivElement>(null)
  const situation = useMemo<Situation>(
    () => ({ event, me, relatives, choice, kept: standing ? start : null, isWaiting: false }),
    [event, me, relatives, choice, standing, start],
  )
  const quoted = quote(event, quoteChoice(choice), standing?.lines)
  const money = (minor: number) => formatMoney(minor, event.currency, language)
  const errorOf = (field: string) => told.find((one) => one.field === field)?.message
  const change = (patch: Partial<Choice>) => {
    setChoice((before) => ({ ...before, ...patch }))
    setTold([])
    setRefusal(undefined)
  }
  const stepProps: StepProps = {
    by: 'staff',
    event,
    situation,
    choice,
    lists,
    quote: quoted,
    change,
    errorOf,
    waiting: { isOn: () => false, join: undefined, busy: false },
  }
  const asked = stepsOf(situation)
  const coming = comingIn(situation)
  const names = {
    ...Object.fromEntries(
      coming.flatMap(({ key, person }) =>
        ['person_id', 'participant_type_id', 'title_id', 'designation_id', 'guardian_id'].map((name) => [
          personField(key, name),
          person.name,
        ]),
      ),
    ),
    'consent.name': words('consent_name'),
    'consent.reach': words('consent_reach'),
    user_id: t('person'),
    participant_type_id: t('participant_type'),
    'person.first_name': t('first_name'),
    'person.last_name': t('last_name'),
    'person.phone': t('phone'),
    'person.email': t('email'),
    'person.gender': t('gender'),
    'person.birth_date': t('birth_date'),
  }

  const show = (problems: readonly Told[], rest?: string) => {
    setTold(problems)
    setRefusal(rest)
    if (problems.length > 0 || rest) requestAnimationFrame(() => summary.current?.focus())
  }
  const submit = async (which: number, run: Submit['run']) => {
    if (busy !== undefined) return
    const open = [
      ...(props.check?.() ?? []),
      ...(choice.participant_type_id === null ? [{ field: 'participant_type_id', message: say('required') }] : []),
      ...choice.guests.flatMap(({ person_id, participant_type_id }) =>
        participant_type_id === null
          ? [{ field: personField(person_id, 'participant_type_id'), message: say('required') }]
          : [],
      ),
      ...problemsOf('rooms', situation).map(({ field, code }) => ({ field, message: say(code) })),
    ]
    show(open)
    if (open.length > 0) return
    setBusy(which)
    try {
      isDone.current = true
      const isComing = ({ key }: Added) => choice.guests.some(({ person_id }) => person_id === key)
      await run({
        choice,
        expected_total: quoted.total,
        note: note.trim(),
        new_persons: added.filter(isComing),
      })
    } catch (error) {
      isDone.current = false
      const failure = failureOf(error, choice)
      if (failure.kind !== 'lost') props.onStale()
      switch (failure.kind) {
        case 'fields':
          show(failure.told, failure.gone ? t('gone_meanwhile') : undefined)
          break
        case 'quote':
          show([], t('quote_changed'))
          break
        case 'already':
          show([], t('already_reserved'))
          break
        case 'lost':
          show([], `${failure.message} ${t('lost_answer')}`)
          break
        default:
          show([], failure.message)
      }
    } finally {
      setBusy(undefined)
    }
  }

  const difference = quoted.total - (standing?.total ?? quoted.total)
  return (
    <form
      className={classes.desk}
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault()
        const [first] = submits(quoted, choice)
        if (first) void submit(0, first.run)
      }}
    >
      <LeaveGuard hasChanges={() => !isDone.current && (chosen !== start || note !== '' || props.hasChanges())} />
      <div className={classes.choices}>
        <div ref={summary} tabIndex={-1} className={classes.problems}>
          {refusal ? (
            <p role="alert" className={classes.refusal}>
              {refusal}
            </p>
          ) : null}
          {told.length > 0 ? <ProblemSummary event={event} problems={told} names={names} ref={null} /> : null}
        </div>
        {props.children?.(errorOf)}
        <TypePart {...stepProps} />
        <FamilyPart
          {...stepProps}
          lastName={props.lastName}
          onAdd={(person) => setAdded((before) => [...before, person])}
        />
        <ConsentPart {...stepProps} note={t('consent_note')} />
        {asked.includes('rooms') ? <RoomsStep {...stepProps} /> : null}
        {asked.includes('extras') ? <ExtrasStep {...stepProps} /> : null}
        {asked.includes('details') ? (
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
            value={note}
            onChange={(typed) => setNote(typed.currentTarget.value)}
          />
        )}
      </div>
      <aside className={classes.summary} aria-label={t('summary')}>
        <h2>{t('summary')}</h2>
        {quoted.lines.length === 0 ? <p className="dim">{t('nothing_yet')}</p> : null}
        <dl>
          <QuoteLines lines={quoted.lines} names={coming.map(({ person }) => person.name)} />
          {standing ? (
            <div>
              <dt>{t('previous_total')}</dt>
              <dd>{money(standing.total)}</dd>
            </div>
          ) : null}
          <div data-total>
            <dt>{t('total')}</dt>
            <dd>{money(quoted.total)}</dd>
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
        {event.cash_deadline !== null && quoted.total > 0 && !standing ? (
          <Switch
            label={t('pays_at_desk')}
            description={t('pays_at_desk_hint', { when: when(event.cash_deadline), ...span(event.hold_minutes) })}
            checked={choice.pays_at_desk}
            onChange={(switched) => change({ pays_at_desk: switched.currentTarget.checked })}
          />
        ) : null}
        <div className={classes.submits}>
          {submits(quoted, choice).map(({ label, run }, i) => (
            <Button
              key={label}
              type="button"
              fullWidth
              variant={i === 0 ? 'filled' : 'default'}
              loading={busy === i}
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
  )
}
