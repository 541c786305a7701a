import { Checkbox, NativeSelect } from '@mantine/core'
import { fieldMode } from '@shiloh/contract/forms/forms'
import { isForAge } from '@shiloh/contract/reservations/party'
import { formatAmount, formatMoney } from '@shiloh/contract/text/format'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { Said, sentences } from '#ui/base/said'
import { problemOf } from '#ui/form/choice-list'
import { noCare } from './choice.ts'
import classes from './people.module.css'
import {
  ageAt,
  type Closed,
  type Coming,
  changeGuest,
  closedTo,
  guardianOf,
  hasRoomForMore,
  isOwnWaiting,
  isWaiting,
  likelyType,
  ME,
  type Person,
  personField,
  type Relative,
  spouseIn,
  withGuest,
  withoutGuest,
  writtenIn,
  writtenOn,
} from './people.ts'
import { FULL_ID, OFFICE_ID } from './person-form.tsx'
import { fieldId, type StepProps } from './step.ts'
import { comingIn, hasType } from './steps.ts'
import { texts } from './texts.ts'

/** Below this number, what is left is shown. */
const few = 10

type Type = StepProps['event']['participant_types'][number]

/** Returns which participant types are open to somebody in the family, and which wait for a title to be confirmed. */
function useOpenTypes({
  event,
  by,
  account,
  choice,
  situation,
}: Pick<StepProps, 'event' | 'by' | 'account' | 'choice' | 'situation'>) {
  const { user } = useAccount()
  const spouse = spouseIn(situation.relatives, choice.guests)
  const why = (type: Type, person: Person | Relative): Closed | null => {
    if (by !== 'staff') return closedTo(event, user, type, person, spouse)
    if (!account) return isForAge(type, ageAt(event, person)) ? null : 'other_age'
    const written = (relative: Relative) =>
      writtenOn(
        relative,
        choice.guests.find(({ person_id }) => person_id === relative.person_id),
      )
    return closedTo(
      event,
      writtenIn(account, choice),
      type,
      'role' in person ? written(person) : person,
      spouse && written(spouse),
    )
  }
  return {
    /** Whether their own title or designation would open a type once it is confirmed: the other one of a couple does not say it, too. */
    waitsForOwn: (type: Type, person: Person | Relative): boolean =>
      'role' in person
        ? isOwnWaiting(event, type, person)
        : isWaiting(closedTo(event, by === 'staff' ? account && writtenIn(account, choice) : user, type, person)),
    openTo: (person: Person | Relative): Type[] => event.participant_types.filter((type) => why(type, person) === null),
    waitingFor: (person: Person | Relative) =>
      event.participant_types.flatMap((type) => {
        const closed = why(type, person)
        return isWaiting(closed) ? [{ type, closed }] : []
      }),
  }
}

/** Returns the changes when somebody is added or removed. */
export function useTaking({ change, ...step }: StepProps) {
  const { event, by, choice } = step
  const { openTo } = useOpenTypes(step)
  // What staff send counts as written down by them: a title that waits is not, before they choose it.
  const titleOf = ({ title_id, title_waits }: Relative) => (by === 'staff' && title_waits ? null : title_id)
  return {
    take: (person: Relative) =>
      change({
        guests: withGuest(choice.guests, {
          role: person.role,
          person_id: person.person_id,
          participant_type_id: likelyType(openTo(person), ageAt(event, person), person),
          title_id: fieldMode(event.fields, 'title') === 'hidden' ? null : titleOf(person),
          designation_id: null,
          guardian_id: null,
          care: noCare,
        }),
      }),
    leave: ({ person_id }: Relative) => change({ guests: withoutGuest(choice.guests, person_id) }),
  }
}

