// @vitest-environment happy-dom
import { Checkbox, TextInput } from '@mantine/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { Keys } from '../shell/keys.tsx'
import { ChoiceSelect } from './choice-select.tsx'
import { FormDialog } from './form-dialog.tsx'
import { FormDrawer } from './form-drawer.tsx'

const saved = vi.fn()

function Page() {
  const [opened, setOpened] = useState(true)
  return opened ? (
    <FormDialog title="A name" onClose={() => setOpened(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          saved()
        }}
      >
        <TextInput label="Name" data-autofocus defaultValue="Ama" />
        <Checkbox label="For everybody" />
        <button type="submit">Keep</button>
      </form>
      <Keys />
    </FormDialog>
  ) : (
    <p>Closed</p>
  )
}

const show = () => showScreen(Page, () => {})

it('closes on Escape while nothing was typed, and also when it was taken back', async () => {
  const { user } = await show()
  await user.click(screen.getByLabelText('Name'))
  await user.keyboard('x{Backspace}{Escape}')
  expect(screen.getByText('Closed')).toBeTruthy()
})

it('asks on Escape before what was typed or ticked is lost, and saves with Ctrl Enter', async () => {
  const { user } = await show()
  await user.click(screen.getByLabelText('For everybody'))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  await user.click(screen.getByLabelText('Name'))
  await user.keyboard('x{Escape}')
  expect(screen.queryByText('Closed')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  await user.click(screen.getByLabelText('Name'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(saved).toHaveBeenCalledTimes(1)
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(screen.getByText('Closed')).toBeTruthy()
})

function DrawerPage() {
  const [opened, setOpened] = useState(true)
  return opened ? (
    <FormDrawer title="Your spouse" onClose={() => setOpened(false)}>
      <TextInput label="Name" data-autofocus />
    </FormDrawer>
  ) : (
    <p>Closed</p>
  )
}

it('a drawer asks the same', async () => {
  const { user } = await showScreen(DrawerPage, () => {})
  await user.click(screen.getByLabelText('Name'))
  await user.keyboard('Ama{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await user.click(screen.getByLabelText('Name'))
  await user.keyboard('{Control>}a{/Control}{Backspace}{Escape}')
  expect(screen.getByText('Closed')).toBeTruthy()
})

function Fields({ named = false }: { named?: boolean }) {
  return (
    <FormDrawer title="Names" onClose={() => {}}>
      <TextInput label="First name" />
      <TextInput label="Last name" {...(named && { 'data-autofocus': true })} />
    </FormDrawer>
  )
}

it('the first field has the focus, unless the form names another one', async () => {
  await showScreen(
    () => <Fields />,
    () => {},
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')))
  cleanup()
  await showScreen(
    () => <Fields named />,
    () => {},
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Last name')))
})

const REGIONS = ['Ahafo', 'Ashanti', 'Bono', 'Central', 'Eastern', 'Northern', 'Oti', 'Volta', 'Western']

function SelectFirst({ few }: { few: boolean }) {
  const [region, setRegion] = useState('Ashanti')
  const choices = REGIONS.slice(0, few ? 3 : undefined).map((name) => ({ value: name, label: name }))
  return (
    <FormDrawer title="Where" onClose={() => {}}>
      <ChoiceSelect label="Region" choices={choices} value={region} onChange={setRegion} />
      <TextInput label="Place" />
    </FormDrawer>
  )
}

it('a select that is first has the focus with its list closed, and typing replaces its choice', async () => {
  const region = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Region' })
  await showScreen(
    () => <SelectFirst few />,
    () => {},
  )
  await waitFor(() => expect(document.activeElement).toBe(region()))
  expect(region().getAttribute('aria-expanded')).toBe('false')
  cleanup()
  const { user } = await showScreen(
    () => <SelectFirst few={false} />,
    () => {},
  )
  await waitFor(() => expect(document.activeElement).toBe(region()))
  expect(region().getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('volt{Enter}')
  expect(region().value).toBe('Volta')
})

/** The first field opens a calendar when it has the focus, so the drawer focuses none. */
function EarlyPage() {
  const second = useRef<HTMLInputElement>(null)
  useEffect(() => second.current?.focus(), [])
  return (
    <>
      <input aria-label="Day" aria-haspopup="dialog" />
      <input aria-label="Action" ref={second} />
    </>
  )
}

it('leaves somebody in the field that they went to before the drawer had opened', async () => {
  await showScreen(
    () => (
      <FormDrawer title="A permission" onClose={() => {}}>
        <EarlyPage />
      </FormDrawer>
    ),
    () => {},
  )
  // The trap of the drawer focuses something when it has opened, after all that has begun by now.
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(screen.getByLabelText('Action'))
})

it('saves with Ctrl Enter what a form saves with a button of several', async () => {
  const reserve = vi.fn()
  const { user } = await showScreen(
    () => (
      <form>
        <textarea aria-label="Note" />
        <button type="button" data-saves onClick={reserve}>
          Reserve
        </button>
        <button type="button">Reserve and take cash</button>
        <Keys />
      </form>
    ),
    () => {},
  )
  await user.click(screen.getByLabelText('Note'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(reserve).toHaveBeenCalledTimes(1)
})
