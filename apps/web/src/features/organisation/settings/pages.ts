import { IconKey, IconMail, IconSettings, IconShieldLock, IconTool } from '@tabler/icons-react'
import { text } from '#platform/i18n'
import { texts } from './texts.ts'

/** The groups of settings, the most frequently changed first, each at its own address, with the settings that people search for. */
export const settingsPages = [
  {
    name: 'client_group',
    title: text(texts, 'client_group'),
    to: '/admin/settings',
    icon: IconSettings,
    fields: {
      short_name: text(texts, 'short_name'),
      color: text(texts, 'color'),
      logo: text(texts, 'logo'),
      country: text(texts, 'country'),
      currency: text(texts, 'currency'),
      time_zone: text(texts, 'time_zone'),
      language: text(texts, 'language'),
      date_format: text(texts, 'date_format'),
      address: text(texts, 'address'),
      about: text(texts, 'about'),
    },
  },
  {
    name: 'security_settings',
    title: text(texts, 'security_settings'),
    to: '/admin/settings/security_settings',
    icon: IconShieldLock,
    fields: {
      sign_ups_disabled: text(texts, 'sign_ups_disabled'),
      approve_sign_ups: text(texts, 'approve_sign_ups'),
      require_client_phone_verification: text(texts, 'require_client_phone_verification'),
      require_admin_second_step: text(texts, 'require_admin_second_step'),
      idle_timeout: text(texts, 'idle_timeout'),
      shift_hours: text(texts, 'shift_hours'),
      password_expires_after_days: text(texts, 'password_expires_after_days'),
    },
  },
  {
    name: 'password_complexity_settings',
    title: text(texts, 'password_complexity_settings'),
    to: '/admin/settings/password_complexity_settings',
    icon: IconKey,
    fields: {
      minimum_length: text(texts, 'minimum_length'),
      include_upper_and_lower_cased_characters: text(texts, 'include_upper_and_lower_cased_characters'),
      include_number: text(texts, 'include_number'),
      include_special_character: text(texts, 'include_special_character'),
    },
  },
  {
    name: 'message_settings',
    title: text(texts, 'message_settings'),
    to: '/admin/settings/message_settings',
    icon: IconMail,
    fields: {
      sms_part_price: text(texts, 'sms_part_price'),
    },
  },
  {
    name: 'general_settings',
    title: text(texts, 'general_settings'),
    to: '/admin/settings/general_settings',
    icon: IconTool,
    fields: {
      enable_maintenance_mode: text(texts, 'enable_maintenance_mode'),
      maintenance_message: text(texts, 'maintenance_message'),
    },
  },
] as const
