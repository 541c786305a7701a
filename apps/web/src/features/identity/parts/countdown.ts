import { useEffect, useState } from 'react'
import type { ApiError } from '#platform/client'

/** Milliseconds before a code can be sent again. */
export const RESEND_AFTER_MS = 60_000

/** Returns whether another code was refused because one was sent within this time. */
export const isJustSent = (error: ApiError): boolean =>
  error.code === 'too_many_requests' && error.retryAfter !== undefined && error.retryAfter * 1000 <= RESEND_AFTER_MS

const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1000))

/** Returns the whole seconds until an instant, counting down. */
export function useSecondsUntil(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at))
  useEffect(() => {
    setLeft(secondsUntil(at))
    const tick = setInterval(() => {
      const now = secondsUntil(at)
      setLeft(now)
      if (now === 0) clearInterval(tick)
    }, 1000)
    return () => clearInterval(tick)
  }, [at])
  return left
}

/** `0:42`, `9:05`. */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
