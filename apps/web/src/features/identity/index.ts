export { HomeNotices } from './notifications/home-notices.tsx'
export { PasswordRules } from './parts/password-field.tsx'
