// @vitest-environment happy-dom
import { publishingRoutes, type RoomPublication } from '@shiloh/contract/allocation/publishing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../../test/screen.tsx'
import { Publish } from './publish.tsx'

const NEWS: RoomPublication = {
  last: null,
  activity_id: null,
  given: 0,
  moved: 0,
  taken: 0,
  messages: 0,
  seen: '',
  known: 0,
  rows: [],
}

it('looks again each time it opens', async () => {
  const { user, server } = await showScreen(
    () => <Publish eventId={idOf(2)} untold={1} />,
    (fake) => fake.answer(publishingRoutes.readRoomPublication, NEWS),
  )
  await user.click(await screen.findByRole('button', { name: 'Publish rooms (1)' }))
  expect(await screen.findByText(/There is nothing to publish/)).toBeDefined()
  const [, close] = screen.getAllByRole('button', { name: 'Close' })
  if (close) await user.click(close)
  server.answer(publishingRoutes.readRoomPublication, { ...NEWS, moved: 1, messages: 1 })
  await user.click(screen.getByRole('button', { name: 'Publish rooms (1)' }))
  expect(await screen.findByText('1 person has another room')).toBeDefined()
})
