// @vitest-environment happy-dom
import { taskRoutes } from '@shiloh/contract/tasks'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { Board } from './board.tsx'

const show = (query: { search?: string }) =>
  showScreen(
    () => (
      <Board
        query={query}
        openId={undefined}
        onOpen={() => undefined}
        onAdd={() => undefined}
        empty={<p>What to do next</p>}
      />
    ),
    (server) => server.answerList(taskRoutes.list, []),
  )
const patient = { timeout: 20_000 }

it('says what to do next where there is no task', async () => {
  await show({})
  expect(await screen.findByText('What to do next', {}, patient)).toBeTruthy()
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
})

it('keeps its columns where only a search finds nothing', async () => {
  await show({ search: 'generators' })
  expect(await screen.findAllByRole('heading', { level: 2 }, patient)).toHaveLength(3)
  expect(screen.queryByText('What to do next')).toBeNull()
})
