export { HomeNotices, useNoticesAreComing } from './notifications/home-notices.tsx'
export { NotificationsBell } from './notifications/notifications-bell.tsx'
export { PasswordRules } from './parts/password-field.tsx'
