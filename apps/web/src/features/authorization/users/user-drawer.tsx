import { Button } from '@mantine/core'
import { authorizationRoutes, type Person } from '@shiloh/contract/authorization'
import { IconCheck, IconKey, IconMail, IconPencil, IconPhotoOff, IconShieldOff, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAccount, useCan } from '#platform/account'
import { languageNames, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { StatusBadge, ToneBadge } from '#ui/status-badge'
import { DateText } from '#ui/values'
import { texts as common } from '../../../ui/resource-texts.ts'
import { HistoryLink } from '../../insight/index.ts'
import { AccountDrawer } from '../parts/account-drawer.tsx'
import { ActButton } from '../parts/act-button.tsx'
import { EndSessions } from '../parts/end-sessions.tsx'
import { texts } from '../texts.ts'

const stale = [authorizationRoutes.listUsers, authorizationRoutes.getUser]

interface UserDrawerProps {
  /** As the list has them; what is newer is fetched. */
  row: Person
  onEdit: ((row: Person) => void) | undefined
  onClose: () => void
}

/** A guest or vendor, with what staff may do for them. */
export function UserDrawer({ row, onEdit, onClose }: UserDrawerProps) {
  const t = useT(texts)
  const words = useT(common)
  const can = useCan()
  const { time_zone: zone } = useAccount().organisation
  const person = useQuery(queryOf(authorizationRoutes.getUser, { params: { id: row._id } })).data ?? row
  const approve = useAct(authorizationRoutes.approveUser, stale)
  const deactivate = useAct(authorizationRoutes.deactivateUser, stale)
  const resend = useAct(authorizationRoutes.resendUserConfirmation, stale)
  const resetPassword = useAct(authorizationRoutes.resetUserPassword, stale)
  const resetMfa = useAct(authorizationRoutes.resetUserMfa, stale)
  const endSessions = useAct(authorizationRoutes.endUserSessions, stale)
  const removeAvatar = useAct(authorizationRoutes.removeUserAvatar, stale)
  const { name, email, phone, meta } = person
  const params = { params: { id: person._id } }
  const isActive = person.status !== 'deactivated'
  const isUnfinished = email !== null && (!person.has_password || !meta.email_confirmed)
  const church = [person.assembly, person.district, person.area, person.region].filter(Boolean).join(', ')
  const unconfirmed = (value: string | null, confirmed: boolean) =>
    value && !confirmed ? (
      <>
        {value} <span className="dim small">({t('not_confirmed')})</span>
      </>
    ) : (
      value
    )
  return (
    <AccountDrawer
      name={name}
      badges={
        <>
          <StatusBadge status={person.status} />
          {person.user_type === 'vendor' ? <ToneBadge tone="mute">{t('type_vendor')}</ToneBadge> : null}
          {person.is_not_member ? <ToneBadge tone="mute">{t('not_member')}</ToneBadge> : null}
        </>
      }
      facts={[
        [t('email'), unconfirmed(email, meta.email_confirmed)],
        [words('phone'), unconfirmed(phone, meta.phone_verified)],
        [t('title'), person.title],
        [t('designation'), person.designation],
        [t('church'), church],
        [t('gender'), person.gender ? t(`gender_${person.gender}`) : null],
        [t('birth_date'), person.birth_date ? <DateText key="born" value={person.birth_date} weekday={false} /> : null],
        [t('country'), person.country],
        [t('language'), languageNames[person.language]],
        [t('staff_id'), person.staff_id],
        [t('industry'), person.industry],
        [t('second_step'), person.mfa_methods.map((method) => t(`mfa_${method}`)).join(', ')],
        [
          t('last_login'),
          person.last_login_at ? <DateText key="seen" value={person.last_login_at} zone={zone} time /> : t('never'),
        ],
        [t('registered'), <DateText key="since" value={person.created_at} zone={zone} />],
      ]}
      onClose={onClose}
    >
      {person.status !== 'approved' && can('users.approve') ? (
        <ActButton
          primary
          label={t('approve')}
          icon={IconCheck}
          done={t('approved', { name })}
          onAct={() => approve.mutateAsync(params)}
        />
      ) : null}
      {onEdit ? (
        <Button variant="default" leftSection={<IconPencil size={17} />} onClick={() => onEdit(person)}>
          {t('edit')}
        </Button>
      ) : null}
      {isActive && isUnfinished && can('users.update') ? (
        <ActButton
          label={person.has_password ? t('resend') : t('resend_invitation')}
          icon={IconMail}
          done={t('resent', { address: email })}
          onAct={() => resend.mutateAsync(params)}
        />
      ) : null}
      {isActive && person.has_password && (email ?? phone) !== null && can('users.reset_password') ? (
        <ActButton
          label={t('reset_password')}
          icon={IconKey}
          done={t('resent', { address: email ?? phone ?? '' })}
          onAct={() => resetPassword.mutateAsync(params)}
        />
      ) : null}
      {person.mfa_methods.length > 0 && can('users.reset_mfa') ? (
        <ActButton
          danger
          label={t('reset_mfa')}
          icon={IconShieldOff}
          ask={{ title: t('reset_mfa_question', { name }), text: t('reset_mfa_text') }}
          done={t('mfa_off', { name })}
          onAct={() => resetMfa.mutateAsync(params)}
        />
      ) : null}
      {person.avatar_url && can('users.update') ? (
        <ActButton
          label={t('remove_avatar')}
          icon={IconPhotoOff}
          done={t('avatar_removed')}
          onAct={() => removeAvatar.mutateAsync(params)}
        />
      ) : null}
      <HistoryLink id={person._id} />
      {isActive && person.has_password && can('users.deactivate') ? (
        <EndSessions name={name} onEnd={() => endSessions.mutateAsync(params)} />
      ) : null}
      {isActive && can('users.deactivate') ? (
        <ActButton
          danger
          label={t('deactivate')}
          icon={IconUserOff}
          ask={{ title: t('deactivate_question', { name }), text: t('deactivate_text', { name }) }}
          done={t('deactivated', { name })}
          onAct={() => deactivate.mutateAsync(params)}
        />
      ) : null}
    </AccountDrawer>
  )
}
