import { createServer } from 'vite'
import { describe, expect, it } from 'vitest'
import { compileArea, textsPlugin, withoutTexts, withTranslations } from './texts.ts'

const source = `import { defineTexts } from '@shiloh/contract/core'
/** First. */
export const texts = defineTexts('member/one', { save: 'Save', left: '{count} left' })
export const others = defineTexts('staff/two', {
  it: 'It\\u2019s',
})
`

describe('withoutTexts', () => {
  it('leaves the namespaces only', () => {
    expect(withoutTexts('a.ts', source)).toBe(`import { defineTexts } from '@shiloh/contract/core'
/** First. */
export const texts = /* @__PURE__ */ defineTexts('member/one', {})
export const others = /* @__PURE__ */ defineTexts('staff/two', {})
`)
  })
})

describe('withTranslations', () => {
  it('adds the translations that there are', () => {
    const translations = new Map([['de', new Map([['member/one.save', 'Speichern']])]] as const)
    expect(withTranslations('a.ts', source, translations)).toContain(
      `defineTexts('member/one', { save: 'Save', left: '{count} left' }, {"de":{"save":"Speichern"}})`,
    )
  })
})

describe('compileArea', () => {
  const texts = [
    { namespace: 'member/one', rows: new Map(Object.entries({ save: 'Save', left: '{count} left' })) },
    { namespace: 'staff/two', rows: new Map([['it', 'It']]) },
  ]

  it('compiles an area under its ids, in English where a text is not translated', () => {
    expect(compileArea('member', texts, new Map([['member/one.left', 'noch {count}']]))).toEqual({
      'member/one.save': ['Save'],
      'member/one.left': ['noch ', ['count']],
    })
  })

  it('refuses a text that does not parse', () => {
    expect(() => compileArea('member', texts, new Map([['member/one.left', '{count, plural, one {']]))).toThrow()
  })
})

describe('the development server', () => {
  it('leaves English in the code, so that a changed text replaces the old one', async () => {
    const server = await createServer({
      configFile: false,
      root: import.meta.dirname,
      plugins: [textsPlugin()],
      server: { middlewareMode: true, ws: false },
    })
    expect((await server.transformRequest('virtual:catalogue/en/member'))?.code).toContain('JSON.parse("{}")')
    expect((await server.transformRequest('virtual:catalogue/de/sign-in'))?.code).toContain('sign-in/sign-in')
    await server.close()
  })
})

describe('without a network', () => {
  it('has the sentence for a lost connection in every language, with the code and not with a catalogue', async () => {
    const server = await createServer({
      configFile: false,
      root: import.meta.dirname,
      plugins: [textsPlugin()],
      server: { middlewareMode: true, ws: false },
    })
    const { withoutNetwork } = await server.ssrLoadModule('virtual:catalogues')
    await server.close()
    expect(Object.keys(withoutNetwork)).toEqual(['en', 'de', 'fr', 'pt'])
    const said = Object.values<Record<string, unknown>>(withoutNetwork).map((of) =>
      String(of['member/connection.no_connection']),
    )
    expect(new Set(said).size).toBe(4)
    expect(said[0]).toContain('communicating with the server')
  })
})
