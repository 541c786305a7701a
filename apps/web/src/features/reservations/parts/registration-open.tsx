import type { UserEvent } from '@shiloh/contract/events/events'
import { IconClock } from '@tabler/icons-react'
import { countdown, useRemaining, useServerTime } from '#platform/clock'
import { useT } from '#platform/i18n'
import classes from './hold-clock.module.css'
import { texts } from './texts.ts'

type Window = Pick<UserEvent, 'status' | 'registration_opens_at' | 'registration_closes_at' | 'ends_at'>

const last = ({ registration_closes_at: closes, ends_at }: Window): string =>
  closes !== null && Date.parse(closes) < Date.parse(ends_at) ? closes : ends_at

/**
 * Returns whether one can reserve at this moment, by the server's clock: as the server decides it, but without asking. The answer
 * of the server is from when the page was opened.
 */
export function useRegistrationOpen(event: Window | undefined): boolean {
  const opens = event?.registration_opens_at ?? null
  const closes = event ? last(event) : null
  const now = useServerTime([opens, closes])
  if (event?.status !== 'published' || closes === null) return false
  return (opens === null || Date.parse(opens) <= now) && now < Date.parse(closes)
}

/** The last minutes in which one can still reserve. Milliseconds. */
const COUNTED = 10 * 60_000
const ENDS_SOON = 2 * 60_000

function Closing({ at }: { at: string }) {
  const t = useT(texts)
  const remaining = useRemaining(at)
  return (
    <div className={classes.hold} data-soon={remaining <= ENDS_SOON || undefined}>
      <IconClock size={18} aria-hidden />
      <span>{t('closes_in')}</span>
      <b role="timer" aria-live="off">
        {countdown(remaining)}
      </b>
    </div>
  )
}

/** In the last minutes before registration closes: how long one can still reserve. */
export function ClosingClock({ event }: { event: Window }) {
  const at = last(event)
  const from = new Date(Date.parse(at) - COUNTED).toISOString()
  return useServerTime([from]) >= Date.parse(from) ? <Closing at={at} /> : null
}
