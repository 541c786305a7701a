import { formatDate } from '@shiloh/contract/text/format'
import type { Losses } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import classes from './form.module.css'
import { texts } from './form-texts.ts'

/**
 * The people who would lose a bed, including the number of hidden ones. Each links to their reservation in a new tab,
 * so that the input is kept.
 */
export function BedLosses({ people, hidden = 0 }: Losses) {
  const t = useT(texts)
  const language = useLanguage()
  if (people.length + hidden === 0) return null
  return (
    <ul className={classes.losses}>
      {people.map(({ reservation_id, code, name, event, check_in, check_out }) => (
        <li key={`${reservation_id} ${check_in}`}>
          <a href={`/admin/reservations/${reservation_id}`} target="_blank" rel="noreferrer" title={t('opens_in_tab')}>
            {name} <span className="code">{code}</span>
          </a>
          , {event}, {formatDate(check_in, language)} – {formatDate(check_out, language)}
        </li>
      ))}
      {hidden > 0 ? <li>{t('hidden_losses', { count: hidden })}</li> : null}
    </ul>
  )
}
