import type { EventCard } from '@shiloh/contract/events/events'
import { type ReactNode, useEffect, useState } from 'react'
import { countdown, useAskAround, useRemaining, useServerTime } from '#platform/clock'
import { useT } from '#platform/i18n'
import { Availability } from '../parts/event-parts.tsx'
import { nextTurn, type Registration, registrationOf } from '../parts/registration.ts'
import { texts } from './texts.ts'

/** The last minutes before registration opens or closes are counted down. Milliseconds. */
const COUNTED = 10 * 60_000

function Countdown({ until, way }: { until: string; way: 'opens' | 'closes' }) {
  const t = useT(texts)
  const time = countdown(useRemaining(until))
  return (
    <span role="timer" aria-live="off" className="num">
      {way === 'opens' ? t('opens_in', { time }) : t('closes_in', { time })}
    </span>
  )
}

interface RegistrationNow {
  /** The server's time, ISO 8601. It changes when registration opens or closes. */
  readonly now: string
  readonly stands: Registration
  /** In the last minutes before registration opens or closes: how long it still takes. */
  readonly soon: ReactNode
  /** It opened while the page was looked at. */
  readonly hasOpened: boolean
}

const isOpen = (stands: Registration) => stands === 'open' || stands === 'sold-out'

/**
 * Returns whether registration is possible, by the server's clock. It changes at the very moment that registration opens or
 * closes, from the times that the page knows, without asking anybody.
 */
export function useRegistration(event: EventCard): RegistrationNow {
  const { registration_opens_at: opens, registration_closes_at: closes, ends_at } = event
  const counted = [opens, closes].map((at) => at && new Date(Date.parse(at) - COUNTED).toISOString())
  const at = useServerTime([opens, closes, ends_at, ...counted])
  const now = new Date(at).toISOString()
  const stands = registrationOf(event, now)
  const [first] = useState(stands)
  // A page that the server painted stands still, and so does not count.
  const [isLive, setIsLive] = useState(false)
  useEffect(() => setIsLive(true), [])
  const turn = nextTurn(event, now)
  const way = stands === 'not-yet' ? 'opens' : 'closes'
  const isSoon = isLive && turn !== null && turn !== ends_at && Date.parse(turn) - at <= COUNTED
  return {
    now,
    stands,
    soon: isSoon ? <Countdown until={turn} way={way} /> : null,
    hasOpened: first === 'not-yet' && isOpen(stands),
  }
}

/** Whether registration is possible, as of now. */
export function AvailabilityNow({ event }: { event: EventCard }) {
  const t = useT(texts)
  const { now, soon } = useRegistration(event)
  return <Availability say={t} event={event} now={now} soon={soon} />
}

/** Asks for these events again around the next moment that registration for one of them opens. */
export function useAskAroundOpening(events: readonly EventCard[], ask: () => void): void {
  const openings = events.map((event) => event.registration_opens_at)
  const at = useServerTime(openings)
  const ahead = openings.filter((opens) => opens !== null).filter((opens) => Date.parse(opens) > at)
  useAskAround(ahead.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null, ask)
}
