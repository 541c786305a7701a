export { useCamera } from './camera/use-camera.ts'
export { wipeGate } from './engine/browser.ts'
