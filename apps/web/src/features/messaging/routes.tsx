import { isLanguage, type Language } from '@shiloh/contract/core'
import { IconMail, IconSpeakerphone } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts as announcementTexts } from './announcement-texts.ts'
import { automaticTexts } from './automatic-texts.ts'
import { texts } from './texts.ts'

const list = { label: text(texts, 'messages'), to: '/admin/messages' }
const automatic = { label: text(automaticTexts, 'automatic'), to: '/admin/automatic-messages' }
const templates = { label: text(texts, 'templates'), to: '/admin/message-templates' }

/** What the office writes: messages, templates, announcements, and its wording of our mails. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/messages',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'messages'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['messages.read'],
      nav: { group: 'event', order: 6, icon: IconMail },
    },
    component: lazyPage(() => import('./messages-page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/messages/new',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'new_message'),
      layout: 'admin',
      roles: ['admin'],
      breadcrumb: [list],
      ofEvent: { in: 'search', name: 'event_id' },
    },
    component: lazyPage(() => import('./compose-page.tsx'), 'ComposePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/messages/$id',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'message'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['messages.read'],
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./message-page.tsx'), 'MessagePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/message-templates',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'templates'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['messages.read'],
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/message-templates/$id',
    staticData: {
      title: text(texts, 'template'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['messages.read'],
      breadcrumb: [list, templates],
    },
    component: lazyPage(() => import('./template-page.tsx'), 'TemplatePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/automatic-messages',
    validateSearch: listSearch,
    staticData: {
      title: text(automaticTexts, 'automatic'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['messages.read'],
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./automatic-messages-page.tsx'), 'AutomaticMessagesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/automatic-messages/$key',
    validateSearch: ({ language }): { language?: Language } => (isLanguage(language) ? { language } : {}),
    staticData: {
      title: text(automaticTexts, 'automatic_one'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['messages.read'],
      breadcrumb: [list, automatic],
    },
    component: lazyPage(() => import('./automatic-message-page.tsx'), 'AutomaticMessagePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/announcements',
    validateSearch: listSearch,
    staticData: {
      title: text(announcementTexts, 'announcements'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['notifications.read'],
      nav: { group: 'organisation', icon: IconSpeakerphone },
    },
    component: lazyPage(() => import('./announcements-page.tsx'), 'AnnouncementsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/announcements/$id',
    validateSearch: listSearch,
    staticData: {
      title: text(announcementTexts, 'announcement'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['notifications.read'],
      breadcrumb: [{ label: text(announcementTexts, 'announcements'), to: '/admin/announcements' }],
    },
    component: lazyPage(() => import('./announcement-page.tsx'), 'AnnouncementPage'),
  }),
]
