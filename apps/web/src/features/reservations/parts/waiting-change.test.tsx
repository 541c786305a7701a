// @vitest-environment happy-dom
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { delegate, kofi, sampleDearer, sampleReservation } from '../reserve/sample.ts'
import { ChangeWaits } from './change-waits.tsx'
import { WaitingChange } from './waiting-change.tsx'

const change = sampleDearer.pending_change
const [own] = sampleReservation.lines
if (!change || !own) throw new Error('The sample has no change that waits')

const noServer = () => {}

it.each([
  [
    'owner',
    /^Your last change is not paid yet: GHS 100\.00 is due by Wed 02 December, 2026, 11:43 AM\. You continue from it/,
  ],
  ['staff', /^A change of this reservation is not paid yet: GHS 100\.00 is due by .*This form starts from it/],
] as const)(
  'says to %s that a change starts from the one that waits, how much is due and until when',
  async (by, words) => {
    await showScreen(() => <ChangeWaits reservation={sampleDearer} by={by} className="" />, noServer)
    expect(screen.getByText(words)).toBeTruthy()
  },
)

it('says nothing where no change waits', async () => {
  await showScreen(
    () => (
      <div data-testid="both">
        <ChangeWaits reservation={sampleReservation} className="" />
        <WaitingChange reservation={sampleReservation} level={3} />
      </div>
    ),
    noServer,
  )
  expect(screen.getByTestId('both').textContent).toBe('')
})

it('lists what a change adds, with the names of those who come only with it, and what it costs', async () => {
  const joined: ReservationView = {
    ...sampleDearer,
    pending_change: {
      ...change,
      wish: {
        ...change.wish,
        participants: [
          ...change.wish.participants,
          { role: kofi.role, person_id: kofi.person_id, participant_type_id: delegate },
        ],
      },
      joins: [{ role: kofi.role, person_id: kofi.person_id, name: 'Kofi Mensah' }],
      lines: [own, { ...own, person: 1 }],
    },
  }
  await showScreen(() => <WaitingChange reservation={joined} level={3} />, noServer)
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
  // Her own line is in both, and so not among what changes.
  expect(terms).toEqual(['DelegateKofi Mensah', 'More in all'])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '100.00',
    'GHS 100.00',
  ])
})

it('is taken back only after asking', async () => {
  const taken: string[] = []
  const { user } = await showScreen(
    () => (
      <WaitingChange
        reservation={sampleDearer}
        level={3}
        takeBack={{ isBusy: false, onTakeBack: () => taken.push('taken') }}
      />
    ),
    noServer,
  )
  await user.click(screen.getByRole('button', { name: 'Take the change back' }))
  expect(taken).toEqual([])
  const dialog = await screen.findByRole('dialog', { name: 'Take the change back?' })
  await user.click(within(dialog).getByRole('button', { name: 'Take the change back' }))
  expect(taken).toEqual(['taken'])
})
