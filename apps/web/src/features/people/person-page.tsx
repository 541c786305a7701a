import { Button, FileButton } from '@mantine/core'
import { authorizationRoutes, type Person } from '@shiloh/contract/authorization'
import { languageName } from '@shiloh/contract/core'
import { initials } from '@shiloh/contract/events/covers'
import { AVATAR_FIELD } from '@shiloh/contract/identity/account'
import { INDUSTRY_TEXTS, industryName } from '@shiloh/contract/identity/industries'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import {
  IconCalendarPlus,
  IconCheck,
  IconKey,
  IconLanguage,
  IconMail,
  IconPencil,
  IconPhone,
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
import { formatDate } from '#platform/dates'
import { fieldProblemOf } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import { listAsLeft } from '#platform/lists-as-left'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { ToneBadge } from '#ui/base/status-badge'
import { DateText, Heading } from '#ui/base/values'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { RecordForm } from '#ui/form/record-form'
import { usePageName } from '#ui/shell/page-name'
import { texts as messageTexts } from '../../ui/list/message-link-texts.ts'
import { texts as common } from '../../ui/list/resource-texts.ts'
import {
  ActButton,
  Acts,
  EndSessions,
  Facts,
  Loaded,
  PersonStatus,
  accountTexts as texts,
  useUserSections,
  WaitingTitle,
} from '../authorization/index.ts'
import classes from './person.module.css'
import { Family } from './person-family.tsx'
import { Born, Messages, Payments, Reservations, WaitingFor } from './person-money.tsx'
import { Notes, Tickets } from './person-side.tsx'
import { texts as personTexts } from './person-texts.ts'
import { Timeline } from './person-timeline.tsx'

const newReservation: string = '/admin/reservations/new'
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
          [words('phone'), unconfirmed(phone && formatPhone(phone), meta.phone_verified)],
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
  const update = useAct(authorizationRoutes.updateUser, stale, { shown: true })
  const removeAvatar = useAct(authorizationRoutes.removeUserAvatar, stale)
  const endSessions = useAct(authorizationRoutes.endUserSessions, stale)
  const remove = useAct(authorizationRoutes.removeUser, [authorizationRoutes.listUsers])
  const { _id: id, name, email, phone, status, has_password, meta, avatar_url } = person
  const params = { params: { id } }
  const isActive = status !== 'deactivated'
  const isUnfinished = email !== null && (!has_password || !meta.email_confirmed)
  const setPicture = async (file: File | null) => {
    if (!file) return
    try {
      await update.mutateAsync({ ...params, body: {}, files: { [AVATAR_FIELD]: file } })
      toastDone({ message: t('avatar_set') })
    } catch (error) {
      showFailure(fieldProblemOf(error))
    }
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
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void setPicture(file)}>
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
      {can('users.delete') ? (
        <ActButton
          danger
          label={t('remove')}
          icon={IconTrash}
          ask={{ title: t('remove_question', { name }), text: t('remove_user_text') }}
          removes={{
            route: authorizationRoutes.removeUser,
            id,
            name,
            instead: t('remove_user_first'),
            erases: { title: t('erase_question', { name }), action: t('erase'), text: t('erase_text', { name }) },
          }}
          onAct={async () => {
            await remove.mutateAsync(params)
            toastDone({ message: t('removed', { name }) })
            await navigate({ to: '/admin/users', search: listAsLeft('/admin/users', undefined) })
          }}
        />
      ) : null}
    </Acts>
  )
}

function User({ person }: { person: Person }) {
  const t = useT(texts)
  const say = useT(personTexts)
  const write = useT(messageTexts)
  const can = useCan()
  const sections = useUserSections()
  const update = useAct(authorizationRoutes.updateUser, stale, { shown: true })
  const language = useLanguage()
  const { time_zone } = useAccount().organisation
  const [editing, setEditing] = useState(false)
  const { _id: id, name, avatar_url, erased_at } = person
  usePageName(name)
  // A district often has the name of its area.
  const place = [...new Set([person.assembly, person.district, person.area, person.region])].filter(Boolean).join(', ')
  const office = [person.title, person.designation].filter(Boolean).join(', ')
  return (
    <>
      <header className={classes.head}>
        {avatar_url ? (
          <img className={classes.face} src={avatar_url} alt={t('picture_of', { name })} />
        ) : (
          <span className={classes.face} aria-hidden>
            {initials(name)}
          </span>
        )}
        <div className={classes.who}>
          <div className={classes.name}>
            <Heading level={1}>{name}</Heading>
            <PersonStatus person={person} />
            {person.user_type === 'vendor' ? <ToneBadge tone="mute">{t('type_vendor')}</ToneBadge> : null}
            {person.is_not_member ? <ToneBadge tone="mute">{t('not_member')}</ToneBadge> : null}
          </div>
          {office || place ? <p>{[office, place].filter(Boolean).join(' · ')}</p> : null}
          <div className={classes.contacts}>
            {person.phone ? (
              <a href={`tel:${person.phone}`}>
                <IconPhone size={17} stroke={1.75} aria-hidden />
                <span className="unbroken">{formatPhone(person.phone)}</span>
              </a>
            ) : null}
            {person.email ? (
              <a href={`mailto:${person.email}`}>
                <IconMail size={17} stroke={1.75} aria-hidden />
                {person.email}
              </a>
            ) : null}
            <span>
              <IconLanguage size={17} stroke={1.75} aria-hidden />
              {languageName(person.language)}
            </span>
            {person.birth_date ? <Born date={person.birth_date} /> : null}
          </div>
        </div>
        {erased_at ? null : (
          <div className={classes.acts} data-no-print>
            {person.user_type === 'user' && can('reservations.create') ? (
              <LinkButton leftSection={<IconCalendarPlus size={18} />} to={newReservation} search={{ user_id: id }}>
                {say('reserve_for', { name: person.first_name })}
              </LinkButton>
            ) : null}
            {can('messages.create') ? (
              <LinkButton
                variant="default"
                leftSection={<IconMail size={18} />}
                to="/admin/messages/new"
                search={{ to: 'people', ids: id }}
              >
                {write('message_selected')}
              </LinkButton>
            ) : null}
            {can('users.update', id) ? (
              <Button variant="default" leftSection={<IconPencil size={17} />} onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            ) : null}
          </div>
        )}
      </header>
      {erased_at ? (
        <p className={classes.note}>{t('erased_note', { date: formatDate(erased_at, language, time_zone) })}</p>
      ) : null}
      {person.status === 'pending' ? <p className={classes.note}>{t('pending_note')}</p> : null}
      <WaitingTitle person={person} />
      <div className={classes.body}>
        <div>
          {can('reservations.read') ? <Reservations id={id} /> : null}
          {can('waiting_list.read') ? <WaitingFor id={id} /> : null}
          {can('payments.read') ? <Payments id={id} /> : null}
          <Messages id={id} />
        </div>
        <div>
          {person.user_type === 'user' && !erased_at ? (
            <Family id={id} name={person.name} isActive={person.status === 'approved'} />
          ) : null}
          {can('support_tickets.read') ? <Tickets id={id} /> : null}
          <Notes id={id} />
          <Timeline id={id} />
        </div>
      </div>
      <div className={classes.facts}>
        <UserFacts person={person} />
        {erased_at ? null : <UserActs person={person} />}
      </div>
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

/** `/admin/users/{id}`: all that the office knows about one person, and what it can do for them. */
export function PersonPage() {
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
