// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { useAuditWords } from './words.ts'

function Words() {
  const { ofAction, ofField } = useAuditWords()
  const actions = ['prepare_import', 'bulk_edit', 'undo_bulk_approve', 'testPeopleMessage', 'somethingNewer']
  return <p>{[...actions.map(ofAction), ofField('quiet')].join(' | ')}</p>
}

it('names what was done, to several together too, and tells what it does not know by its name', async () => {
  await showScreen(Words, () => {})
  expect(screen.getByText(/Import prepared/).textContent).toBe(
    'Import prepared | Several together: Changed | Undone, several together: Approved | Test message sent | Something newer | Without a notice',
  )
})
