// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { RefusedRows } from './refused-rows.tsx'

it('says a reason once, with the rows to unfold, and names a row that is alone with its own', async () => {
  const refused = (n: number, name: string, reason: string) => ({ _id: idOf(n), name, reason })
  await showScreen(
    () => (
      <RefusedRows
        rows={[
          refused(1, 'Ama', 'It is over.'),
          refused(2, 'Kofi', 'There is no free bed.'),
          refused(3, 'Esi', 'It is over.'),
        ]}
      />
    ),
    () => {},
  )
  const group = screen.getByText('2 rows: It is over.').closest('details')
  expect([...(group?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual(['Ama', 'Esi'])
  expect(group?.open).toBe(false)
  expect(screen.getByText('Kofi').closest('li')?.textContent).toBe('Kofi: There is no free bed.')
})
