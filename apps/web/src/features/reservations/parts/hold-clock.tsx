import { formatDay, formatTime } from '@shiloh/contract/text/format'
import { IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { Unbroken } from '#ui/base/values'
import { texts } from '../reserve/texts.ts'
import classes from './hold-clock.module.css'

const second = 1000
/** Longer holds, for the desk, show their day in place of a countdown. */
const countsFrom = 2 * 60 * 60 * second
const soon = 2 * 60 * second

/** Returns the milliseconds until an instant, updated every second. */
export function useRemaining(until: string): number {
  const end = Date.parse(until)
  const [remaining, setRemaining] = useState(() => end - Date.now())
  useEffect(() => {
    const tick = () => setRemaining(end - Date.now())
    tick()
    const timer = setInterval(tick, second)
    return () => clearInterval(timer)
  }, [end])
  return remaining
}

const clock = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / second))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

interface HoldClockProps {
  until: string
  zone: string
  /** How many places are held. */
  count: number
  /** What is held, if it is not the places. */
  name?: string | undefined
  onOver?: () => void
}

/** How long the places are held. A warning in the last two minutes. */
export function HoldClock({ until, zone, count, name, onOver }: HoldClockProps) {
  const t = useT(texts)
  const language = useLanguage()
  const remaining = useRemaining(until)
  const isOver = remaining <= 0
  const isSoon = remaining <= soon
  useEffect(() => {
    if (isOver) onOver?.()
  }, [isOver, onOver])
  if (remaining > countsFrom) {
    const when = `${formatDay(until, language, zone)}, ${formatTime(until, language, zone)}`
    return (
      <div className={classes.hold}>
        <IconClock size={18} aria-hidden />
        <span>
          <Unbroken>{name ? t('held_item_until', { name, when }) : t('held_until', { count, when })}</Unbroken>
        </span>
      </div>
    )
  }
  return (
    <div className={classes.hold} data-soon={isSoon || undefined}>
      <IconClock size={18} aria-hidden />
      <span>{isOver ? t('held_over') : name ? t('held_item_for', { name }) : t('held_for', { count })}</span>
      {isOver ? null : (
        <b role="timer" aria-live="off">
          {clock(remaining)}
        </b>
      )}
      {/* Announced once, not every second. */}
      <span role="status" className={classes.said}>
        {isSoon && !isOver ? t('held_soon_over') : ''}
      </span>
    </div>
  )
}
