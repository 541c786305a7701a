export { type Demo, seedDemo } from './demo/index.ts'
