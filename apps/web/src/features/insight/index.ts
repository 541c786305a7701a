export { useTemplateName } from './logs/templates.ts'
export { useAuditWords } from './words.ts'
