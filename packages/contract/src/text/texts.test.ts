import { expect, expectTypeOf, test } from 'vitest'
import { defineTexts, type Given, type Message, NAMESPACE, type Texts } from './texts.ts'

const texts = defineTexts('server/texts-test', {
  save: 'Save',
  step: 'Step {step} of {count}',
  left: '{count, plural, =0 {Sold out} one {# place left for {name}} other {# places left}}',
  role: '{role, select, admin {Hello {name}} other {{count, plural, one {# person} other {# persons}} of {church}}}',
  total: 'Total {amount, number} on { day, date, short }',
})
type Of<Key extends keyof typeof texts & string> = Given<(typeof texts)[Key]>

test('the arguments of a text come from its English', () => {
  expectTypeOf<Of<'save'>>().toEqualTypeOf<[]>()
  expectTypeOf<Of<'step'>>().toEqualTypeOf<
    [values: { readonly step: string | number; readonly count: string | number }]
  >()
  expectTypeOf<Of<'left'>>().toEqualTypeOf<[values: { readonly count: number; readonly name: string | number }]>()
  expectTypeOf<Of<'role'>>().toEqualTypeOf<
    [
      values: {
        readonly role: string | number
        readonly name: string | number
        readonly count: number
        readonly church: string | number
      },
    ]
  >()
  expectTypeOf<Of<'total'>>().toEqualTypeOf<[values: { readonly amount: number; readonly day: Date | string }]>()
})

test('a key that is not known to be one text needs the arguments of each', () => {
  expectTypeOf<Of<'save' | 'left'>>().toEqualTypeOf<Of<'left'>>()
  expectTypeOf<Of<'step' | 'left'>[0]>().toExtend<{ step: string | number; count: number; name: string | number }>()
})

test('a call gives what the text asks for, and nothing else', () => {
  const say = <Key extends keyof typeof texts & string>(key: Key, ...values: Given<(typeof texts)[Key]>) =>
    `${texts[key].id} ${values.length}`
  const anyOf = (of: Texts, key: string, ...values: Given<Texts[string]>) => `${of[key]?.id} ${values.length}`
  expect(say('save')).toBe('server/texts-test.save 0')
  expect(say('step', { step: 1, count: 2 })).toBe('server/texts-test.step 1')
  expect(anyOf(texts, 'save')).toBe('server/texts-test.save 0')
  expect(anyOf(texts, 'step', { step: 1 })).toBe('server/texts-test.step 1')
  // @ts-expect-error the text has arguments
  say('step')
  // @ts-expect-error one of them is missing
  say('step', { step: 1 })
  // @ts-expect-error a plural needs a number
  say('left', { count: '3', name: 'Ama' })
  // @ts-expect-error the text has no arguments
  say('save', { step: 1 })
  // @ts-expect-error it has no such argument
  say('step', { step: 1, count: 2, of: 3 })
  // @ts-expect-error no such text
  expect(() => say('missing')).toThrow()
})

test('a namespace begins with its area', () => {
  expect(texts[NAMESPACE]).toBe('server/texts-test')
  expect(texts.step satisfies Message).toEqual({
    id: 'server/texts-test.step',
    english: 'Step {step} of {count}',
    translations: {},
  })
  // @ts-expect-error "office" is no area
  defineTexts('office/texts-test', {})
})
