import { describe, expect, it } from 'vitest'
import { compileRows, namespaceOf } from './texts.ts'

describe('namespaceOf', () => {
  it.each([
    ['/src/features/events/texts.ts', 'events'],
    ['/src/features/events/public/texts.ts', 'events.public'],
    ['/src/platform/field-texts.ts', 'platform.field'],
    ['/src/ui/texts.ts', 'ui'],
  ])('%s is %s', (file, namespace) => expect(namespaceOf('/src', file)).toBe(namespace))
})

describe('compileRows', () => {
  const same = (text: string) => ({ en: text, de: text, fr: text, pt: text })

  it('compiles each language under its own ids', () => {
    const compiled = compileRows('events', { left: { ...same('{count} left'), de: 'noch {count}' } })
    expect(compiled.de).toEqual({ 'events.left': ['noch ', ['count']] })
  })

  it('refuses a translation that lost an argument, also inside a plural', () => {
    const english = '{count, plural, one {# place at {name}} other {# places at {name}}}'
    const german = '{count, plural, one {# Platz} other {# Plätze}}'
    expect(() => compileRows('events', { left: { ...same(english), de: german } })).toThrow(/events\.left: de/)
  })

  it('refuses a text that does not parse', () => {
    expect(() => compileRows('events', { left: { ...same('ok'), fr: '{count, plural, one {' } })).toThrow()
  })
})
