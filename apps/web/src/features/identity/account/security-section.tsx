import { Button } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { formatTime, formatWeekday } from '@shiloh/contract/text/format'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import classes from './account.module.css'
import { Section } from './section.tsx'
import { texts } from './texts.ts'
import { deviceOf } from './user-agent.ts'

/** Password and second step. */
export function SecuritySection() {
  const t = useT(texts)
  const mfa = useQuery(queryOf(identityRoutes.listMfa))
  const on = mfa.data !== undefined && mfa.data.methods.length + mfa.data.passkeys.length > 0
  const Icon = on ? IconCircleCheck : IconCircleDashed
  return (
    <Section name="security">
      <ul className={classes.rows}>
        <li>
          <strong>{t('password')}</strong>
          <Button component={Link} to="/security/password/change" variant="default">
            {t('change')}
          </Button>
        </li>
        <li>
          <div>
            <strong>{t('second_step')}</strong>
            {mfa.data ? (
              <span className={classes.state} data-tone={on ? 'ok' : undefined}>
                <Icon size={15} aria-hidden /> {t(on ? 'second_step_on' : 'second_step_off')}
              </span>
            ) : null}
          </div>
          <Button component={Link} to="/security/mfa" variant="default">
            {t('manage')}
          </Button>
        </li>
      </ul>
    </Section>
  )
}

/** Every session of this account. */
export function SessionsSection() {
  const t = useT(texts)
  const language = useLanguage()
  const sessions = useQuery(queryOf(identityRoutes.listSessions))
  const revoke = useAct(identityRoutes.revokeSession, [identityRoutes.listSessions])
  const revokeOthers = useAct(identityRoutes.revokeOtherSessions, [identityRoutes.listSessions])
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const when = (at: string) =>
    `${formatWeekday(at, language, zone)} ${formatDate(at, language, zone)}, ${formatTime(at, language, zone)}`
  const nameOf = (userAgent: string) => {
    const device = deviceOf(userAgent)
    return device ? t('browser_on', { ...device }) : t('unknown_device')
  }
  return (
    <Section name="sessions" hint={t('sessions_hint')}>
      {sessions.isError ? (
        <LoadFailed message={sessions.error.message} onRetry={() => void sessions.refetch()} />
      ) : null}
      {sessions.isPending ? <Scaffold kind="list" rows={2} /> : null}
      <ul className={classes.rows}>
        {sessions.data?.map(({ _id, current, user_agent, ip, last_used_at }) => {
          const name = nameOf(user_agent)
          return (
            <li key={_id}>
              <div>
                <strong>{name}</strong>
                {current ? (
                  <span className={classes.state} data-tone="ok">
                    <IconCircleCheck size={15} aria-hidden /> {t('this_device')}
                  </span>
                ) : (
                  <p className="dim small">
                    {t('last_used', { when: when(last_used_at) })} · {ip}
                  </p>
                )}
              </div>
              {current ? null : (
                <Button
                  variant="default"
                  aria-label={t('revoke_named', { device: name })}
                  loading={revoke.isPending && revoke.variables.params.id === _id}
                  onClick={() =>
                    revoke.mutate({ params: { id: _id } }, { onSuccess: () => toastDone({ message: t('revoked') }) })
                  }
                >
                  {t('revoke')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {(sessions.data?.length ?? 0) > 2 ? (
        <div>
          <Button
            variant="default"
            loading={revokeOthers.isPending}
            onClick={() =>
              revokeOthers.mutate(
                {},
                { onSuccess: ({ data }) => toastDone({ message: t('revoked_others', { count: data.ended }) }) },
              )
            }
          >
            {t('revoke_others')}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}
