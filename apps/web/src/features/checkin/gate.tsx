import { ActionIcon } from '@mantine/core'
import { DIRECTIONS, type Direction } from '@shiloh/contract/checkin/scans'
import { formatCount } from '@shiloh/contract/text/format'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import { useLanguage, useT } from '#platform/i18n'
import { useRemembered } from '#platform/remembered'
import { CameraStage, NoCameraStage } from './camera/camera-stage.tsx'
import { CodeField } from './code-field.tsx'
import { readDevice, saveDevice } from './device.ts'
import { DirectionSwitch } from './direction-switch.tsx'
import { FindPanel } from './find-panel.tsx'
import classes from './gate.module.css'
import { GateActions } from './gate-actions.tsx'
import { HistoryList, HistoryPanel } from './history-list.tsx'
import type { Panel } from './panels.ts'
import type { GateEvent } from './queries.ts'
import { Result } from './result.tsx'
import { nameOfScan } from './scan.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { allowSound } from './signals.ts'
import { texts } from './texts.ts'
import { Unsent } from './unsent.tsx'
import { useGate } from './use-gate.ts'

const yesNo = z.boolean()
const directionSchema = z.enum(DIRECTIONS)

/**
 * Whether there is a keyboard or a typing scanner: then the field can keep the focus without opening a screen keyboard.
 */
const hasKeyboard = () => matchMedia('(pointer: fine)').matches

const typesInto = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null

/** Listens for the first key of a typing scanner, wherever the focus is. */
function useTypedCodes(isListening: boolean, onFirstKey: () => void) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    allowSound()
    const isCharacter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
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
  event: GateEvent
  /** Only if there is another event to change to. */
  onChangeEvent?: () => void
}

/** One gate in use: camera or typing, the result, and the next step. */
export function Gate({ event, onChangeEvent }: GateProps) {
  const t = useT(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const { panel } = useSearch({ from: '/check-in' })
  const [device, setDevice] = useState(() => readDevice())
  const [direction, setDirection] = useRemembered('gate-direction', directionSchema, 'in')
  const [withCamera, setWithCamera] = useRemembered('gate-camera', yesNo, true)
  const [withSound, setWithSound] = useRemembered('gate-sound', yesNo, true)
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const gate = useGate({ eventId: event._id, device, withSound })
  const { view } = gate
  const isReady = view.kind === 'ready' || view.kind === 'sending'

  const open = (next: Panel | undefined) =>
    void navigate({ to: '/check-in', search: next ? { panel: next } : {}, replace: next === undefined })
  useTypedCodes(panel === undefined && view.kind !== 'unsent', () => {
    if (view.kind === 'said') flushSync(gate.next)
    field.current?.focus()
  })
  useLitScreen()
  useEffect(() => {
    if (view.kind === 'ready' && !panel && hasKeyboard()) field.current?.focus()
  }, [view.kind, panel])

  const submit = () => {
    if (typed.trim() !== '' && gate.enterCode(typed, direction)) setTyped('')
  }
  const stage = withCamera ? (
    <CameraStage
      isReading={view.kind === 'ready' && !panel}
      isSending={view.kind === 'sending'}
      direction={direction}
      onRead={(text) => gate.enterCode(text, direction)}
    />
  ) : (
    <NoCameraStage isSending={view.kind === 'sending'} onStart={() => setWithCamera(true)} />
  )
  const panels: Readonly<Record<Panel, () => ReactNode>> = {
    find: () => (
      <FindPanel
        event={event}
        onBack={() => open(undefined)}
        onEnter={(person, way: Direction, everybody) => {
          if (gate.enterPerson(person, way, everybody)) open(undefined)
        }}
      />
    ),
    history: () => <HistoryPanel entries={gate.history} zone={event.time_zone} onBack={() => open(undefined)} />,
    settings: () => (
      <SettingsPanel
        name={device.name}
        onName={(name) => {
          const named = { ...device, name }
          saveDevice(named)
          setDevice(named)
        }}
        camera={[withCamera, setWithCamera]}
        sound={[withSound, setWithSound]}
        event={event}
        onBack={() => open(undefined)}
        onChangeEvent={
          onChangeEvent &&
          (() => {
            open(undefined)
            onChangeEvent()
          })
        }
      />
    ),
  }
  return (
    <div className={classes.gate}>
      <header className={classes.head}>
        <div className={classes.place}>
          <h1>{device.name || t('gate')}</h1>
          <p>{event.name}</p>
        </div>
        <p className={classes.count}>
          <b>
            {t('count_short', {
              in: formatCount(event.counters.in, language),
              expected: formatCount(event.counters.expected, language),
            })}
          </b>
          <span>{t('checked_in')}</span>
        </p>
        <ActionIcon size={44} aria-label={t('settings')} onClick={() => open('settings')}>
          <IconAdjustmentsHorizontal size={22} />
        </ActionIcon>
      </header>
      <main id="content" className={classes.main}>
        {panel ? (
          <div className={classes.panel}>
            <div>{panels[panel]()}</div>
          </div>
        ) : null}
        <div className={classes.body} inert={panel !== undefined}>
          {isReady ? (
            <div className={classes.direction}>
              <DirectionSwitch value={direction} onChange={setDirection} />
            </div>
          ) : null}
          <div className={classes.stage}>
            <div inert={!isReady}>{stage}</div>
            {view.kind === 'said' ? (
              <Result outcome={view.outcome} code={nameOfScan(view.scan)} device={device} event={event} />
            ) : null}
            {view.kind === 'unsent' ? <Unsent scan={view.scan} message={view.message} zone={event.time_zone} /> : null}
          </div>
          <div className={classes.side}>
            {isReady ? <CodeField field={field} value={typed} onChange={setTyped} onSubmit={submit} /> : null}
            <GateActions gate={gate} onOpen={open} />
            <section className={classes.latest} aria-labelledby="latest">
              <h2 id="latest">{t('latest')}</h2>
              <HistoryList entries={gate.history.slice(0, 12)} zone={event.time_zone} />
            </section>
          </div>
        </div>
      </main>
    </div>
  )
}
