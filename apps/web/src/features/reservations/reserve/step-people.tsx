import { NativeSelect } from '@mantine/core'
import { type EventField, fieldMode } from '@shiloh/contract/forms/forms'
import { isMinorAt } from '@shiloh/contract/reservations/party'
import { Link } from '@tanstack/react-router'
import { useAccount } from '#platform/account'
import { accountPath } from '#platform/guard'
import { useT } from '#platform/i18n'
import { Said, sentences } from '#ui/base/said'
import { StatusBadge } from '#ui/base/status-badge'
import { type ChoiceLine, ChoiceList, problemOf } from '#ui/form/choice-list'
import { Left } from '../parts/left.tsx'
import { Price } from '../parts/price.tsx'
import { personsIn } from './choice.ts'
import { ConsentPart } from './consent-part.tsx'
import { FamilyTable } from './family-table.tsx'
import people from './people.module.css'
import { ageAt, changePerson, closedTo, isWaiting, ME, personField } from './people.ts'
import { isForOne, PeopleNote } from './people-note.tsx'
import { useSaveRelative } from './person-form.tsx'
import classes from './reserve.module.css'
import { fieldId, type StepProps } from './step.ts'
import { comingIn, hasType, isBearingAsked } from './steps.ts'
import { texts } from './texts.ts'

/**
 * Names the types that are for titles which nobody here has, so that they are not looked for. A title that is chosen in the
 * wizard opens none: that of the account counts.
 */
function OthersOnly({ event, situation }: StepProps) {
  const t = useT(texts)
  const { user } = useAccount()
  const everybody = [situation.me, ...situation.relatives]
  const closed = event.participant_types.filter((type) => {
    const reasons = everybody.map((person) => closedTo(event, user, type, person))
    return reasons.includes('for_titles') && !reasons.some((reason) => reason === null || isWaiting(reason))
  })
  if (closed.length === 0) return null
  const names = closed.map(({ name }) => name).join(', ')
  const [language] = closed.map(({ languages }) => languages?.name)
  return (
    <p className={classes.after}>
      <Said words={names} lang={language} within={t('for_titles_only', { types: names })} /> {t('account_counts')}{' '}
      <Link to={accountPath}>{t('to_account')}</Link>
    </p>
  )
}

/** The family members who come with their participant types. More can be added in place. */
function Family(step: StepProps) {
  const { event, choice, situation } = step
  const t = useT(texts)
  const { user } = useAccount()
  const save = useSaveRelative()
  const isAlone = situation.relatives.length === 0
  return (
    <section className={classes.part}>
      <div className={classes.headline}>
        <h2 id="family">{t(isAlone ? 'alone' : 'family')}</h2>
        <span>{t('chosen', { count: personsIn(choice) })}</span>
      </div>
      {isAlone ? <p className={classes.hint}>{t('family_alone')}</p> : null}
      <PeopleNote event={event} />
      <FamilyTable
        {...step}
        labelledBy="family"
        lastName={user?.last_name ?? ''}
        relationOf={(relation) => t(`relation_${relation}`)}
        action={t('save_person')}
        save={save}
      />
      <OthersOnly {...step} />
      <p className={classes.after}>
        <Link to="/spouse">{t('family_list')}</Link>
      </p>
    </section>
  )
}

/** The participant type of somebody who comes alone. Types that are not open say why. */
function ParticipantType({ event, situation, choice, change, errorOf }: StepProps) {
  const t = useT(texts)
  const { user } = useAccount()
  const lines = event.participant_types.map((type): ChoiceLine => {
    const closed = closedTo(event, user, type, situation.me)
    return {
      value: type._id,
      title: type.name,
      lang: type.languages?.name,
      note: sentences([type.note && <Said words={type.note} lang={type.languages?.note} />, closed && t(closed)]),
      price: <Price minor={type.price} currency={event.currency} />,
      // What an offer or the reservation holds is sold out to others only.
      left:
        situation.held?.participant_type_id === type._id ||
        hasType(situation, ME, type._id) ? undefined : type.sold_out ? (
          <StatusBadge status="sold_out" />
        ) : (
          <Left count={type.places_left} of="places_left" />
        ),
      closed: closed !== null && choice.participant_type_id !== type._id,
    }
  })
  return (
    <section className={classes.part}>
      <h2 id="participant-type">{t('participant_type')}</h2>
      {lines.every(({ closed }) => closed) ? (
        <p className={classes.hint}>{t('none_open')}</p>
      ) : (
        <PeopleNote event={event} />
      )}
      <ChoiceList
        id={fieldId('participant_type_id')}
        labelledBy="participant-type"
        lines={lines}
        value={choice.participant_type_id}
        onChoose={(participant_type_id) => change({ participant_type_id })}
        error={errorOf('participant_type_id')}
      />
    </section>
  )
}

