import { defineTexts } from '@shiloh/contract/core'
import { ERROR_TEXTS } from '@shiloh/contract/errors'
import { formatMoneyInText } from '@shiloh/contract/text/format'
import { expect, test } from 'vitest'
import { errorText, translate, translator } from './texts.ts'

const texts = defineTexts('server/texts-of-a-test', {
  people: '{count, plural, one {# person} other {# persons}}',
  hello: 'Hello {name}',
  bye: 'Goodbye',
})

test('a text is in the language of its reader; in English where there is no translation', () => {
  expect(translate(ERROR_TEXTS.not_signed_in, 'en')).toBe('Please sign in.')
  expect(errorText('not_signed_in', 'de')).not.toBe(errorText('not_signed_in', 'en'))
  expect(translator(texts, 'fr')('hello', { name: 'Ama' })).toBe('Hello Ama')
})

test('plurals and numbers of Portuguese are those of Portugal', () => {
  const say = translator(texts, 'pt')
  expect([0, 1].map((count) => say('people', { count }))).toEqual(['0 persons', '1 person'])
  expect(say('people', { count: 12_345 })).toBe('12\u00A0345 persons')
  expect(formatMoneyInText(1_234_500, 'GHS', 'pt')).toBe('12\u00A0345,00\u00A0GHS')
  expect(translator(texts, 'fr')('people', { count: 0 })).toBe('0 person')
})

test('a call gives the arguments of the text', () => {
  const say = translator(texts, 'en')
  expect(say('bye')).toBe('Goodbye')
  // @ts-expect-error a name is missing
  expect(say('hello')).toBe('Hello ')
  // @ts-expect-error the text has no arguments
  expect(translate(texts.bye, 'en', { name: 'Ama' })).toBe('Goodbye')
})
