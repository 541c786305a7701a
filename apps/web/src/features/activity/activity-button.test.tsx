// @vitest-environment happy-dom
import { activityRoutes } from '@shiloh/contract/activities'
import { sampleFileRoutes } from '@shiloh/contract/sample-files'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keyOf, queryOf } from '#platform/queries'
import { showScreen } from '../../../test/screen.tsx'
import { ActivityButton } from './activity-button.tsx'

function Page() {
  const client = useQueryClient()
  useQuery(queryOf(sampleFileRoutes.list, {}))
  const news = () => void client.invalidateQueries({ queryKey: keyOf(activityRoutes.countActivities) })
  return (
    <>
      <ActivityButton />
      <button type="button" onClick={news}>
        News
      </button>
    </>
  )
}

test('a list on the screen is read again when own work has ended, and not before', async () => {
  let underWay = 2
  const { user, server } = await showScreen(
    () => <Page />,
    (given) => {
      given.answer(activityRoutes.countActivities, () => ({ under_way: underWay }))
      given.answerList(sampleFileRoutes.list, [])
    },
  )
  const news = async (now: number) => {
    underWay = now
    await user.click(screen.getByRole('button', { name: 'News' }))
    await screen.findByRole('button', { name: now === 0 ? 'Activity' : `Activity, ${now} under way` })
  }
  await screen.findByRole('button', { name: 'Activity, 2 under way' })
  await news(3)
  expect(server.calls(sampleFileRoutes.list)).toHaveLength(1)
  await news(0)
  await waitFor(() => expect(server.calls(sampleFileRoutes.list)).toHaveLength(2))
})
