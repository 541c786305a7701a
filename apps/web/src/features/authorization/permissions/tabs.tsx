import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { TabLinks } from '#ui/shell/tab-links'
import { texts } from './texts.ts'

const personPath = '/admin/permissions/person'
const tabs = [
  ['/admin/permissions', 'by_roles'],
  ['/admin/permissions/holders', 'who_can'],
  [personPath, 'what_can'],
  ['/admin/permissions/user-role', 'roles'],
  ['/admin/permissions/policy', 'policies'],
  ['/admin/permissions/list', 'all_permissions'],
  ['/admin/permissions/resources', 'resources'],
  ['/admin/permissions/resource-action', 'actions'],
] as const

/** The tabs of the permissions: the most frequent questions first, then the parts of the model. */
export function PermissionTabs() {
  const t = useT(texts)
  const can = useCan()
  const mine = tabs.filter(([to]) => to !== personPath || can('admin_users.read'))
  return <TabLinks label={t('permissions')} tabs={mine.map(([to, key]) => ({ to, label: t(key) }))} />
}
