import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { extractId } from '@shiloh/contract/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { EmptyState } from '#ui/feedback/empty-state'
import { ChoiceSelect } from '#ui/form/choice-select'
import { answerOf } from './answer.ts'
import type { Model } from './draft.ts'
import { ModelPage } from './model-page.tsx'
import { PermissionSelect } from './permission-select.tsx'
import classes from './permissions.module.css'
import { Everything, useExplained, useSentences, Verdict } from './reasons.tsx'
import { texts } from './texts.ts'
import { useModelWords, useRoleWords } from './words.ts'

type Ask = (part: Readonly<Record<'id' | 'permission' | 'object', string | undefined>>) => void

/** Selects an administrator by name or address. */
function PersonSelect({ id, onChange }: { id: string | undefined; onChange: (id: string) => void }) {
  const t = useT(texts)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const found = useQuery(queryOf(authorizationRoutes.listAdminUsers, { query: search ? { search } : {} }))
  const chosen = useQuery({
    ...queryOf(authorizationRoutes.getAdminUser, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  }).data
  const rows = found.data?.items ?? []
  const all = chosen && !rows.some(({ _id }) => _id === chosen._id) ? [chosen, ...rows] : rows
  return (
    <ChoiceSelect
      label={t('person')}
      placeholder={t('find_person')}
      choices={all.map((row) => ({ value: row._id, label: row.name }))}
      value={id ?? null}
      onChange={onChange}
      search={{ typed, onType: setTyped }}
      nothingFound={t('nobody_found')}
    />
  )
}

function Sentence({
  id,
  name,
  permission,
  object,
}: Record<'id' | 'name' | 'permission', string> & { object?: string }) {
  const { ofPermission } = useModelWords()
  const sentences = useSentences()
  const { data } = useExplained(id)
  if (!data) return null
  const answer = answerOf(data.find((one) => one.permission === permission)?.sources ?? [], object)
  return (
    <div className={classes.answer} role="status">
      <Verdict allowed={answer.allowed} />
      {sentences(answer, name, ofPermission(permission)).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}

function Person({
  id,
  permission,
  object,
}: {
  id: string
  permission: string | undefined
  object: string | undefined
}) {
  const t = useT(texts)
  const { namesOf } = useRoleWords()
  const { data } = useQuery({
    ...queryOf(authorizationRoutes.getAdminUser, { params: { id } }),
    placeholderData: undefined,
  })
  const objectId = object ? extractId(object) : undefined
  return (
    <>
      {data && permission ? (
        <Sentence id={id} name={data.name} permission={permission} {...(objectId && { object: objectId })} />
      ) : null}
      {data ? (
        <div>
          <h2>{t('what_may', { name: data.name })}</h2>
          <p className="dim">
            {t('roles')}: {namesOf(data.roles) || t('no_roles_here')}.{' '}
            <Link to="/admin/admin-users/$id" params={{ id }}>
              {t('to_account')}
            </Link>
          </p>
        </div>
      ) : null}
      <Everything adminId={id} />
    </>
  )
}

function Question({ model }: { model: Model }) {
  const t = useT(texts)
  const navigate = useNavigate()
  const { id, permission, object } = listSearch(useSearch({ strict: false }))
  const ask: Ask = (part) => void navigate({ to: '.', search: part, replace: true })
  return (
    <div className={classes.page}>
      <div className={classes.choose}>
        <PersonSelect id={id} onChange={(next) => ask({ id: next, permission, object })} />
        <PermissionSelect model={model} value={permission} onChange={(next) => ask({ id, permission: next, object })} />
        <TextInput
          label={t('object')}
          placeholder={t('object_hint')}
          value={object ?? ''}
          disabled={!permission}
          onChange={(event) => ask({ id, permission, object: event.currentTarget.value || undefined })}
        />
      </div>
      {id ? (
        <Person key={id} id={id} permission={permission} object={object} />
      ) : (
        <EmptyState title={t('whom')} hint={t('whom_hint')} />
      )}
    </div>
  )
}

/** `/admin/permissions/person`: the permissions of one administrator, and why. */
export function PersonPage() {
  const t = useT(texts)
  return (
    <ModelPage title={t('what_can')} note={t('what_can_lead')}>
      {(model) => <Question model={model} />}
    </ModelPage>
  )
}
