import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { answerOf } from './answer.ts'
import type { Model } from './draft.ts'
import { ModelPage } from './model-page.tsx'
import { PermissionSelect } from './permission-select.tsx'
import classes from './permissions.module.css'
import { useReasonWords, Verdict } from './reasons.tsx'
import { texts } from './texts.ts'
import { useModelWords } from './words.ts'

function Holders({ permission }: { permission: string }) {
  const t = useT(texts)
  const can = useCan()
  const { ofPermission } = useModelWords()
  const reasons = useReasonWords()
  const { data, error, refetch } = useQuery({
    ...queryOf(authorizationRoutes.listHolders, { query: { permission } }),
    placeholderData: undefined,
  })
  if (!data)
    return error ? (
      <LoadFailed message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Scaffold kind="list" rows={4} />
    )
  const people = data.map(({ user, sources }) => ({ user, sources, ...answerOf(sources) }))
  const count = people.filter(({ allowed }) => allowed).length
  return (
    <section aria-live="polite">
      <h2>{t('holders', { count, permission: ofPermission(permission) })}</h2>
      {count === 0 ? <p className="dim">{t('nobody_hint')}</p> : null}
      <ul className={classes.lines}>
        {people
          .sort((one, other) => Number(other.allowed) - Number(one.allowed))
          .map(({ user, allowed, sources }) => (
            <li key={user._id}>
              {can('admin_users.read') ? (
                <Link
                  to="/admin/permissions/person"
                  search={{ id: user._id, permission }}
                  aria-label={t('why', { name: user.name })}
                >
                  {user.name}
                </Link>
              ) : (
                <b>{user.name}</b>
              )}
              <Verdict allowed={allowed} />
              <span className="dim small">{reasons(sources)}</span>
            </li>
          ))}
      </ul>
    </section>
  )
}

function Question({ model }: { model: Model }) {
  const navigate = useNavigate()
  const asked: { permission?: unknown } = useSearch({ strict: false })
  const permission = typeof asked.permission === 'string' ? asked.permission : 'reservations.read'
  return (
    <div className={classes.page}>
      <div className={classes.choose}>
        <PermissionSelect
          model={model}
          value={permission}
          onChange={(next) => void navigate({ to: '.', search: { permission: next }, replace: true })}
        />
      </div>
      <Holders permission={permission} />
    </div>
  )
}

/** `/admin/permissions/holders`: who has a permission, and why, with links to everything that each person can do. */
export function HoldersPage() {
  const t = useT(texts)
  return (
    <ModelPage title={t('who_can')} note={t('who_can_lead')}>
      {(model) => <Question model={model} />}
    </ModelPage>
  )
}
