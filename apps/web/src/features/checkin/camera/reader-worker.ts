/// <reference lib="webworker" />
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Read, ToRead } from './messages.ts'

/** Reads codes beside the page: a phone needs most of a frame's time for one picture, and the preview would stutter. */
declare const self: DedicatedWorkerGlobalScope

void prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })

let canvas: OffscreenCanvas | undefined
/** Returns the pixels of a picture. */
const pixelsOf = (picture: ToRead['picture']): ImageData | undefined => {
  if (picture instanceof ImageData) return picture
  const { width, height } = picture
  canvas ??= new OffscreenCanvas(width, height)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0)
  picture.close()
  return context?.getImageData(0, 0, width, height)
}

self.addEventListener('message', ({ data }: MessageEvent<ToRead>) => {
  const read = async (): Promise<Read> => {
    try {
      const image = pixelsOf(data.picture)
      const [code] = image ? await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 1 }) : []
      return { nth: data.nth, text: code?.isValid ? code.text : null, failed: false }
    } catch {
      return { nth: data.nth, text: null, failed: true }
    }
  }
  void read().then((answer) => self.postMessage(answer))
})
