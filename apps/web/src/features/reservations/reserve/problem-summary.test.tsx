// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../../test/screen.tsx'
import { type Coming, comingOf, type Relative } from './people.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { ama, kofi, sampleEvent } from './sample.ts'

const show = (relatives: readonly Relative[]) => {
  const [main] = comingOf(ama, [], { guests: [], gender: null })
  const guests = relatives.map((person): Coming => ({ key: person.person_id, role: person.role, person, guest: null }))
  return showScreen(
    () => (
      <ProblemSummary
        ref={null}
        event={sampleEvent}
        coming={main ? [main, ...guests] : []}
        problems={['title_id', 'dietary_preference', 'arrival_at'].map((field) => ({ field, message: 'Choose one.' }))}
      />
    ),
    () => {},
  )
}

it.each([
  ['who comes alone', [], ['Title', 'Diet', 'Arrival']],
  ['the main person of several', [kofi], ['Ama Mensah, Title', 'Ama Mensah, Diet', 'Arrival']],
] as const)('names %s as the form does', async (_, relatives, names) => {
  await show(relatives)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names)
})
