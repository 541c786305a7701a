import { IconArticle, IconHelpCircle, IconMessages } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

/** What the office publishes. */
export const adminRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/blogs',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'blogs'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['blogs.read'],
      nav: { group: 'organisation', icon: IconArticle },
    },
    component: lazyPage(() => import('./blogs-page.tsx'), 'BlogsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/blogs/$id',
    staticData: {
      title: text(texts, 'post'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['blogs.read'],
      breadcrumb: [{ label: text(texts, 'blogs'), to: '/admin/blogs' }],
    },
    component: lazyPage(() => import('./post-page.tsx'), 'PostPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/comments',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'comments'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['blogs.moderate'],
      nav: { group: 'organisation', icon: IconMessages },
    },
    component: lazyPage(() => import('./comments-page.tsx'), 'CommentsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/faqs',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'faqs'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['faqs.read'],
      nav: { group: 'organisation', icon: IconHelpCircle },
    },
    component: lazyPage(() => import('./faqs-page.tsx'), 'FaqsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/faqs/$id',
    staticData: {
      title: text(texts, 'question'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['faqs.read'],
      breadcrumb: [{ label: text(texts, 'faqs'), to: '/admin/faqs' }],
    },
    component: lazyPage(() => import('./faq-page.tsx'), 'FaqPage'),
  }),
]
