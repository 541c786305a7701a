import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { DIRECTIONS, leaves } from '@shiloh/contract/checkin/scans'
import { formatCount } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import { useLanguage, useT } from '#platform/i18n'
import { useRemembered } from '#platform/remembered'
import { Banner } from './banner.tsx'
import { CameraStage, NoCameraStage } from './camera/camera-stage.tsx'
import { CodeField } from './code-field.tsx'
import { countersHere } from './counted.ts'
import { crowdOf } from './crowd.ts'
import type { DeskState } from './desk/desk-state.ts'
import { DirectionSwitch } from './direction-switch.tsx'
import type { GateEngine } from './engine/engine.ts'
import type { KeptScan } from './engine/scans.ts'
import { FindPanel } from './find-panel.tsx'
import classes from './gate.module.css'
import { GateActions } from './gate-actions.tsx'
import { HistoryList, HistoryPanel } from './history-list.tsx'
import type { Panel } from './panels.ts'
import { pointTime } from './point-time.ts'
import type { GateEvent } from './queries.ts'
import { Failed, Open, Result } from './result.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { ShiftPanel } from './shift-panel.tsx'
import { allowSound } from './signals.ts'
import { texts } from './texts.ts'
import { useGateState } from './use-engine.ts'
import { useGate } from './use-gate.ts'
import { WhoIsHere } from './who.tsx'

const yesNo = z.boolean()
const directionSchema = z.enum(DIRECTIONS)

/**
 * Whether there is a keyboard or a typing scanner: then the field can keep the focus without opening a screen keyboard.
 */
const hasKeyboard = () => matchMedia('(pointer: fine)').matches

const typesInto = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null

/** Listens for the first key of a typing scanner, wherever the focus is, and for Escape in a panel. */
function useTypedCodes(isListening: boolean, onFirstKey: () => void, onBack: (() => void) | undefined) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    allowSound()
    const isCharacter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Escape' && !document.querySelector('[role="dialog"]')) onBack?.()
    if (isListening && isCharacter && !typesInto(event.target)) onFirstKey()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => hear(event)
    addEventListener('keydown', onKey)
    addEventListener('pointerdown', allowSound)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('pointerdown', allowSound)
    }
  }, [])
}

/** Keeps the screen on at a gate, if the browser allows it. */
function useLitScreen() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    const hold = async () => {
      if (document.hidden || !('wakeLock' in navigator)) return
      // Refused on a low battery: then the screen turns off as usual.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    }
    const onVisible = () => void hold()
    void hold()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}

interface GateProps {
  engine: GateEngine
  event: GateEvent
  pointId: string
  /** Back to the choice of event and point. */
  onLeave: () => void
}

