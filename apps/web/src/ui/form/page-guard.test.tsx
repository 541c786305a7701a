// @vitest-environment happy-dom
import { Menu, Modal, TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { ChoiceSelect } from './choice-select.tsx'
import { DayInput } from './day-input.tsx'
import { PageGuard } from './page-guard.tsx'

const DAY = '2027-01-15'

function Page({ onLeave }: { onLeave?: () => void }) {
  const [name, setName] = useState('')
  const [day, setDay] = useState<string | null>(DAY)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <PageGuard hasChanges={() => name !== '' || day !== DAY} {...(onLeave && { onLeave })} />
      <TextInput label="Name" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
      <DayInput label="Day" value={day} onChange={setDay} />
      <TextInput label="Find" type="search" />
      <ChoiceSelect label="Category" choices={[{ value: 'a', label: 'Rooms' }]} value="a" onChange={() => {}} />
      <Menu transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <button type="button" onClick={() => setOpened(true)}>
        Preview
      </button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="How it looks">
        As it is read
      </Modal>
    </>
  )
}

const show = () =>
  showScreen(
    () => <Page />,
    () => {},
    {
      path: '/admin/faqs/new',
      breadcrumb: [{ label: () => 'Questions', to: '/admin/faqs' }],
    },
  )

it('goes to the page above on Escape, to the list as it was left, while nothing was typed', async () => {
  sessionStorage.setItem('list:/admin/faqs', JSON.stringify({ search: 'pay' }))
  const { user, address } = await show()
  await user.click(screen.getByLabelText('Name'))
  await user.keyboard('x{Backspace}{Escape}')
  await screen.findByText('Elsewhere: /admin/faqs')
  expect(address()).toBe('/admin/faqs?search=pay')
})

it('asks on Escape before what was typed is lost, and a second Escape stays', async () => {
  const { user, address } = await show()
  await user.type(screen.getByLabelText('Name'), 'x{Escape}')
  await screen.findByText('Leave without saving?')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull())
  expect(address()).toBe('/admin/faqs/new')
  await user.type(screen.getByLabelText('Name'), '{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByText('Elsewhere: /admin/faqs')
})

it('counts a day that is typed in the field that has the focus', async () => {
  const { user } = await show()
  const day = screen.getByLabelText('Day')
  await user.clear(day)
  // The first Escape closes the calendar.
  await user.type(day, '16.01.2027{Escape}{Escape}')
  await screen.findByText('Leave without saving?')
})

it.each([
  ['a dialog', () => screen.getByRole('button', { name: 'Preview' }), () => screen.queryByText('As it is read')],
  ['a menu', () => screen.getByRole('button', { name: 'More' }), () => screen.queryByText('Delete')],
  [
    'a choice',
    () => screen.getByRole('combobox', { name: 'Category' }),
    () => document.querySelector('[aria-expanded=true]'),
  ],
])('closes %s with Escape, and leaves the page only with the next one', async (_, target, inside) => {
  const onLeave = vi.fn()
  const { user } = await showScreen(
    () => <Page onLeave={onLeave} />,
    () => {},
  )
  await user.click(target())
  await waitFor(() => expect(inside()).not.toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(inside()).toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onLeave).toHaveBeenCalled())
  expect(onLeave).toHaveBeenCalledTimes(1)
})

it('leaves the first Escape to a search field that holds words', async () => {
  const onLeave = vi.fn()
  const { user } = await showScreen(
    () => <Page onLeave={onLeave} />,
    () => {},
  )
  const field = screen.getByLabelText('Find')
  await user.type(field, 'x{Escape}')
  await user.clear(field)
  await user.type(field, '{Escape}')
  await waitFor(() => expect(onLeave).toHaveBeenCalled())
  expect(onLeave).toHaveBeenCalledTimes(1)
})
