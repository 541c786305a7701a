import { IconBook2 } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './client/texts.ts'

/** Blogs for members. */
export const clientRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/blogs',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'blogs'),
      layout: 'client',
      roles: ['user'],
      breadcrumb: [{ label: text(texts, 'blogs') }],
      nav: { group: 'client', icon: IconBook2 },
    },
    component: lazyPage(() => import('./client/blogs-page.tsx'), 'BlogsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/blog/$slug',
    staticData: {
      title: text(texts, 'post'),
      layout: 'client',
      roles: ['user'],
      breadcrumb: [{ label: text(texts, 'blogs'), to: '/blogs' }],
    },
    component: lazyPage(() => import('./client/blog-page.tsx'), 'BlogPage'),
  }),
]
