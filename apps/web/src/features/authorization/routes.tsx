import { IconLock, IconRosetteDiscountCheck, IconScan, IconUserShield, IconUsers } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts as permissionTexts } from './permissions/texts.ts'
import { texts } from './texts.ts'
import { texts as titleTexts } from './titles/texts.ts'

const permissions = { label: text(permissionTexts, 'permissions'), to: '/admin/permissions' }
const policies = { label: text(permissionTexts, 'policies'), to: '/admin/permissions/policy' }

/** Accounts and permissions. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/users',
    validateSearch: listSearch,
    staticData: {
      texts: ['industries'],
      title: text(texts, 'users'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['users.read'],
      nav: { group: 'event', order: 4, icon: IconUsers },
    },
    component: lazyPage(() => import('./users/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/titles-to-confirm',
    validateSearch: listSearch,
    staticData: {
      title: text(titleTexts, 'titles_to_confirm'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['users.confirm_titles'],
      nav: { group: 'organisation', icon: IconRosetteDiscountCheck },
    },
    component: lazyPage(() => import('./titles/titles-to-confirm-page.tsx'), 'TitlesToConfirmPage'),
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
      nav: { group: 'organisation', icon: IconScan },
    },
    component: lazyPage(() => import('./checkin-users/checkin-users-page.tsx'), 'CheckinUsersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/check-in-users/$id',
    staticData: {
      title: text(texts, 'checkin_user'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['checkin_users.read'],
      objectParam: 'id',
      breadcrumb: [{ label: text(texts, 'checkin_users'), to: '/admin/check-in-users' }],
    },
    component: lazyPage(() => import('./checkin-users/checkin-user-page.tsx'), 'CheckinUserPage'),
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
      nav: { group: 'organisation', icon: IconUserShield },
    },
    component: lazyPage(() => import('./admins/admins-page.tsx'), 'AdminsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/admin-users/$id',
    staticData: {
      title: text(texts, 'admin_user'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['admin_users.read'],
      objectParam: 'id',
      breadcrumb: [{ label: text(texts, 'admin_users'), to: '/admin/admin-users' }],
    },
    component: lazyPage(() => import('./admins/admin-page.tsx'), 'AdminPage'),
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
      nav: { group: 'organisation', icon: IconLock },
    },
    component: lazyPage(() => import('./permissions/permissions-page.tsx'), 'PermissionsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/permissions/holders',
    validateSearch: listSearch,
    staticData: {
      title: text(permissionTexts, 'who_can'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['permissions.read'],
      breadcrumb: [permissions],
    },
    component: lazyPage(() => import('./permissions/holders-page.tsx'), 'HoldersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/permissions/person',
    validateSearch: listSearch,
    staticData: {
      title: text(permissionTexts, 'what_can'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['permissions.read', 'admin_users.read'],
      breadcrumb: [permissions],
    },
    component: lazyPage(() => import('./permissions/person-page.tsx'), 'PersonPage'),
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
      breadcrumb: [permissions],
    },
    component: lazyPage(() => import('./permissions/roles-page.tsx'), 'RolesPage'),
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
      breadcrumb: [permissions],
    },
    component: lazyPage(() => import('./permissions/policies-page.tsx'), 'PoliciesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/permissions/policy/$id',
    staticData: {
      title: text(permissionTexts, 'policy'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['permissions.read'],
      breadcrumb: [permissions, policies],
    },
    component: lazyPage(() => import('./permissions/policy-page.tsx'), 'PolicyPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/permissions/list',
    validateSearch: listSearch,
    staticData: {
      title: text(permissionTexts, 'all_permissions'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['permissions.read'],
      breadcrumb: [permissions],
    },
    component: lazyPage(() => import('./permissions/permission-list-page.tsx'), 'PermissionListPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/permissions/resources',
    validateSearch: listSearch,
    staticData: {
      title: text(permissionTexts, 'resources'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['permissions.read'],
      breadcrumb: [permissions],
    },
    component: lazyPage(() => import('./permissions/things-page.tsx'), 'ResourcesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/permissions/resource-action',
    validateSearch: listSearch,
    staticData: {
      title: text(permissionTexts, 'actions'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['permissions.read'],
      breadcrumb: [permissions],
    },
    component: lazyPage(() => import('./permissions/things-page.tsx'), 'ActionsPage'),
  }),
]
