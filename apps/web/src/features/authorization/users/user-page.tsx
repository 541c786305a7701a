import { Button, FileButton } from '@mantine/core'
import { authorizationRoutes, type Person } from '@shiloh/contract/authorization'
import { languageName } from '@shiloh/contract/core'
import { AVATAR_FIELD } from '@shiloh/contract/identity/account'
import { INDUSTRY_TEXTS, industryName } from '@shiloh/contract/identity/industries'
import {
  IconCheck,
  IconKey,
  IconMail,
  IconPencil,
  IconPhoto,
  IconPhotoOff,
  IconShieldOff,
  IconTrash,
  IconUserOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { countryName } from '#platform/countries'
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
import { texts } from '../texts.ts'
import { useUserSections } from './user-form.ts'

const stale = [authorizationRoutes.listUsers, authorizationRoutes.getUser]

function UserFacts({ person }: { person: Person }) {
  const industries = useT(INDUSTRY_TEXTS)
  const t = useT(texts)
  const words = useT(common)
  const language = useLanguage()
  const { time_zone: zone } = useAccount().organisation
  const { email, phone, meta } = person
  const unconfirmed = (value: string | null, confirmed: boolean) =>
    value && !confirmed ? (
      <>
        {value} <span className="dim small">({t('not_confirmed')})</span>
      </>
    ) : (
      value
    )
  return (
    <>
      <Facts
        title={t('about_person')}
        facts={[
          [t('email'), unconfirmed(email, meta.email_confirmed)],
          [words('phone'), unconfirmed(phone, meta.phone_verified)],
          [t('gender'), person.gender ? t(`gender_${person.gender}`) : null],
          [
            t('birth_date'),
            person.birth_date ? <DateText key="born" value={person.birth_date} weekday={false} /> : null,
          ],
          [t('country'), person.country ? countryName(person.country, language) : null],
          [t('language'), languageName(person.language)],
          [t('staff_id'), person.staff_id],
          [t('industry'), person.industry ? industryName(person.industry, industries) : null],
        ]}
      />
      <Facts
        title={t('church')}
        facts={[
          [t('title'), person.title],
          [t('designation'), person.designation],
          [t('assembly'), person.assembly],
          [t('district'), person.district],
          [t('area'), person.area],
          [t('region'), person.region],
        ]}
      />
      <Facts
        title={t('account')}
        facts={[
          [t('password'), t(person.has_password ? 'password_chosen' : 'password_missing')],
          [t('second_step'), person.mfa_methods.map((method) => t(`mfa_${method}`)).join(', ') || t('mfa_none')],
          [
            t('last_login'),
            person.last_login_at ? <DateText key="seen" value={person.last_login_at} zone={zone} time /> : t('never'),
          ],
          [t('registered'), <DateText key="since" value={person.created_at} zone={zone} />],
        ]}
      />
    </>
  )
}

function UserActs({ person }: { person: Person }) {
  const t = useT(texts)
  const can = useCan()
  const navigate = useNavigate()
  const approve = useAct(authorizationRoutes.approveUser, stale)
  const deactivate = useAct(authorizationRoutes.deactivateUser, stale)
  const resend = useAct(authorizationRoutes.resendUserConfirmation, stale)
  const resetPassword = useAct(authorizationRoutes.resetUserPassword, stale)
  const resetMfa = useAct(authorizationRoutes.resetUserMfa, stale)
  const update = useAct(authorizationRoutes.updateUser, stale)
  const removeAvatar = useAct(authorizationRoutes.removeUserAvatar, stale)
  const endSessions = useAct(authorizationRoutes.endUserSessions, stale)
  const remove = useAct(authorizationRoutes.removeUser, [authorizationRoutes.listUsers])
  const { _id: id, name, email, phone, status, has_password, meta, avatar_url } = person
  const params = { params: { id } }
  const isActive = status !== 'deactivated'
  const isUnfinished = email !== null && (!has_password || !meta.email_confirmed)
  const setPicture = async (file: File | null) => {
    if (!file) return
    await update.mutateAsync({ ...params, body: {}, files: { [AVATAR_FIELD]: file } })
    toastDone({ message: t('avatar_set') })
  }
  return (
    <Acts>
      {status !== 'approved' && can('users.approve') ? (
        <ActButton
          primary
          label={t('approve')}
          icon={IconCheck}
          done={t('approved', { name })}
          onAct={() => approve.mutateAsync(params)}
        />
      ) : null}
      {isActive && isUnfinished && can('users.update') ? (
        <ActButton
          label={has_password ? t('resend') : t('resend_invitation')}
          icon={IconMail}
          done={t('resent', { address: email })}
          onAct={() => resend.mutateAsync(params)}
        />
      ) : null}
      {isActive && has_password && (email ?? phone) !== null && can('users.reset_password') ? (
        <ActButton
          label={t('reset_password')}
          icon={IconKey}
          ask={{ title: t('reset_password_question', { name }), text: t('reset_password_text') }}
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
      {can('users.update') ? (
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void setPicture(file).catch(() => {})}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPhoto size={17} />} loading={update.isPending}>
              {t(avatar_url ? 'change_avatar' : 'add_avatar')}
            </Button>
          )}
        </FileButton>
      ) : null}
      {avatar_url && can('users.update') ? (
        <ActButton
          danger
          label={t('remove_avatar')}
          icon={IconPhotoOff}
          ask={{ title: t('remove_avatar_question', { name }), text: t('remove_avatar_text') }}
          done={t('avatar_removed')}
          onAct={() => removeAvatar.mutateAsync(params)}
        />
      ) : null}
      {isActive && has_password && can('users.deactivate') ? (
        <EndSessions name={name} onEnd={() => endSessions.mutateAsync(params)} />
      ) : null}
      {isActive && can('users.deactivate') ? (
        <ActButton
          danger
          label={t('deactivate')}
          icon={IconUserOff}
          ask={{ title: t('deactivate_question', { name }), text: t('deactivate_text', { name }) }}
          done={t('deactivated', { name })}
          {...(can('users.approve') && status === 'approved' && { undo: () => approve.mutateAsync(params) })}
          onAct={() => deactivate.mutateAsync(params)}
        />
      ) : null}
      <HistoryLink id={id} />
      {can('users.delete') ? (
        <ActButton
          danger
          label={t('remove')}
          icon={IconTrash}
          ask={{ title: t('remove_question', { name }), text: t('remove_user_text') }}
          onAct={async () => {
            await remove.mutateAsync(params)
            toastDone({ message: t('removed', { name }) })
            await navigate({ to: '/admin/users' })
          }}
        />
      ) : null}
    </Acts>
  )
}

