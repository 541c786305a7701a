import { Button } from '@mantine/core'
import { formatTime } from '@shiloh/contract/text/format'
import { IconAlertTriangle, IconClockExclamation, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import type { GateEngine } from './engine/engine.ts'
import { isOfSeveral, type KeptScan } from './engine/scans.ts'
import classes from './gate.module.css'
import { standingOf } from './shift.ts'
import { signal } from './signals.ts'
import { texts } from './texts.ts'
import { useGateState } from './use-engine.ts'
import { useNow } from './use-now.ts'

/** A scan that waits for longer, although there is a network, is said. Milliseconds. */
const longMs = 60_000

/** What a notice is about: a question, a second entry, or another result. */
const kindOf = ({ notice }: KeptScan) => {
  if (notice?.kind === 'double') return 'to_look_double_hint'
  if (isOfSeveral(notice)) return 'several_hint'
  return notice?.kind === 'asked' ? 'to_answer_hint' : 'to_look_at_hint'
}

interface BannerProps {
  engine: GateEngine
  zone: string
  withSound: boolean
  onLook: () => void
  onShift: () => void
}

/** Says since when there is no network and how many scans wait, and what the server corrected. */
export function Banner({ engine, zone, withSound, onLook, onShift }: BannerProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { lostAt, waiting, scans, offset, shift } = useGateState(engine)
  const noticed = scans.filter(({ notice }) => notice !== null)
  const toLookAt = noticed.length
  const kinds = new Set(noticed.map(kindOf))
  const hint = kinds.size === 1 ? [...kinds][0] : undefined
  const lost =
    lostAt === null
      ? ''
      : formatTime(new Date(lostAt + (offset ?? 0)).toISOString(), language, zone).replace(' ', '\u00a0')
  const now = useNow()
  const isLate = scans.some(({ waits, at }) => waits !== undefined && now + (offset ?? 0) - at > longMs)
  const standing = shift ? standingOf(shift, now + (offset ?? 0)) : 'running'
  const seen = useRef(toLookAt)
  useEffect(() => {
    // A correction is loud: somebody has just been let in.
    if (toLookAt > seen.current) signal('invalid', withSound)
    seen.current = toLookAt
  }, [toLookAt, withSound])
  return (
    <>
      {toLookAt > 0 ? (
        <div className={classes.banner} data-tone="bad" role="alert">
          <IconAlertTriangle size={26} stroke={1.75} aria-hidden />
          <p>
            <b>{t('to_look_at', { count: toLookAt })}</b> {hint ? t(hint) : null}
          </p>
          <Button variant="default" onClick={onLook}>
            {t('look')}
          </Button>
        </div>
      ) : null}
      {shift && standing !== 'running' ? (
        <div className={classes.banner} data-tone="warn" role="status">
          <IconClockExclamation size={26} stroke={1.75} aria-hidden />
          <p>
            <b>{t(`shift_${standing}`, { time: formatTime(shift.until, language, zone).replace(' ', '\u00a0') })}</b>{' '}
            {t(standing === 'over' && lostAt !== null ? 'shift_over_offline' : 'shift_go_on')}
          </p>
          <Button variant="default" onClick={onShift}>
            {t('sign_in_again')}
          </Button>
        </div>
      ) : null}
      {lostAt === null && isLate ? (
        <div className={classes.banner} role="status">
          <IconAlertTriangle size={26} stroke={1.75} aria-hidden />
          <p>
            <b>{t('scans_wait', { count: waiting })}</b> {t('scans_wait_hint')}
          </p>
          <Button variant="default" onClick={() => engine.noteOnline(true)}>
            {t('try_now')}
          </Button>
        </div>
      ) : null}
      {lostAt === null ? null : (
        <div className={classes.banner} role="status">
          <IconWifiOff size={26} stroke={1.75} aria-hidden />
          <p>
            <b>{t('no_network_since', { time: lost })}</b> {t('keep_scanning', { count: waiting })}
          </p>
          <Button variant="default" onClick={() => engine.noteOnline(true)}>
            {t('try_now')}
          </Button>
        </div>
      )}
    </>
  )
}
