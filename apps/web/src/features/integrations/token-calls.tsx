import { Drawer } from '@mantine/core'
import { type ApiToken, integrationRoutes as routes, TOKEN_CALLS_SHOWN } from '@shiloh/contract/integrations'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { DateText, TimeText } from '#ui/base/values'
import classes from './integrations.module.css'
import { texts } from './texts.ts'

/** What a program asked with its token: how often, by day and route. */
export function TokenCalls({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const t = useT(texts)
  const { time_zone: zone } = useAccount().organisation
  const { data: calls } = useQuery(queryOf(routes.listTokenCalls, { params: { id: token._id } }))
  const days = Map.groupBy(calls ?? [], ({ day }) => day)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={640}
      title={t('calls_named', { name: token.name })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className="dim">{t('calls_note')}</p>
      {calls?.length === 0 ? <p>{t('no_calls')}</p> : null}
      {[...days].map(([day, rows]) => (
        <section key={day}>
          <h3 className={classes.day}>
            <DateText value={day} />
          </h3>
          <ul className={classes.calls}>
            {rows.map(({ method, route, calls: count, refused, last_at, last_status }) => (
              <li key={`${method} ${route}`}>
                <code>
                  {method} {route}
                </code>
                <span className="dim small">
                  {t('call_count', { count })}
                  {refused > 0 ? ` · ${t('refused_count', { count: refused })}` : ''} · {t('last_call')}{' '}
                  <TimeText value={last_at} zone={zone} /> · {t('answer', { status: last_status })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {calls?.length === TOKEN_CALLS_SHOWN ? (
        <p className="dim small">{t('calls_cut', { count: TOKEN_CALLS_SHOWN })}</p>
      ) : null}
    </Drawer>
  )
}
