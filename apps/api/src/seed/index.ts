export { seedDemo } from './demo/index.ts'
