import dayjs from 'dayjs'

/** Ranges of days that are asked for every day. */
export const QUICK = ['today', 'this_week', 'this_month'] as const

const written = (day: dayjs.Dayjs): string => day.format('YYYY-MM-DD')

/** Returns the days of such a range around today. A week begins on Monday. */
export const quickRange = (name: (typeof QUICK)[number], today: string): { from: string; to: string } => {
  const day = dayjs(today)
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'this_week': {
      const monday = day.subtract((day.day() + 6) % 7, 'day')
      return { from: written(monday), to: written(monday.add(6, 'day')) }
    }
    case 'this_month':
      return { from: written(day.startOf('month')), to: written(day.endOf('month')) }
  }
}
