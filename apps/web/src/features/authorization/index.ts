export { useModelWords } from './permissions/words.ts'
