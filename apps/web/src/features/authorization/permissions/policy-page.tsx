import { Button } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { text, useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { RecordForm } from '#ui/form/record-form'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import type { Model, Policy } from './draft.ts'
import { MatrixEditor } from './matrix-editor.tsx'
import { ModelPage } from './model-page.tsx'
import classes from './permissions.module.css'
import { modelRoutes } from './queries.ts'
import { rewording } from './role-form.ts'
import { texts } from './texts.ts'
import { useRoleWords } from './words.ts'

const worded = authorizationRoutes.createPolicy.body.pick({ name: true, description: true })

function EditPolicy({ policy, onDone }: { policy: Policy; onDone: () => void }) {
  const queries = useQueryClient()
  const { nameOf, aboutOf } = useRoleWords()
  const shown = { name: nameOf(policy), description: aboutOf(policy) }
  return (
    <RecordForm
      schema={worded}
      title={shown.name}
      values={shown}
      sections={[
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            { kind: 'textarea', name: 'description', label: text(common, 'description'), empty: '' },
          ],
        },
      ]}
      version={policy.version}
      onSave={async (body, version) => {
        await call(authorizationRoutes.updatePolicy, {
          params: { id: policy._id },
          body: { ...rewording(body, shown), version },
        })
        await Promise.all(modelRoutes.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })))
      }}
      onDone={onDone}
    />
  )
}

function PolicyMatrix({ model, policy }: { model: Model; policy: Policy }) {
  const t = useT(texts)
  const can = useCan()
  const { nameOf, aboutOf } = useRoleWords()
  const [editing, setEditing] = useState(false)
  const roles = model.roles.filter(({ policy_ids }) => policy_ids.includes(policy._id))
  // The owners' role cannot lose permissions, so that owners are never locked out.
  const isOwners = roles.some(({ is_owner }) => is_owner)
  return (
    <>
      <MatrixEditor model={model} subject={{ kind: 'policy', policy }} closed={isOwners ? t('owner_note') : undefined}>
        <div className={classes.about}>
          <p className="dim">
            {aboutOf(policy)}{' '}
            {roles.length > 0 ? (
              <>
                {t('in_roles')}:{' '}
                {roles.map((role, i) => (
                  <span key={role._id}>
                    {i > 0 ? ', ' : ''}
                    <Link to="/admin/permissions" search={{ role: role._id }}>
                      {nameOf(role)}
                    </Link>
                  </span>
                ))}
              </>
            ) : (
              t('in_no_role')
            )}
          </p>
          {can('permissions.update') ? (
            <div>
              <Button variant="subtle" leftSection={<IconPencil size={17} />} onClick={() => setEditing(true)}>
                {t('edit_policy')}
              </Button>
            </div>
          ) : null}
        </div>
        {isOwners ? <p className={classes.note}>{t('owner_note')}</p> : null}
      </MatrixEditor>
      {editing ? <EditPolicy policy={policy} onDone={() => setEditing(false)} /> : null}
    </>
  )
}

/** `/admin/permissions/policy/{id}`: the permissions of one policy. */
export function PolicyPage() {
  const t = useT(texts)
  const { id } = useParams({ from: '/admin/permissions/policy/$id' })
  const { nameOf } = useRoleWords()
  return (
    <ModelPage title={t('policy')} note={t('policy_lead')}>
      {(model) => {
        const policy = model.policies.find(({ _id }) => _id === id)
        return policy ? (
          <>
            <h2>{nameOf(policy)}</h2>
            <PolicyMatrix key={id} model={model} policy={policy} />
          </>
        ) : (
          <EmptyState
            title={t('no_such_policy')}
            action={<LinkButton to="/admin/permissions/policy">{t('policies')}</LinkButton>}
          />
        )
      }}
    </ModelPage>
  )
}
