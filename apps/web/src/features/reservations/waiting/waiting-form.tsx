import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import type { UserEvent } from '@shiloh/contract/events/events'
import { fieldMode } from '@shiloh/contract/forms/forms'
import { countNights } from '@shiloh/contract/reservations/nights'
import { clockOf, quote } from '@shiloh/contract/reservations/quote'
import type { ReservationView, WaitingView } from '@shiloh/contract/reservations/views'
import { formatList, formatMoney } from '@shiloh/contract/text/format'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { ChoiceList } from '#ui/form/choice-list'
import { useReservationsChanged } from '../queries.ts'
import { type Choice, choiceOf, emptyChoice, personsIn, quoteChoice } from '../reserve/choice.ts'
import { useChooseWhat } from '../reserve/choose-what.ts'
import { failureOf } from '../reserve/failure.ts'
import { fitChoice, withoutSoldOut } from '../reserve/fit.ts'
import { lostIn, namesIn, sayLost } from '../reserve/lost.ts'
import { hasRoomForMore, openTypes } from '../reserve/people.ts'
import { useTaking } from '../reserve/person-row.tsx'
import reserve from '../reserve/reserve.module.css'
import { fieldId, type Lists, relativesOf, type StepProps } from '../reserve/step.ts'
import { WhoComes } from '../reserve/step-people.tsx'
import { Stepper } from '../reserve/stepper.tsx'
import { comingIn, problemsOf, type Situation } from '../reserve/steps.ts'
import { useJoinWaiting } from '../reserve/submit.ts'
import { texts as reserveTexts } from '../reserve/texts.ts'
import { texts } from './texts.ts'
import type { WaitingPart } from './use-waiting-list.ts'
import classes from './waiting.module.css'
import { WaitingBefore, WaitingFoot } from './waiting-foot.tsx'

interface WaitingFormProps {
  event: UserEvent
  lists: Lists
  /** An own reservation that ended, to wait for the same. */
  again?: ReservationView | undefined
  /** What was chosen in the steps of a reservation. */
  begun?: Choice | undefined
  onJoined: (entry: WaitingView, total: number) => void
}

const isType = ({ field }: { field: string }) => field.endsWith('participant_type_id')

/** For how many places: one more is for the next person of the family list, one fewer for the last who was added. */
function HowMany(step: StepProps) {
  const { situation, choice } = step
  const t = useT(texts)
  const language = useLanguage()
  const { take, leave } = useTaking(step)
  const persons = personsIn(choice)
  const hasSpouse = choice.guests.some(({ role }) => role === 'spouse')
  const next = situation.relatives.find(
    ({ person_id, role }) =>
      !(role === 'spouse' && hasSpouse) && !choice.guests.some((guest) => guest.person_id === person_id),
  )
  const last = situation.relatives.find(({ person_id }) => person_id === choice.guests.at(-1)?.person_id)
  const names = comingIn(situation).map(({ person }) => person.name)
  return (
    <div className={classes.many}>
      <div>
        <b>{t('many_places')}</b>
        <small>{t('many_who', { names: formatList(names, language) })}</small>
        {next || situation.relatives.length === 0 ? null : <small>{t('many_listed')}</small>}
      </div>
      <Stepper
        name={t('many_places')}
        quantity={persons}
        min={1}
        max={next && hasRoomForMore(choice.guests) ? persons + 1 : persons}
        onChange={(wanted) => {
          if (wanted > persons && next) take(next)
          if (wanted < persons && last) leave(last)
        }}
      />
    </div>
  )
}

/** Returns the caterer of a choice, if there are covers left: nothing else of a wish may keep a place from somebody. */
const openCaterer = ({ caterers }: UserEvent, { caterer }: Choice): string =>
  caterers.find(({ _id, sold_out }) => _id === caterer && !sold_out)?._id ?? 'none'

/** Returns the meals and extras of a wish, which the form does not ask for. */
const extrasIn = ({ caterers, products }: UserEvent, choice: Choice): string[] => [
  ...caterers.flatMap(({ _id, name }) => (_id === choice.caterer ? [name] : [])),
  ...products.flatMap(({ name: product, options }) =>
    options.flatMap(({ _id, name }) => {
      const quantity = choice.products[_id] ?? 0
      return quantity > 0 ? [`${quantity > 1 ? `${quantity} × ` : ''}${product}, ${name}`] : []
    }),
  ),
]

/**
 * Joins the waiting list of a full event: what, for whom, done. Everything else is asked when places are free, or is as it was in a
 * reservation that ended.
 */
