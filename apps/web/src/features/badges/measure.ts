import type { Measure } from '@shiloh/contract/badges/paint'
import { useEffect, useState } from 'react'

const FAMILY = { serif: '"Shiloh Serif", Georgia, serif', sans: '"Shiloh Sans", Arial, sans-serif' } as const
const WEIGHT = { serif: 500, sans: 400 } as const
const STRONG = 600
/** Pixels: a size at which widths are exact enough. */
const PROBE = 100

/** How the texts of a badge are set in the browser. */
export const fontOf = (face: 'serif' | 'sans', strong: boolean) => ({
  fontFamily: FAMILY[face],
  fontWeight: strong ? STRONG : WEIGHT[face],
})

/** Returns what measures with the fonts of the app. Call it when they are loaded. */
const measure = (): Measure => {
  const canvas = document.createElement('canvas').getContext('2d')
  return (text, face, strong) => {
    if (!canvas) return text.length * 0.55
    const { fontFamily, fontWeight } = fontOf(face, strong)
    // Rounded to whole pixels, a small text on the screen would be wider than what is measured here.
    canvas.textRendering = 'geometricPrecision'
    canvas.font = `${fontWeight} ${PROBE}px ${fontFamily}`
    return canvas.measureText(text).width / PROBE
  }
}

/** Loads the fonts of badges, those for the letters of Akan and Ewe too. */
export const loadMeasure = async (): Promise<Measure> => {
  await Promise.all(
    [`${WEIGHT.serif} 20px ${FAMILY.serif}`, `${WEIGHT.sans} 20px ${FAMILY.sans}`, `${STRONG} 20px ${FAMILY.sans}`].map(
      // Without a network the next best font is measured and drawn.
      (font) => document.fonts.load(font, 'Aɛɔ').catch(() => []),
    ),
  )
  return measure()
}

/** Returns what measures with the fonts of the app, once they are there. */
export function useMeasure(): Measure | undefined {
  const [loaded, setLoaded] = useState<Measure>()
  useEffect(() => {
    let isWanted = true
    void loadMeasure().then((with_) => {
      if (isWanted) setLoaded(() => with_)
    })
    return () => {
      isWanted = false
    }
  }, [])
  return loaded
}
