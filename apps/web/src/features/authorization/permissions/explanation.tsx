import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { EmptyState } from '#ui/empty-state'
import { LoadFailed } from '#ui/page-states'
import { Scaffold } from '#ui/scaffold'
import { ToneBadge } from '#ui/status-badge'
import { texts as common } from '../../../ui/texts.ts'
import classes from './permissions.module.css'
import { texts } from './texts.ts'
import { useModelWords } from './words.ts'

type Source = DataOf<typeof authorizationRoutes.listHolders>[number]['sources'][number]

/** Why somebody may, or may not: the roles and exceptions it comes from. */
export function Sources({ sources }: { sources: readonly Source[] }) {
  const t = useT(texts)
  const said = ({ kind, role, policy, object_id }: Source) => {
    if (kind === 'role')
      return role === policy
        ? t('by_role', { role: role ?? '' })
        : t('by_policy', { role: role ?? '', policy: policy ?? '' })
    if (object_id) return t(kind === 'special_allow' ? 'allowed_object' : 'denied_object', { id: object_id })
    return t(kind === 'special_allow' ? 'allowed_here' : 'denied_here')
  }
  return <span className="dim small">{[...new Set(sources.map(said))].join('; ')}</span>
}

/** Yes or no, in a word. */
export function Verdict({ allowed }: { allowed: boolean }) {
  const t = useT(texts)
  return <ToneBadge tone={allowed ? 'ok' : 'bad'}>{t(allowed ? 'may' : 'may_not')}</ToneBadge>
}

interface ExplanationProps {
  person: { readonly _id: string; readonly name: string }
  onClose: () => void
}

/** Everything that an administrator may do, part by part, and where it comes from. */
export function Explanation({ person, onClose }: ExplanationProps) {
  const t = useT(texts)
  const words = useT(common)
  const { ofResource, ofAction } = useModelWords()
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const asked = useQuery(queryOf(authorizationRoutes.explainAdminUser, { params: { id: person._id } }))
  const resourceOf = (permission: string) => permission.slice(0, permission.indexOf('.'))
  const parts = [...new Set(asked.data?.map(({ permission }) => resourceOf(permission)))].map((resource) => ({
    resource,
    permissions: (asked.data ?? []).filter(({ permission }) => resourceOf(permission) === resource),
  }))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 560}
      title={t('what_may', { name: person.name })}
      closeButtonProps={{ 'aria-label': words('close') }}
    >
      {asked.error && !asked.data ? (
        <LoadFailed message={asked.error.message} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Scaffold kind="list" rows={8} />
      ) : parts.length === 0 ? (
        <EmptyState title={t('may_nothing')} hint={t('may_nothing_hint')} />
      ) : (
        parts.map(({ resource, permissions }) => (
          <section key={resource} className={classes.part}>
            <h3>{ofResource(resource)}</h3>
            <ul className={classes.lines}>
              {permissions.map(({ permission, allowed, sources }) => (
                <li key={permission}>
                  <span>{ofAction(permission.slice(resource.length + 1))}</span>
                  <Verdict allowed={allowed} />
                  <Sources sources={sources} />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </Drawer>
  )
}
