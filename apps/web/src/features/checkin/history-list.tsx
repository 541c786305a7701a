import { Button } from '@mantine/core'
import { isServed } from '@shiloh/contract/checkin/points'
import { leaves, scanWord } from '@shiloh/contract/checkin/scans'
import { formatMoney, formatTime } from '@shiloh/contract/text/format'
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconClock, IconCopy, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { Segments } from '#ui/base/segments'
import { EmptyState } from '#ui/feedback/empty-state'
import type { CopyState } from './engine/db.ts'
import type { GateEngine } from './engine/engine.ts'
import { isOfSeveral, isUndone, type KeptScan, resultOf, type Told } from './engine/scans.ts'
import classes from './gate.module.css'
import { PanelHead } from './panel-head.tsx'
import { texts } from './texts.ts'
import { useGateState } from './use-engine.ts'

interface Place {
  zone: string
  currency: string
  /** Of the event on this phone. */
  points: CopyState['points']
}

/** Lines that a list shows. */
const most = 300

/** By what the name of a scan is chosen. */
const judgedOf = ({ point_id, direction, find }: KeptScan, points: Place['points']) => ({
  kind: points.find(({ _id }) => _id === point_id)?.kind ?? null,
  direction,
  isKnown: find !== null,
})

/** What one scan was. */
function useWords({ zone, points }: Place) {
  const t = useT(texts)
  const language = useLanguage()
  return (scan: KeptScan) => {
    // Within one shift its own clock says it well enough.
    if (scan.undone_at !== undefined) return t('undone_at', { time: formatTime(scan.undone_at, language, zone) })
    const result = resultOf(scan)
    if (result === null) return t(scan.said === 'kept' ? 'said_kept' : 'said_nothing')
    const point = points.find(({ _id }) => _id === scan.point_id)
    if (result === 'several') return t('line_several')
    if (result === 'not_found' && scan.result === null) return t('said_not_on_phone')
    if (result !== 'ok') return t(`said_${scanWord(result, judgedOf(scan, points))}`)
    return point && !leaves(point.rule) && isServed(point.kind)
      ? t(`said_ok_${point.kind}`, { count: 1 })
      : t(`line_${scan.direction}`)
  }
}

/** Asks about somebody who was sent away and could have gone through. Nobody is counted before the answer. */
function Asked({ scan, place, onSay }: { scan: KeptScan; place: Place; onSay: (hasPassed: boolean) => void }) {
  const t = useT(texts)
  const point = place.points.find(({ _id }) => _id === scan.point_id)
  const way = point && !leaves(point.rule) ? 'once' : scan.direction
  return (
    <>
      <span className={classes.noticed}>{t(`asked_${way}`, { name: scan.name })}</span>
      <span>{t('asked_hint')}</span>
      <span className={classes.answers}>
        <Button onClick={() => onSay(true)}>{t(`asked_yes_${way}`)}</Button>
        <Button variant="default" onClick={() => onSay(false)}>
          {t('asked_no')}
        </Button>
      </span>
    </>
  )
}

/** What a notice says about a scan. */
function useTold(place: Place) {
  const t = useT(texts)
  const language = useLanguage()
  const time = (instant: number | string) => formatTime(new Date(instant).toISOString(), language, place.zone)
  return (scan: KeptScan, notice: Told) => {
    if (notice.kind === 'double') {
      const { point, device, otherAt } = notice
      return device === undefined
        ? t('double_entry', { point, time: time(otherAt) })
        : t('double_entry_on', { point, device, time: time(otherAt) })
    }
    if (notice.kind === 'refused') return t('refused', { message: notice.message })
    if (isOfSeveral(notice)) return t('several_notice')
    if (notice.result === 'unpaid' && notice.owed > 0)
      return t('corrected_unpaid', {
        time: time(notice.at),
        amount: formatMoney(notice.owed, place.currency, language),
      })
    const { kind } = judgedOf(scan, place.points)
    const word =
      notice.result === 'ok'
        ? kind && isServed(kind) && scan.direction === 'in'
          ? t(`said_ok_${kind}`, { count: 1 })
          : t(`said_ok_${scan.direction}`)
        : t(`said_${scanWord(notice.result, judgedOf(scan, place.points))}`)
    return t('corrected', { time: time(notice.at), word })
  }
}

interface NoticedProps {
  scan: KeptScan
  notice: Told
  place: Place
  onLook: () => void
  /** Asks who of several people is there. */
  onAsk: (() => void) | undefined
}

function Noticed({ scan, notice, place, onLook, onAsk }: NoticedProps) {
  const t = useT(texts)
  const told = useTold(place)
  const hint = () => {
    if (notice.kind === 'double') return t('double_entry_hint')
    if (notice.kind === 'refused') return t('refused_hint')
    if (scan.said === 'ok') return t('corrected_inside_hint')
    if (isOfSeveral(notice)) return t('several_hint')
    return t(notice.result === 'ok' ? 'corrected_ok_hint' : 'corrected_other_hint')
  }
  return (
    <>
      <span className={classes.noticed}>{told(scan, notice)}</span>
      <span>{hint()}</span>
      {onAsk && isOfSeveral(notice) ? <Button onClick={onAsk}>{t('said_several')}</Button> : null}
      <Button variant="default" onClick={onLook}>
        {t(notice.kind === 'corrected' && scan.said === 'ok' ? 'sent_to_desk' : 'looked_at')}
      </Button>
    </>
  )
}

