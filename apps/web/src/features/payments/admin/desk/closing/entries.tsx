import { cashNumber } from '@shiloh/contract/payments/money'
import type { Till } from '@shiloh/contract/payments/till'
import { useT } from '#platform/i18n'
import { TimeText } from '#ui/base/values'
import { texts as refunds } from '../../refunds/texts.ts'
import { texts as payments } from '../../texts.ts'
import { useSigned } from './books.tsx'
import classes from './closing.module.css'
import { texts as words } from './texts.ts'

/** Every movement of the day, in order. */
export function Entries({ till, zone }: { till: Till; zone: string }) {
  const t = useT(words)
  const say = useT(payments)
  const name = useT(refunds)
  const signed = useSigned()
  if (till.entries.length === 0) return <p className="dim">{t('no_entries')}</p>
  return (
    <section className={classes.part}>
      <h2>{t('entries')}</h2>
      <table>
        <thead>
          <tr>
            <th>{name('kind_of_entry')}</th>
            <th data-number>{name('number')}</th>
            <th data-wide>{say('when')}</th>
            <th>{say('guest')}</th>
            <th data-wide>{say('code')}</th>
            <th data-number>{say('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {till.entries.map((entry) => (
            <tr key={entry._id} data-void={entry.kind === 'void' || undefined}>
              <td>{name(`entry_${entry.kind}`)}</td>
              <td data-number>{entry.number === null ? '' : cashNumber(entry.number)}</td>
              <td data-wide>
                <TimeText value={entry.at} zone={zone} />
              </td>
              <th scope="row">{entry.person}</th>
              <td data-wide>
                <span className="code">{entry.reservation_code}</span>
              </td>
              <td data-number>{signed(entry.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Cash taken, by event. */
export function ByEvent({ till }: { till: Till }) {
  const t = useT(words)
  const signed = useSigned()
  if (till.by_event.length === 0) return null
  return (
    <section className={classes.part}>
      <h2>{t('by_event')}</h2>
      <table>
        <tbody>
          {till.by_event.map((row) => (
            <tr key={row.event_name}>
              <th scope="row">{row.event_name}</th>
              <td data-number>{t('receipts', { count: row.receipts })}</td>
              <td data-number>{signed(row.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
