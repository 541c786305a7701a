import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { listAsLeft } from '#platform/lists-as-left'
import { type Fact, FactList, isKnown } from '#ui/base/fact-list'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { texts } from '../texts.ts'
import classes from './account.module.css'

/** Facts about an account, under a title. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (!facts.some(isKnown)) return null
  return (
    <section>
      <h2>{title}</h2>
      <FactList facts={facts} />
    </section>
  )
}

/** The response about one account. Renders loading, missing and failed accounts the same on every page. */
export function Loaded<T>({
  query: { data, error, refetch },
  list,
  children,
}: {
  query: UseQueryResult<T>
  /** The link to the list. */
  list: string
  children: (account: T) => ReactNode
}) {
  const t = useT(texts)
  if (data !== undefined) return children(data)
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        title={t('gone')}
        action={
          <LinkButton to={list} search={listAsLeft(list, undefined)}>
            {t('to_list')}
          </LinkButton>
        }
      />
    )
  return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={8} />
}

/** Two columns: facts and actions. */
export function AccountColumns({ facts, acts }: { facts: ReactNode; acts: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div>{facts}</div>
      <div>{acts}</div>
    </div>
  )
}

/** The actions on an account, under their own heading. */
export function Acts({ children }: { children: ReactNode }) {
  const t = useT(texts)
  return (
    <section>
      <h2>{t('acts')}</h2>
      <div className={classes.acts}>{children}</div>
    </section>
  )
}
