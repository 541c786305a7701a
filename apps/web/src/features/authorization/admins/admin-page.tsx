import { Button } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'
import { languageName } from '@shiloh/contract/core'
import { isPermission } from '@shiloh/contract/permissions'
import { formatList } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { IconCheck, IconMail, IconPencil, IconShieldOff, IconTrash, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { StatusBadge, ToneBadge } from '#ui/base/status-badge'
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
import { Everything, useExplained } from '../permissions/reasons.tsx'
import { useModelWords, useRoleWords } from '../permissions/words.ts'
import { texts } from '../texts.ts'
import { adminBody, adminSections, useModel, useRoleChoices } from './admin-form.ts'
import { Exceptions } from './exceptions.tsx'

type AdminUser = DataOf<typeof authorizationRoutes.getAdminUser>

const stale = [
  authorizationRoutes.listAdminUsers,
  authorizationRoutes.getAdminUser,
  authorizationRoutes.explainAdminUser,
  authorizationRoutes.listHolders,
  authorizationRoutes.readPermissionSchema,
]

/** Returns the sentence that explains why this user cannot manage that account, or undefined if they can. */
function useRefusal(admin: AdminUser): string | undefined {
  const t = useT(texts)
  const can = useCan()
  const { user } = useAccount()
  const { ofPermission } = useModelWords()
  const { data } = useExplained(admin._id)
  if (user?.is_owner) return undefined
  if (admin.is_owner) return t('owners_only', { name: admin.name })
  // Managing an account could give access to its permissions, so nobody can manage an account with more permissions
  // than their own.
  const beyond = (data ?? []).filter(
    ({ permission, sources }) =>
      sources.some(({ kind, object_id }) => kind !== 'special_deny' && object_id === null) &&
      !(isPermission(permission) && can(permission)),
  )
  const [first] = beyond
  return first
    ? t('stronger', { name: admin.name, permission: ofPermission(first.permission), count: beyond.length - 1 })
    : undefined
}

function AdminActs({ admin, refused }: { admin: AdminUser; refused: string | undefined }) {
  const t = useT(texts)
  const can = useCan()
  const navigate = useNavigate()
  const update = useAct(authorizationRoutes.updateAdminUser, stale)
  const resend = useAct(authorizationRoutes.resendAdminConfirmation, stale)
  const resetMfa = useAct(authorizationRoutes.resetAdminMfa, stale)
  const endSessions = useAct(authorizationRoutes.endAdminSessions, stale)
  const remove = useAct(authorizationRoutes.removeAdminUser, [authorizationRoutes.listAdminUsers])
  const { _id: id, name, email, status, invited, api_tokens: tokens } = admin
  const language = useLanguage()
  const params = { params: { id } }
  const setStatus = (next: 'approved' | 'deactivated') => update.mutateAsync({ ...params, body: { status: next } })
  const kept = admin.is_last_owner ? t('last_owner_text', { name }) : refused
  return (
    <Acts>
      {invited && status !== 'deactivated' && can('admin_users.update') ? (
        <ActButton
          primary
          label={t('resend_invitation')}
          icon={IconMail}
          done={t('resent', { address: email ?? '' })}
          onAct={() => resend.mutateAsync(params)}
        />
      ) : null}
      {admin.mfa_methods.length > 0 && can('admin_users.reset_mfa') ? (
        <ActButton
          danger
          label={t('reset_mfa')}
          icon={IconShieldOff}
          refused={refused}
          ask={{ title: t('reset_mfa_question', { name }), text: t('reset_mfa_text') }}
          done={t('mfa_off', { name })}
          onAct={() => resetMfa.mutateAsync(params)}
        />
      ) : null}
      {status === 'approved' && !invited && refused === undefined && can('admin_users.update') ? (
        <EndSessions name={name} onEnd={() => endSessions.mutateAsync(params)} />
      ) : null}
      {can('admin_users.update') ? (
        status === 'deactivated' ? (
          <ActButton
            primary
            label={t('approve')}
            icon={IconCheck}
            refused={refused}
            done={t('approved', { name })}
            onAct={() => setStatus('approved')}
          />
        ) : (
          <ActButton
            danger
            label={t('deactivate')}
            icon={IconUserOff}
            refused={kept}
            ask={{
              title: t('deactivate_question', { name }),
              text: [
                t('deactivate_staff_text', { name }),
                ...(tokens.length > 0
                  ? [t('tokens_end', { count: tokens.length, names: formatList(tokens, language) })]
                  : []),
              ].join(' '),
            }}
            done={t('deactivated', { name })}
            // Tokens that ended do not come back.
            {...(tokens.length === 0 && { undo: () => setStatus('approved') })}
            onAct={() => setStatus('deactivated')}
          />
        )
      ) : null}
      <HistoryLink id={id} />
      {can('admin_users.delete') ? (
        <ActButton
          danger
          label={t('remove')}
          icon={IconTrash}
          refused={kept}
          ask={{ title: t('remove_question', { name }), text: t('remove_staff_text') }}
          removes={{ route: authorizationRoutes.removeAdminUser, id, name, instead: t('deactivate_instead') }}
          onAct={async () => {
            await remove.mutateAsync(params)
            toastDone({ message: t('removed', { name }) })
            await navigate({ to: '/admin/admin-users' })
          }}
        />
      ) : null}
    </Acts>
  )
}

function Admin({ admin }: { admin: AdminUser }) {
  const t = useT(texts)
  const words = useT(common)
  const can = useCan()
  const { namesOf } = useRoleWords()
  const { time_zone: zone } = useAccount().organisation
  const roles = useRoleChoices()
  const model = useModel()
  const refused = useRefusal(admin)
  const update = useAct(authorizationRoutes.updateAdminUser, stale, { shown: true })
  const [editing, setEditing] = useState(false)
  const { _id: id, name, invited } = admin
  const mayEdit = can('admin_users.update') && refused === undefined
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        title={name}
        badges={
          <span className={classes.badges}>
            {invited ? <ToneBadge tone="warn">{t('invited')}</ToneBadge> : <StatusBadge status={admin.status} />}
            {admin.is_owner ? <ToneBadge tone="ok">{t('owner')}</ToneBadge> : null}
          </span>
        }
        actions={
          mayEdit ? (
            <Button variant="default" leftSection={<IconPencil size={17} />} onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
          ) : null
        }
      />
      {refused && can('admin_users.update') ? <p className={classes.note}>{refused}</p> : null}
      {admin.is_last_owner ? <p className={classes.note}>{t('last_owner_text', { name })}</p> : null}
      <AccountColumns
        facts={
          <>
            <Facts
              title={t('account')}
              facts={[
                [t('roles'), namesOf(admin.roles) || t('no_roles')],
                [t('email'), admin.email],
                [words('phone'), admin.phone && formatPhone(admin.phone)],
                [t('language'), languageName(admin.language)],
                [t('second_step'), admin.mfa_methods.map((method) => t(`mfa_${method}`)).join(', ') || t('mfa_none')],
                [
                  t('last_login'),
                  admin.last_login_at ? (
                    <DateText key="seen" value={admin.last_login_at} zone={zone} time />
                  ) : (
                    t('never')
                  ),
                ],
                [t('registered'), <DateText key="since" value={admin.created_at} zone={zone} />],
              ]}
            />
            <Exceptions admin={admin} model={mayEdit ? model : undefined} stale={stale} />
            <section>
              <h2>{t('what_may', { name: admin.first_name })}</h2>
              {can('permissions.read') ? (
                <p className={classes.lead}>
                  <Link to="/admin/permissions/person" search={{ id }}>
                    {t('ask_one')}
                  </Link>
                </p>
              ) : null}
              <Everything adminId={id} />
            </section>
          </>
        }
        acts={<AdminActs admin={admin} refused={refused} />}
      />
      {editing ? (
        <RecordForm
          schema={adminBody}
          title={name}
          values={{ ...admin, email: admin.email ?? '' }}
          sections={adminSections(roles)}
          onSave={(body) => update.mutateAsync({ params: { id }, body })}
          onDone={() => setEditing(false)}
        />
      ) : null}
    </>
  )
}

/** `/admin/admin-users/{id}`: an administrator with roles, exceptions, permissions and their reasons, and actions. */
export function AdminPage() {
  const { id } = useParams({ from: '/admin/admin-users/$id' })
  const query = useQuery({
    ...queryOf(authorizationRoutes.getAdminUser, { params: { id } }),
    placeholderData: undefined,
  })
  return (
    <Loaded query={query} list="/admin/admin-users">
      {(admin) => <Admin key={admin._id} admin={admin} />}
    </Loaded>
  )
}
