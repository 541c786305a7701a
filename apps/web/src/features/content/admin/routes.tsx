import { IconArticle, IconHelpCircle, IconMessages } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { text } from '#platform/i18n'
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
    component: lazyRouteComponent(() => import('./blogs-page.tsx'), 'BlogsPage'),
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
    component: lazyRouteComponent(() => import('./post-page.tsx'), 'PostPage'),
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
    component: lazyRouteComponent(() => import('./comments-page.tsx'), 'CommentsPage'),
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
    component: lazyRouteComponent(() => import('./faqs-page.tsx'), 'FaqsPage'),
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
    component: lazyRouteComponent(() => import('./faq-page.tsx'), 'FaqPage'),
  }),
]
