// @vitest-environment happy-dom
import { Menu, Modal } from '@mantine/core'
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { showScreen } from '../../test/screen.tsx'
import { keepFocus } from './keep-focus.ts'

/** Lines that can be removed, each by its button or its menu, after a dialog. */
function Page() {
  const [lines, setLines] = useState(['Ama', 'Kofi', 'Yaw'])
  const [asked, setAsked] = useState<string>()
  const [hinted, setHinted] = useState(false)
  return (
    <main>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <button type="button" onClick={() => setAsked(line)}>
              Remove {line}
            </button>
            <Menu>
              <Menu.Target>
                <button type="button">More on {line}</button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setAsked(line)}>Remove</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
      {asked ? (
        <Modal opened title="Sure?" onClose={() => setAsked(undefined)}>
          <button type="button" onClick={() => setHinted(true)}>
            Why
          </button>
          <button
            type="button"
            onClick={() => {
              setLines(lines.filter((line) => line !== asked))
              setAsked(undefined)
            }}
          >
            Yes
          </button>
        </Modal>
      ) : null}
      {hinted ? (
        <Modal opened title="A hint" onClose={() => setHinted(false)}>
          <button type="button" onClick={() => setHinted(false)}>
            Read
          </button>
        </Modal>
      ) : null}
    </main>
  )
}

const show = (page = Page) => {
  onTestFinished(keepFocus().end)
  return showScreen(page, () => {})
}
const isFocused = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name))

it('gives the focus back to what opened a dialog, through a dialog over it', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Remove Kofi' }))
  await user.click(screen.getByRole('button', { name: 'Why' }))
  await user.click(screen.getByRole('button', { name: 'Read' }))
  await isFocused('Why')
  await user.keyboard('{Escape}')
  await isFocused('Remove Kofi')
})

it('gives it to the first entry of a menu that the keyboard opens', async () => {
  const { user } = await show()
  screen.getByRole('button', { name: 'More on Kofi' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Remove' })))
})

it('gives it to the next line when what opened it has gone', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Remove Kofi' }))
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  await isFocused('Remove Yaw')
  await user.click(screen.getByRole('button', { name: 'Remove Yaw' }))
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  await isFocused('Remove Ama')
})

it('gives it to the button of the menu that opened the dialog', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'More on Ama' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Why' }))
  await user.click(screen.getByRole('button', { name: 'Read' }))
  await isFocused('Why')
  await user.keyboard('{Escape}')
  await isFocused('More on Ama')
})

/** A form in the place of the button that opens it, which saves for a moment. */
function Adding() {
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  return (
    <main>
      <section>
        <p>Your family</p>
        {isOpen ? (
          <form>
            <input aria-label="Name" />
            <button type="button" onClick={() => setIsOpen(false)}>
              Cancel
            </button>
          </form>
        ) : (
          <button type="button" onClick={() => setIsOpen(true)}>
            Add
          </button>
        )}
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            setIsBusy(true)
            setTimeout(setIsBusy, 10, false)
          }}
        >
          Save
        </button>
      </section>
    </main>
  )
}

it('follows somebody at the keyboard into what takes the place of a button, and back', async () => {
  const { user } = await show(Adding)
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  await user.tab()
  await user.keyboard('{Enter}')
  await isFocused('Add')
})

it('opens no keyboard of a phone', async () => {
  const { user } = await show(Adding)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(document.body)
})

it('comes back to a button that was disabled while it saved', async () => {
  const { user } = await show(Adding)
  screen.getByRole('button', { name: 'Save' }).focus()
  await user.keyboard('{Enter}')
  // As Chromium does.
  act(() => screen.getByRole('button', { name: 'Save' }).blur())
  await isFocused('Save')
})

it('begins a new page at its heading, unless something in it has the focus', async () => {
  const keeper = keepFocus()
  onTestFinished(keeper.end)
  await showScreen(
    () => (
      <main>
        <h1>Rooms</h1>
        <input aria-label="Search" />
      </main>
    ),
    () => {},
  )
  keeper.arrive()
  await isFocused('Rooms')
  screen.getByLabelText('Search').focus()
  keeper.arrive()
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})

/** A button that goes and leaves nothing for the keyboard where it was. */
function Once() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <main>
      <header>
        <h1>Orders</h1>
        <div>
          {isOpen ? null : (
            <button type="button" onClick={() => setIsOpen(true)}>
              Scan
            </button>
          )}
        </div>
      </header>
      {isOpen ? <input aria-label="Code" /> : null}
    </main>
  )
}

it('goes to the heading when nothing is left where the button was', async () => {
  const { user } = await show(Once)
  await user.tab()
  await user.keyboard('{Enter}')
  await isFocused('Orders')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('Code'))
})

/** A part of the page that turns into a dialog while it has the focus. */
function Turning() {
  const [at, setAt] = useState<'page' | 'dialog' | 'gone'>('page')
  return (
    <main>
      <h1>Languages</h1>
      {at === 'gone' ? null : (
        <div role={at === 'dialog' ? 'dialog' : 'group'}>
          <button type="button" onClick={() => setAt('dialog')}>
            Write
          </button>
          <button type="button" onClick={() => setAt('gone')}>
            Done
          </button>
        </div>
      )}
    </main>
  )
}

it('finds the place after a dialog that had the focus before it was one', async () => {
  const { user } = await show(Turning)
  await user.tab()
  await user.keyboard('{Enter}')
  await user.tab()
  await user.keyboard('{Enter}')
  await isFocused('Languages')
})
