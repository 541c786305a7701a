import { fieldMode } from '@shiloh/contract/forms'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import people from '../../reserve/people.module.css'
import { hasRoomForMore, type Relative } from '../../reserve/people.ts'
import { PersonForm, type Relation, type TypedRelative } from '../../reserve/person-form.tsx'
import { PersonRow, useTaking } from '../../reserve/person-row.tsx'
import type { StepProps } from '../../reserve/step.ts'
import { Bearings } from '../../reserve/step-people.tsx'
import { texts as reserve } from '../../reserve/texts.ts'
import classes from './make.module.css'
import { texts } from './texts.ts'

/** Somebody new, until the reservation is sent: the server puts them on a list of the main person. */
export interface Added extends TypedRelative {
  readonly key: string
  readonly relation: Relation
}

/** As somebody of a list, who can be chosen. */
export const relativeOf = ({ key, relation, first_name, last_name, gender, birth_date }: Added): Relative => ({
  person_id: key,
  role: relation,
  name: `${first_name} ${last_name}`,
  gender,
  birth_date: birth_date ?? null,
  title_id: null,
})

/** An id that no list has. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

interface FamilyPartProps extends StepProps {
  lastName: string
  onAdd: (person: Added) => void
}

/** Who comes along, each as what; who is on no list yet is added here. */
export function FamilyPart({ lastName, onAdd, ...step }: FamilyPartProps) {
  const { event, choice, situation } = step
  const t = useT(texts)
  const words = useT(reserve)
  const { take } = useTaking(step)
  const [adding, setAdding] = useState(false)
  if (fieldMode(event.fields, 'spouse') === 'hidden') return null
  return (
    <section className={classes.part}>
      <h2 id="who-else">{t('who_else')}</h2>
      <p className="dim">{words('family_note', { currency: event.currency })}</p>
      <div className={people.table}>
        {situation.relatives.length > 0 ? (
          <>
            <div className={people.heads} aria-hidden="true">
              <span>{words('person')}</span>
              <span>{words('takes_part_as')}</span>
              <span>{event.currency}</span>
            </div>
            <ul aria-labelledby="who-else">
              {situation.relatives.map((relative) => (
                <PersonRow key={relative.person_id} {...step} of={relative} />
              ))}
            </ul>
          </>
        ) : null}
        {adding ? (
          <PersonForm
            lastName={lastName}
            relationOf={(relation) => words(`relation_their_${relation}`)}
            action={t('add_person')}
            save={async (relation, typed) => {
              const person = { key: newKey(), relation, ...typed }
              onAdd(person)
              return relativeOf(person)
            }}
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
            data-first={situation.relatives.length === 0 || undefined}
            disabled={!hasRoomForMore(choice.guests)}
            onClick={() => setAdding(true)}
          >
            <IconPlus size={18} aria-hidden="true" />
            {words('add_somebody')}
          </button>
        )}
      </div>
      <div className={classes.bearings}>
        <Bearings {...step} onlyGuests />
      </div>
    </section>
  )
}
