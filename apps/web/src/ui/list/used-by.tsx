import { Anchor } from '@mantine/core'
import type { Route } from '@shiloh/contract/core'
import { spacedIn } from '@shiloh/contract/text/format'
import { type Use, usageRoutes, usedKindOf } from '@shiloh/contract/usage'
import { useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { texts } from './used-by-texts.ts'

/** Of more rows at once, the server alone refuses those that are in use. */
const MOST_ASKED = 20

/** Returns what uses each of some records that are about to be deleted. Undefined while it loads. */
export function useUses(removal: Pick<Route, 'path'>, ids: readonly string[]): readonly (readonly Use[])[] | undefined {
  const kind = usedKindOf(removal.path)
  const asked = kind && ids.length <= MOST_ASKED ? ids : []
  const results = useQueries({
    queries: asked.map((id) => ({
      ...queryOf(usageRoutes.readUsage, { params: { kind: kind ?? 'titles', id } }),
      staleTime: 0,
      gcTime: 0,
    })),
  })
  if (results.some(({ isPending }) => isPending)) return undefined
  // A failure says nothing: the server still refuses.
  return ids.map((_, index) => results[index]?.data ?? [])
}

/** A link to any address, as the server gives it. */
export function AddressLink({
  to,
  onFollow,
  children,
}: {
  to: string
  /** Called when the link is followed in this tab. */
  onFollow?: () => void
  children: ReactNode
}) {
  const router = useRouter()
  return (
    <Anchor
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onFollow?.()
        router.history.push(to)
      }}
    >
      {children}
    </Anchor>
  )
}

/** What is not named, in the list if there is one. */
function More({ link, children }: { link: string | null; children: string }) {
  return link ? <AddressLink to={link}>{children}</AddressLink> : children
}

/** "68 rooms", with the first of them and the way to all. */
export function UsesList({ uses }: { uses: readonly Use[] }) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <ul>
      {uses.map(({ says, count, link, records }) => (
        <li key={says}>
          {link ? <AddressLink to={link}>{says}</AddressLink> : <b>{says}</b>}
          {records.length > 0 ? spacedIn(':', language) : null}
          {records.map((record, at) => (
            <span key={record.link ?? record.name}>
              {at > 0 ? ', ' : null}
              {record.link ? <AddressLink to={record.link}>{record.name}</AddressLink> : record.name}
            </span>
          ))}
          {records.length > 0 && count > records.length ? (
            <>
              , <More link={link}>{t('more', { count: count - records.length })}</More>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** What would lose a record that can be deleted, be deleted with it, or stay without a name. */
export function Losing({ uses }: { uses: readonly Use[] }) {
  const t = useT(texts)
  const [kept, deleted] = [uses.filter((use) => use.kept), uses.filter((use) => use.deleted)]
  const losing = uses.filter((use) => !use.kept && !use.deleted)
  return (
    <>
      {kept.length > 0 ? (
        <>
          <p>{t('stays')}</p>
          <UsesList uses={kept} />
        </>
      ) : null}
      {deleted.length > 0 ? (
        <>
          <p>{t('deleted')}</p>
          <UsesList uses={deleted} />
        </>
      ) : null}
      {losing.length > 0 ? (
        <>
          <p>{t('loses')}</p>
          <UsesList uses={losing} />
        </>
      ) : null}
    </>
  )
}
