import { IconKey, IconMail, IconSettings, IconShieldLock, IconTool } from '@tabler/icons-react'
import { text } from '#platform/i18n'
import { texts } from './texts.ts'

/** The groups of settings, the most frequently changed first, each at its own address. */
export const settingsPages = [
  { name: 'client_group', title: text(texts, 'client_group'), to: '/admin/settings', icon: IconSettings },
  {
    name: 'security_settings',
    title: text(texts, 'security_settings'),
    to: '/admin/settings/security_settings',
    icon: IconShieldLock,
  },
  {
    name: 'password_complexity_settings',
    title: text(texts, 'password_complexity_settings'),
    to: '/admin/settings/password_complexity_settings',
    icon: IconKey,
  },
  {
    name: 'message_settings',
    title: text(texts, 'message_settings'),
    to: '/admin/settings/message_settings',
    icon: IconMail,
  },
  {
    name: 'general_settings',
    title: text(texts, 'general_settings'),
    to: '/admin/settings/general_settings',
    icon: IconTool,
  },
] as const