/** One scan point in use: camera or typing, the result, and the next step. */
export function Gate({ engine, event: known, pointId, onLeave }: GateProps) {
  const t = useT(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const { panel } = useSearch({ from: '/check-in' })
  const state = useGateState(engine)
  const isGate = (id: string | null) => state.copy?.points.find(({ _id }) => _id === id)?.kind === 'gate'
  const event = {
    ...known,
    counters: countersHere(known.counters, state.scans, { at: Date.parse(known.counted_at), isGate }),
  }
  const [wanted, setDirection] = useRemembered('gate-direction', directionSchema, 'in')
  const [withCamera, setWithCamera] = useRemembered('gate-camera', yesNo, true)
  const [withSound, setWithSound] = useRemembered('gate-sound', yesNo, true)
  const [hasPrinter, setHasPrinter] = useRemembered('gate-printer', yesNo, false)
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const point = state.copy?.points.find(({ _id }) => _id === pointId)
  const isCounted = point === undefined || point.kind === 'gate'
  const gate = useGate({ engine, eventId: event._id, pointId, isGate: isCounted, withSound })
  const { view } = gate
  const scanId = view.kind === 'said' ? view.entered.scans[0]?.scan_id : undefined
  const [deskOf, setDeskOf] = useState<{ readonly scanId: string | undefined; readonly state: DeskState }>()
  const desk = deskOf && deskOf.scanId === scanId ? deskOf.state : 'unknown'
  const setDesk = useCallback((is: DeskState) => setDeskOf({ scanId, state: is }), [scanId])
  const isWelcome = view.kind === 'said' && view.outcome.result === 'ok'
  const isReady = view.kind === 'ready' || view.kind === 'checking'
  const hasExit = point === undefined || leaves(point.rule)
  const direction = hasExit ? wanted : 'in'
  const isToday = ({ starts_at }: { readonly starts_at: string | null }) =>
    starts_at !== null && dayIn(starts_at, event.time_zone) === dayIn(new Date(engine.serverNow()), event.time_zone)
  const place = {
    zone: event.time_zone,
    currency: state.copy?.event.currency ?? 'GHS',
    points: state.copy?.points ?? [],
  }
  useEffect(() => void engine.select(event._id), [engine, event._id])

  const open = (next: Panel | undefined) =>
    void navigate({ to: '/check-in', search: next ? { panel: next } : {}, replace: next === undefined })
  const ask = ({ code, direction: way }: KeptScan) => {
    if (code !== null && gate.enterCode(code, way)) open(undefined)
  }
  useTypedCodes(
    panel === undefined,
    () => {
      if (!isReady) flushSync(gate.next)
      field.current?.focus()
    },
    panel && (() => open(undefined)),
  )
  useLitScreen()
  // A phone would draw the list with each scan, and nobody would see it.
  const isWide = useMediaQuery('(min-width: 56.25em)')
  useEffect(() => {
    if (view.kind === 'ready' && !panel && hasKeyboard()) field.current?.focus()
  }, [view.kind, panel])

  const submit = () => {
    if (typed.trim() !== '' && gate.enterCode(typed, direction)) setTyped('')
  }
  const stage = withCamera ? (
    <CameraStage
      isReading={view.kind === 'ready' && !panel}
      isSending={view.kind === 'checking'}
      direction={direction}
      onRead={(text) => gate.enterCode(text, direction)}
    />
  ) : (
    <NoCameraStage isSending={view.kind === 'checking'} onStart={() => setWithCamera(true)} />
  )
  const panels: Readonly<Partial<Record<Panel, () => ReactNode>>> = {
    find: () => (
      <FindPanel
        engine={engine}
        event={event}
        pointId={pointId}
        kind={point?.kind ?? 'gate'}
        hasExit={hasExit}
        onBack={() => open(undefined)}
        onEnter={(person, way, everybody) => {
          if (gate.enterPerson(person, way, everybody)) open(undefined)
        }}
      />
    ),
    history: () => (
      <HistoryPanel engine={engine} place={place} onBack={() => open(undefined)} onAsk={(scan) => ask(scan)} />
    ),
    shift: () => <ShiftPanel engine={engine} zone={event.time_zone} onBack={() => open(undefined)} />,
    settings: () => (
      <SettingsPanel
        engine={engine}
        camera={[withCamera, setWithCamera]}
        sound={[withSound, setWithSound]}
        printer={[hasPrinter, setHasPrinter]}
        event={event}
        onBack={() => open(undefined)}
        onShift={() => open('shift')}
        onLeave={() => {
          open(undefined)
          onLeave()
        }}
      />
    ),
  }
  const opened = panel && panels[panel]
  const crowd = isCounted ? undefined : crowdOf(event.points, state.scans, point, Date.parse(event.points_counted_at))
  return (
    <div className={classes.gate}>
      <header className={classes.head}>
        <div className={classes.place}>
          <h1>{point?.name ?? t('gate')}</h1>
          <p>
            {[point && pointTime(point, event.time_zone, language, { day: !isToday(point) }), event.name]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
        <p className={classes.count} data-full={crowd?.isFull || undefined}>
          <b>
            {isCounted
              ? t('count_short', {
                  in: formatCount(event.counters.in, language),
                  expected: formatCount(event.counters.expected, language),
                })
              : crowd?.capacity
                ? t('count_short', {
                    in: formatCount(crowd.people, language),
                    expected: formatCount(crowd.capacity, language),
                  })
                : formatCount(crowd?.people ?? 0, language)}
          </b>
          <span>
            {t(
              crowd
                ? crowd.isFull
                  ? 'full'
                  : hasExit
                    ? 'inside_here'
                    : point?.kind === 'meal'
                      ? 'eaten_here'
                      : 'came'
                : 'checked_in',
            )}
          </span>
        </p>
        <ActionIcon size={44} aria-label={t('settings')} onClick={() => open('settings')}>
          <IconAdjustmentsHorizontal size={22} />
        </ActionIcon>
      </header>
      <Banner
        engine={engine}
        zone={event.time_zone}
        withSound={withSound}
        onLook={() => open('history')}
        onShift={() => open('shift')}
      />
      <main id="content" className={classes.main}>
        {opened ? (
          <div className={classes.panel}>
            <div>{opened()}</div>
          </div>
        ) : null}
        <div className={classes.body} inert={opened !== undefined}>
          {isReady && hasExit ? (
            <div className={classes.direction}>
              <DirectionSwitch value={direction} onChange={setDirection} />
            </div>
          ) : null}
          <div className={classes.stage}>
            <div inert={!isReady}>{stage}</div>
            {view.kind === 'who' ? (
              <WhoIsHere gate={gate} view={view} zone={event.time_zone} kind={point?.kind ?? 'gate'} />
            ) : null}
            {/* Said when it appears, because the place was there before. Only a welcome waits for its turn. */}
            <div aria-live={isWelcome ? 'polite' : 'assertive'} className={classes.said}>
              {view.kind === 'said' ? (
                <Result
                  outcome={view.outcome}
                  entered={view.entered}
                  event={event}
                  point={point}
                  points={state.copy?.points ?? []}
                  crowd={crowd}
                  deviceId={state.device?._id}
                  paid={view.paid}
                  declined={view.declined}
                  canTake={desk === 'may' || desk === 'taking'}
                  events={state.events}
                />
              ) : null}
              {view.kind === 'open' ? <Open name={view.entered.scans[0]?.name ?? ''} /> : null}
              {view.kind === 'failed' ? <Failed /> : null}
            </div>
          </div>
          <div className={classes.side}>
            {isReady ? <CodeField field={field} value={typed} onChange={setTyped} onSubmit={submit} /> : null}
            <GateActions
              gate={gate}
              engine={engine}
              eventId={event._id}
              hasPrinter={hasPrinter}
              desk={desk}
              onDesk={setDesk}
              isMeal={point?.kind === 'meal'}
              onOpen={open}
            />
            {isWide ? (
              <section className={classes.latest} aria-labelledby="latest">
                <h2 id="latest">{t('latest')}</h2>
                <HistoryList
                  engine={engine}
                  scans={state.scans.slice(0, 12)}
                  place={place}
                  onAsk={(scan) => ask(scan)}
                />
              </section>
            ) : null}
          </div>
        </div>
      </main>
    </div>
  )
}
