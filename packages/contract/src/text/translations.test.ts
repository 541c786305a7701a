import { expect, test } from 'vitest'
import { paragraphs } from '../core.ts'
import {
  inLanguage,
  markedIn,
  missingTexts,
  outdatedTexts,
  textIn,
  translatedLine,
  translationsOf,
  undatedTranslations,
} from './translations.ts'

const row = {
  _id: '1',
  name: 'Youth camp',
  summary: 'Five days by the sea.',
  translations: { de: { name: 'Jugendfreizeit', summary: '' }, fr: {} },
}

test('a row is told in the language of its reader, and each missing text in the church’s own', () => {
  expect(inLanguage(row, 'de')).toEqual({ _id: '1', name: 'Jugendfreizeit', summary: 'Five days by the sea.' })
  expect(inLanguage(row, 'fr')).toEqual({ _id: '1', name: 'Youth camp', summary: 'Five days by the sea.' })
  expect(inLanguage(row, 'en')).toEqual({ _id: '1', name: 'Youth camp', summary: 'Five days by the sea.' })
  expect(textIn(row, 'name', 'de')).toBe('Jugendfreizeit')
  expect(textIn(row, 'summary', 'de')).toBe('Five days by the sea.')
})

test('a text without a translation says what language it is in, also where it only stands in', () => {
  const marks = (reader: 'de' | 'en' | 'fr', translations: object) =>
    markedIn({ ...row, translations }, ['name', 'summary'], { reader, own: 'fr' }).languages
  const english = { name: row.name, summary: row.summary }
  const german = { name: 'Jugendfreizeit' }
  expect(marks('de', { de: german })).toEqual({ summary: 'fr' })
  expect(marks('fr', { de: german })).toBeUndefined()
  // The church changed from English to French. The summary was written in French since.
  const changed = { de: german, en: { ...english, summary: 'Five days.' }, fr: { name: '', summary: '' } }
  expect(marks('fr', changed)).toEqual({ name: 'en' })
  expect(marks('de', changed)).toEqual({ summary: 'fr' })
  expect(marks('en', changed)).toBeUndefined()
})

test('a translation adds no field to a row', () => {
  expect(inLanguage({ name: 'Youth camp', translations: { de: { price: '0' } } }, 'de')).toEqual({ name: 'Youth camp' })
})

test('what is missing is what the church’s own language has', () => {
  const fields = ['name', 'summary'] as const
  expect(missingTexts(row, row.translations, fields, 'de')).toEqual(['summary'])
  expect(missingTexts({ ...row, summary: ' ' }, row.translations, fields, 'pt')).toEqual(['name'])
})

const { write } = translationsOf({ name: translatedLine(20), summary: paragraphs(100) })

test('empty texts and languages without a text are not kept', () => {
  expect(write.parse({ de: { name: ' Jugendfreizeit ', summary: '' }, fr: { name: '  ' }, pt: {} })).toEqual({
    de: { name: 'Jugendfreizeit' },
  })
  expect(write.parse(undefined)).toBeUndefined()
})

test('other fields, other languages, long texts and lines of two lines are refused', () => {
  expect(write.safeParse({ de: { title: 'Jugendfreizeit' } }).success).toBe(false)
  expect(write.safeParse({ xx: { name: 'Jugendfreizeit' } }).success).toBe(false)
  expect(write.safeParse({ de: { name: 'x'.repeat(21) } }).success).toBe(false)
  expect(write.safeParse({ de: { name: 'Jugend\nfreizeit' } }).success).toBe(false)
})

test('a translation may be outdated when the words that it was written for have changed, and the church has some', () => {
  const translations = { de: { name: 'Bett', name_translates: 'Bed', summary: 'Kurz' }, fr: { name_translates: 'Bed' } }
  const outdated = (name: string, reader: 'de' | 'fr') =>
    outdatedTexts({ name, summary: 'Short' }, translations, ['name', 'summary'], reader)
  expect([outdated('Beds', 'de'), outdated('Bed', 'de'), outdated('', 'de'), outdated('Beds', 'fr')]).toEqual([
    ['name'],
    [],
    [],
    [],
  ])
  expect(undatedTranslations(translations)).toEqual({ de: { name: 'Bett', summary: 'Kurz' }, fr: {} })
  expect(write.parse({ de: { name: 'Bett', name_translates: ' Beds ' } })).toEqual({
    de: { name: 'Bett', name_translates: 'Beds' },
  })
})
