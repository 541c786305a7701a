// @vitest-environment happy-dom

import { type SystemStatus, systemRoutes } from '@shiloh/contract/system'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { showScreen } from '../../../../test/screen.tsx'
import { texts } from '../texts.ts'
import { SystemNote } from './system-note.tsx'

const t = translator(createI18n('en'), texts)

const calm: SystemStatus = {
  state: 'good',
  reasons: [],
  at: '2026-11-28T12:00:00.000Z',
  processes: 2,
  jobs: { due: 0, oldest_seconds: 0, failed: 0 },
  messages: { due: 0, oldest_seconds: 0 },
  waiting_for_database: 0,
  sockets: 3,
  free_bytes: 48_000_000_000,
}
const show = (status: SystemStatus, options = {}) =>
  showScreen(
    () => (
      <main>
        <SystemNote />
      </main>
    ),
    (server) => server.answer(systemRoutes.readSystemStatus, status),
    options,
  )

it('says in a line that everything runs', async () => {
  await show(calm)
  const line = await screen.findByRole('status')
  expect(line.textContent).toContain(t('system_good'))
  expect(line.textContent).toContain('48')
})

it('says what is wrong, with its figures', async () => {
  const jobs = { due: 40, oldest_seconds: 61, failed: 1 }
  await show({ ...calm, state: 'trouble', reasons: ['jobs_failed', 'jobs_wait'], jobs })
  const { textContent } = await screen.findByRole('status')
  expect(textContent).toContain(t('system_trouble'))
  expect(textContent).toContain('1 background job has failed.')
  expect(textContent).toContain('Background work has been waiting for 2 minutes.')
  expect(textContent).not.toContain(t('system_good'))
})

it('asks nothing for a reader who may not see it', async () => {
  const { server } = await show(calm, { denied: ['system_logs.read'] })
  expect(screen.queryByRole('status')).toBeNull()
  expect(server.calls(systemRoutes.readSystemStatus)).toEqual([])
})
