import { expect, it } from 'vitest'
import { inSingleBraces, namedUnknown, unknownFields, withoutUnknown } from './fields.ts'

it('names the fields that a text cannot have', () => {
  const text = 'Dear {{first_name}}, {{unsinn}} {{ balance }} {{'
  expect(namedUnknown(text, true)).toEqual(['unsinn'])
  expect(namedUnknown(text, false)).toEqual(['unsinn', 'balance'])
})

it('leaves out what is wrong in a text, and nothing else', () => {
  const texts = { de: { subject: 'Liebe {{first_name}}{{unsinn}}!', body: '{{balance}} }}', sms: 'a {{ b' } }
  expect(withoutUnknown(texts, false)).toEqual({ de: { subject: 'Liebe {{first_name}}!', body: ' ', sms: 'a  b' } })
  expect(withoutUnknown(texts, true)).toMatchObject({ de: { body: '{{balance}} ' } })
})

it('finds fields in single braces, and leaves other braces alone', () => {
  const text = 'Dear {first_name} { code }, {name}: {{first_name}} {see below} {anything} {}'
  expect(inSingleBraces(text)).toEqual(['{first_name}', '{ code }', '{name}'])
  expect(unknownFields(text)).toEqual(['{first_name}', '{ code }', '{name}'])
  const texts = { de: { subject: text, body: '', sms: '' } }
  const mended = 'Dear  , : {{first_name}} {see below} {anything} {}'
  expect(withoutUnknown(texts, true)).toMatchObject({ de: { subject: mended } })
  expect(unknownFields(mended)).toEqual([])
})
