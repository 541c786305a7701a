import { fileURLToPath } from 'node:url'

const FONTS = new URL('../../../fonts/', import.meta.url)

export type FontFile = 'sans.ttf' | 'sans-extended.ttf' | 'serif.ttf' | 'serif-whole.ttf' | 'serif-extended.ttf'

/** Returns the path of one of the product's fonts. Files and pictures are written in them, and need none of the system. */
export const fontPath = (file: FontFile): string => fileURLToPath(new URL(file, FONTS))
