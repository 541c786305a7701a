// @vitest-environment happy-dom

import { partsOf } from '@shiloh/contract/messaging/fields'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { TokenEditor } from './token-editor.tsx'

const Editor = () => (
  <TokenEditor
    label="Text"
    value="{{first_name}}"
    onChange={() => undefined}
    syntax={{ split: partsOf, write: (name) => `{{${name}}}` }}
    groups={[{ title: 'People', tokens: [{ name: 'first_name', label: 'First name' }] }]}
  />
)

const Line = () => (
  <TokenEditor
    label="Subject"
    value=""
    lines={1}
    onChange={() => undefined}
    syntax={{ split: partsOf, write: String }}
    groups={[]}
  />
)

const tokenIn = (box: HTMLElement): Text => {
  const word = box.firstChild?.firstChild
  if (!(word instanceof Text)) throw new Error('no token')
  return word
}

// Chromium puts the caret there after a click below the last token, and drops what is typed.
it('moves a caret out of a token before something is typed', async () => {
  await showScreen(Editor, () => undefined)
  const box = await screen.findByRole('textbox', { name: 'Text' })
  const selection = window.getSelection()
  selection?.collapse(tokenIn(box), 5)
  fireEvent.keyDown(box, { key: 'a' })
  expect([selection?.anchorNode, selection?.anchorOffset]).toEqual([box, 1])
  expect(selection?.isCollapsed).toBe(true)
})

it('marks a token as a whole', async () => {
  await showScreen(Editor, () => undefined)
  const box = await screen.findByRole('textbox', { name: 'Text' })
  const selection = window.getSelection()
  const word = tokenIn(box)
  selection?.setBaseAndExtent(word, 0, word, 4)
  fireEvent.mouseUp(box)
  expect([selection?.anchorNode, selection?.anchorOffset, selection?.focusNode, selection?.focusOffset]).toEqual([
    box,
    0,
    box,
    1,
  ])
})

it('holds back Enter in a single line, and not what saves', async () => {
  await showScreen(Line, () => undefined)
  const box = await screen.findByRole('textbox', { name: 'Subject' })
  // `fireEvent` returns false for what was held back.
  expect(fireEvent.keyDown(box, { key: 'Enter' })).toBe(false)
  expect(fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })).toBe(true)
})
