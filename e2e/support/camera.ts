import { writeFileSync } from 'node:fs'
import { encode } from 'uqr'

const width = 640
const height = 480
/** Images of each kind: the code appears, disappears, and appears again. */
const shown = 5
const away = 5

const gray = 128

/** Returns the luminance of an image with the code in its middle, black on white. */
function pictureOf(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const scale = Math.floor((height * 0.8) / size)
  const [left, top] = [Math.floor((width - size * scale) / 2), Math.floor((height - size * scale) / 2)]
  const picture = Buffer.alloc(width * height, gray)
  for (let y = 0; y < size * scale; y += 1)
    for (let x = 0; x < size * scale; x += 1) {
      const isDark = data[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true
      picture[(top + y) * width + left + x] = isDark ? 16 : 235
    }
  return picture
}

/**
 * Writes the film for a browser's camera: a QR code that appears and disappears in an endless loop.
 * @param text null: nothing is in view
 * @param rate images a second
 */
export function writeCameraFilm(file: string, text: string | null, rate = 2): void {
  const colors = Buffer.alloc((width / 2) * (height / 2) * 2, gray)
  const frame = (luminance: Buffer) => Buffer.concat([Buffer.from('FRAME\n'), luminance, colors])
  const empty = frame(Buffer.alloc(width * height, gray))
  const code = text === null ? empty : frame(pictureOf(text))
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${rate}:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([head, ...Array(shown).fill(code), ...Array(away).fill(empty)]))
}

/** Returns flags for a browser whose camera plays this film without asking for permission. */
export const cameraFlags = (file: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]
