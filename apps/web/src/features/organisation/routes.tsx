import { IconBadge, IconCertificate, IconHome, IconMap2, IconSettings, IconWorld } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { texts as navTexts } from '../../ui/shell/nav-texts.ts'
import { texts as settingsTexts } from './settings/texts.ts'
import { texts } from './texts.ts'

export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/church-map',
    staticData: {
      title: text(texts, 'church_map'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['church_map.read'],
      nav: { group: 'organisation', icon: IconMap2 },
    },
    component: lazyPage(() => import('./church-map-page.tsx'), 'ChurchMapPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/assembly-types',
    staticData: {
      title: text(texts, 'assembly_types'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['church_map.read'],
      nav: { group: 'organisation', icon: IconHome },
    },
    component: lazyPage(() => import('./assembly-types-page.tsx'), 'AssemblyTypesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/title',
    staticData: {
      title: text(texts, 'titles'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['titles.read'],
      nav: { group: 'organisation', icon: IconCertificate },
    },
    component: lazyPage(() => import('./titles-page.tsx'), 'TitlesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/designation',
    staticData: {
      title: text(texts, 'designations'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['designations.read'],
      nav: { group: 'organisation', icon: IconBadge },
    },
    component: lazyPage(() => import('./designations-page.tsx'), 'DesignationsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/countries',
    staticData: {
      title: text(texts, 'countries'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['countries.read'],
      nav: { group: 'organisation', icon: IconWorld },
    },
    component: lazyPage(() => import('./countries-page.tsx'), 'CountriesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/settings',
    staticData: {
      title: text(settingsTexts, 'settings'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['settings.read'],
      nav: { group: 'organisation', icon: IconSettings },
    },
    component: lazyPage(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/settings/$name',
    staticData: {
      title: text(settingsTexts, 'settings'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['settings.read'],
      breadcrumb: [{ label: text(navTexts, 'organisation') }],
    },
    component: lazyPage(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  }),
]
