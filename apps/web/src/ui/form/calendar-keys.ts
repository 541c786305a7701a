import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

/** Key → days to the day that it means. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Keys of a calendar that shows one month: an arrow that leaves the month shows the next or the former one, with the focus on its
 * day. The calendar's own keys stop at the end of what it shows.
 */
export function useCalendarKeys() {
  const [shown, setShown] = useState<string>()
  const wanted = useRef<{ day: string; calendar: Element | null }>(null)
  // The day exists once its month is drawn, and after the calendar's own keys have moved the focus.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const { day, calendar } = wanted.current
    wanted.current = null
    calendar?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  })
  const onKeyDown = (day: string) => (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey) return
    const next = plus(day, step)
    if (next.slice(0, 7) === day.slice(0, 7)) return
    wanted.current = { day: next, calendar: event.currentTarget.closest('[data-dates-dropdown], [role="dialog"]') }
    setShown(next)
  }
  return {
    // Absent, not undefined: the calendar begins at its value.
    ...(shown !== undefined && { date: shown }),
    onDateChange: setShown,
    getDayProps: (day: string) => ({ 'data-day': day, onKeyDown: onKeyDown(day) }),
    /** Begins at the value again when the calendar is opened the next time. */
    forget: () => setShown(undefined),
  }
}
