// @vitest-environment happy-dom
import type { Language } from '@shiloh/contract/core'
import { reportRoutes, type ScheduleView } from '@shiloh/contract/reports'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, I18nContext } from '#platform/i18n'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { ScheduleDialog, ScheduleSentence } from './schedule.tsx'

const schedule: ScheduleView = {
  event_id: idOf(2),
  every: 'week',
  on_day: 1,
  hour: 19,
  format: 'pdf',
  role_id: idOf(1),
  paused: false,
  role: 'Registrar',
  role_key: null,
  readers: 2,
  time_zone: 'Africa/Accra',
  next_at: null,
  last_at: null,
  last_readers: 0,
}

it.each<[Language, RegExp]>([
  ['en', /7:00 PM/],
  ['de', /19:00/],
  ['fr', /19:00/],
  ['pt', /19:00/],
])('%s: a report is sent at an hour as its readers write it', async (language, hour) => {
  await showScreen(
    () => (
      <I18nContext value={createI18n(language)}>
        <ScheduleSentence schedule={schedule} />
      </I18nContext>
    ),
    () => {},
  )
  expect(await screen.findByText(hour)).toBeDefined()
})

it('says why a report cannot be sent regularly yet', async () => {
  const { user, server } = await showScreen(
    () => (
      <ScheduleDialog
        body={{ name: 'Answers', report: 'answers', grouping: null, filters: {} }}
        eventId={idOf(2)}
        zone="Africa/Accra"
        saved={undefined}
        onClose={() => {}}
        onSaved={() => {}}
      />
    ),
    (fake) => fake.answer(reportRoutes.pickReaders, []),
  )
  const button = await screen.findByRole('button', { name: 'Send regularly' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  expect((await screen.findByRole('tooltip')).textContent).toBe('First choose the role whose people get it.')
  expect(server.calls(reportRoutes.saveReport)).toEqual([])
})
