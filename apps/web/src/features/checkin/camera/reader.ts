/** Returns the text of a QR code in an image, or undefined if there is none. */
export type ReadQr = (picture: HTMLCanvasElement) => Promise<string | undefined>

interface Detector {
  detect: (picture: HTMLCanvasElement) => Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

const isDetectorClass = (value: unknown): value is DetectorClass =>
  typeof value === 'function' && 'getSupportedFormats' in value

/** Returns the browser's own reader, if it supports QR codes. */
async function ownReader(): Promise<ReadQr | undefined> {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  if (!isDetectorClass(found)) return undefined
  try {
    if (!(await found.getSupportedFormats()).includes('qr_code')) return undefined
    const detector = new found({ formats: ['qr_code'] })
    return async (picture) => (await detector.detect(picture))[0]?.rawValue
  } catch {
    // Some browsers have the class without its implementation.
    return undefined
  }
}

/** Returns our own reader, loaded only if the browser has none. */
async function packagedReader(): Promise<ReadQr> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasm }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  return async (picture) => {
    const image = picture
      .getContext('2d', { willReadFrequently: true })
      ?.getImageData(0, 0, picture.width, picture.height)
    if (!image) return undefined
    const [code] = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
    return code?.isValid ? code.text : undefined
  }
}

/** A reader of QR codes. */
export async function openReader(): Promise<ReadQr> {
  return (await ownReader()) ?? (await packagedReader())
}