interface PickProps {
  field: string
  asks: EventField & ('title' | 'designation' | 'committee_type')
  from: readonly { readonly _id: string; readonly name: string }[]
  value: string | null
  onPick: (id: string | null) => void
  /** For somebody who comes along: never required. */
  isGuest?: boolean
}

/** Title, designation or committee, if the event asks for it. */
function Pick({ field, asks, from, value, onPick, isGuest, event, errorOf }: PickProps & StepProps) {
  const t = useT(texts)
  const asked = fieldMode(event.fields, asks)
  if (asked === 'hidden' || from.length === 0) return null
  const mode = isGuest ? 'optional' : asked
  const label = mode === 'required' ? t(asks) : t('optional', { label: t(asks) })
  return (
    <NativeSelect
      id={fieldId(field)}
      label={label}
      required={mode === 'required'}
      withAsterisk={false}
      value={value ?? ''}
      onChange={({ currentTarget }) => onPick(currentTarget.value || null)}
      data={[
        { value: '', label: t(mode === 'required' ? 'choose' : 'none') },
        ...from.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      error={problemOf(errorOf(field))}
    />
  )
}

const bearings = [
  ['title_id', 'title', 'titles'],
  ['designation_id', 'designation', 'designations'],
] as const

/**
 * The titles and designations of each adult: oneself and everybody who comes along.
 * @param onlyGuests the main person is asked elsewhere
 */
export function Bearings({ onlyGuests, ...step }: StepProps & { onlyGuests?: boolean }) {
  const { event, by, situation, choice, change, lists } = step
  const t = useT(texts)
  const asked = bearings.filter(([, asks, from]) => isBearingAsked(event, asks, by) && lists[from].length > 0)
  if (asked.length === 0) return null
  const grownUp = comingIn(situation).filter(({ guest, person }) =>
    guest ? !isMinorAt(ageAt(event, person)) : !onlyGuests,
  )
  const isMany = onlyGuests || grownUp.length > 1
  return grownUp.map(({ key, guest, person }) => {
    const picks = asked.map(([field, asks, from]) => (
      <Pick
        key={field}
        {...step}
        field={guest ? personField(key, field) : field}
        asks={asks}
        from={lists[from]}
        isGuest={guest !== null}
        value={guest ? guest[field] : choice[field]}
        onPick={(id) => change(changePerson(choice, key, { [field]: id }))}
      />
    ))
    return isMany ? (
      <fieldset key={key} className={people.bearing}>
        <legend>{guest ? person.name : t('bearing_you', { name: person.name })}</legend>
        <div>{picks}</div>
      </fieldset>
    ) : (
      picks
    )
  })
}

/** Who comes, with their participant types. */
export function WhoComes(props: StepProps) {
  return isForOne(props.event) ? <ParticipantType {...props} /> : <Family {...props} />
}

/** First step: who comes, with their participant types. */
export function PeopleStep(props: StepProps) {
  const { lists, choice, change } = props
  return (
    <>
      <WhoComes {...props} />
      <ConsentPart {...props} />
      <div className={classes.fields}>
        {/* It is for all: below a guest it would seem to be theirs. */}
        <Pick
          {...props}
          field="committee_type_id"
          asks="committee_type"
          from={lists.committees}
          value={choice.committee_type_id}
          onPick={(committee_type_id) => change({ committee_type_id })}
        />
        <Bearings {...props} />
      </div>
    </>
  )
}
