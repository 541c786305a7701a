export { PasswordRules } from './parts/password-field.tsx'
