import { describe, expect, it } from 'vitest'
import { type Problem, problemsOfEnglish, problemsOfLanguage } from './check.ts'
import type { Entry } from './po.ts'

const entry = (english: string, translation: string, more: Partial<Entry> = {}): Entry => ({
  id: 'staff/test.one',
  english,
  translation,
  reference: 'a.ts',
  fuzzy: false,
  ...more,
})
const german = { language: 'de', locale: 'de-DE', complete: true }
const french = { language: 'fr', locale: 'fr-FR', complete: true }
const rules = (problems: readonly Problem[]) => problems.map(({ rule }) => rule)
const check = (english: string, translation: string, of = german) =>
  rules(problemsOfLanguage(of, [entry(english, '')], [entry(english, translation)]))

const declared = (namespace: string, rows: Record<string, string>) => ({
  namespace,
  rows: new Map(Object.entries(rows)),
  file: 'a.ts',
  call: 0,
  start: 0,
  end: 0,
})

describe('a catalogue', () => {
  it('has every text of a complete language', () => {
    expect(check('Save', 'Speichern')).toEqual([])
    expect(check('Save', '')).toEqual(['missing'])
    expect(check('Save', '', { ...german, complete: false })).toEqual([])
  })

  it('is in step with the code', () => {
    expect(rules(problemsOfLanguage(german, [entry('Save', '')], []))).toEqual(['step'])
    expect(rules(problemsOfLanguage(german, [], [entry('Save', 'Speichern')]))).toEqual(['step'])
    expect(rules(problemsOfLanguage(german, [entry('Save all', '')], [entry('Save', 'Speichern')]))).toEqual(['step'])
    const fuzzy = entry('Save all', 'Speichern', { fuzzy: true })
    expect(rules(problemsOfLanguage(german, [entry('Save all', '')], [fuzzy]))).toEqual(['fuzzy'])
  })

  it('has the arguments of the English, also inside a plural', () => {
    expect(check('{count} left of {all}', 'noch {count}')).toEqual(['arguments'])
    const english = '{count, plural, one {# place at {name}} other {# places at {name}}}'
    expect(check(english, '{count, plural, one {# Platz} other {# Plätze}}')).toEqual(['arguments'])
    expect(check('Save', 'Speichern {')).toEqual(['syntax'])
  })

  it('has the cases that its language needs', () => {
    const english = '{count, plural, one {# place} other {# places}}'
    expect(check(english, '{count, plural, one {# Platz} other {# Plätze}}')).toEqual([])
    expect(check(english, '{count, plural, other {# Plätze}}')).toEqual(['cases'])
    expect(check(english, '{count, plural, =1 {ein Platz} other {# Plätze}}')).toEqual([])
    expect(check(english, '{count, plural, one {#} few {#} other {#}}')).toEqual(['cases'])
    const polish = { language: 'pl', locale: 'pl-PL', complete: true }
    expect(check(english, '{count, plural, one {#} other {#}}', polish)).toEqual(['cases', 'cases'])
    const ordinal = '{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}'
    expect(problemsOfEnglish([declared('staff/test', { ordinal })], () => true)).toEqual([])
    expect(check(ordinal, '{place, selectordinal, one {#re} other {#e}}', french)).toEqual([])
    expect(check(ordinal, '{place, selectordinal, other {#e}}', french)).toEqual(['cases'])
    expect(check(ordinal, '{place, selectordinal, other {#.}}')).toEqual([])
    expect(check(ordinal, '{place, selectordinal, one {#.} other {#.}}')).toEqual(['cases'])
    const select = '{way, select, cash {In cash} other {Online}}'
    expect(check(select, '{way, select, bar {Bar} other {Online}}')).toEqual(['cases'])
  })

  it.each([
    ['Bravo !', true],
    ['Bravo\u202F!', false],
    ['Bravo!', true],
    ['« oui »', true],
    ['«\u202Foui\u202F»', false],
    ['50 %', true],
    ['{amount}: rien', true],
    ['à 10:30, https://example.org/?a=1', false],
  ])('French %j lacks a narrow space: %s', (translation, lacks) => {
    const english = translation.includes('{amount}') ? '{amount}: x' : 'A longer sentence of English'
    expect(check(english, translation, french)).toEqual(lacks ? ['spacing'] : [])
  })

  it.each([
    ['Guten Tag {name},', true],
    ['Guten Tag,', true],
    ['Guten Tag {name}!', false],
    ['Guten Tag {name}, zeigen Sie diesen Code vor.', false],
  ])('German %j is a salutation that a capital would follow: %s', (translation, is) => {
    const english = translation.includes('{name}') ? 'Dear {name}, some more words' : 'Some more words, hello'
    expect(check(english, translation)).toEqual(is ? ['salutation'] : [])
    expect(check(english, translation, french)).not.toContain('salutation')
  })

  it('says a settled word, and one thing in one way', () => {
    const terms = [{ term: 'speaker', translations: { de: ['Redner', 'Gastredner'] } }]
    const said = (word: string) => [entry('Speaker', word)]
    expect(rules(problemsOfLanguage(german, said(''), said('Referent'), { terms }))).toEqual(['glossary'])
    expect(problemsOfLanguage(german, said(''), said('Gastredner'), { terms })).toEqual([])
    const two = [entry('Go back', 'Zurück'), entry('Go back', 'Zurückgehen', { id: 'staff/test.two' })]
    expect(rules(problemsOfLanguage(german, two, two))).toEqual(['same'])
    const exceptions = [{ english: 'Go back', language: 'de' }]
    expect(problemsOfLanguage(german, two, two, { exceptions })).toEqual([])
  })

  it('says no avoided word, except where it is right', () => {
    const words = ['Referent*', 'Es sprechen']
    const avoided = [{ language: 'de', words, say: 'Redner', allowedIn: ['staff/test.two'] }]
    const said = (translation: string, id = 'staff/test.one') => {
      const one = entry('Who speaks?', translation, { id })
      return problemsOfLanguage(german, [one], [one], { avoided }).map(({ rule, says }) => `${rule}: ${says}`)
    }
    expect(said('Die Referenten')).toEqual(['avoided: says "Referenten": say "Redner"'])
    expect(said('es sprechen')).toEqual(['avoided: says "es sprechen": say "Redner"'])
    expect(said('Die Korreferenten, referent_id')).toEqual([])
    expect(said('Die Referenten', 'staff/test.two')).toEqual([])
  })
})

describe('the English', () => {
  it('has namespaces that are unique and begin with an area, texts that are used, and both cases of a plural', () => {
    const one = declared('staff/test', { save: 'Save' })
    expect(problemsOfEnglish([one], () => true)).toEqual([])
    expect(rules(problemsOfEnglish([one, one], () => true))).toEqual(['namespace'])
    expect(rules(problemsOfEnglish([declared('test', {})], () => true))).toEqual(['namespace'])
    expect(rules(problemsOfEnglish([one], () => false))).toEqual(['unused'])
    expect(rules(problemsOfEnglish([declared('staff/test', { n: '{n, plural, other {#}}' })], () => true))).toEqual([
      'cases',
    ])
    const avoided = [{ language: 'en', words: ['store'], say: 'save', allowedIn: [] }]
    const two = declared('staff/test', { a: 'Store it', b: '{store} is restored' })
    expect(rules(problemsOfEnglish([two], () => true, { avoided }))).toEqual(['avoided'])
  })
})
