import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { type Till, tillRoutes } from '@shiloh/contract/payments/till'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { DateText } from '#ui/base/values'
import { useSigned } from './books.tsx'
import classes from './closing.module.css'
import { texts as words } from './texts.ts'

/** The other tills of the day and earlier days: open and locked ones. */
export function Others({ day, till }: { day: string; till: Till }) {
  const t = useT(words)
  const signed = useSigned()
  const today = useQuery(queryOf(paymentRoutes.cashClosing, { query: { day } }))
  const earlier = useQuery(queryOf(tillRoutes.listClosings, { query: {} }))
  const others = (today.data?.by_cashier ?? []).filter(({ cashier_id }) => cashier_id !== till.cashier_id)
  const closings = (earlier.data?.items ?? []).slice(0, 8)
  const openDays = till.open_days.filter((open) => open !== day)
  return (
    <div data-no-print>
      {others.length > 0 ? (
        <section className={classes.part}>
          <h2>{t('other_tills')}</h2>
          <table>
            <tbody>
              {others.map((row) => (
                <tr key={row.cashier_id}>
                  <th scope="row">
                    <LinkButton variant="subtle" to="/admin/cash/closing" search={{ day, cashier_id: row.cashier_id }}>
                      {row.name}
                    </LinkButton>
                  </th>
                  <td>{row.closing_id ? t('locked') : t('open')}</td>
                  <td data-number>{signed(row.net)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {openDays.length > 0 ? (
        <section className={classes.part}>
          <h2>{t('open_days')}</h2>
          {openDays.slice(0, 14).map((open) => (
            <LinkButton
              key={open}
              variant="subtle"
              to="/admin/cash/closing"
              search={{ day: open, cashier_id: till.cashier_id }}
            >
              <DateText value={open} />
            </LinkButton>
          ))}
        </section>
      ) : null}
      {closings.length > 0 ? (
        <section className={classes.part}>
          <div className={classes.head}>
            <h2>{t('earlier')}</h2>
            <LinkButton variant="subtle" to="/admin/cash/closings">
              {t('all_closings')}
            </LinkButton>
          </div>
          <table>
            <tbody>
              {closings.map((closing) => (
                <tr key={closing._id}>
                  <th scope="row">
                    <LinkButton
                      variant="subtle"
                      to="/admin/cash/closing"
                      search={{ day: closing.day, cashier_id: closing.cashier_id }}
                    >
                      <DateText value={closing.day} />
                    </LinkButton>
                  </th>
                  <td data-wide>{closing.cashier}</td>
                  <td data-number>{signed(closing.counted)}</td>
                  <td data-number className={closing.difference === 0 ? 'dim' : undefined}>
                    {signed(closing.difference)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </div>
  )
}
