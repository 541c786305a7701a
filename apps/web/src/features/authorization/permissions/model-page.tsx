import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '#platform/queries'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PageHeader } from '#ui/shell/page-header'
import type { Model } from './draft.ts'
import classes from './permissions.module.css'
import { PermissionTabs } from './tabs.tsx'

interface ModelPageProps {
  title: string
  note: string
  children: (model: Model) => ReactNode
}

/** A page of the permissions that needs the whole model. */
export function ModelPage({ title, note, children }: ModelPageProps) {
  const { data, error, refetch } = useQuery(queryOf(authorizationRoutes.readPermissionSchema))
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeader breadcrumbs={false} compact title={title} note={note} />
        <PermissionTabs />
      </div>
      {data ? (
        children(data)
      ) : error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Scaffold kind="list" rows={12} />
      )}
    </div>
  )
}
