import type { Picture, Read, ToRead } from './messages.ts'
import ReaderWorker from './reader-worker.ts?worker'

/** Returns the text of a QR code in an image, or undefined if there is none. */
type ReadQr = (picture: Picture) => Promise<string | undefined>

export interface Reader {
  readonly read: ReadQr
  readonly close: () => void
}

interface Detector {
  detect: (picture: Picture) => Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

const isDetectorClass = (value: unknown): value is DetectorClass =>
  typeof value === 'function' && 'getSupportedFormats' in value

/** Returns the browser's own reader, if it supports QR codes. */
async function ownReader(): Promise<Reader | undefined> {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  if (!isDetectorClass(found)) return undefined
  try {
    if (!(await found.getSupportedFormats()).includes('qr_code')) return undefined
    const detector = new found({ formats: ['qr_code'] })
    return {
      async read(picture) {
        const [code] = await detector.detect(picture)
        if (!(picture instanceof ImageData)) picture.close()
        return code?.rawValue
      },
      close: () => {},
    }
  } catch {
    // Some browsers have the class without its implementation.
    return undefined
  }
}

/** Returns our own reader, loaded only if the browser has none. */
function packagedReader(): Reader {
  const worker = new ReaderWorker()
  let count = 0
  return {
    read: (picture) =>
      new Promise((resolve, reject) => {
        count += 1
        const nth = count
        const controller = new AbortController()
        const { signal } = controller
        const end = (text: string | undefined) => {
          controller.abort()
          resolve(text)
        }
        const fail = () => {
          controller.abort()
          reject(new Error('the reader of codes does not work'))
        }
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<Read>) => {
            if (data.nth === nth) data.failed ? fail() : end(data.text ?? undefined)
          },
          { signal },
        )
        worker.addEventListener('error', fail, { signal })
        const sent: ToRead = { nth, picture }
        worker.postMessage(sent, picture instanceof ImageData ? [picture.data.buffer] : [picture])
      }),
    close: () => worker.terminate(),
  }
}

/** A reader of QR codes. */
export async function openReader(): Promise<Reader> {
  return (await ownReader()) ?? packagedReader()
}
