import { expect, it } from 'vitest'
import { gapsOf, isUnwritten } from './gaps.ts'

const english = { en: { subject: 'Buses', body: 'They leave at eight.', sms: '' } }

it('says which channel has no text at all, while another has one', () => {
  expect(gapsOf(english, ['app', 'mail', 'sms'], 'en', 'en')).toEqual([{ channels: ['sms'], instead: null }])
  expect(isUnwritten(english, ['app', 'mail', 'sms'])).toBe(false)
})

it('says which language the readers of a channel get instead', () => {
  const both = { ...english, de: { subject: '', body: '', sms: 'Busse um acht.' } }
  expect(gapsOf(both, ['app', 'mail', 'sms'], 'de', 'en')).toEqual([{ channels: ['app', 'mail'], instead: 'en' }])
  expect(gapsOf(both, ['sms', 'mail'], 'fr', 'en')).toEqual([
    { channels: ['mail'], instead: 'en' },
    { channels: ['sms'], instead: 'de' },
  ])
})

it('has nothing to say of a language that has every text, and knows when nothing is written', () => {
  expect(gapsOf(english, ['mail'], 'en', 'en')).toEqual([])
  expect(isUnwritten(english, ['sms'])).toBe(true)
})
