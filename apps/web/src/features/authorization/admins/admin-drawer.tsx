import { Button } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'
import { IconCheck, IconListCheck, IconMail, IconPencil, IconShieldOff, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { languageNames, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { StatusBadge, ToneBadge } from '#ui/status-badge'
import { DateText } from '#ui/values'
import { texts as common } from '../../../ui/resource-texts.ts'
import { AccountDrawer } from '../parts/account-drawer.tsx'
import { ActButton } from '../parts/act-button.tsx'
import { EndSessions } from '../parts/end-sessions.tsx'
import { Explanation } from '../permissions/explanation.tsx'
import { texts } from '../texts.ts'

type AdminUser = DataOf<typeof authorizationRoutes.getAdminUser>

const stale = [authorizationRoutes.listAdminUsers, authorizationRoutes.getAdminUser]

interface AdminDrawerProps {
  /** As the list has them; what is newer is fetched. */
  row: AdminUser
  onEdit: ((row: AdminUser) => void) | undefined
  onClose: () => void
}

/** An administrator: roles, what they may do and why, and the ways back into a lost account. */
export function AdminDrawer({ row, onEdit, onClose }: AdminDrawerProps) {
  const t = useT(texts)
  const words = useT(common)
  const can = useCan()
  const { time_zone: zone } = useAccount().organisation
  const admin = useQuery(queryOf(authorizationRoutes.getAdminUser, { params: { id: row._id } })).data ?? row
  const update = useAct(authorizationRoutes.updateAdminUser, stale)
  const resend = useAct(authorizationRoutes.resendAdminConfirmation, stale)
  const resetMfa = useAct(authorizationRoutes.resetAdminMfa, stale)
  const endSessions = useAct(authorizationRoutes.endAdminSessions, stale)
  const [explaining, setExplaining] = useState(false)
  const { name, _id: id } = admin
  const params = { params: { id } }
  const setStatus = (status: 'approved' | 'deactivated') => update.mutateAsync({ ...params, body: { status } })
  return (
    <>
      <AccountDrawer
        name={name}
        badges={
          <>
            {admin.invited ? <ToneBadge tone="warn">{t('invited')}</ToneBadge> : <StatusBadge status={admin.status} />}
            {admin.is_owner ? <ToneBadge tone="ok">{t('owner')}</ToneBadge> : null}
          </>
        }
        facts={[
          [t('email'), admin.email],
          [words('phone'), admin.phone],
          [t('roles'), admin.roles.map((role) => role.name).join(', ') || t('no_roles')],
          [t('second_step'), admin.mfa_methods.map((method) => t(`mfa_${method}`)).join(', ') || '–'],
          [t('language'), languageNames[admin.language]],
          [
            t('last_login'),
            admin.last_login_at ? <DateText key="seen" value={admin.last_login_at} zone={zone} time /> : t('never'),
          ],
        ]}
        onClose={onClose}
      >
        <Button variant="default" leftSection={<IconListCheck size={17} />} onClick={() => setExplaining(true)}>
          {t('what_may', { name: admin.first_name })}
        </Button>
        {onEdit ? (
          <Button variant="default" leftSection={<IconPencil size={17} />} onClick={() => onEdit(admin)}>
            {t('edit')}
          </Button>
        ) : null}
        {admin.invited && can('admin_users.update') ? (
          <ActButton
            primary
            label={t('resend_invitation')}
            icon={IconMail}
            done={t('resent', { address: admin.email ?? '' })}
            onAct={() => resend.mutateAsync(params)}
          />
        ) : null}
        {admin.mfa_methods.length > 0 && can('admin_users.reset_mfa') ? (
          <ActButton
            danger
            label={t('reset_mfa')}
            icon={IconShieldOff}
            ask={{ title: t('reset_mfa_question', { name }), text: t('reset_mfa_text') }}
            done={t('mfa_off', { name })}
            onAct={() => resetMfa.mutateAsync(params)}
          />
        ) : null}
        {admin.status === 'approved' && !admin.invited && can('admin_users.update') ? (
          <EndSessions name={name} onEnd={() => endSessions.mutateAsync(params)} />
        ) : null}
        {can('admin_users.update') ? (
          admin.status === 'deactivated' ? (
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
          )
        ) : null}
      </AccountDrawer>
      {explaining ? <Explanation person={admin} onClose={() => setExplaining(false)} /> : null}
    </>
  )
}
