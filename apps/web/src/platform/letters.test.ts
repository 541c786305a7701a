import { expect, it } from 'vitest'
import { needsSans } from './letters.ts'

it('headings with letters of Akan and Ewe are set in the sans', () => {
  expect([needsSans('Ɔdɔ Wɔ Mu'), needsSans('Easter')]).toEqual([true, false])
})
