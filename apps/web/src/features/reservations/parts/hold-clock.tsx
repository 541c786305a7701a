import { formatDay, formatTime } from '@shiloh/contract/text/format'
import { IconClock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { countdown, useRemaining } from '#platform/clock'
import { useLanguage, useT } from '#platform/i18n'
import { Unbroken } from '#ui/base/values'
import { texts } from '../reserve/texts.ts'
import classes from './hold-clock.module.css'

const second = 1000
/** Longer holds, for the desk, show their day in place of a countdown. */
const countsFrom = 2 * 60 * 60 * second
const soon = 2 * 60 * second

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
          {countdown(remaining)}
        </b>
      )}
      {/* Announced once, not every second. */}
      <span role="status" className={classes.said}>
        {isSoon && !isOver ? t('held_soon_over') : ''}
      </span>
    </div>
  )
}
