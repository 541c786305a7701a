/** Minutes in the largest unit they fill. */
export const span = (minutes: number): { count: number; unit: 'days' | 'hours' | 'minutes' } => {
  if (minutes % 1440 === 0) return { count: minutes / 1440, unit: 'days' }
  return minutes % 60 === 0 ? { count: minutes / 60, unit: 'hours' } : { count: minutes, unit: 'minutes' }
}
