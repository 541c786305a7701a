// @vitest-environment happy-dom
import { activityRoutes } from '@shiloh/contract/activities'
import { type Alert, alertRoutes } from '@shiloh/contract/alerts/alerts'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { ActivityDrawer } from './activity-drawer.tsx'

const alert = (n: number): Alert => ({
  _id: idOf(n),
  kind: 'workflow_failed',
  severity: 'act',
  state: 'open',
  title: 'Workflow with failed runs',
  todo: 'See what failed.',
  about: `Welcome ${n}`,
  link: `/admin/workflow/runs?workflow_id=${idOf(n)}&state=failed`,
  created_at: '2027-01-01T08:00:00.000Z',
  updated_at: '2027-01-01T08:00:00.000Z',
  snoozed_until: null,
  resolved_at: null,
  resolved_by: null,
  resolution: '',
  allowed: ['resolve', 'snooze'],
})

test('says how many alerts wait, names the newest three, and leads to each', async () => {
  const onClose = vi.fn()
  const { user, address } = await showScreen(
    () => <ActivityDrawer onClose={onClose} />,
    (server) => {
      server.answerList(activityRoutes.listActivities, [])
      server.answerList(alertRoutes.listAlerts, [1, 2, 3, 4].map(alert))
    },
  )
  const all = await screen.findByRole('link', { name: '4 alerts wait' }, { timeout: 5000 })
  expect(all.getAttribute('href')).toBe('/admin/alerts')
  expect(screen.getAllByRole('link', { name: /^Workflow with failed runs: Welcome/ })).toHaveLength(3)
  await user.click(screen.getByRole('link', { name: 'Workflow with failed runs: Welcome 2' }))
  expect([address(), onClose.mock.calls.length]).toEqual([
    `/admin/workflow/runs?workflow_id=${idOf(2)}&state=failed`,
    1,
  ])
})
