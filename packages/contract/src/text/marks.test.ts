import { expect, it } from 'vitest'
import { readMarks, toggleBold, toggleList, withoutMarks } from './marks.ts'

it('reads bold text and lists, and leaves the rest as it was typed', () => {
  const text = 'Please **bring**:\n- your *own* **cup**\n- <b>2 ** 3 ** 4</b>\n\n\nSee you'
  expect(readMarks(text)).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          { text: 'Please ', bold: false },
          { text: 'bring', bold: true },
          { text: ':', bold: false },
        ],
      ],
    },
    {
      kind: 'list',
      lines: [
        [
          { text: 'your *own* ', bold: false },
          { text: 'cup', bold: true },
        ],
        [{ text: '<b>2 ** 3 ** 4</b>', bold: false }],
      ],
    },
    { kind: 'paragraph', lines: [[{ text: 'See you', bold: false }]] },
  ])
  expect(withoutMarks(text)).toBe('Please bring:\n- your *own* cup\n- <b>2 ** 3 ** 4</b>\n\n\nSee you')
})

it('makes a selection bold, lines a list, and both plain again', () => {
  const bold = toggleBold({ text: 'come today', from: 5, to: 10 })
  expect(bold).toEqual({ text: 'come **today**', from: 7, to: 12 })
  expect(toggleBold(bold)).toEqual({ text: 'come today', from: 5, to: 10 })
  const list = toggleList({ text: 'Bring\ncup\nplate\n', from: 7, to: 12 })
  expect(list.text).toBe('Bring\n- cup\n- plate\n')
  expect(toggleList({ ...list, from: 8, to: 16 }).text).toBe('Bring\ncup\nplate\n')
  expect(toggleList({ text: '', from: 0, to: 0 })).toEqual({ text: '- ', from: 2, to: 2 })
})
