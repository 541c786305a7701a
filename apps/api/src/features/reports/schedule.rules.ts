import type { ScheduleBody } from '@shiloh/contract/reports'
import { dayIn, instantOf } from '@shiloh/contract/text/zone'

type Times = Pick<ScheduleBody, 'every' | 'on_day' | 'hour'>

const DAY_MS = 86_400_000
/** A month with the last of its 31 days is at most this far away. */
const FAR = 62

const isDue = (day: Date, { every, on_day }: Times): boolean => {
  if (every === 'day') return true
  if (every === 'week') return (day.getUTCDay() || 7) === on_day
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  return day.getUTCDate() === Math.min(on_day ?? 1, last)
}

/**
 * Returns the first time after `after` at which a schedule is due. Times that passed while nothing ran are skipped: the
 * report is sent once, and then at the next time.
 */
export const nextDue = (times: Times, zone: string, after: Date): Date => {
  const from = Date.parse(`${dayIn(after, zone)}T00:00:00Z`)
  for (let ahead = 0; ahead <= FAR; ahead += 1) {
    const day = new Date(from + ahead * DAY_MS)
    if (!isDue(day, times)) continue
    const wall = `${day.toISOString().slice(0, 10)} ${String(times.hour).padStart(2, '0')}:00:00`
    const at = new Date(instantOf(wall, zone))
    if (at > after) return at
  }
  throw new Error('a schedule is due within two months')
}
