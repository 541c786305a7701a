import { expect, it } from 'vitest'
import { addToHistory, type HistoryEntry, historySchema } from './history.ts'
import { outcomeOf } from './outcome.ts'
import { newScan, type Scan } from './scan.ts'

const scanOf = (text: string): Scan =>
  newScan({ target: { kind: 'code', text }, direction: 'in', event_id: 'e1', device_id: 'd1' })
const notFound = outcomeOf(
  [{ result: 'not_found', reservation: null, counters: null, opens_in_days: 0, double_entry: null, overfull: false }],
  'in',
  false,
)

it('remembers the newest first, fifty of them, and what was typed where nobody was found', () => {
  let history: HistoryEntry[] = []
  for (let i = 10; i < 70; i += 1) history = addToHistory(history, scanOf(`shl-ab${i}`), notFound)
  expect(history).toHaveLength(50)
  expect(history[0]).toMatchObject({ name: 'SHL-AB69', result: 'not_found', code: '' })
  expect(historySchema.parse(JSON.parse(JSON.stringify(history)))).toEqual(history)
})

it('knows a scan that was sent twice as one', () => {
  const scan = scanOf('SHL-AB10')
  expect(addToHistory(addToHistory([], scan, notFound), scan, notFound)).toHaveLength(1)
})
