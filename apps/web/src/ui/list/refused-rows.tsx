import { useT } from '#platform/i18n'
import type { Answered } from './bulk-follow.ts'
import classes from './list.module.css'
import { texts } from './table-texts.ts'

/** The refused rows of a bulk edit by their reason. Rows that share one are unfolded. */
export function RefusedRows({ rows }: { rows: Answered['refused'] }) {
  const t = useT(texts)
  return (
    <ul className={classes.refused}>
      {[...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, alike]) => (
        <li key={reason}>
          {alike.length === 1 ? (
            <>
              <b>{alike[0]?.name}</b>: {reason}
            </>
          ) : (
            <details>
              <summary>{t('refused_alike', { count: alike.length, reason })}</summary>
              <ul>
                {alike.map(({ _id, name }) => (
                  <li key={_id}>{name}</li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
