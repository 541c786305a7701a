import { authorizationRoutes, type Person } from '@shiloh/contract/authorization'
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { CHURCH_LEVELS, organisationRoutes } from '@shiloh/contract/organisation'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { IconCheck, IconEdit, IconMail, IconUserOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { DateText } from '#ui/base/values'
import type { FilterOf } from '#ui/list/list-types'
import { MessageListLink } from '#ui/list/message-link'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as messageLinkTexts } from '../../../ui/list/message-link-texts.ts'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { statuses } from '../parts/choices.ts'
import { PersonStatus } from '../parts/person-status.tsx'
import { texts } from '../texts.ts'
import { genders, types, useUserSections } from './user-form.ts'

const routes = {
  list: authorizationRoutes.listUsers,
  create: authorizationRoutes.createUser,
  update: authorizationRoutes.updateUser,
  remove: authorizationRoutes.removeUser,
  export: authorizationRoutes.exportUsers,
  import: authorizationRoutes.importUsers,
}

export const userFilters: readonly FilterOf<typeof routes.list>[] = [
  { kind: 'choice', key: 'status', label: text(texts, 'status'), choices: statuses },
  { kind: 'choice', key: 'user_type', label: text(texts, 'type'), choices: types },
  { kind: 'choice', key: 'gender', label: text(texts, 'gender'), choices: genders },
  ...CHURCH_LEVELS.map(
    (level) =>
      ({
        kind: 'pick',
        key: `${level}_id`,
        label: text(texts, level),
        route: organisationRoutes.pickChurchUnits,
        query: { level },
      }) as const,
  ),
  { kind: 'pick', key: 'title_id', label: text(texts, 'title'), route: organisationRoutes.pickTitles },
  {
    kind: 'pick',
    key: 'designation_id',
    label: text(texts, 'designation'),
    route: organisationRoutes.pickDesignations,
  },
  { kind: 'days', key: 'created_at', label: text(texts, 'registered') },
  { kind: 'days', key: 'last_login_at', label: text(texts, 'last_login') },
  { kind: 'flag', key: 'is_not_member', label: text(texts, 'not_member') },
]

/** What is set of many people. An empty field leaves what each has. */
const changeForm = z.object({ church_unit_id: z.string(), title_id: z.string(), designation_id: z.string() }).partial()
const changeSections = [
  {
    fields: [
      {
        kind: 'pick',
        name: 'church_unit_id',
        label: text(texts, 'church_unit'),
        hint: text(texts, 'church_unit_hint'),
        route: organisationRoutes.pickChurchUnits,
        empty: undefined,
      },
      {
        kind: 'pick',
        name: 'title_id',
        label: text(texts, 'title'),
        route: organisationRoutes.pickTitles,
        empty: undefined,
      },
      {
        kind: 'pick',
        name: 'designation_id',
        label: text(texts, 'designation'),
        route: organisationRoutes.pickDesignations,
        empty: undefined,
      },
    ],
  },
] as const

/** `/admin/users`: members, guests and vendors. */
export function UsersPage() {
  const navigate = useNavigate()
  const t = useT(texts)
  const { organisation } = useAccount()
  const sections = useUserSections()
  return (
    <ResourcePage
      routes={routes}
      name="users"
      title={text(texts, 'users')}
      add={text(texts, 'add_user')}
      empty={{ title: text(texts, 'no_users'), hint: text(texts, 'no_users_hint') }}
      rowName={(row) => row.name}
      filters={userFilters}
      live="users.changed"
      columns={[
        {
          key: 'name',
          exported: ['first_name', 'other_names', 'last_name'],
          header: text(common, 'name'),
          cell: (row) => <b>{row.name}</b>,
          sort: 'name',
        },
        {
          key: 'status',
          header: text(texts, 'status'),
          cell: (row) => <PersonStatus person={row} />,
          sort: 'status',
        },
        { key: 'email', header: text(texts, 'email'), cell: (row) => row.email, sort: 'email' },
        {
          key: 'phone',
          header: text(common, 'phone'),
          cell: (row) => <span className="num unbroken">{row.phone && formatPhone(row.phone)}</span>,
          sort: 'phone',
        },
        { key: 'title', header: text(texts, 'title'), sort: 'title', cell: (row) => row.title, yields: true },
        {
          key: 'assembly',
          header: text(texts, 'assembly'),
          sort: 'assembly',
          cell: (row) => row.assembly,
          wraps: true,
        },
        {
          key: 'district',
          header: text(texts, 'district'),
          sort: 'district',
          cell: (row) => row.district,
          hidden: true,
        },
        { key: 'area', header: text(texts, 'area'), sort: 'area', cell: (row) => row.area, hidden: true },
        { key: 'region', header: text(texts, 'region'), sort: 'region', cell: (row) => row.region, hidden: true },
        {
          key: 'designation',
          header: text(texts, 'designation'),
          sort: 'designation',
          cell: (row) => row.designation,
          hidden: true,
        },
        {
          key: 'user_type',
          header: text(texts, 'type'),
          cell: (row) => typeWord(row, t),
          sort: 'user_type',
          hidden: true,
        },
        { key: 'staff_id', header: text(texts, 'staff_id'), cell: (row) => row.staff_id, hidden: true },
        {
          key: 'last_login_at',
          header: text(texts, 'last_login'),
          cell: (row) => (row.last_login_at ? <DateText value={row.last_login_at} weekday={false} time /> : t('never')),
          sort: 'last_login_at',
          hidden: true,
        },
        {
          key: 'created_at',
          header: text(texts, 'registered'),
          cell: (row) => <DateText value={row.created_at} weekday={false} />,
          sort: 'created_at',
          hidden: true,
        },
      ]}
      phone={{
        title: (row) => row.name,
        badge: (row) => <PersonStatus person={row} />,
        note: (row) => row.email ?? (row.phone && formatPhone(row.phone)),
      }}
      message={<MessageListLink to="people" />}
      bulk={[
        {
          label: text(messageLinkTexts, 'message_selected'),
          icon: IconMail,
          permission: 'messages.create',
          act: (rows) =>
            void navigate({
              to: '/admin/messages/new',
              search: { to: 'people', ids: rows.map(({ _id }) => _id).join(',') },
            }),
          onFilter: (filter) =>
            void navigate({ to: '/admin/messages/new', search: { ...listSearch(filter), to: 'people' } }),
        },
        {
          label: text(texts, 'approve_many'),
          icon: IconCheck,
          permission: 'users.approve',
          many: { route: bulkEditRoutes.approveUsers, consequence: text(texts, 'approve_text_many') },
        },
        {
          label: text(texts, 'edit_many'),
          icon: IconEdit,
          permission: 'users.update',
          many: {
            route: bulkEditRoutes.editUsers,
            consequence: text(texts, 'edit_many'),
            form: { schema: changeForm, sections: changeSections, toChange: (values) => values },
          },
        },
        {
          label: text(texts, 'deactivate_many'),
          icon: IconUserOff,
          permission: 'users.deactivate',
          many: {
            route: bulkEditRoutes.deactivateUsers,
            consequence: text(texts, 'deactivate_text_many'),
            danger: true,
          },
        },
      ]}
      removeText={text(texts, 'remove_users_text')}
      address={({ _id }) => `/admin/users/${_id}`}
      schema={authorizationRoutes.createUser.body}
      fresh={{ user_type: 'user', invite: true, country: organisation.country }}
      sections={sections}
    />
  )
}

const typeWord = (row: Person, t: (key: 'type_user' | 'type_vendor') => string) =>
  t(row.user_type === 'vendor' ? 'type_vendor' : 'type_user')
