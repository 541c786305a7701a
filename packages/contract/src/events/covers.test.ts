import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CoverMotif, type CoverPaletteName, coverPalettes, coverSvg, initials, initialsArchSvg } from './covers.ts'

/** Checks just enough of XML to detect a broken image: tags balance and attribute values are quoted. */
function wellFormed(xml: string): boolean {
  const open: string[] = []
  const rest = xml.replace(/<(\/?)([a-z]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*(\/?)>/gi, (_, close, name, __, selfClosed) => {
    if (close) return open.pop() === name ? '' : '<'
    if (!selfClosed) open.push(name)
    return ''
  })
  return open.length === 0 && !/[<>]/.test(rest)
}

const motifs: CoverMotif[] = ['arches', 'weave', 'palms', 'hills']
const palettes = Object.keys(coverPalettes).filter((name): name is CoverPaletteName => name in coverPalettes)

describe('covers', () => {
  it('are the same for the same seed, small, well formed, and flat', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.option(fc.constantFrom(...motifs), { nil: undefined }),
        fc.option(fc.constantFrom(...palettes), { nil: undefined }),
        (seed, motif, palette) => {
          const fixed = { ...(motif && { motif }), ...(palette && { palette }) }
          const svg = coverSvg(seed, fixed)
          expect(coverSvg(seed, fixed)).toBe(svg)
          expect(svg.length).toBeGreaterThanOrEqual(1000)
          expect(svg.length).toBeLessThanOrEqual(8000)
          expect(wellFormed(svg)).toBe(true)
          expect(svg).not.toMatch(/gradient|filter|<text|NaN|undefined/i)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('differ between events, in every motif and palette', () => {
    const drawn = new Set(Array.from({ length: 60 }, (_, i) => coverSvg(i.toString(16).padStart(24, '0'))))
    expect(drawn.size).toBe(60)
  })

  it('names inner parts after the seed, so that several covers can stand in one page', () => {
    const ids = (svg: string) => [...svg.matchAll(/id="([^"]+)"/g)].map((match) => match[1])
    const one = ids(coverSvg('a', { motif: 'weave' }))
    expect(one).toHaveLength(3)
    expect(ids(coverSvg('b', { motif: 'weave' })).some((id) => one.includes(id))).toBe(false)
  })
})

describe('initials', () => {
  it.each([
    ['Rev. Dr. Kwame Asante-Boateng', 'KA'],
    ['Rev Kwame Asante', 'KA'],
    ['Apostle Dr. Ama S. Osei', 'AO'],
    ['Bishop', 'B'],
    ['Kwame Bishop', 'KB'],
    ['Ɛsi Mensah-Quaye', 'ƐM'],
    ['ɔdɔ', 'Ɔ'],
    ['', ''],
  ])('of %s are %s', (name, expected) => expect(initials(name)).toBe(expected))

  it('never break the picture', () => {
    fc.assert(fc.property(fc.string(), (name) => wellFormed(initialsArchSvg('seed', name))))
  })
})
