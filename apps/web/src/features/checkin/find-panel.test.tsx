// @vitest-environment happy-dom
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import type { GateEngine } from './engine/engine.ts'
import type { GateState } from './engine/gate.ts'
import { FindPanel } from './find-panel.tsx'
import type { GateEvent } from './queries.ts'

/** Shows the search of a gate that finds nobody. `lostAt`: since when there is no network. */
const show = async (lostAt: number | null) => {
  const state = { lostAt, canSearch: true, scans: [] } as unknown as GateState
  const engine = {
    state: () => state,
    subscribe: () => () => undefined,
    search: async () => ({ people: [], total: 0 }),
  } as unknown as GateEngine
  const event = { _id: idOf(1), time_zone: 'Africa/Accra' } as GateEvent
  const panel = () => (
    <FindPanel
      engine={engine}
      event={event}
      pointId={idOf(2)}
      kind="gate"
      hasExit={false}
      onBack={() => undefined}
      onEnter={() => undefined}
    />
  )
  const { user } = await showScreen(panel, (fake) => fake.answerList(checkinRoutes.listGateReservations, []))
  await user.type(await screen.findByLabelText('Name, phone number or code'), '4162')
  await screen.findByText('Nobody found for “4162”')
}

it('asks for the whole phone number, because the search finds no part of one', async () => {
  await show(null)
  expect(screen.getByText('Try a part of the name, or the whole phone number.')).toBeTruthy()
})

it('says without a network that it finds no phone numbers', async () => {
  await show(1)
  expect(screen.getByText('Without a network this phone finds names and codes, not phone numbers.')).toBeTruthy()
})