export function WaitingForm({ event, lists, again, begun: chosen, onJoined }: WaitingFormProps) {
  const t = useT(texts)
  const say = useT(fieldTexts)
  const reserveWords = useT(reserveTexts)
  const language = useLanguage()
  const { user } = useAccount()
  const changed = useReservationsChanged()
  const join = useJoinWaiting(event)
  const chooseWhat = useChooseWhat(event)
  const relatives = relativesOf(lists)
  const me = { name: user?.name ?? '', gender: user?.gender ?? null, birth_date: user?.birth_date ?? null }
  const [begun] = useState(() => {
    const known = {
      offer: event,
      relatives,
      title_id: user?.title_id ?? null,
      designation_id: user?.designation_id ?? null,
      opening: { me, openTo: openTypes(event, user) },
    }
    const former = again ? choiceOf(again) : chosen
    const fitted = withoutSoldOut(fitChoice(former ?? emptyChoice, known), event)
    const start: Choice = former
      ? { ...fitted, room: fitted.room ?? 'none', caterer: openCaterer(event, fitted) }
      : { ...fitted, room: 'none', caterer: 'none' }
    return { start, lost: former && again ? lostIn(former, start, known, namesIn(again)) : [] }
  })
  const [choice, setChoice] = useState(begun.start)
  const extras = extrasIn(event, choice)
  const [tried, setTried] = useState(false)
  const situation: Situation = { event, me, relatives, choice, kept: null, isWaiting: true }
  const open = problemsOf('people', situation).filter(isType)
  const failure = join.error ? failureOf(join.error, choice) : undefined
  const told = failure?.kind === 'fields' ? failure.told : []
  const change = (patch: Partial<Choice>) => {
    setChoice((before) => ({ ...before, ...patch }))
    join.reset()
  }
  const step: StepProps = {
    event,
    situation,
    choice,
    lists,
    quote: quote(event, quoteChoice(choice), [], clockOf(event, new Date())),
    change,
    errorOf: (field) =>
      told.find((problem) => problem.field === field)?.message ??
      (tried && open.some((problem) => problem.field === field) ? chooseWhat(field) || say('choose') : undefined),
    waiting: { isOn: () => false, join: undefined },
  }
  const type = event.participant_types.find(({ _id }) => _id === choice.participant_type_id)
  // Somebody who waits for a type that is full stands in the line of that type.
  const part: WaitingPart =
    event.places_left !== 0 && type?.sold_out
      ? { kind: 'participant_type', name: type.name }
      : { kind: 'event', name: '' }
  const isPriced = choice.participant_type_id !== null
  const money = (minor: number) => formatMoney(minor, event.currency, language)
  const totalWith = (room: string) =>
    quote(event, quoteChoice({ ...choice, room }), [], clockOf(event, new Date())).total
  const more = (room: string) => (isPriced ? `+\u00a0${money(totalWith(room) - totalWith('none'))}` : undefined)
  const nights = choice.check_in ? countNights(choice.check_in, choice.check_out) : 0
  const submit = () => {
    setTried(true)
    const [first] = open
    // The field shows its problem with the next paint.
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first.field))?.focus())
    if (first || join.isPending) return
    join.mutate(choice, {
      onSuccess: (entry) => {
        onJoined(entry, step.quote.total)
        void changed()
      },
    })
  }
  const elsewhere = told.filter(({ field }) => !isType({ field }))
  return (
    <div className={classes.form}>
      {again ? (
        <div className={classes.again} role="status">
          {t(begun.lost.length > 0 ? 'full_again_except' : 'full_again')}
          {begun.lost.length > 0 ? (
            <ul>
              {begun.lost.map((one) => {
                const words = sayLost(one, reserveWords)
                return <li key={words}>{words}</li>
              })}
            </ul>
          ) : null}
          {extras.length > 0 ? <p>{t('as_before', { extras: formatList(extras, language) })}</p> : null}
        </div>
      ) : null}
      <WaitingBefore eventId={event._id} part={part} />
      {fieldMode(event.fields, 'spouse') === 'hidden' ? null : <HowMany {...step} />}
      <WhoComes {...step} />
      {event.accommodations.length > 0 ? (
        <section className={reserve.part}>
          <h2 id="waiting-what">{t('what')}</h2>
          <ChoiceList
            labelledBy="waiting-what"
            lines={[
              { value: 'none', title: t('places_only'), note: t('places_only_note') },
              ...event.accommodations.map(({ room_category_id, name }) => ({
                value: room_category_id,
                title: t('with_room', { room: name }),
                note: t('nights', { count: nights }),
                price: more(room_category_id),
              })),
            ]}
            value={choice.room}
            onChoose={(room) => change({ room })}
          />
        </section>
      ) : null}
      {failure && (failure.kind !== 'fields' || elsewhere.length > 0) ? (
        <p role="alert" className={reserve.error}>
          {elsewhere.length > 0 ? elsewhere.map(({ message }) => message).join(' ') : join.error?.message}
        </p>
      ) : null}
      {isPriced && step.quote.total !== type?.price ? (
        <p className={classes.total}>{t('today', { amount: money(step.quote.total) })}</p>
      ) : null}
      <WaitingFoot
        eventId={event._id}
        part={part}
        busy={join.isPending}
        isPriced={step.quote.total > 0}
        onJoin={submit}
      />
    </div>
  )
}
