// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { Keys } from './keys.tsx'
import { useScreenKeys } from './screen-keys.tsx'

function List() {
  useScreenKeys('list')
  return <p>A list</p>
}
function Board() {
  useScreenKeys('tasks')
  return <p>A board</p>
}
function Page() {
  const [isBoard, setBoard] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setBoard(true)}>
        Board
      </button>
      {isBoard ? <Board /> : <List />}
      <Keys />
    </>
  )
}

const headings = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

it('shows the keys of the screen that is open, before those that work everywhere', async () => {
  const { user } = await showScreen(Page, () => {})
  await user.keyboard('?')
  await screen.findByRole('dialog')
  expect(headings()).toEqual(['In lists', 'Everywhere', 'In forms'])
  await user.keyboard('{Escape}')
  await user.click(screen.getByText('Board'))
  await user.keyboard('?')
  await screen.findByRole('dialog')
  expect(headings()).toEqual(['On the task board', 'Everywhere', 'In forms'])
})
