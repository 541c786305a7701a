/**
 * The organisation's colour, adjusted for legibility: its hue is kept, and chroma and lightness are corrected until the
 * contrast suffices. No colour is rejected. The settings page shows the corrected colour before saving.
 */

export interface AccentScheme {
  readonly accent: string
  readonly hover: string
  readonly soft: string
  readonly onAccent: string
}
export interface Accent {
  readonly light: AccentScheme
  readonly dark: AccentScheme
}

export const defaultAccentColor = '#2F3A78'

/** The hand-picked accent. Correcting the default colour would give a slightly different one. */
const defaultAccent: Accent = {
  light: { accent: '#2F3A78', hover: '#232C61', soft: '#ECEDF6', onAccent: '#FFFFFF' },
  dark: { accent: '#AAB4F2', hover: '#C2C9F7', soft: '#242A49', onAccent: '#14162A' },
}

const surface = '#FFFFFF'
const sunk = '#F2EFE8'
const darkBackground = '#12131A'
const onDarkAccent = '#14162A'

type Triple = readonly [number, number, number]

const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const toGamma = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055)

function linearOf(hex: string): Triple {
  const channel = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return [channel(1), channel(3), channel(5)]
}

/** Returns the WCAG contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = linearOf(hex)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const a = luminance(one)
  const b = luminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

interface Oklch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

function oklchOf(hex: string): Oklch {
  const [r, g, b] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: Math.atan2(bb, a),
  }
}

function hexOf({ lightness, chroma, hue }: Oklch): string {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels: Triple = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const hex = (channel: number) =>
    Math.round(Math.min(1, Math.max(0, toGamma(Math.max(0, channel)))) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${channels.map(hex).join('')}`.toUpperCase()
}

function corrected(from: Oklch, step: number, passes: (hex: string) => boolean): Oklch {
  let color = from
  while (!passes(hexOf(color)) && (step < 0 ? color.lightness > 0 : color.lightness < 1)) {
    color = { ...color, lightness: Math.min(1, Math.max(0, color.lightness + step)) }
  }
  return color
}

/**
 * The accent of both colour schemes from the organisation's colour.
 * @param color `#rrggbb`; anything else gives the product's own indigo
 */
export function accentOf(color: string | null | undefined): Accent {
  if (!color || !/^#[0-9a-f]{6}$/i.test(color) || color.toUpperCase() === defaultAccentColor) return defaultAccent
  const own = oklchOf(color)
  const light = corrected(
    { ...own, chroma: Math.min(own.chroma, 0.14) },
    -0.005,
    (hex) => contrast(hex, surface) >= 7 && contrast(hex, sunk) >= 4.5,
  )
  const dark = corrected(
    { ...own, chroma: Math.min(own.chroma, 0.1) },
    0.005,
    (hex) => contrast(hex, darkBackground) >= 7 && contrast(hex, onDarkAccent) >= 7,
  )
  const shifted = (from: Oklch, lightness: number) => hexOf({ ...from, lightness: Math.min(1, Math.max(0, lightness)) })
  const tint = (from: Oklch, lightness: number, chroma: number) =>
    hexOf({ ...from, lightness, chroma: Math.min(from.chroma, chroma) })
  return {
    light: {
      accent: hexOf(light),
      hover: shifted(light, light.lightness - 0.05),
      soft: tint(light, 0.945, 0.015),
      onAccent: '#FFFFFF',
    },
    dark: {
      accent: hexOf(dark),
      hover: shifted(dark, dark.lightness + 0.06),
      soft: tint(dark, 0.29, 0.05),
      onAccent: onDarkAccent,
    },
  }
}
