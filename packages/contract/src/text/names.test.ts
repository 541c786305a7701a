import { expect, test } from 'vitest'
import { personName } from '../core.ts'
import { isPersonName } from './names.ts'

test.each([
  'Ama',
  'Kofi Mensah',
  "N'Guessan",
  'O’Brien',
  'Ɔkomfo Anɔkye',
  'Ɛsi',
  'Müller-Lüdenscheidt',
  'José María',
  'Ps. Kofi',
  'Ps.Kofi',
  'Rev.Dr.Emmanuel',
  'Jr.',
  'Mensah Jr.',
  'K. A. Mensah',
  'K.A. Mensah',
  'J.K',
  'Nana Osei Tutu II',
  'Henry 8th',
  'Owusu-Ansah (Mrs)',
  'Adwoa, Ms.',
  'João d’Ávila',
  'Ng',
  'O',
  '王小明',
  'Mensah 12',
  'St. Me',
  'Dr. Me',
  'Abena/Akua',
])('%s is a name', (name) => expect(isPersonName(name)).toBe(true))

test.each([
  'You won! https://evil.example',
  'http://x',
  'www.evil.com',
  'evil.com',
  'Visit evil . com',
  'Claim at bit.ly/3xY',
  'me@evil.org',
  'ftp://host',
  '//evil.example',
  'Call 0244 123 456',
  '+233241234567',
  'win-now.xyz',
  'EVIL.COM',
  'ｅｖｉｌ．ｃｏｍ',
  '<b>Ama</b>',
  'You won!',
  '12345',
  '...',
  'a_b',
  'Ama: open',
  't.me/x',
  'wa.me/233',
  'evil。com',
])('%s is not', (name) => expect(isPersonName(name)).toBe(false))

test('a field says so', () => {
  const result = personName(80).safeParse('https://evil.example')
  expect(result.error?.issues[0]?.message).toBe('person_name')
  expect(personName(80).parse('  Ɛsi  ')).toBe('Ɛsi')
  expect(personName(80).safeParse('   ').error?.issues[0]?.message).toBe('required')
})

test('a text as long as a body may be is judged at once', () => {
  // This would take minutes if the search began at every letter.
  expect(isPersonName('a'.repeat(500_000))).toBe(true)
  expect(isPersonName(`${'1 '.repeat(100_000)}x`)).toBe(false)
  expect(personName(60).safeParse('a'.repeat(500_000)).success).toBe(false)
})
