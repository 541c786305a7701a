import { fieldMode } from '@shiloh/contract/forms/forms'
import { useT } from '#platform/i18n'
import { FamilyTable } from '../../reserve/family-table.tsx'
import type { StepProps } from '../../reserve/step.ts'
import { Bearings } from '../../reserve/step-people.tsx'
import { texts as reserve } from '../../reserve/texts.ts'
import { type Added, relativeOf } from './desk-state.ts'
import classes from './make.module.css'
import { texts } from './texts.ts'

/** Returns an id that no list has. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

interface FamilyPartProps extends StepProps {
  lastName: string
  onAdd: (person: Added) => void
}

/** The people who come along with their participant types. People on no list yet are added here. */
export function FamilyPart({ lastName, onAdd, ...step }: FamilyPartProps) {
  const { event } = step
  const t = useT(texts)
  const words = useT(reserve)
  if (fieldMode(event.fields, 'spouse') === 'hidden') return null
  return (
    <section className={classes.part}>
      <h2 id="who-else">{t('who_else')}</h2>
      <p className="dim">
        {words('family_note', { beds: event.accommodations.length > 0 ? 'yes' : 'no', currency: event.currency })}
      </p>
      <FamilyTable
        {...step}
        labelledBy="who-else"
        lastName={lastName}
        relationOf={(relation) => words(`relation_their_${relation}`)}
        action={t('add_person')}
        save={async (relation, typed) => {
          const person = { key: newKey(), relation, ...typed }
          onAdd(person)
          return relativeOf(person)
        }}
      />
      <div className={classes.bearings}>
        <Bearings {...step} onlyGuests />
      </div>
    </section>
  )
}
