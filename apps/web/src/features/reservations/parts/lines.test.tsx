// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { sampleReservation } from '../reserve/sample.ts'
import { QuoteLines } from './lines.tsx'

it('puts no colon after the question mark of an answer that has a price', async () => {
  const [line] = sampleReservation.lines
  if (!line) throw new Error('the sample has a line')
  const of = { ...line, kind: 'question_option' as const, quantity: 1 }
  await showScreen(
    () => (
      <dl>
        <QuoteLines
          lines={[
            { ...of, ref_id: '1', label: 'Do you come by bus?: Yes' },
            { ...of, ref_id: '2', label: 'Pickup: Accra' },
          ]}
          names={[]}
        />
      </dl>
    ),
    () => {},
  )
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Do you come by bus? Yes',
    'Pickup: Accra',
  ])
})
