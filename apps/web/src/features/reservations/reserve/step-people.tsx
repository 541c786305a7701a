import { NativeSelect } from '@mantine/core'
import { type EventField, fieldMode } from '@shiloh/contract/forms'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { type ChoiceLine, ChoiceList } from '#ui/choice-list'
import { Left } from '../parts/left.tsx'
import { Price } from '../parts/price.tsx'
import classes from './reserve.module.css'
import { SpouseForm } from './spouse-form.tsx'
import { fieldId, type Spouse, type StepProps } from './step.ts'
import { texts } from './texts.ts'

const me = 'me'
const add = 'add'

/** Who comes: alone or with the spouse, who may be added on the spot. */
function Who({ choice, lists, change, errorOf }: StepProps) {
  const t = useT(texts)
  const { user } = useAccount()
  const [adding, setAdding] = useState(false)
  const added = (spouse: Spouse) => {
    change({ with_spouse: spouse._id })
    setAdding(false)
  }
  const lines: ChoiceLine[] = [
    { value: me, title: t('only_me'), note: user?.name },
    ...lists.spouses.map(({ _id, name }) => ({ value: _id, title: t('me_and', { name }), note: t('spouse_note') })),
    {
      value: add,
      title: t(lists.spouses.length > 0 ? 'me_and_other' : 'me_and_spouse'),
      note: lists.spouses.length > 0 ? undefined : t('spouse_note'),
    },
  ]
  return (
    <section className={classes.part}>
      <h2 id="who">{t('who')}</h2>
      <ChoiceList
        id={fieldId('with_spouse')}
        labelledBy="who"
        lines={lines}
        value={adding ? add : (choice.with_spouse ?? me)}
        onChoose={(value) => {
          setAdding(value === add)
          if (value !== add) change({ with_spouse: value === me ? null : value })
        }}
        error={errorOf('with_spouse')}
      />
      {adding ? <SpouseForm onAdded={added} /> : null}
    </section>
  )
}

/** As what the person takes part; a type that is not open to them says why. */
function ParticipantType({ event, choice, change, errorOf }: StepProps) {
  const t = useT(texts)
  const { user } = useAccount()
  const whyClosed = (type: StepProps['event']['participant_types'][number]): string | undefined => {
    if (type.members_only && user?.is_not_member) return t('members_only')
    if (type.title_ids.length + type.designation_ids.length === 0) return undefined
    const fits =
      (user?.title_id && type.title_ids.includes(user.title_id)) ||
      (user?.designation_id && type.designation_ids.includes(user.designation_id))
    return fits ? undefined : t('for_titles')
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
      {fieldMode(event.fields, 'spouse') === 'hidden' ? null : <Who {...props} />}
      <ParticipantType {...props} />
      <div className={classes.fields}>
        <Pick {...props} field="title_id" asks="title" from={lists.titles} />
        <Pick {...props} field="designation_id" asks="designation" from={lists.designations} />
        <Pick {...props} field="committee_type_id" asks="committee_type" from={lists.committees} />
      </div>
    </>
  )
}
