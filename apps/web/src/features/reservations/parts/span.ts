/** Returns minutes in the largest unit that divides them. */
export const span = (minutes: number): { count: number; unit: 'days' | 'hours' | 'minutes' } => {
  if (minutes % 1440 === 0) return { count: minutes / 1440, unit: 'days' }
  return minutes % 60 === 0 ? { count: minutes / 60, unit: 'hours' } : { count: minutes, unit: 'minutes' }
}
