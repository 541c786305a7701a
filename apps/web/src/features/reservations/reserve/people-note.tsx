import type { UserEvent } from '@shiloh/contract/events/events'
import { fieldMode } from '@shiloh/contract/forms/forms'
import { useT } from '#platform/i18n'
import classes from './reserve.module.css'
import { texts } from './texts.ts'

/** Returns whether only one person can come. */
export const isForOne = (event: UserEvent): boolean => fieldMode(event.fields, 'spouse') === 'hidden'

/** What the first step says to everybody, also while it is on its way. */
export function PeopleNote({ event }: { event: UserEvent }) {
  const t = useT(texts)
  return (
    <p className={classes.hint}>
      {isForOne(event)
        ? t('price_per_person')
        : t('family_note', { beds: event.accommodations.length > 0 ? 'yes' : 'no', currency: event.currency })}
    </p>
  )
}
