import { Button } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { IconPencil, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { keyOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { ChoiceSelect } from '#ui/form/choice-select'
import { RecordForm } from '#ui/form/record-form'
import { type Model, type Role, sharingWith } from './draft.ts'
import { MatrixEditor } from './matrix-editor.tsx'
import { ModelPage } from './model-page.tsx'
import classes from './permissions.module.css'
import { modelRoutes } from './queries.ts'
import { rewording, roleSections, usePolicyChoices } from './role-form.ts'
import { texts } from './texts.ts'
import { useRoleWords } from './words.ts'

/** Edits the name and the policies of a role. */
function EditRole({ role, onDone }: { role: Role; onDone: () => void }) {
  const queries = useQueryClient()
  const { nameOf, aboutOf } = useRoleWords()
  const policies = usePolicyChoices()
  const shown = { name: nameOf(role), description: aboutOf(role) }
  return (
    <RecordForm
      schema={authorizationRoutes.createUserRole.body}
      title={shown.name}
      values={{ ...shown, policy_ids: [...role.policy_ids] }}
      sections={roleSections(policies)}
      version={role.version}
      onSave={async (body, version) => {
        await call(authorizationRoutes.updateUserRole, {
          params: { id: role._id },
          body: { ...rewording(body, shown), version },
        })
        await Promise.all(modelRoutes.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })))
      }}
      onDone={onDone}
    />
  )
}

/** Gives a policy to a role without one, which could not have any permission. */
function GivePolicy({ role }: { role: Role }) {
  const t = useT(texts)
  const { nameOf } = useRoleWords()
  const create = useAct(authorizationRoutes.createPolicy)
  const update = useAct(authorizationRoutes.updateUserRole, modelRoutes)
  const give = async () => {
    try {
      const { data } = await create.mutateAsync({ body: { name: nameOf(role), description: role.description } })
      await update.mutateAsync({ params: { id: role._id }, body: { policy_ids: [data._id] } })
    } catch {
      // The app has reported the failure.
    }
  }
  return (
    <Button variant="default" loading={create.isPending || update.isPending} onClick={() => void give()}>
      {t('give_policy')}
    </Button>
  )
}

function Roles({ model }: { model: Model }) {
  const t = useT(texts)
  const can = useCan()
  const navigate = useNavigate()
  const asked: { role?: unknown } = useSearch({ strict: false })
  const { nameOf, namesOf, aboutOf } = useRoleWords()
  const [editing, setEditing] = useState(false)
  const role =
    model.roles.find(({ _id }) => _id === asked.role) ?? model.roles.find(({ is_owner }) => !is_owner) ?? model.roles[0]
  if (!role) return null
  const sharing = sharingWith(model, role)
  const mayUpdate = can('permissions.update')
  return (
    <>
      <MatrixEditor
        model={model}
        subject={{ kind: 'role', role }}
        closed={role.is_owner ? t('owner_note') : role.policy_ids.length === 0 ? t('no_policy') : undefined}
        tools={
          <ChoiceSelect
            aria-label={t('role')}
            choices={model.roles.map((one) => ({ value: one._id, label: nameOf(one) }))}
            value={role._id}
            onChange={(id) => void navigate({ to: '.', search: { role: id }, replace: true })}
          />
        }
      >
        <div className={classes.about}>
          <p className="dim">{aboutOf(role)}</p>
          <div>
            {can('admin_users.read') ? (
              <LinkButton
                to="/admin/admin-users"
                search={{ role_id: role._id }}
                variant="subtle"
                leftSection={<IconUsers size={17} />}
              >
                {t('people', { count: role.users })}
              </LinkButton>
            ) : (
              <span className="dim">{t('people', { count: role.users })}</span>
            )}
            {mayUpdate ? (
              <Button variant="subtle" leftSection={<IconPencil size={17} />} onClick={() => setEditing(true)}>
                {t('edit_role')}
              </Button>
            ) : null}
          </div>
        </div>
        {role.is_owner ? <p className={classes.note}>{t('owner_note')}</p> : null}
        {!role.is_owner && role.policy_ids.length === 0 ? (
          <div className={classes.note}>
            <p>{t('no_policy')}</p>
            {mayUpdate && can('permissions.create') ? <GivePolicy role={role} /> : null}
          </div>
        ) : null}
        {sharing.length > 0 && !role.is_owner ? (
          <p className={classes.note}>{t('shared_note', { roles: namesOf(sharing) })}</p>
        ) : null}
      </MatrixEditor>
      {editing ? <EditRole role={role} onDone={() => setEditing(false)} /> : null}
    </>
  )
}

/** `/admin/permissions`: the permissions of each role. */
export function PermissionsPage() {
  const t = useT(texts)
  return (
    <ModelPage title={t('permissions')} note={t('lead')}>
      {(model) => <Roles model={model} />}
    </ModelPage>
  )
}
