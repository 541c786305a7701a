// @vitest-environment happy-dom
import { formatAmount } from '@shiloh/contract/text/format'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { BarChart } from './bar-chart.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { LineChart } from './line-chart.tsx'
import { type ChartData, ticksOf } from './points.tsx'
import { RowBars } from './row-bars.tsx'
import { ShareBars } from './share-bars.tsx'

const drawn = (name: string) => `[class*="_${name}_"]`

const days: ChartData = {
  names: { point: 'Day', now: 'December 2026', before: 'December 2025' },
  points: [
    { id: '1', label: 'Tue 01-12-2026', tick: '1', value: 3, before: 2, link: { to: '/', search: { from: '1' } } },
    { id: '2', label: 'Wed 02-12-2026', value: 18, before: 15, detail: '18 of 20 places' },
    { id: '3', label: 'Thu 03-12-2026', tick: '3', value: null, before: 0 },
  ],
  format: String,
}

it('moves over the points by the arrow keys, reads each, and opens the list behind it', async () => {
  const { user, address } = await showScreen(
    () => <BarChart label="Reservations" {...days} />,
    () => {},
  )
  await user.tab()
  const read = () => document.activeElement?.getAttribute('aria-label')
  expect(read()).toBe('Tue 01-12-2026. December 2026: 3. December 2025: 2')
  await user.keyboard('{ArrowRight}')
  expect(read()).toBe('Wed 02-12-2026. December 2026: 18, 18 of 20 places. December 2025: 15')
  // What is read out is also shown beside the point.
  expect(screen.getByText('December 2026: 18, 18 of 20 places')).toBeDefined()
  await user.keyboard('{End}')
  expect(read()).toBe('Thu 03-12-2026. December 2026: no value. December 2025: 0')
  await user.keyboard('{ArrowRight}{Home}')
  // Browsers follow a drawn link by Enter too; the test's does not.
  await user.click(screen.getByRole('link'))
  await waitFor(() => expect(address()).toBe('/?from=1'))
})

it('draws a bar a value, a tick a value of before, and names the highest', async () => {
  await showScreen(
    () => <BarChart label="Reservations" {...days} />,
    () => {},
  )
  const chart = screen.getByRole('group', { name: 'Reservations' })
  expect(chart.querySelectorAll(drawn('bar'))).toHaveLength(2)
  expect(chart.querySelectorAll(drawn('before'))).toHaveLength(2)
  expect([...chart.querySelectorAll(drawn('named'))].map(({ textContent }) => textContent)).toEqual(['18'])
})

it('draws lines up to the last value, and names both ends, the maximum and today', async () => {
  const weeks = [1, 4, 9].map((before, i) => ({
    id: String(i),
    label: `Week ${i}`,
    value: i < 2 ? before + 1 : null,
    before,
  }))
  await showScreen(
    () => (
      <LineChart
        label="People"
        names={days.names}
        points={weeks}
        format={String}
        ceiling={{ value: 10, label: 'All places' }}
        beforeLabel="9 in 2025"
      />
    ),
    () => {},
  )
  const chart = screen.getByRole('group', { name: 'People' })
  for (const text of ['All places', '9 in 2025', 'today', '5']) expect(within(chart).getAllByText(text)).not.toEqual([])
  expect(chart.querySelector(drawn('line'))?.getAttribute('d')?.split('L')).toHaveLength(2)
  expect(chart.querySelector(drawn('beforeLine'))?.getAttribute('d')?.split('L')).toHaveLength(3)
})

it('names every second point where not all fit, and gives each a row instead', async () => {
  const points = Array.from({ length: 9 }, (_, i) => ({
    id: String(i),
    label: `District ${i}`,
    tick: `District ${i}`,
    value: i,
  }))
  const named = ticksOf(points, (index) => 40 + index * 50, 0, 500).map(({ text }) => text)
  expect(named).toEqual(['District 0', 'District 2', 'District 4', 'District 6', 'District 8'])
  await showScreen(
    () => <RowBars label="People" names={days.names} points={points} format={String} />,
    () => {},
  )
  const rows = within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual(points.map(({ label, value }) => `${label}${value}`))
})

it('swaps a chart for its table, and says when there is nothing to draw', async () => {
  const data: ChartData = {
    names: { point: 'Method', now: 'December 2026', before: 'December 2025' },
    points: [
      { id: 'cash', label: 'Cash', value: 300_000, before: 100_000 },
      { id: 'card', label: 'Card', value: 100_050, before: null },
    ],
    format: (value) => formatAmount(value, 'en'),
  }
  const panel = (points: ChartData['points']) => () => (
    <ChartPanel title="Money by method" data={{ ...data, points }} marks="shares" empty="No money this month">
      <ShareBars label="Money by method" {...data} points={points} />
    </ChartPanel>
  )
  const { user } = await showScreen(panel(data.points), () => {})
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows()).toEqual(['Cash3,000.0075%December 2025: 1,000.00', 'Card1,000.5025%', 'Total4,000.50100%'])
  await user.click(screen.getByRole('button', { name: 'Table' }))
  expect(screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Method', 'December 2026', 'December 2025'],
    ['Cash', '3,000.00', '1,000.00'],
    ['Card', '1,000.50', '–'],
  ])
  await user.click(screen.getByRole('button', { name: 'Chart' }))
  expect(rows()).toHaveLength(3)
  await showScreen(panel([{ id: 'cash', label: 'Cash', value: 0, before: null }]), () => {})
  expect(screen.getByText('No money this month')).toBeDefined()
})
