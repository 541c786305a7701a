import { Tabs } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { PageHeader } from '#ui/page-header'
import { LoadFailed } from '#ui/page-states'
import { Scaffold } from '#ui/scaffold'
import { HoldersPanel } from './holders-panel.tsx'
import classes from './permissions.module.css'
import { RolesPanel } from './roles-panel.tsx'
import { texts } from './texts.ts'

/** Who may do what: the matrix of a role, and the same asked the other way round. */
export function PermissionsPage() {
  const t = useT(texts)
  const asked = useQuery(queryOf(authorizationRoutes.readPermissionSchema))
  return (
    <div className={classes.page}>
      <PageHeader breadcrumbs={false} compact title={t('permissions')} note={t('lead')} />
      {asked.error && !asked.data ? (
        <LoadFailed message={asked.error.message} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Scaffold kind="list" rows={12} />
      ) : (
        // Both panels stay, so that changes are not lost by looking at the other one.
        <Tabs defaultValue="roles" keepMounted>
          <Tabs.List mb="lg" aria-label={t('permissions')}>
            <Tabs.Tab value="roles">{t('by_roles')}</Tabs.Tab>
            <Tabs.Tab value="holders">{t('who_can')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="roles">
            <RolesPanel model={asked.data} />
          </Tabs.Panel>
          <Tabs.Panel value="holders">
            <HoldersPanel model={asked.data} />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  )
}
