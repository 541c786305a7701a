import { Button } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'
import { IconCheck, IconKey, IconPencil, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { languageNames, text, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { RecordForm } from '#ui/record-form'
import { StatusBadge } from '#ui/status-badge'
import { DateText } from '#ui/values'
import { texts as common } from '../../../ui/resource-texts.ts'
import { AccountDrawer } from '../parts/account-drawer.tsx'
import { ActButton } from '../parts/act-button.tsx'
import { EndSessions } from '../parts/end-sessions.tsx'
import { texts } from '../texts.ts'

type CheckinUser = DataOf<typeof authorizationRoutes.getCheckinUser>

const stale = [authorizationRoutes.listCheckinUsers, authorizationRoutes.getCheckinUser]
const passwordBody = authorizationRoutes.setCheckinUserPassword.body.pick({ password: true })

interface CheckinUserDrawerProps {
  /** As the list has them; what is newer is fetched. */
  row: CheckinUser
  onEdit: ((row: CheckinUser) => void) | undefined
  onClose: () => void
}

/** An account for the gates: its events, and its password, which staff set. */
export function CheckinUserDrawer({ row, onEdit, onClose }: CheckinUserDrawerProps) {
  const t = useT(texts)
  const words = useT(common)
  const can = useCan()
  const { time_zone: zone } = useAccount().organisation
  const user = useQuery(queryOf(authorizationRoutes.getCheckinUser, { params: { id: row._id } })).data ?? row
  const update = useAct(authorizationRoutes.updateCheckinUser, stale)
  const endSessions = useAct(authorizationRoutes.endCheckinUserSessions, stale)
  const [settingPassword, setSettingPassword] = useState(false)
  const { name, _id: id } = user
  const setStatus = (status: 'approved' | 'deactivated') => update.mutateAsync({ params: { id }, body: { status } })
  return (
    <>
      <AccountDrawer
        name={name}
        badges={<StatusBadge status={user.status} />}
        facts={[
          [t('email'), user.email],
          [words('phone'), user.phone],
          [t('events'), user.events.map((event) => event.name).join(', ') || t('no_events')],
          [t('language'), languageNames[user.language]],
          [
            t('last_login'),
            user.last_login_at ? <DateText key="seen" value={user.last_login_at} zone={zone} time /> : t('never'),
          ],
        ]}
        onClose={onClose}
      >
        {onEdit ? (
          <Button variant="default" leftSection={<IconPencil size={17} />} onClick={() => onEdit(user)}>
            {t('edit')}
          </Button>
        ) : null}
        {can('checkin_users.update') ? (
          <>
            <Button variant="default" leftSection={<IconKey size={17} />} onClick={() => setSettingPassword(true)}>
              {t('set_password')}
            </Button>
            {user.status === 'approved' ? (
              <EndSessions name={name} onEnd={() => endSessions.mutateAsync({ params: { id } })} />
            ) : null}
            {user.status === 'deactivated' ? (
              <ActButton
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
                onAct={() => setStatus('deactivated')}
              />
            )}
          </>
        ) : null}
      </AccountDrawer>
      {settingPassword ? (
        <RecordForm
          schema={passwordBody}
          title={t('set_password')}
          values={{ password: '' }}
          saved={text(texts, 'password_set')}
          sections={[
            {
              fields: [
                {
                  kind: 'password',
                  name: 'password',
                  label: text(texts, 'password'),
                  hint: text(texts, 'password_hint'),
                  autoComplete: 'new-password',
                  required: true,
                },
              ],
            },
          ]}
          onSave={(body) => call(authorizationRoutes.setCheckinUserPassword, { params: { id }, body })}
          onDone={() => setSettingPassword(false)}
        />
      ) : null}
    </>
  )
}
