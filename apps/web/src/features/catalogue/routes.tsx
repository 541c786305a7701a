import {
  IconHierarchy,
  IconMicrophone2,
  IconPackage,
  IconTags,
  IconToolsKitchen2,
  IconUsersGroup,
} from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/speakers',
    staticData: {
      title: text(texts, 'speakers'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['speakers.read'],
      nav: { group: 'organisation', icon: IconMicrophone2 },
    },
    component: lazyPage(() => import('./speakers-page.tsx'), 'SpeakersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/caterers',
    staticData: {
      title: text(texts, 'caterers'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['caterers.read'],
      nav: { group: 'organisation', icon: IconToolsKitchen2 },
    },
    component: lazyPage(() => import('./caterers-page.tsx'), 'CaterersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/products',
    staticData: {
      title: text(texts, 'products'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['products.read'],
      nav: { group: 'organisation', icon: IconPackage },
    },
    component: lazyPage(() => import('./products-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/product-options',
    staticData: {
      title: text(texts, 'product_options'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['product_options.read'],
      nav: { group: 'organisation', icon: IconTags },
    },
    component: lazyPage(() => import('./product-options-page.tsx'), 'ProductOptionsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/participant-types',
    staticData: {
      title: text(texts, 'participant_types'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['participant_types.read'],
      nav: { group: 'organisation', icon: IconUsersGroup },
    },
    component: lazyPage(() => import('./named-types-pages.tsx'), 'ParticipantTypesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/committee-types',
    staticData: {
      title: text(texts, 'committee_types'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['committee_types.read'],
      nav: { group: 'organisation', icon: IconHierarchy },
    },
    component: lazyPage(() => import('./named-types-pages.tsx'), 'CommitteeTypesPage'),
  }),
]
