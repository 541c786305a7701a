export { useModelWords, useRoleWords } from './permissions/words.ts'
