import { visibleQuestions } from '@shiloh/contract/forms/forms'
import { refundIfKept, settledIf } from '@shiloh/contract/reservations/money-back'
import { countNights } from '@shiloh/contract/reservations/nights'
import { type Quote, refundSteps } from '@shiloh/contract/reservations/quote'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney, formatRange, formatTime } from '@shiloh/contract/text/format'
import { useState } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { Said, sentences } from '#ui/base/said'
import { Heading } from '#ui/base/values'
import { type ChoiceLine, ChoiceList } from '#ui/form/choice-list'
import { ProviderChoice, usePayWays } from '../../payments/index.ts'
import { answerText } from '../parts/answer-text.ts'
import { QuoteLines } from '../parts/lines.tsx'
import { mateInWords } from '../parts/named-mate.ts'
import { span } from '../parts/span.ts'
import { priceInForce, typesIn } from './choice.ts'
import { FullNote } from './full-note.tsx'
import { type Coming, guardianOf, ME } from './people.ts'
import classes from './reserve.module.css'
import { type Line, type MarkedLine, markLines } from './review-lines.ts'
import { fieldId, type StepProps } from './step.ts'
import { careAsked, comingIn, formerAnswers, matesIn, type Step } from './steps.ts'
import { texts } from './texts.ts'
import type { PayPlan } from './wizard-state.ts'
import { zonedInstant } from './zone.ts'

interface ReviewProps extends StepProps {
  steps: readonly Step[]
  onGo: (step: Step) => void
  plan: PayPlan
  onPlan: (plan: PayPlan) => void
  /** Whether something is to be paid with this reservation. */
  pays: boolean
  isWaiting: boolean
  /** In an edit: the total until now. */
  before: Before | undefined
}

/** Returns words for instants of an event: the day, and the moment with its time. */
function useInstants(zone: string) {
  const language = useLanguage()
  const day = (instant: string) => `${formatDay(instant, language, zone)}`
  return { day, moment: (instant: string) => `${day(instant)}, ${formatTime(instant, language, zone)}` }
}

type Lines = Readonly<Record<Exclude<Step, 'review'>, readonly Line[]>>

/**
 * Returns the choices in words, by step.
 *
 * @param isParty several take part, or did before: each line says whose it is
 */
