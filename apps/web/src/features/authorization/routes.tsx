import { IconListCheck, IconLock, IconScan, IconShieldCog, IconUserShield, IconUsers } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts as permissionTexts } from './permissions/texts.ts'
import { texts } from './texts.ts'

/** Who has an account, and who may do what. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/users',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'users'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['users.read'],
      nav: { group: 'people', icon: IconUsers },
    },
    component: lazyRouteComponent(() => import('./users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/check-in-users',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'checkin_users'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['checkin_users.read'],
      nav: { group: 'people', icon: IconScan },
    },
    component: lazyRouteComponent(() => import('./checkin-users/checkin-users-page.tsx'), 'CheckinUsersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/admin-users',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'admin_users'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['admin_users.read'],
      nav: { group: 'people', icon: IconUserShield },
    },
    component: lazyRouteComponent(() => import('./admins/admins-page.tsx'), 'AdminsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/permissions',
    validateSearch: listSearch,
    staticData: {
      title: text(permissionTexts, 'permissions'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['permissions.read'],
      nav: { group: 'system', icon: IconLock },
    },
    component: lazyRouteComponent(() => import('./permissions/permissions-page.tsx'), 'PermissionsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/permissions/user-role',
    validateSearch: listSearch,
    staticData: {
      title: text(permissionTexts, 'roles'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['permissions.read'],
      nav: { group: 'system', icon: IconShieldCog },
    },
    component: lazyRouteComponent(() => import('./permissions/roles-page.tsx'), 'RolesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/permissions/policy',
    validateSearch: listSearch,
    staticData: {
      title: text(permissionTexts, 'policies'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['permissions.read'],
      nav: { group: 'system', icon: IconListCheck },
    },
    component: lazyRouteComponent(() => import('./permissions/policies-page.tsx'), 'PoliciesPage'),
  }),
]
