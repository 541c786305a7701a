import { NativeSelect } from '@mantine/core'
import type { UserEvent } from '@shiloh/contract/events/events'
import { fieldMode } from '@shiloh/contract/forms/forms'
import { useT } from '#platform/i18n'
import { Said, sentences } from '#ui/base/said'
import { ChoiceList } from '#ui/form/choice-list'
import { Left } from '../../parts/left.tsx'
import { Price } from '../../parts/price.tsx'
import { closedTo, isWaiting, spouseIn, writtenIn, writtenOn } from '../../reserve/people.ts'
import { fieldId, type StepProps } from '../../reserve/step.ts'
import { texts as reserve } from '../../reserve/texts.ts'
import classes from './make.module.css'
import { texts } from './texts.ts'

const lists = [
  ['title_id', 'title', 'titles'],
  ['designation_id', 'designation', 'designations'],
  ['committee_type_id', 'committee_type', 'committees'],
] as const

/** The participant type of the person. Types that are not open say why. */
export function TypePart({ event, situation, choice, change, errorOf, lists: offered, account }: StepProps) {
  const t = useT(texts)
  const say = useT(reserve)
  const whyNot = (type: UserEvent['participant_types'][number]): string | null => {
    const spouse = spouseIn(situation.relatives, choice.guests)
    const written = choice.guests.find(({ person_id }) => person_id === spouse?.person_id)
    const coming = spouse && writtenOn(spouse, written)
    const closed = account ? closedTo(event, writtenIn(account, choice), type, situation.me, coming) : null
    return closed && say(isWaiting(closed) ? 'waits_for_confirmation' : closed)
  }
  const asked = lists.filter(([, asks, from]) => fieldMode(event.fields, asks) !== 'hidden' && offered[from].length > 0)
  return (
    <section className={classes.part}>
      <h2 id="participant-type">{t('participant_type')}</h2>
      <ChoiceList
        id={fieldId('participant_type_id')}
        labelledBy="participant-type"
        lines={event.participant_types.map((type) => {
          const reason = whyNot(type)
          return {
            value: type._id,
            title: type.name,
            lang: type.languages?.name,
            note: sentences([type.note && <Said words={type.note} lang={type.languages?.note} />, reason]),
            price: <Price minor={type.price} currency={event.currency} />,
            left: type.sold_out ? t('sold_out') : <Left count={type.places_left} of="places_left" />,
            closed: reason !== null && choice.participant_type_id !== type._id,
          }
        })}
        value={choice.participant_type_id}
        onChoose={(participant_type_id) => change({ participant_type_id })}
        error={errorOf('participant_type_id')}
      />
      {asked.length > 0 ? (
        <div className={classes.fields}>
          {asked.map(([field, asks, from]) => (
            <NativeSelect
              key={field}
              id={fieldId(field)}
              label={t(asks)}
              value={choice[field] ?? ''}
              onChange={({ currentTarget }) => change({ [field]: currentTarget.value || null })}
              data={[
                { value: '', label: t('none') },
                ...offered[from].map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
              error={errorOf(field)}
            />
          ))}
        </div>
      ) : null}
    </section>
  )
}