function useLines({ event, situation, lists }: StepProps, isParty: boolean): Lines {
  const { choice } = situation
  const t = useT(texts)
  const language = useLanguage()
  const nameIn = (list: readonly { readonly _id: string; readonly name: string }[], id: string | null) =>
    list.find(({ _id }) => _id === id)?.name
  const line = (label: string, text: string | undefined, more: Partial<Line> = {}): Line[] =>
    text ? [{ key: label, label, value: text, text, ...more }] : []
  const when = (text: string) => {
    const instant = text && zonedInstant(text, event.time_zone)
    return instant
      ? `${formatDay(instant, language, event.time_zone)}, ${formatTime(instant, language, event.time_zone)}`
      : ''
  }
  const answers = event.form
    ? visibleQuestions(event.form, choice.answers, typesIn(choice)).flatMap((question) => {
        const value = choice.answers[question._id]
        const option = question.options.find(({ _id }) => _id === value)
        const standing = situation.answered?.find(({ question_id }) => question_id === question._id)
        const key = question._id
        const lang = question.languages?.label
        if (option) {
          const said = <Said words={option.label} lang={option.languages?.label} />
          return line(question.label, option.label, { key, lang, value: said })
        }
        if (question.type === 'date' && typeof value === 'string')
          return line(question.label, formatDate(value, language), { key, lang })
        // An option that is offered no longer has only the words that it was chosen in.
        const shown = (standing?.value === value ? standing?.words : null) ?? value
        return line(question.label, shown === undefined ? undefined : String(shown), { key, lang })
      })
    : []
  const coming = comingIn(situation)
  /** Among several, whose it is. */
  const own = (field: 'title' | 'designation' | 'committee_type') =>
    isParty ? `${t(field)}, ${situation.me.name}` : t(field)
  const isSealed = (key: string) => situation.kept !== null && (situation.sealed?.includes(key) ?? true)
  const care = ({ key, person, guest }: Coming) =>
    careAsked(situation, person).flatMap((field): Line[] => {
      const chosen = (guest?.care ?? choice.care)[field]
      const words = chosen?.length === 0 ? t('none_of_these') : chosen?.map((value) => t(value)).join(', ')
      const label = isParty ? `${t(field)}, ${person.name}` : t(field)
      return line(label, words, { key: `${key} ${field}`, ...(isSealed(key) && { sealed: 'again' }) })
    })
  // What is confidential is not shown again, and stays unless it is answered again.
  const sealed = (one: Coming) => {
    const { key, person, guest } = one
    const isKept = situation.kept && (key === ME || situation.kept.guests.some(({ person_id }) => person_id === key))
    const asked = careAsked(situation, person)
    const open = asked.filter((field) => (guest?.care ?? choice.care)[field] === null)
    const label = isParty ? `${t('health')}, ${person.name}` : t('health')
    return isKept && isSealed(key) && open.length > 0
      ? line(label, t(open.length < asked.length ? 'health_rest_stays' : 'health_stays'), {
          key: `${key} health`,
          sealed: 'kept',
        })
      : []
  }
  const typeOf = ({ key, guest }: Coming): Pick<Line, 'value' | 'text'> => {
    const chosen = guest ? guest.participant_type_id : choice.participant_type_id
    const type = event.participant_types.find(({ _id }) => _id === chosen)
    const guardian = guardianOf(event, coming, key)?.chosen
    // One's own title and designation have their own lines.
    const bears = guest ? [nameIn(lists.titles, guest.title_id), nameIn(lists.designations, guest.designation_id)] : []
    const cared = guardian && t('guardian', { name: guardian.key === ME ? t('guardian_you') : guardian.person.name })
    return {
      value: sentences([
        sentences([type && <Said words={type.name} lang={type.languages?.name} />, ...bears], ', '),
        cared,
      ]),
      text: [[type?.name, ...bears].filter(Boolean).join(', '), cared].filter(Boolean).join('. '),
    }
  }
  const room = event.accommodations.find(({ room_category_id }) => room_category_id === choice.room)
  // Rooms are for women, for men or for families: what is assigned follows from this.
  const beds = coming.map(({ key, person: { name, gender } }) => {
    const known = key === ME ? (gender ?? choice.gender) : gender
    return known ? t('bed_of', { name, gender: known }) : name
  })
  return {
    people: [
      ...(isParty
        ? coming.map((one): Line => ({ key: one.key, label: one.person.name, ...typeOf(one) }))
        : [
            ...line(t('persons'), situation.me.name),
            ...coming.map((one): Line => ({ key: one.key, label: t('participant_type'), ...typeOf(one) })),
          ]),
      ...line(own('title'), nameIn(lists.titles, choice.title_id)),
      ...line(own('designation'), nameIn(lists.designations, choice.designation_id)),
      ...line(own('committee_type'), nameIn(lists.committees, choice.committee_type_id)),
    ].filter(({ text }) => text !== ''),
    details: [
      ...answers,
      ...formerAnswers(situation).flatMap((answer) =>
        line(answer.label, answerText(answer, language), { key: answer.question_id }),
      ),
      ...coming.flatMap((one) => [...care(one), ...sealed(one)]),
      ...line(t('arrival'), when(choice.arrival)),
      ...line(t('departure'), when(choice.departure)),
    ],
    rooms: [
      ...line(t('room'), room?.name ?? t('no_lodging'), {
        ...(room && { value: <Said words={room.name} lang={room.languages?.name} /> }),
      }),
      ...(room && choice.check_in
        ? line(
            t('nights'),
            `${t('nights_chosen', { count: countNights(choice.check_in, choice.check_out) })}, ${formatRange(choice.check_in, choice.check_out, language)}`,
          )
        : []),
      ...line(t('beds'), room ? beds.join(', ') : ''),
      ...line(t('mates'), matesIn(situation).map(mateInWords).join(', ')),
    ],
    extras: [
      ...(event.caterers.length > 0
        ? line(t('caterer'), nameIn(event.caterers, choice.caterer) ?? t('no_caterer'))
        : []),
      ...event.products.flatMap((product) =>
        product.options.flatMap((option) => {
          const quantity = choice.products[option._id] ?? 0
          return quantity > 0
            ? line(`${product.name}, ${option.name}`, `× ${quantity}`, {
                key: option._id,
                lang: option.languages?.name,
              })
            : []
        }),
      ),
    ],
  }
}

