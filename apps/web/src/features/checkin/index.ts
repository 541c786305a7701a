export { wipeGate } from './engine/browser.ts'
