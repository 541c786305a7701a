// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { type Landed, RoomGrid } from './room-grid.tsx'
import { type BoardRoom, look, merged } from './state.ts'

const ROOMS = 60
const period = { check_in: '2027-01-10', check_out: '2027-01-13' }
const roomOf = (number: number): BoardRoom => ({
  _id: `room${number}`,
  name: `H${number}`,
  block_id: 'block',
  block: 'Hope',
  category_id: 'standard',
  category: 'Standard',
  floor: 0,
  beds: 2,
  gender_rule: null,
  accessible: false,
  quiet: false,
  kept_title_ids: [],
  kept_designation_ids: [],
  kept_for: [],
  maintenance: [],
  others: [],
})
const looked = look(
  merged(undefined, {
    cursor: '1-1',
    whole: true,
    center_id: 'center',
    nights: period,
    today: period.check_in,
    stays: [],
    types: [],
    districts: [],
    reservations: [],
    rooms: Array.from({ length: ROOMS }, (_, index) => roomOf(index + 1)),
  }),
)

function Board() {
  const [landed, setLanded] = useState<Landed | null>(null)
  return (
    <>
      <button type="button" onClick={() => setLanded({ roomId: `room${ROOMS}` })}>
        Place
      </button>
      <RoomGrid
        looked={looked}
        rooms={[...looked.board.rooms.values()]}
        period={period}
        chosen={new Set()}
        moving={new Set()}
        landed={landed}
        onChoose={() => undefined}
        onPlace={() => undefined}
      />
    </>
  )
}

/** Pixels. The document has no layout of its own. */
const LINE = 150
const SCREEN = 600

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(LINE)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SCREEN)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(LINE * ROOMS)
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(function scrollTo(
    this: HTMLElement,
    ...to: unknown[]
  ) {
    const [options] = to
    this.scrollTop = Number(Reflect.get(Object(options), 'top') ?? 0)
    queueMicrotask(() => this.dispatchEvent(new Event('scroll')))
  })
  return () => vi.restoreAllMocks()
})

it('scrolls to the room where somebody was placed, and lets it stand out', async () => {
  const { user } = await showScreen(
    () => <Board />,
    () => undefined,
  )
  // What all rooms of a floor have in common is said once.
  expect(screen.getByText('Standard')).toBeDefined()
  expect(screen.queryByRole('region', { name: `Hope H${ROOMS}` })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Place' }))
  const room = await screen.findByRole('region', { name: `Hope H${ROOMS}` }, { timeout: 10_000 })
  await waitFor(() => expect(room).toHaveProperty('dataset.landed', 'true'), { timeout: 10_000 })
})
