import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentOf, contrast, defaultAccentColor } from './accent.ts'

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

describe('accentOf', () => {
  it('is readable in both schemes, whatever colour the organisation has', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { light, dark } = accentOf(color)
        expect(contrast(light.accent, '#FFFFFF')).toBeGreaterThanOrEqual(7)
        expect(contrast(light.accent, '#F2EFE8')).toBeGreaterThanOrEqual(4.5)
        expect(contrast(light.accent, light.soft)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(light.onAccent, light.hover)).toBeGreaterThanOrEqual(7)
        expect(contrast(dark.accent, '#12131A')).toBeGreaterThanOrEqual(7)
        expect(contrast(dark.accent, dark.soft)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(dark.onAccent, dark.accent)).toBeGreaterThanOrEqual(7)
      }),
      { numRuns: 500 },
    )
  })

  it.each([null, undefined, '', 'red', '#2f3a78'])('%s gives the product’s own indigo', (color) => {
    expect(accentOf(color).light.accent).toBe(defaultAccentColor)
  })

  it('leaves a colour alone that already passes', () => {
    expect(accentOf('#123A5C').light.accent).toBe('#123A5C')
  })
})
