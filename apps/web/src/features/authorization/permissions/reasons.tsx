import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ToneBadge } from '#ui/base/status-badge'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { type Answer, answerOf, type Source } from './answer.ts'
import classes from './permissions.module.css'
import { texts } from './texts.ts'
import { useModelWords, useRoleWords } from './words.ts'

/** Returns reasons in words: "as Finance", "never allowed for this person". */
export function useReasonWords() {
  const t = useT(texts)
  const { nameOf } = useRoleWords()
  const said = ({ kind, role, policy, object_id }: Source) => {
    if (role && policy)
      return role.name === policy.name
        ? t('by_role', { role: nameOf(role) })
        : t('by_policy', { role: nameOf(role), policy: nameOf(policy) })
    if (object_id) return t(kind === 'special_allow' ? 'allowed_object' : 'denied_object', { id: object_id })
    return t(kind === 'special_allow' ? 'allowed_here' : 'denied_here')
  }
  return (sources: readonly Source[]) => [...new Set(sources.map(said))].join('; ')
}

/** Returns plain sentences about whether somebody has a permission, and why. */
export function useSentences() {
  const t = useT(texts)
  const reasons = useReasonWords()
  return ({ allowed, because, overruled, except }: Answer, name: string, permission: string): readonly string[] => [
    allowed
      ? t('sentence_yes', { name, permission, why: reasons(because) })
      : because.length > 0
        ? t('sentence_no', { name, permission, why: reasons(because) })
        : t('sentence_none', { name, permission }),
    ...(overruled.length > 0 ? [t('sentence_overruled', { why: reasons(overruled) })] : []),
    ...(except.length > 0 ? [t('sentence_except', { what: reasons(except) })] : []),
  ]
}

/** Yes or no. */
export function Verdict({ allowed }: { allowed: boolean }) {
  const t = useT(texts)
  return <ToneBadge tone={allowed ? 'ok' : 'bad'}>{t(allowed ? 'may' : 'may_not')}</ToneBadge>
}

type Explained = DataOf<typeof authorizationRoutes.explainAdminUser>

/** Loads the permissions of an administrator for which there is any reason. */
export const useExplained = (adminId: string) =>
  useQuery({
    ...queryOf(authorizationRoutes.explainAdminUser, { params: { id: adminId } }),
    placeholderData: undefined,
  })

/** All permissions of somebody by resource, with their reasons. */
export function Everything({ adminId }: { adminId: string }) {
  const t = useT(texts)
  const { ofResource, ofAction } = useModelWords()
  const reasons = useReasonWords()
  const { data, error, refetch } = useExplained(adminId)
  if (!data)
    return error ? (
      <LoadFailed message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Scaffold kind="list" rows={8} />
    )
  const resourceOf = ({ permission }: Explained[number]) => permission.slice(0, permission.indexOf('.'))
  const parts = [...Map.groupBy(data, resourceOf)]
  if (parts.length === 0) return <EmptyState title={t('may_nothing')} hint={t('may_nothing_hint')} />
  return (
    <div className={classes.parts}>
      {parts.map(([resource, permissions]) => (
        <section key={resource} className={classes.part}>
          <h3>{ofResource(resource)}</h3>
          <ul className={classes.lines}>
            {permissions.map(({ permission, sources }) => (
              <li key={permission}>
                <span>{ofAction(permission.slice(resource.length + 1))}</span>
                <Verdict allowed={answerOf(sources).allowed} />
                <span className="dim small">{reasons(sources)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
