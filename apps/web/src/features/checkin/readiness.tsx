import { isOldCopy } from '@shiloh/contract/checkin/bundle'
import { formatCount, formatTime } from '@shiloh/contract/text/format'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { readBattery } from './engine/browser.ts'
import type { CopyState } from './engine/db.ts'
import type { GateEngine } from './engine/engine.ts'
import classes from './gate.module.css'
import { texts } from './texts.ts'
import { useGateState } from './use-engine.ts'
import type { WorkerState } from './use-worker.ts'

/** A phone's clock can be this far off without a word about it. Milliseconds. */
const exactMs = 60_000
/** Below this charge a shift needs a power bank. Per cent. */
const lowBattery = 60

/** Whether the page was opened from the home screen. */
const isInstalled = () => matchMedia('(display-mode: standalone)').matches

type Camera = 'granted' | 'denied' | 'prompt' | 'unknown'

function useCameraPermission(): Camera {
  const [state, setState] = useState<Camera>('unknown')
  useEffect(() => {
    // Not every browser knows this permission.
    navigator.permissions?.query({ name: 'camera' }).then(
      (permission) => setState(permission.state),
      () => undefined,
    )
  }, [])
  return state
}

function useBattery(): number | null {
  const [level, setLevel] = useState<number | null>(null)
  useEffect(() => {
    void readBattery().then(setLevel)
  }, [])
  return level
}

type Tone = 'ok' | 'warn' | 'open'
const icons = { ok: IconCircleCheck, warn: IconAlertTriangle, open: IconCircleDashed }

function Item({ tone, title, hint }: { tone: Tone; title: string; hint?: string | undefined }) {
  const Icon = icons[tone]
  return (
    <li data-tone={tone}>
      <Icon size={22} stroke={1.75} aria-hidden />
      <span>
        {title}
        {hint ? <span className="dim">{hint}</span> : null}
      </span>
    </li>
  )
}

/** What this phone needs to work without a network: a list of facts, each of them looked up now. */
export function Readiness({
  engine,
  copy,
  worker,
}: {
  engine: GateEngine
  copy: CopyState | null
  worker: WorkerState
}) {
  const t = useT(texts)
  const language = useLanguage()
  const { size, offset, rehearsedAt, canSearch, waiting } = useGateState(engine)
  const camera = useCameraPermission()
  const battery = useBattery()
  const now = new Date(engine.serverNow())
  const zone = copy?.event.time_zone ?? 'UTC'
  const day = (instant: string) => formatDate(instant, language, zone)
  const when = (instant: string) => {
    const time = formatTime(instant, language, zone)
    return day(instant) === day(now.toISOString()) ? time : `${day(instant)}, ${time}`
  }
  const isOld = copy !== null && isOldCopy(new Date(copy.at), now, copy.event.copy_minutes)
  const seconds = Math.round(Math.abs(offset ?? 0) / 1000)
  return (
    <ul className={classes.readiness}>
      {copy ? (
        <Item
          tone={isOld ? 'warn' : 'ok'}
          title={t('people_here', { count: size, shown: formatCount(size, language) })}
          hint={t(isOld ? 'copy_old' : 'copy_at', { time: when(copy.at) })}
        />
      ) : (
        <Item tone="open" title={t('people_coming')} />
      )}
      <Item tone={worker === 'ready' ? 'ok' : worker === 'missing' ? 'warn' : 'open'} title={t(`app_${worker}`)} />
      {camera === 'unknown' ? null : (
        <Item
          tone={camera === 'granted' ? 'ok' : camera === 'denied' ? 'warn' : 'open'}
          title={t(`permission_${camera}`)}
          hint={camera === 'denied' ? t('camera_blocked_hint') : undefined}
        />
      )}
      {offset === null ? (
        <Item tone="open" title={t('clock_unknown')} />
      ) : (
        <Item
          tone={Math.abs(offset) < exactMs ? 'ok' : 'warn'}
          title={t(Math.abs(offset) < exactMs ? 'clock_right' : 'clock_wrong')}
          hint={
            seconds > 0 ? t('clock_corrected', { count: seconds, shown: formatCount(seconds, language) }) : undefined
          }
        />
      )}
      <Item
        tone={canSearch ? 'ok' : 'open'}
        title={t(canSearch ? 'names_here' : 'names_missing')}
        hint={t('names_hint')}
      />
      {isInstalled() ? null : <Item tone="open" title={t('install')} hint={t('install_hint')} />}
      {battery === null ? null : (
        <Item
          tone={battery < lowBattery ? 'warn' : 'ok'}
          title={t('battery', { percent: battery })}
          hint={battery < lowBattery ? t('battery_low') : undefined}
        />
      )}
      {waiting > 0 ? (
        <Item tone="warn" title={t('scans_wait', { count: waiting })} hint={t('scans_wait_hint')} />
      ) : null}
      {rehearsedAt === null ? (
        <Item tone="open" title={t('not_rehearsed')} hint={t('not_rehearsed_hint')} />
      ) : (
        <Item tone="ok" title={t('rehearsed', { time: when(new Date(rehearsedAt).toISOString()) })} />
      )}
    </ul>
  )
}