/** Selects a participant type among the open ones, with prices. */
function TypeSelect({ one, ...step }: { one: Coming } & StepProps) {
  const { event, situation, choice, change, errorOf } = step
  const t = useT(texts)
  const language = useLanguage()
  const { openTo, waitingFor, waitsForOwn } = useOpenTypes(step)
  const { guest, key } = one
  const chosen = guest ? guest.participant_type_id : choice.participant_type_id
  const open = openTo(one.person)
  const waiting = waitingFor(one.person).filter(({ type }) => type._id !== chosen)
  const offered = event.participant_types.filter((type) => type._id === chosen || open.includes(type))
  const type = offered.find(({ _id }) => _id === chosen)
  const field = guest ? personField(key, 'participant_type_id') : 'participant_type_id'
  const choose = (id: string | null) => {
    if (guest) change(changeGuest(choice, key, { participant_type_id: id }))
    else change({ participant_type_id: id })
  }
  const labelOf = ({ _id, name, price, sold_out }: (typeof offered)[number]) => {
    if (_id === chosen) return name
    const cost = price === 0 ? t('free') : formatMoney(price, event.currency, language)
    return [name, cost, ...(sold_out && !hasType(situation, key, _id) ? [t('sold_out')] : [])].join(', ')
  }
  // What an offer or the reservation holds is sold out to others only.
  const left =
    situation.held || (chosen !== null && hasType(situation, key, chosen))
      ? ''
      : type?.sold_out
        ? t('sold_out')
        : type?.places_left && type.places_left <= few
          ? t('places_left', { count: type.places_left })
          : ''
  // A couple share their titles. The reason is with the one whose title waits, and with the other one only if nothing is open to them.
  const told = waiting.filter(({ type }) => offered.length === 0 || waitsForOwn(type, one.person))
  const reasons = told.map(({ type, closed }) => {
    const { name, languages } = type
    const isTheirs = guest !== null && isOwnWaiting(event, type, one.person)
    const ofMain = step.by === 'staff' && isWaiting(closed) ? 'waits_for_confirmation' : closed
    const reason = isTheirs ? t('title_waits_of', { name: one.person.name }) : t(ofMain)
    return <Said key={name} words={name} lang={languages?.name} within={`${name}: ${reason}`} />
  })
  const note = type?.note && <Said words={type.note} lang={type.languages?.note} />
  const hint = offered.length + waiting.length === 0 ? t('none_open') : sentences([note, left, ...reasons])
  return (
    <NativeSelect
      id={fieldId(field)}
      className={classes.type ?? ''}
      label={
        <>
          {t('takes_part_as')}
          <span className={classes.unseen}> {one.person.name}</span>
        </>
      }
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={chosen ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value || null)}
      error={problemOf(errorOf(field))}
    >
      {chosen === null ? <option value="">{t('choose')}</option> : null}
      {offered.map((one) => (
        <option key={one._id} value={one._id} lang={one.languages?.name}>
          {labelOf(one)}
        </option>
      ))}
      {waiting.map(({ type: { _id, name, languages } }) => (
        <option key={_id} value={_id} lang={languages?.name} disabled>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

/** The guardian of somebody under 18, and the choice of another one. */
function Guardian({ one, ...step }: { one: Coming } & StepProps) {
  const { event, by, situation, choice, change, errorOf } = step
  const t = useT(texts)
  const [changing, setChanging] = useState(false)
  const { guest, key } = one
  const guardian = guardianOf(event, comingIn(situation), key)
  const field = personField(key, 'guardian_id')
  const error = errorOf(field)
  if (!guardian && !error) return null
  const nameOf = (other: Coming) => (other.key === ME && by !== 'staff' ? t('guardian_you') : other.person.name)
  const chosen = guardian?.chosen
  return (
    <div id={fieldId(field)} tabIndex={-1} className={classes.guardian}>
      {chosen && !error ? (
        <p>
          {t('guardian', { name: nameOf(chosen) })}{' '}
          {guest && guardian.from.length > 1 && !changing ? (
            <button
              type="button"
              aria-label={t('guardian_change', { name: one.person.name })}
              onClick={() => setChanging(true)}
            >
              {t('change')}
            </button>
          ) : null}
        </p>
      ) : (
        <p className={error ? classes.error : undefined}>{problemOf(error) ?? t('guardian_none')}</p>
      )}
      {guest && chosen && changing ? (
        <NativeSelect
          label={t('guardian_of', { name: one.person.name })}
          autoFocus
          value={chosen.key}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget
            change(changeGuest(choice, key, { guardian_id: value === ME ? null : value }))
          }}
          data={guardian.from.map((other) => ({ value: other.key, label: other.person.name }))}
        />
      ) : null}
    </div>
  )
}

/** One person of the family: a checkbox with participant type and price. */
export function PersonRow({ of, ...step }: { of: Relative | null } & StepProps) {
  const { event, by, situation, choice, quote, errorOf } = step
  const t = useT(texts)
  const language = useLanguage()
  const { take, leave } = useTaking(step)
  const coming = comingIn(situation)
  const at = coming.findIndex(({ key }) => key === (of?.person_id ?? ME))
  const one = coming[at]
  const person = of ?? situation.me
  const age = ageAt(event, person)
  const relationOf = (relative: Relative) =>
    by === 'staff'
      ? t(`relation_their_${relative.role}`)
      : t(`relation_your_${relative.role}`, { gender: relative.gender ?? 'other' })
  const relation = of ? relationOf(of) : t('relation_you')
  const line = quote.lines.find(({ kind, person: whose }) => kind === 'participant_type' && whose === at)
  const words = (
    <>
      <span className={classes.name}>{person.name}</span>
      <span className={classes.relation}>
        {age === null || (!of && age >= 18) ? relation : t('relation_age', { relation, age })}
      </span>
    </>
  )
  const error = errorOf(personField(of?.person_id ?? ME, 'person_id'))
  const isNew = !situation.kept?.guests.some(({ person_id }) => person_id === of?.person_id)
  const isForOffice = !one && situation.isApproved === true && isNew
  const isFull = !one && !hasRoomForMore(choice.guests)
  return (
    <li className={classes.row} data-on={one ? true : undefined} data-error={error ? true : undefined}>
      {of ? (
        <Checkbox
          id={fieldId(personField(of.person_id, 'person_id'))}
          className={classes.tick ?? ''}
          label={words}
          checked={one !== undefined}
          disabled={isFull || isForOffice}
          aria-describedby={isForOffice ? OFFICE_ID : isFull ? FULL_ID : undefined}
          error={problemOf(error)}
          onChange={() => (one ? leave(of) : take(of))}
        />
      ) : (
        <div className={classes.me}>
          <span className={classes.always} aria-hidden="true">
            <IconCheck size={16} stroke={3} />
          </span>
          <div>{words}</div>
        </div>
      )}
      {one ? (
        <>
          <span className={classes.price}>
            {line ? (line.amount === 0 ? t('free') : formatAmount(line.amount, language)) : ''}
          </span>
          <TypeSelect {...step} one={one} />
          <Guardian {...step} one={one} />
        </>
      ) : null}
    </li>
  )
}
