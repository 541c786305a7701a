import { useT } from '#platform/i18n'
import classes from './people.module.css'
import { hasRoomForMore } from './people.ts'
import { AddPerson, type AddPersonProps, AskOffice } from './person-form.tsx'
import { PersonRow, useTaking } from './person-row.tsx'
import type { StepProps } from './step.ts'
import { texts } from './texts.ts'

interface FamilyTableProps extends StepProps, Pick<AddPersonProps, 'lastName' | 'relationOf' | 'action' | 'save'> {
  labelledBy: string
}

/** The people who can come along with their participant types. A member is the first row of their own table. */
export function FamilyTable({ labelledBy, lastName, relationOf, action, save, ...step }: FamilyTableProps) {
  const { event, by, choice, situation } = step
  const t = useT(texts)
  const { take } = useTaking(step)
  const withMain = by !== 'staff'
  const isEmpty = !withMain && situation.relatives.length === 0
  return (
    <div className={classes.table}>
      {isEmpty ? null : (
        <>
          <div className={classes.heads} aria-hidden="true">
            <span>{t('person')}</span>
            <span>{t('takes_part_as')}</span>
            <span>{event.currency}</span>
          </div>
          <ul aria-labelledby={labelledBy}>
            {withMain ? <PersonRow {...step} of={null} /> : null}
            {situation.relatives.map((relative) => (
              <PersonRow key={relative.person_id} {...step} of={relative} />
            ))}
          </ul>
        </>
      )}
      {situation.isApproved ? (
        <AskOffice />
      ) : (
        <AddPerson
          isFull={!hasRoomForMore(choice.guests)}
          isFirst={isEmpty}
          lastName={lastName}
          relationOf={relationOf}
          action={action}
          save={save}
          onAdded={take}
        />
      )}
    </div>
  )
}
