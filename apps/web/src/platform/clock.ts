import { useEffect, useEffectEvent, useState } from 'react'

/**
 * The server's time. Registration opens and holds end by the server's clock, and the clock of a phone can be minutes wrong.
 * Each answer says in its `Date` header in which second the server sent it. That was between sending the request and having
 * the answer, which bounds how far the server's clock is ahead of this one. What several answers say is combined.
 */

/** In milliseconds. */
interface Bounds {
  readonly low: number
  readonly high: number
}

const SECOND = 1000
const HOUR = 60 * 60 * SECOND
/** Differences below this change nothing that anybody could see. */
const NOTABLE = 250

let bounds: Bounds | undefined
const listeners = new Set<() => void>()

/** A clock within the bounds is right as far as anybody can tell. */
const offset = (): number => {
  if (!bounds || (bounds.low <= 0 && 0 <= bounds.high)) return 0
  return Math.round((bounds.low + bounds.high) / 2)
}

/** Returns the server's time as far as it is known. Milliseconds since 1970. */
export const serverNow = (): number => Date.now() + offset()

/**
 * Learns from an answer what time it is on the server.
 * @param sent when the request was sent or earlier, by this browser's clock in milliseconds
 */
export function noteServerTime(date: string | null, sent: number): void {
  const second = Date.parse(date ?? '')
  if (Number.isNaN(second)) return
  const before = offset()
  const told = { low: second - Date.now(), high: second + SECOND - sent }
  if (told.low > told.high) return
  const both = bounds && { low: Math.max(bounds.low, told.low), high: Math.min(bounds.high, told.high) }
  // Bounds that contradict each other: somebody has set one of the clocks.
  bounds = both && both.low <= both.high ? both : told
  if (Math.abs(offset() - before) >= NOTABLE) for (const listener of listeners) listener()
}

/** Calls back whenever the time may have jumped: a corrected clock, or a page that slept. Returns what ends that. */
function onJump(listener: () => void): () => void {
  listeners.add(listener)
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('pageshow', listener)
  return () => {
    listeners.delete(listener)
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('pageshow', listener)
  }
}

/**
 * Returns the server's time in milliseconds, anew when one of these instants is reached, at least every hour, and when a page
 * that slept is looked at again.
 * @param marks ISO 8601
 */
export function useServerTime(marks: readonly (string | null)[]): number {
  const [now, setNow] = useState(serverNow)
  const key = marks.join()
  useEffect(() => {
    const times = key.split(',').map((mark) => Date.parse(mark))
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const at = serverNow()
      setNow(at)
      timer = setTimeout(look, Math.min(HOUR, ...times.map((time) => time - at).filter((left) => left > 0)))
    }
    look()
    const off = onJump(look)
    return () => {
      clearTimeout(timer)
      off()
    }
  }, [key])
  return now
}

/** Returns the milliseconds until an instant by the server's clock, updated every second. */
export function useRemaining(until: string): number {
  const end = Date.parse(until)
  const [remaining, setRemaining] = useState(() => end - serverNow())
  useEffect(() => {
    const tick = () => setRemaining(end - serverNow())
    tick()
    const timer = setInterval(tick, SECOND)
    const off = onJump(tick)
    return () => {
      clearInterval(timer)
      off()
    }
  }, [end])
  return remaining
}

/** Returns a countdown: `9:05`, `1:09:05`. Never below zero. */
export const countdown = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** When a page asks again around an instant at which everybody looks: in these minutes before it and after it. */
const BEFORE = { from: 5 * 60 * SECOND, to: 20 * SECOND }
const AFTER = { from: 2 * SECOND, to: 40 * SECOND }

/**
 * Asks again shortly before an instant, for a changed time and a fresh look at the server's clock, and shortly after it, for what
 * is left: each page at a random moment of its own, so that thousands of pages that wait do not all ask in one second.
 * @param mark ISO 8601. Null: there is none
 */
export function useAskAround(mark: string | null, ask: () => void): void {
  const now = useServerTime([])
  const act = useEffectEvent(ask)
  const left = mark === null ? Number.NaN : Date.parse(mark) - now
  // A timer that is set weeks ahead would fire at once.
  const isNear = left > 0 && left <= 2 * HOUR
  useEffect(() => {
    if (mark === null || !isNear) return undefined
    const ahead = Date.parse(mark) - serverNow()
    const within = ({ from, to }: { from: number; to: number }) => from + Math.random() * (to - from)
    const moments = [ahead - within(BEFORE), ahead + within(AFTER)].filter((moment) => moment > 0)
    const timers = moments.map((moment) => setTimeout(() => act(), moment))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [mark, isNear])
}
