import { expect, it } from 'vitest'
import { partsOf } from './linked-text.tsx'

it('finds addresses in what was typed, without the punctuation behind them, and nothing that runs', () => {
  expect(partsOf('Bus plan:\n\nhttps://church.example/bus?day=1. See (www.church.example), or call.')).toEqual([
    { text: 'Bus plan:\n\n' },
    { text: 'https://church.example/bus?day=1', href: 'https://church.example/bus?day=1' },
    { text: '. See (' },
    { text: 'www.church.example', href: 'https://www.church.example' },
    { text: '), or call.' },
  ])
  expect(partsOf('javascript:alert(1) <b>no</b>')).toEqual([{ text: 'javascript:alert(1) <b>no</b>' }])
})
