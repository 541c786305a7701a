import { Button } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { languageName } from '@shiloh/contract/core'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { IconCheck, IconKey, IconPencil, IconTrash, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { text, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { StatusBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { toastDone } from '#ui/feedback/toast'
import { RecordForm } from '#ui/form/record-form'
import { HistoryLink } from '#ui/shell/history-link'
import { PageHeader } from '#ui/shell/page-header'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import classes from '../parts/account.module.css'
import { AccountColumns, Acts, Facts, Loaded } from '../parts/account-page.tsx'
import { ActButton } from '../parts/act-button.tsx'
import { EndSessions } from '../parts/end-sessions.tsx'
import { texts } from '../texts.ts'
import { type CheckinUser, checkinUserBody, checkinUserSections, passwordField } from './checkin-user-form.ts'

const stale = [authorizationRoutes.listCheckinUsers, authorizationRoutes.getCheckinUser]
const passwordBody = authorizationRoutes.setCheckinUserPassword.body.pick({ password: true })

function CheckinUserActs({ user, onSetPassword }: { user: CheckinUser; onSetPassword: () => void }) {
  const t = useT(texts)
  const can = useCan()
  const navigate = useNavigate()
  const update = useAct(authorizationRoutes.updateCheckinUser, stale)
  const endSessions = useAct(authorizationRoutes.endCheckinUserSessions, stale)
  const remove = useAct(authorizationRoutes.removeCheckinUser, [authorizationRoutes.listCheckinUsers])
  const { _id: id, name } = user
  const params = { params: { id } }
  const setStatus = (status: 'approved' | 'deactivated') => update.mutateAsync({ ...params, body: { status } })
  return (
    <Acts>
      {can('checkin_users.update') ? (
        <>
          <Button variant="default" leftSection={<IconKey size={17} />} onClick={onSetPassword}>
            {t('set_password')}
          </Button>
          {user.status === 'approved' ? (
            <EndSessions name={name} onEnd={() => endSessions.mutateAsync(params)} />
          ) : null}
          {user.status === 'deactivated' ? (
            <ActButton
              primary
              label={t('approve')}
              icon={IconCheck}
              done={t('approved', { name })}
              onAct={() => setStatus('approved')}
            />
          ) : (
            <ActButton
              danger
              label={t('deactivate')}
              icon={IconUserOff}
              ask={{ title: t('deactivate_question', { name }), text: t('deactivate_staff_text', { name }) }}
              done={t('deactivated', { name })}
              undo={() => setStatus('approved')}
              onAct={() => setStatus('deactivated')}
            />
          )}
        </>
      ) : null}
      <HistoryLink id={id} />
      {can('checkin_users.delete') ? (
        <ActButton
          danger
          label={t('remove')}
          icon={IconTrash}
          ask={{ title: t('remove_question', { name }), text: t('remove_staff_text') }}
          removes={{
            route: authorizationRoutes.removeCheckinUser,
            id,
            name,
            instead: t('remove_gate_instead'),
            ...(user.status === 'approved' &&
              can('checkin_users.update') && {
                insteadAct: {
                  label: t('deactivate_at_once'),
                  act: async () => {
                    await setStatus('deactivated')
                    toastDone({ message: t('deactivated', { name }) })
                  },
                },
              }),
          }}
          onAct={async () => {
            await remove.mutateAsync(params)
            toastDone({ message: t('removed', { name }) })
            await navigate({ to: '/admin/check-in-users' })
          }}
        />
      ) : null}
    </Acts>
  )
}

function Gate({ user }: { user: CheckinUser }) {
  const t = useT(texts)
  const words = useT(common)
  const can = useCan()
  const { time_zone: zone } = useAccount().organisation
  const update = useAct(authorizationRoutes.updateCheckinUser, stale, { shown: true })
  const [open, setOpen] = useState<'form' | 'password'>()
  const close = () => setOpen(undefined)
  const { _id: id, name } = user
  const mayUpdate = can('checkin_users.update')
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        title={name}
        badges={<StatusBadge status={user.status} />}
        actions={
          mayUpdate ? (
            <Button variant="default" leftSection={<IconPencil size={17} />} onClick={() => setOpen('form')}>
              {t('edit')}
            </Button>
          ) : null
        }
      />
      {user.events.length === 0 ? <p className={classes.note}>{t('no_events')}</p> : null}
      <AccountColumns
        facts={
          <Facts
            title={t('account')}
            facts={[
              [t('email'), user.email],
              [words('phone'), user.phone && formatPhone(user.phone)],
              [
                t('events'),
                user.events.length > 0 ? (
                  <ul key="events" className={classes.plain}>
                    {user.events.map((event) => (
                      <li key={event._id}>
                        {can('events.read', event._id) ? (
                          <Link to="/admin/events/$id" params={{ id: event._id }}>
                            {event.name}
                          </Link>
                        ) : (
                          event.name
                        )}
                      </li>
                    ))}
                  </ul>
                ) : null,
              ],
              [t('language'), languageName(user.language)],
              [
                t('last_login'),
                user.last_login_at ? <DateText key="seen" value={user.last_login_at} zone={zone} time /> : t('never'),
              ],
              [t('registered'), <DateText key="since" value={user.created_at} zone={zone} />],
            ]}
          />
        }
        acts={<CheckinUserActs user={user} onSetPassword={() => setOpen('password')} />}
      />
      {open === 'form' ? (
        <RecordForm
          schema={checkinUserBody}
          title={name}
          values={{ ...user, email: user.email ?? '' }}
          sections={checkinUserSections(user, can('payments.take_cash'))}
          onSave={({ password: _, ...body }) => update.mutateAsync({ params: { id }, body })}
          onDone={close}
        />
      ) : null}
      {open === 'password' ? (
        <RecordForm
          schema={passwordBody}
          title={t('set_password')}
          values={{ password: '' }}
          saved={text(texts, 'password_set')}
          sections={[{ fields: [passwordField] }]}
          onSave={(body) => call(authorizationRoutes.setCheckinUserPassword, { params: { id }, body })}
          onDone={close}
        />
      ) : null}
    </>
  )
}

/** `/admin/check-in-users/{id}`: an account for the gates, with its events and its password, which staff set. */
export function CheckinUserPage() {
  const { id } = useParams({ from: '/admin/check-in-users/$id' })
  const query = useQuery({
    ...queryOf(authorizationRoutes.getCheckinUser, { params: { id } }),
    placeholderData: undefined,
  })
  return (
    <Loaded query={query} list="/admin/check-in-users">
      {(user) => <Gate key={user._id} user={user} />}
    </Loaded>
  )
}
