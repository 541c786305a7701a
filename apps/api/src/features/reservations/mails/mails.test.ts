import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { expect, test } from 'vitest'
import { templates } from './mails.ts'

/** Places in line whose forms differ somewhere: 11 is no 1, and 21 is one in English alone. */
const PLACES = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111]
const FORMS: Readonly<Record<Language, readonly string[]>> = {
  en: ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '101st', '111th'],
  de: PLACES.map((place) => `${place}.`),
  fr: PLACES.map((place) => (place === 1 ? '1re' : `${place}e`)),
  pt: PLACES.map((place) => `${place}.º`),
}

test.each(LANGUAGES)('the place in line has the form of its language: %s', (language) => {
  const { waiting_joined: joined } = templates
  const [example] = joined?.shown?.examples ?? []
  const said = PLACES.map((place) => {
    const data = { ...Object(example), event: 'Retreat', translations: {}, ahead: place - 1 }
    return joined?.write(data, language, { publicUrl: '' }).text.match(/\d+\S+/)?.[0]
  })
  expect(said).toEqual(FORMS[language])
})

test.each([
  [{}, 'Your reservation for Retreat was changed'],
  [
    { standing: { kind: 'change', amount: 100, at: '2026-12-02T11:43:00.000Z' } },
    'Your change for Retreat is not in force yet',
  ],
  [{ waiting_change: 'taken_back' }, 'Your change for Retreat is taken back'],
])('a message about a change says what became of it: %j', (of, subject) => {
  const { reservation_changed: changed } = templates
  const [example] = changed?.shown?.examples ?? []
  const said = changed?.write({ ...Object(example), event: 'Retreat', translations: {}, ...of }, 'en', {
    publicUrl: '',
  })
  expect(said?.subject).toBe(subject)
  expect(said?.text.match(/was changed/) !== null).toBe(subject.endsWith('was changed'))
  expect(said?.text.match(/taken back/g)?.length ?? 0).toBe(subject.endsWith('taken back') ? 1 : 0)
})
