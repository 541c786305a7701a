import { authorizationRoutes, type Person } from '@shiloh/contract/authorization'
import { GENDERS } from '@shiloh/contract/identity'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { text, useT } from '#platform/i18n'
import { ResourcePage } from '#ui/resource-page'
import { StatusBadge } from '#ui/status-badge'
import { DateText } from '#ui/values'
import { texts as common } from '../../../ui/resource-texts.ts'
import { languages, statuses } from '../parts/choices.ts'
import { texts } from '../texts.ts'
import { UserDrawer } from './user-drawer.tsx'

const routes = {
  list: authorizationRoutes.listUsers,
  create: authorizationRoutes.createUser,
  update: authorizationRoutes.updateUser,
  remove: authorizationRoutes.removeUser,
  export: authorizationRoutes.exportUsers,
  import: authorizationRoutes.importUsers,
}
const types = (['user', 'vendor'] as const).map((type) => ({ value: type, label: text(texts, `type_${type}`) }))
const genders = GENDERS.map((gender) => ({ value: gender, label: text(texts, `gender_${gender}`) }))
const levels = ['region', 'area', 'district', 'assembly'] as const

/** What stands chosen already, for a picker that offers only what is searched. */
const chosen = (id: string | null | undefined, name: string | null | undefined) =>
  id && name ? { picked: [{ _id: id, name }] } : {}

/** Where somebody belongs: each level is looked up by its name. */
const churchFields = (row?: Person) =>
  [
    ...levels.map(
      (level) =>
        ({
          kind: 'pick',
          name: `${level}_id`,
          label: text(texts, level),
          route: organisationRoutes.pickChurchUnits,
          query: { level },
          half: true,
          ...chosen(row?.[`${level}_id`], row?.[level]),
        }) as const,
    ),
    {
      kind: 'pick',
      name: 'title_id',
      label: text(texts, 'title'),
      route: organisationRoutes.pickTitles,
      half: true,
      ...chosen(row?.title_id, row?.title),
    },
    {
      kind: 'pick',
      name: 'designation_id',
      label: text(texts, 'designation'),
      route: organisationRoutes.pickDesignations,
      half: true,
      ...chosen(row?.designation_id, row?.designation),
    },
    { kind: 'switch', name: 'is_not_member', label: text(texts, 'not_member') },
  ] as const

export function UsersPage() {
  const t = useT(texts)
  return (
    <ResourcePage
      routes={routes}
      name="users"
      title={text(texts, 'users')}
      add={text(texts, 'add_user')}
      empty={{ title: text(texts, 'no_users'), hint: text(texts, 'no_users_hint') }}
      rowName={(row) => row.name}
      filters={[
        { kind: 'choice', key: 'status', label: text(texts, 'status'), choices: statuses },
        { kind: 'choice', key: 'user_type', label: text(texts, 'type'), choices: types },
        { kind: 'choice', key: 'gender', label: text(texts, 'gender'), choices: genders },
        { kind: 'pick', key: 'title_id', label: text(texts, 'title'), route: organisationRoutes.pickTitles },
        {
          kind: 'pick',
          key: 'designation_id',
          label: text(texts, 'designation'),
          route: organisationRoutes.pickDesignations,
        },
        { kind: 'flag', key: 'is_not_member', label: text(texts, 'not_member') },
      ]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sortable: true },
        { key: 'status', header: text(texts, 'status'), cell: (row) => <StatusBadge status={row.status} /> },
        { key: 'email', header: text(texts, 'email'), cell: (row) => row.email, sortable: true },
        { key: 'phone', header: text(common, 'phone'), cell: (row) => <span className="num">{row.phone}</span> },
        { key: 'title', header: text(texts, 'title'), cell: (row) => row.title },
        { key: 'assembly', header: text(texts, 'assembly'), cell: (row) => row.assembly },
        { key: 'user_type', header: text(texts, 'type'), cell: (row) => typeWord(row, t), hidden: true },
        { key: 'staff_id', header: text(texts, 'staff_id'), cell: (row) => row.staff_id, hidden: true },
        {
          key: 'created_at',
          header: text(texts, 'registered'),
          cell: (row) => <DateText value={row.created_at} weekday={false} />,
          sortable: true,
          hidden: true,
        },
      ]}
      phone={{
        title: (row) => row.name,
        badge: (row) => <StatusBadge status={row.status} />,
        note: (row) => row.email ?? row.phone,
      }}
      detail={(row, { edit, close }) => <UserDrawer row={row} onEdit={edit} onClose={close} />}
      schema={authorizationRoutes.createUser.body}
      fresh={{ user_type: 'user', invite: true, country: 'GH' }}
      sections={(row) => [
        {
          fields: [
            ...(row
              ? []
              : [
                  {
                    kind: 'select',
                    name: 'user_type',
                    label: text(texts, 'type'),
                    choices: types,
                    required: true,
                  } as const,
                ]),
            { kind: 'text', name: 'first_name', label: text(texts, 'first_name'), required: true, half: true },
            { kind: 'text', name: 'last_name', label: text(texts, 'last_name'), required: true, half: true },
            { kind: 'text', name: 'other_names', label: text(texts, 'other_names') },
            { kind: 'text', name: 'email', label: text(texts, 'email'), type: 'email', inputMode: 'email' },
            { kind: 'text', name: 'phone', label: text(common, 'phone'), inputMode: 'tel', half: true },
            { kind: 'text', name: 'country', label: text(texts, 'country'), half: true, empty: undefined },
            { kind: 'select', name: 'gender', label: text(texts, 'gender'), choices: genders, half: true },
            { kind: 'date', name: 'birth_date', label: text(texts, 'birth_date'), half: true },
            { kind: 'select', name: 'language', label: text(texts, 'language'), choices: languages, empty: undefined },
            { kind: 'text', name: 'staff_id', label: text(texts, 'staff_id'), half: true },
            { kind: 'text', name: 'industry', label: text(texts, 'industry'), half: true },
            ...(row ? [] : [{ kind: 'switch', name: 'invite', label: text(texts, 'invite') } as const]),
          ],
        },
        { title: text(texts, 'church'), fields: churchFields(row) },
      ]}
    />
  )
}

const typeWord = (row: Person, t: (key: 'type_user' | 'type_vendor') => string) =>
  t(row.user_type === 'vendor' ? 'type_vendor' : 'type_user')
