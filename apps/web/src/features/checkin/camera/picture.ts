import type { Picture } from './messages.ts'

/** Side of the image in pixels: enough to read a code that fills a third of the frame. */
const SIDE = 640

/**
 * Opens a way to copy the middle of the camera's image, which the frame shows. Where the browser can, it does so without
 * keeping the page from drawing.
 */
export const openPictures = (video: HTMLVideoElement): (() => Promise<Picture | undefined>) => {
  let hasBitmaps = 'createImageBitmap' in globalThis && 'OffscreenCanvas' in globalThis
  let context: CanvasRenderingContext2D | null = null
  return async () => {
    const side = Math.min(video.videoWidth, video.videoHeight)
    if (side === 0) return undefined
    const size = Math.min(side, SIDE)
    const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2]
    if (hasBitmaps)
      try {
        const resized = { resizeWidth: size, resizeHeight: size } as const
        return await createImageBitmap(video, left, top, side, side, resized)
      } catch {
        // Some browsers take pictures of a canvas only.
        hasBitmaps = false
      }
    context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!context) return undefined
    if (context.canvas.width !== size) {
      context.canvas.width = size
      context.canvas.height = size
    }
    context.drawImage(video, left, top, side, side, 0, 0, size, size)
    return context.getImageData(0, 0, size, size)
  }
}
