import { NativeSelect } from '@mantine/core'
import { type EventField, fieldMode } from '@shiloh/contract/forms'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { type ChoiceLine, ChoiceList } from '#ui/choice-list'
import { Left } from '../parts/left.tsx'
import { Price } from '../parts/price.tsx'
import { personsIn } from './choice.ts'
import people from './people.module.css'
import { ageAt, hasRoomForMore, typesOpenTo } from './people.ts'
import { PersonForm } from './person-form.tsx'
import { PersonRow, useTaking } from './person-row.tsx'
import classes from './reserve.module.css'
import { fieldId, type StepProps } from './step.ts'
import { texts } from './texts.ts'

/** Who comes of the family, each as what; more may be added on the spot. */
function Family(step: StepProps) {
  const { event, choice, situation } = step
  const t = useT(texts)
  const { take } = useTaking(step)
  const [adding, setAdding] = useState(false)
  return (
    <section className={classes.part}>
      <div className={classes.headline}>
        <h2 id="family">{t('family')}</h2>
        <span>{t('chosen', { count: personsIn(choice) })}</span>
      </div>
      <p className={classes.hint}>{t('family_note', { currency: event.currency })}</p>
      <div className={people.table}>
        <div className={people.heads} aria-hidden="true">
          <span>{t('person')}</span>
          <span>{t('takes_part_as')}</span>
          <span>{event.currency}</span>
        </div>
        <ul aria-labelledby="family">
          <PersonRow {...step} of={null} />
          {situation.relatives.map((relative) => (
            <PersonRow key={relative.person_id} {...step} of={relative} />
          ))}
        </ul>
        {adding ? (
          <PersonForm
            onCancel={() => setAdding(false)}
            onAdded={(person) => {
              take(person)
              setAdding(false)
            }}
          />
        ) : (
          <button
            type="button"
            className={people.add}
            disabled={!hasRoomForMore(choice.guests)}
            onClick={() => setAdding(true)}
          >
            <IconPlus size={18} aria-hidden="true" />
            {t('add_somebody')}
          </button>
        )}
      </div>
      <p className={classes.after}>
        <Link to="/spouse">{t('family_list')}</Link>
      </p>
    </section>
  )
}

/** As what the person takes part who comes alone; a type that is not open to them says why. */
function ParticipantType({ event, situation, choice, change, errorOf }: StepProps) {
  const t = useT(texts)
  const { user } = useAccount()
  const isNotMember = user?.is_not_member ?? false
  const age = ageAt(event, situation.me)
  const open = typesOpenTo(event.participant_types, age, isNotMember, user ? [user] : [])
  const whyClosed = (type: (typeof open)[number]): string | undefined => {
    if (open.includes(type)) return undefined
    if (type.members_only && isNotMember) return t('members_only')
    return t(
      typesOpenTo([{ ...type, title_ids: [], designation_ids: [] }], age, false, []).length > 0
        ? 'for_titles'
        : 'other_age',
    )
  }
  const lines = event.participant_types.map((type): ChoiceLine => {
    const closed = whyClosed(type)
    return {
      value: type._id,
      title: type.name,
      note: [type.note, closed].filter(Boolean).join('. ') || undefined,
      price: <Price minor={type.price} currency={event.currency} />,
      left: type.sold_out ? t('sold_out') : <Left count={type.places_left} of="places_left" />,
      closed: closed !== undefined && choice.participant_type_id !== type._id,
    }
  })
  return (
    <section className={classes.part}>
      <h2 id="participant-type">{t('participant_type')}</h2>
      <p className={classes.hint}>{t(lines.every(({ closed }) => closed) ? 'none_open' : 'price_per_person')}</p>
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
  field: 'title_id' | 'designation_id' | 'committee_type_id'
  asks: EventField & ('title' | 'designation' | 'committee_type')
  from: readonly { readonly _id: string; readonly name: string }[]
}

/** Title, designation or committee, where the event asks for it. */
function Pick({ field, asks, from, event, choice, change, errorOf }: PickProps & StepProps) {
  const t = useT(texts)
  const mode = fieldMode(event.fields, asks)
  if (mode === 'hidden' || from.length === 0) return null
  const label = mode === 'required' ? t(asks) : t('optional', { label: t(asks) })
  return (
    <NativeSelect
      id={fieldId(field)}
      label={label}
      required={mode === 'required'}
      withAsterisk={false}
      value={choice[field] ?? ''}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value || null })}
      data={[
        { value: '', label: t(mode === 'required' ? 'choose' : 'none') },
        ...from.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      error={errorOf(field)}
    />
  )
}

/** First step: who comes, as what. */
export function PeopleStep(props: StepProps) {
  const { event, lists } = props
  return (
    <>
      {fieldMode(event.fields, 'spouse') === 'hidden' ? <ParticipantType {...props} /> : <Family {...props} />}
      <div className={classes.fields}>
        <Pick {...props} field="title_id" asks="title" from={lists.titles} />
        <Pick {...props} field="designation_id" asks="designation" from={lists.designations} />
        <Pick {...props} field="committee_type_id" asks="committee_type" from={lists.committees} />
      </div>
    </>
  )
}
