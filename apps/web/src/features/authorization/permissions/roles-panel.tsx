import { Button, Select, TextInput } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { isPermission } from '@shiloh/contract/permissions'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { ConfirmDialog } from '#ui/error-dialog'
import { LeaveGuard } from '#ui/leave-guard'
import { toastDone } from '#ui/toast'
import { bodyOf, changesOf, type Draft, type Model, permissionsOf, sharingWith, toggled } from './draft.ts'
import { Matrix } from './matrix.tsx'
import classes from './permissions.module.css'
import { texts } from './texts.ts'
import { useModelWords } from './words.ts'

const none: Draft = new Map()
const stale = [
  authorizationRoutes.readPermissionSchema,
  authorizationRoutes.listHolders,
  authorizationRoutes.explainAdminUser,
  authorizationRoutes.listPolicies,
  authorizationRoutes.listUserRoles,
]

/** What each role may do, one role at a time; changes of several roles are saved together or not at all. */
export function RolesPanel({ model }: { model: Model }) {
  const t = useT(texts)
  const can = useCan()
  const { user } = useAccount()
  const { ofResource, ofAction } = useModelWords()
  const [draft, setDraft] = useState(none)
  const [roleId, setRoleId] = useState(
    () => (model.roles.find(({ is_owner }) => !is_owner) ?? model.roles[0])?._id ?? null,
  )
  const [search, setSearch] = useState('')
  const [reviewing, setReviewing] = useState(false)
  const save = useAct(authorizationRoutes.updatePermissionSchema, stale)

  const role = model.roles.find(({ _id }) => _id === roleId)
  const words = search.trim().toLowerCase()
  const parts = model.resources.filter(({ name }) => ofResource(name).toLowerCase().includes(words))
  const sharing = role ? sharingWith(model, role) : []
  const changes = changesOf(model, draft)
  const count = changes.reduce((sum, { gained, lost }) => sum + gained.length + lost.length, 0)
  const isOpen = role !== undefined && !role.is_owner && role.policy_ids.length > 0 && can('permissions.update')
  // Nobody gives what they do not have: the server refuses it, here it cannot be chosen.
  const mayChange = (permission: string, isHeld: boolean) =>
    isOpen && (isHeld || user?.is_owner === true || (isPermission(permission) && can(permission)))
  const named = new Map(
    model.resources.flatMap(({ name, actions }) =>
      actions.map((action) => [
        action.permission_id,
        t('cell', { resource: ofResource(name), action: ofAction(action.name) }),
      ]),
    ),
  )

  const submit = async () => {
    try {
      await save.mutateAsync({ body: bodyOf(draft) })
      setDraft(none)
      toastDone({ message: t('saved') })
    } catch {
      // The app has told what the server said; the changes stay on the page.
    }
    setReviewing(false)
  }

  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <Select
          label={t('role')}
          allowDeselect={false}
          data={model.roles.map(({ _id, name, users }) => ({
            value: _id,
            label: `${name} · ${t('people', { count: users })}`,
          }))}
          value={roleId}
          onChange={setRoleId}
        />
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={17} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {role?.description ? <p className="dim">{role.description}</p> : null}
      {role?.is_owner ? <p className={classes.note}>{t('owner_note')}</p> : null}
      {role && !role.is_owner && role.policy_ids.length === 0 ? <p className={classes.note}>{t('no_policy')}</p> : null}
      {sharing.length > 0 ? (
        <p className={classes.note}>{t('shared_note', { roles: sharing.map(({ name }) => name).join(', ') })}</p>
      ) : null}
      {role ? (
        <Matrix
          parts={parts}
          held={permissionsOf(model, draft, role)}
          stored={permissionsOf(model, none, role)}
          mayChange={mayChange}
          onToggle={(id) => setDraft((old) => toggled(model, old, role, id))}
        />
      ) : null}
      {count > 0 ? (
        <div className={classes.save}>
          <span role="status">{t('changes', { count })}</span>
          <Button variant="subtle" color="gray" onClick={() => setDraft(none)}>
            {t('discard')}
          </Button>
          <Button onClick={() => setReviewing(true)}>{t('review')}</Button>
        </div>
      ) : null}
      <ConfirmDialog
        opened={reviewing}
        title={t('save_question')}
        action={t('review')}
        busy={save.isPending}
        onConfirm={() => void submit()}
        onClose={() => setReviewing(false)}
      >
        <p>{t('save_text', { count: changes.reduce((sum, change) => sum + change.role.users, 0) })}</p>
        <div className={classes.summary}>
          {changes.flatMap(({ role: { _id, name }, gained, lost }) =>
            (
              [
                ['now_may', gained],
                ['no_longer', lost],
              ] as const
            )
              .filter(([, ids]) => ids.length > 0)
              .map(([key, ids]) => (
                <section key={`${_id} ${key}`}>
                  <b>{t(key, { role: name })}</b>
                  <ul>
                    {ids.map((id) => (
                      <li key={id}>{named.get(id)}</li>
                    ))}
                  </ul>
                </section>
              )),
          )}
        </div>
      </ConfirmDialog>
      <LeaveGuard hasChanges={() => draft.size > 0} />
    </div>
  )
}
