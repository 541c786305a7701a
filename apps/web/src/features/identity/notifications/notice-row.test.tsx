// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { idOf, showScreen } from '../../../../test/screen.tsx'
import { NoticeRow } from './notice-row.tsx'
import type { Notification } from './use-open-notice.ts'

it('has a link for each address in its text, which does not open the notice', async () => {
  const onOpen = vi.fn()
  const notice: Notification = {
    _id: idOf(1),
    kind: 'announcement',
    title: 'Buses',
    body: 'See https://church.example/bus, and again https://church.example/bus.',
    link: null,
    language: null,
    read_at: null,
    created_at: '2027-01-01T08:00:00.000Z',
  }
  const { user } = await showScreen(
    () => <NoticeRow notice={notice} onOpen={onOpen} />,
    () => {},
  )
  const [link, ...others] = screen.getAllByRole('link')
  expect(others).toEqual([])
  expect(link?.getAttribute('href')).toBe('https://church.example/bus')
  expect(link?.closest('button')).toBeNull()
  await user.click(screen.getByRole('button', { name: /Buses/ }))
  expect(onOpen).toHaveBeenCalledTimes(1)
})

it('shows bold words and lists of the office', async () => {
  const notice: Notification = {
    _id: idOf(1),
    kind: 'office_message',
    title: 'Buses',
    body: 'Please **come early**:\n- bus one\n- bus two',
    link: null,
    language: null,
    read_at: null,
    created_at: '2027-01-01T08:00:00.000Z',
  }
  await showScreen(
    () => <NoticeRow notice={notice} onOpen={() => {}} />,
    () => {},
  )
  expect(screen.getByText('come early').tagName).toBe('STRONG')
  expect(screen.getByText('bus two').dataset['item']).toBe('true')
})