/** The lines of a step, and in an edit what is new, changed or removed, in words. */
function Reviewed({ lines }: { lines: readonly MarkedLine[] }) {
  const t = useT(texts)
  return (
    <dl className={classes.reviewed}>
      {lines.map(({ key, label, lang, value, mark, before = '' }) => (
        <div key={key} data-mark={mark}>
          <dt lang={lang}>{label}</dt>
          <dd>
            {mark === 'removed' ? <s>{value}</s> : value}
            {mark ? (
              <small>
                <b>{t(`mark_${mark}`)}</b>
                {mark === 'changed' && before !== '' ? ` ${t('was', { before })}` : null}
              </small>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How to pay: everything, the deposit, or at the desk. */
function PayChoice({ event, choice, change, quote, plan, onPlan, errorOf }: ReviewProps) {
  const t = useT(texts)
  const language = useLanguage()
  const money = (minor: number) => formatMoney(minor, event.currency, language)
  const { deposit_percent: percent, cash_deadline: until, balance_due_at: restAt } = event
  const { day, moment } = useInstants(event.time_zone)
  const rest = restAt ? day(restAt) : ''
  const online = usePayWays()
  const balance = quote.total - quote.deposit
  // The sums that the page of the reservation names, and its messages.
  const desk = (by: string) =>
    balance > 0
      ? t('pay_desk_note_deposit', {
          amount: money(quote.deposit),
          when: moment(by),
          balance: money(balance),
          rest,
        })
      : t('pay_desk_note', { amount: money(quote.total), when: moment(by) })
  const lines: ChoiceLine[] = [
    { value: 'all', title: t('pay_all'), note: online, price: money(quote.total) },
    ...(percent !== null
      ? [
          {
            value: 'deposit',
            title: t('pay_deposit', { percent }),
            note: [online, t('pay_deposit_note', { when: rest })].filter(Boolean).join(' '),
            price: money(quote.deposit),
          },
        ]
      : []),
    ...(until !== null
      ? [
          {
            value: 'desk',
            title: t('pay_desk'),
            note: desk(until),
            price: money(quote.deposit),
          },
        ]
      : []),
  ]
  return (
    <section className={classes.part}>
      <h2 id="how-to-pay">{t('how_to_pay')}</h2>
      <ChoiceList
        id={fieldId('pays_at_desk')}
        labelledBy="how-to-pay"
        lines={lines}
        value={choice.pays_at_desk ? 'desk' : plan.part}
        onChoose={(value) => {
          change({ pays_at_desk: value === 'desk' })
          if (value !== 'desk') onPlan({ ...plan, part: value === 'deposit' ? 'deposit' : 'all' })
        }}
        error={errorOf('pays_at_desk')}
      />
      {choice.pays_at_desk ? null : (
        <ProviderChoice value={plan.provider} onChoose={(provider) => onPlan({ ...plan, provider })} />
      )}
      {choice.pays_at_desk ? null : <p className={classes.after}>{t('hold_note', span(event.hold_minutes))}</p>}
    </section>
  )
}

/** What a cancellation gives back, and until when. */
function Refunds({ event }: Pick<ReviewProps, 'event'>) {
  const t = useT(texts)
  const [now] = useState(() => new Date())
  const steps = refundSteps(event.refund_rules, event.cancellation_deadline, now)
  const { moment } = useInstants(event.time_zone)
  const isForever = steps.some(({ until }) => until === null)
  return (
    <section className={classes.part}>
      <h2>{t('if_you_cancel')}</h2>
      <ul className={classes.refunds}>
        {steps.map(({ until, percent }) => (
          <li key={until}>
            {until === null ? t('refund_always') : t('refund_until', { percent, when: moment(until) })}
          </li>
        ))}
        {isForever ? null : <li>{t(steps.length === 0 ? 'refund_none' : 'refund_after')}</li>}
      </ul>
    </section>
  )
}

/** The reservation before an edit. */
type Before = Pick<ReservationView, 'status' | 'total' | 'waived' | 'back_facts' | 'pending_change'>

/** Returns the text for the effect of an edit on the money: more or less, and what is left to pay or refunded. */
const differenceKey = (before: Before, quote: Quote, covered: number, back: number) => {
  const difference = quote.total - priceInForce(before)
  const rest = quote.total - covered
  if (difference === 0) return 'edit_same'
  if (difference < 0 && rest < 0)
    return back === 0 ? 'edit_cheaper_kept' : back < -rest ? 'edit_cheaper_part' : 'edit_cheaper'
  if (difference < 0) return rest === 0 ? 'edit_cheaper_paid' : 'edit_cheaper_rest'
  if (rest <= 0) return 'edit_dearer_covered'
  // A change covered by the deposit takes effect immediately; any other waits for the money.
  const isCovered = before.status === 'pending' || quote.deposit <= covered
  return isCovered ? 'edit_dearer_rest' : 'edit_dearer'
}

/** In an edit: what the change costs or refunds. What was paid beyond the price before counts towards the new one. */
function Difference({
  before,
  quote,
  event,
  choice,
}: { before: Before } & Pick<ReviewProps, 'quote' | 'event' | 'choice'>) {
  const t = useT(texts)
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const money = (minor: number) => formatMoney(minor, quote.currency, language)
  const { back_facts: facts, pending_change } = before
  const total = priceInForce(before)
  const covered = settledIf(facts, quote.total, before.waived)
  const back = refundIfKept(facts, event, quote.total, now)
  const used = refundIfKept(facts, event, total, now) - back
  const { moment } = useInstants(event.time_zone)
  // As long as it is held. That begins when it is saved, which is later. One that waits keeps its end.
  const waits = pending_change ? Date.parse(pending_change.expires_at) : null
  const anew = now.getTime() + event.hold_minutes * 60_000
  const atDesk = event.cash_deadline ? Date.parse(event.cash_deadline) : (waits ?? anew)
  const held = choice.pays_at_desk ? atDesk : anew
  const last = Math.max(Date.parse(event.ends_at), now.getTime())
  const payBy = new Date(Math.min(held, waits ?? held, last)).toISOString()
  const values = {
    amount: money(Math.abs(quote.total - total)),
    rest: money(Math.abs(quote.total - covered)),
    back: money(back),
  }
  const key = differenceKey(before, quote, covered, back)
  const isUsed = used > 0 && (key === 'edit_dearer_rest' || key === 'edit_dearer_covered')
  return (
    <p className={classes.notice}>
      {t(key, values)}
      {key === 'edit_dearer' ? ` ${t('edit_pay', { due: money(quote.deposit - covered), when: moment(payBy) })}` : null}
      {isUsed ? ` ${t('edit_refund_used', { used: money(used) })}` : null}
      {pending_change && key !== 'edit_dearer' ? ` ${t('edit_no_wait')}` : null}
    </p>
  )
}

/** What each choice costs, where no summary is beside the step: on a phone. */
function Prices({ situation, quote }: Pick<ReviewProps, 'situation' | 'quote'>) {
  const t = useT(texts)
  const language = useLanguage()
  if (quote.total === 0) return null
  return (
    <section aria-labelledby="prices" className={classes.prices}>
      <h2 id="prices">{t('prices')}</h2>
      <dl>
        <QuoteLines lines={quote.lines} names={comingIn(situation).map(({ person }) => person.name)} />
        <div className={classes.row} data-total>
          <dt>{t('total')}</dt>
          <dd>{formatMoney(quote.total, quote.currency, language)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** Returns the lines of each step. In an edit they say what it changes. */
function useMarkedLines(props: ReviewProps): Readonly<Record<Exclude<Step, 'review'>, readonly MarkedLine[]>> {
  const { situation } = props
  const { kept } = situation
  const saved = kept && { ...situation, choice: kept }
  const isParty = [situation, saved].some((one) => one !== null && comingIn(one).length > 1)
  const now = useLines(props, isParty)
  const before = useLines({ ...props, situation: saved ?? situation }, isParty)
  if (saved === null) return now
  return {
    people: markLines(now.people, before.people),
    details: markLines(now.details, before.details),
    rooms: markLines(now.rooms, before.rooms),
    extras: markLines(now.extras, before.extras),
  }
}

/** Last step: a summary of everything, and how to pay. */
export function ReviewStep(props: ReviewProps) {
  const { event, steps, onGo, pays, isWaiting, before } = props
  const t = useT(texts)
  const lines = useMarkedLines(props)
  return (
    <>
      {steps.map((step) =>
        step === 'review' || lines[step].length === 0 ? null : (
          <section key={step} className={classes.part}>
            <div className={classes.headline}>
              <Heading level={2}>{t(`step_${step}`)}</Heading>
              <button
                type="button"
                className={classes.link}
                aria-label={t('change_step', { step: t(`step_${step}`) })}
                onClick={() => onGo(step)}
              >
                {t('change')}
              </button>
            </div>
            <Reviewed lines={lines[step]} />
          </section>
        ),
      )}
      <Prices {...props} />
      {isWaiting ? <FullNote {...props} /> : null}
      {!isWaiting && event.approval_required && before === undefined ? (
        <p className={classes.notice}>{t('approval_note')}</p>
      ) : null}
      {before !== undefined ? <Difference {...props} before={before} /> : null}
      {pays ? <Refunds event={event} /> : null}
      {pays ? <PayChoice {...props} /> : null}
    </>
  )
}
