// @vitest-environment happy-dom
import { activityRoutes } from '@shiloh/contract/activities'
import { type ImportDetail, importRoutes } from '@shiloh/contract/imports'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { Problems } from './problems.tsx'

const run: ImportDetail = {
  _id: idOf(1),
  resource: 'countries',
  file_name: 'countries.xlsx',
  state: 'running',
  total: 3,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  started_by: null,
  created_at: '2027-01-01T08:00:00.000Z',
  finished_at: null,
  undone_at: null,
  undone_by: null,
  undo: { deleted: 0, restored: 0, kept: 0 },
  has_file: true,
  file_erased: false,
  continues_after: null,
  activity_id: null,
  undo_activity_id: null,
  columns: [],
  headers: [],
  remembered: false,
  mends: [],
  same_person: null,
  checked: true,
  problems: [],
  choices: {},
  error: null,
}

function Running() {
  const [state, setState] = useState<ImportDetail['state']>('running')
  return (
    <>
      <button type="button" onClick={() => setState('completed')}>
        Time passes
      </button>
      <ImportOutcome run={{ ...run, state }} />
    </>
  )
}

test('a screen reader hears that an import has ended, from the element that said that it runs', async () => {
  const { user } = await showScreen(Running, (server) => {
    server.answer(importRoutes.getImport, run)
    server.answerList(activityRoutes.listActivities, [])
  })
  const status = await screen.findByText(/the import continues/)
  expect(status.getAttribute('role')).toBe('status')
  await user.click(screen.getByRole('button', { name: 'Time passes' }))
  expect(screen.getByText('Imported')).toBe(status)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('Escape leaves a value as it is and brings its button back', async () => {
  const onMend = vi.fn()
  const problem = {
    row: 4,
    column: 'phone',
    label: 'Phone',
    value: '024 777',
    code: 'phone',
    message: '9 digits after 0.',
    choices: [],
    more: false,
    proposal: null,
  }
  const { user } = await showScreen(
    () => <Problems problems={[problem]} choices={{}} onMend={onMend} />,
    () => {},
  )
  const table = within(await screen.findByRole('table'))
  await user.click(table.getByRole('button', { name: 'Correct: 024 777, row 4' }))
  await user.keyboard('024 777 1003{Escape}')
  expect(table.queryByRole('textbox')).toBeNull()
  expect(table.getByRole('button', { name: 'Correct: 024 777, row 4' })).toBeDefined()
  expect(onMend).not.toHaveBeenCalled()
})