/** Asks before it takes a scan back: a finger slips on a list, and nobody would notice. */
function UndoLine({ scan, onUndo }: { scan: KeptScan; onUndo: () => void }) {
  const t = useT(texts)
  const [isAsked, setAsked] = useState(false)
  const name = scan.name || t('unknown')
  if (!isAsked)
    return (
      <Button
        variant="default"
        className={classes.undoLine ?? ''}
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        aria-label={t('undo_line_of', { name })}
        onClick={() => setAsked(true)}
      >
        {t('undo_line')}
      </Button>
    )
  return (
    <span className={classes.undoSure} role="alert">
      <span>{t('undo_sure')}</span>
      <Button onClick={onUndo}>{t('undo')}</Button>
      <Button variant="default" onClick={() => setAsked(false)}>
        {t('undo_keep')}
      </Button>
    </span>
  )
}

interface LineProps {
  scan: KeptScan
  place: Place
  onLook: (id: string) => void
  onSay: (id: string, hasPassed: boolean) => void
  onAsk: ((scan: KeptScan) => void) | undefined
  /** Undefined: it cannot be taken back here. */
  onUndo: (() => void) | undefined
}

function Line({ scan, place, onLook, onSay, onAsk, onUndo }: LineProps) {
  const t = useT(texts)
  const language = useLanguage()
  const words = useWords(place)
  const told = useTold(place)
  const at = place.points.find(({ _id }) => _id === scan.point_id)?.name
  const { notice, looked } = scan
  const isWaiting = scan.waits !== undefined
  const wasCorrected = scan.said !== null && scan.said !== 'kept' && scan.result !== null && scan.said !== scan.result
  const state = () => {
    if (isWaiting) return t('state_waiting')
    // Why somebody had to look at it, as it was said then.
    if (looked && !isUndone(scan)) return told(scan, looked)
    return t(wasCorrected ? 'state_corrected' : 'state_sent')
  }
  const when = (
    <time className="num" dateTime={new Date(scan.at).toISOString()}>
      {formatTime(new Date(scan.at).toISOString(), language, place.zone)}
    </time>
  )
  const Icon = notice
    ? notice.kind === 'double'
      ? IconCopy
      : IconAlertTriangle
    : isWaiting
      ? IconClock
      : isUndone(scan)
        ? IconArrowBackUp
        : resultOf(scan) === 'ok'
          ? IconCheck
          : IconX
  return (
    <li data-tone={notice ? (notice.kind === 'double' ? 'warn' : 'bad') : undefined}>
      <Icon
        size={22}
        stroke={1.75}
        aria-hidden
        color={
          notice || isWaiting ? undefined : resultOf(scan) === 'ok' && !isUndone(scan) ? 'var(--ok)' : 'var(--ink-3)'
        }
      />
      <span>
        <b>{scan.name || t('unknown')}</b>
        {notice ? <span className="dim">{when}</span> : null}
        {notice?.kind === 'asked' ? (
          <Asked scan={scan} place={place} onSay={(hasPassed) => onSay(scan.scan_id, hasPassed)} />
        ) : notice ? (
          <Noticed
            scan={scan}
            notice={notice}
            place={place}
            onLook={() => onLook(scan.scan_id)}
            onAsk={onAsk && scan.code !== null ? () => onAsk(scan) : undefined}
          />
        ) : (
          <span className="dim">
            {when} · {at ? `${at} · ` : ''}
            {words(scan)}. {state()}
          </span>
        )}
      </span>
      {onUndo ? <UndoLine scan={scan} onUndo={onUndo} /> : null}
    </li>
  )
}

/** The scans of this phone, what needs somebody on top, then newest first. */
export function HistoryList({
  engine,
  scans,
  place,
  onAsk,
}: {
  engine: GateEngine
  scans: readonly KeptScan[]
  place: Place
  /** Asks at the gate who of the people of this code is there. */
  onAsk: (scan: KeptScan) => void
}) {
  const t = useT(texts)
  if (scans.length === 0) return <p className="dim">{t('nothing_yet')}</p>
  const sorted = [...scans.filter(({ notice }) => notice), ...scans.filter(({ notice }) => !notice)]
  return (
    <ul className={classes.history}>
      {sorted.slice(0, most).map((scan) => (
        <Line
          key={scan.scan_id}
          scan={scan}
          place={place}
          onLook={(id) => void engine.look(id)}
          onAsk={(asked) => {
            void engine.look(asked.scan_id)
            onAsk(asked)
          }}
          onSay={(id, hasPassed) => void engine.say(id, hasPassed)}
          onUndo={engine.canUndo(scan) ? () => void engine.undo([scan.scan_id]) : undefined}
        />
      ))}
    </ul>
  )
}

const views = ['all', 'waiting', 'look'] as const
type View = (typeof views)[number]
const tests: Readonly<Record<View, (scan: KeptScan) => boolean>> = {
  all: () => true,
  waiting: ({ waits }) => waits !== undefined,
  look: ({ notice }) => notice !== null,
}

/** All scans of this phone with the state of each. */
export function HistoryPanel({
  engine,
  place,
  onBack,
  onAsk,
}: {
  engine: GateEngine
  place: Place
  onBack: () => void
  onAsk: (scan: KeptScan) => void
}) {
  const t = useT(texts)
  const { scans } = useGateState(engine)
  const [view, setView] = useState<View>('all')
  const counted = (one: View) => scans.filter(tests[one]).length
  const shown = scans.filter(tests[view])
  return (
    <>
      <PanelHead title={t('scans_here')} onBack={onBack} />
      <Segments
        label={t('scans_here')}
        choices={views.map((value) => ({ value, label: t(`view_${value}`, { count: counted(value) }) }))}
        value={view}
        onChange={setView}
      />
      {shown.length > 0 ? (
        <HistoryList engine={engine} scans={shown} place={place} onAsk={onAsk} />
      ) : (
        <EmptyState title={t(view === 'all' ? 'nothing_yet' : 'nothing_here')} />
      )}
    </>
  )
}