function User({ person }: { person: Person }) {
  const t = useT(texts)
  const can = useCan()
  const sections = useUserSections()
  const update = useAct(authorizationRoutes.updateUser, stale, { shown: true })
  const [editing, setEditing] = useState(false)
  const { _id: id, name, avatar_url } = person
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        title={name}
        badges={
          <span className={classes.badges}>
            <StatusBadge status={person.status} />
            {person.user_type === 'vendor' ? <ToneBadge tone="mute">{t('type_vendor')}</ToneBadge> : null}
            {person.is_not_member ? <ToneBadge tone="mute">{t('not_member')}</ToneBadge> : null}
          </span>
        }
        actions={
          can('users.update', id) ? (
            <Button variant="default" leftSection={<IconPencil size={17} />} onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
          ) : null
        }
      />
      {person.status === 'pending' ? <p className={classes.note}>{t('pending_note')}</p> : null}
      <AccountColumns
        facts={
          <>
            {avatar_url ? <img className={classes.picture} src={avatar_url} alt={t('picture_of', { name })} /> : null}
            <UserFacts person={person} />
          </>
        }
        acts={<UserActs person={person} />}
      />
      {editing ? (
        <RecordForm
          schema={authorizationRoutes.createUser.body}
          title={name}
          // A row has at least the fields of its form. The schema drops the rest.
          values={{ ...person, user_type: person.user_type === 'vendor' ? 'vendor' : 'user' }}
          sections={sections(person)}
          onSave={({ user_type: _, invite: __, ...body }) => update.mutateAsync({ params: { id }, body })}
          onDone={() => setEditing(false)}
        />
      ) : null}
    </>
  )
}

/** `/admin/users/{id}`: one person, with the actions that staff can take. */
export function UserPage() {
  const { id } = useParams({ from: '/admin/users/$id' })
  const query = useQuery({
    ...queryOf(authorizationRoutes.getUser, { params: { id } }),
    placeholderData: undefined,
  })
  return (
    <Loaded query={query} list="/admin/users">
      {(person) => <User key={person._id} person={person} />}
    </Loaded>
  )
}
