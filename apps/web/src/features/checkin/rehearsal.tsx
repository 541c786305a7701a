import { Button } from '@mantine/core'
import { formatCount, formatTime } from '@shiloh/contract/text/format'
import { IconCamera, IconCheck, IconQrcode, IconScan, IconWifi, IconWifiOff, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { QrCode } from '#ui/base/qr-code'
import { CameraStage } from './camera/camera-stage.tsx'
import type { CopyState } from './engine/db.ts'
import type { GateEngine } from './engine/engine.ts'
import { scanPractice } from './engine/practice.ts'
import { isPracticeText, practiceText } from './engine/practice-code.ts'
import type { KeptScan } from './engine/scans.ts'
import classes from './rehearsal.module.css'
import { texts } from './texts.ts'

interface RehearsalProps {
  engine: GateEngine
  copy: CopyState
  point: CopyState['points'][number]
  onEnd: () => void
}

function Step({
  nth,
  isDone,
  title,
  hint,
  children,
}: {
  nth: number
  isDone: boolean
  title: string
  hint: string
  children?: ReactNode
}) {
  return (
    <li data-done={isDone || undefined}>
      <span className={classes.nth}>{isDone ? <IconCheck size={20} stroke={2.5} aria-hidden /> : nth}</span>
      <div>
        <b>{title}</b>
        <p>{hint}</p>
        {children}
      </div>
    </li>
  )
}

/**
 * Rehearses a shift without a network: the app switches its own network off, scans somebody who does not exist, keeps the
 * scan, and reaches the server again. Each step is looked up, none is only claimed. Nothing is counted.
 */
export function Rehearsal({ engine, copy, point, onEnd }: RehearsalProps) {
  const t = useT(texts)
  const language = useLanguage()
  const [cutAt, setCutAt] = useState<string>()
  const [practice, setPractice] = useState<{ readonly scan: KeptScan; readonly took: number | null }>()
  const [count, setCount] = useState(0)
  const [help, setHelp] = useState<'camera' | 'code'>()
  const [isWrong, setWrong] = useState(false)
  const [back, setBack] = useState<'off' | 'asking' | 'reached' | 'silent'>('off')
  const [failure, setFailure] = useState(false)
  const zone = copy.event.time_zone
  useEffect(() => {
    let isGone = false
    // A reload in the middle: what the rehearsal has kept is still there, and the network is still off.
    void engine.practice().then((kept) => {
      const [first] = kept
      const last = kept.at(-1)
      if (isGone || !first || !last) return
      void engine.cut(true)
      setCutAt(first.scanned_at)
      setPractice({ scan: last, took: null })
      setCount(kept.length)
    })
    return () => {
      isGone = true
    }
  }, [engine])
  // The network comes back with the end of the rehearsal, however it ends.
  useEffect(
    () => () => {
      void engine.endPractice(null)
      void engine.cut(false)
    },
    [engine],
  )
  const cut = () => {
    void engine.cut(true)
    setCutAt(new Date(engine.serverNow()).toISOString())
  }
  const scan = async () => {
    try {
      const made = await scanPractice(copy, point, t('practice_name'), engine.serverNow(), count)
      setPractice(made)
      setHelp(undefined)
      setWrong(false)
      if (await engine.keepPractice(made.scan)) setCount(count + 1)
    } catch {
      setFailure(true)
    }
  }
  const read = (text: string) => {
    if (isPracticeText(text)) return void scan()
    setWrong(true)
  }
  const toggle = (one: 'camera' | 'code') => setHelp(help === one ? undefined : one)
  const restore = async () => {
    setBack('asking')
    const isReached = await engine.cut(false)
    setBack(isReached ? 'reached' : 'silent')
    if (isReached) await engine.endPractice(engine.serverNow())
  }
  const isDone = back === 'reached'
  const took = Math.max(1, Math.round(practice?.took ?? 0))
  const hint = () => {
    if (!practice) return t('practice_hint')
    return practice.took === null
      ? t('decided_before')
      : t('decided_in', { count: took, shown: formatCount(took, language) })
  }
  const act = () => {
    if (isDone)
      return (
        <Button fullWidth onClick={onEnd}>
          {t('rehearsal_done')}
        </Button>
      )
    if (!cutAt)
      return (
        <Button fullWidth leftSection={<IconWifiOff size={22} aria-hidden />} onClick={cut}>
          {t('cut')}
        </Button>
      )
    if (!practice)
      return (
        <Button fullWidth leftSection={<IconScan size={22} aria-hidden />} onClick={() => void scan()}>
          {t('scan_practice')}
        </Button>
      )
    return (
      <>
        <Button
          fullWidth
          leftSection={<IconWifi size={22} aria-hidden />}
          disabled={back === 'asking'}
          onClick={() => void restore()}
        >
          {t(back === 'asking' ? 'asking_server' : back === 'silent' ? 'ask_again' : 'restore')}
        </Button>
        <Button fullWidth variant="default" disabled={back === 'asking'} onClick={() => void scan()}>
          {t('scan_another')}
        </Button>
      </>
    )
  }
  const isWelcome = practice?.scan.said === 'ok'
  return (
    <section className={classes.rehearsal}>
      <header>
        <div>
          <b>{t('rehearsal')}</b>
          <p className="dim">
            {point.name}, {copy.event.name}
          </p>
        </div>
        <Button variant="subtle" leftSection={<IconX size={20} aria-hidden />} onClick={onEnd}>
          {t('end')}
        </Button>
      </header>
      {cutAt && back !== 'reached' ? (
        <div className={classes.bar} role="status">
          <IconWifiOff size={28} stroke={1.75} aria-hidden />
          <p>
            <b>{t('cut_done')}</b> {t('cut_only_here')}
          </p>
        </div>
      ) : null}
      <h1>{t(isDone ? 'it_works' : 'rehearse')}</h1>
      <ol>
        <Step
          nth={1}
          isDone={cutAt !== undefined}
          title={t(cutAt ? 'cut_done' : 'cut')}
          hint={cutAt ? formatTime(cutAt, language, zone) : t('cut_only_here')}
        />
        <Step
          nth={2}
          isDone={practice !== undefined}
          title={t(practice ? 'practice_scanned' : 'scan_practice')}
          hint={hint()}
        >
          {practice ? (
            <div className={classes.said} data-tone={isWelcome ? 'ok' : 'invalid'} role="status">
              <b>{t(isWelcome ? 'said_ok_in' : 'said_invalid')}</b>
              {practice.scan.name}
            </div>
          ) : null}
          {cutAt && !practice ? (
            <div className={classes.ways}>
              <Button
                variant="default"
                aria-expanded={help === 'camera'}
                leftSection={<IconCamera size={20} aria-hidden />}
                onClick={() => toggle('camera')}
              >
                {t('practice_camera')}
              </Button>
              <Button
                variant="default"
                aria-expanded={help === 'code'}
                leftSection={<IconQrcode size={20} aria-hidden />}
                onClick={() => toggle('code')}
              >
                {t('practice_show')}
              </Button>
            </div>
          ) : null}
          {help === 'camera' && !practice ? (
            <>
              <p>{t('practice_camera_hint')}</p>
              <div className={classes.view}>
                <CameraStage isReading isSending={false} direction="in" onRead={read} />
              </div>
              {isWrong ? <p role="alert">{t('practice_wrong')}</p> : null}
            </>
          ) : null}
          {help === 'code' && !practice ? (
            <div className={classes.shown} ref={(node) => node?.scrollIntoView({ block: 'center' })}>
              <QrCode value={practiceText(location.origin)} label={t('practice_code')} />
            </div>
          ) : null}
        </Step>
        <Step
          nth={3}
          isDone={count > 0}
          title={t(count > 0 ? 'kept_here' : 'keep_here')}
          hint={count > 0 ? t('kept_count', { count }) : t('kept_hint')}
        />
        <Step
          nth={4}
          isDone={isDone}
          title={t(isDone ? 'network_back' : 'restore')}
          hint={t(isDone ? 'server_answered' : back === 'silent' ? 'server_silent' : 'restore_hint')}
        />
      </ol>
      {failure ? (
        <p role="alert" className={classes.failure}>
          {t('rehearsal_failed')}
        </p>
      ) : null}
      <div className={classes.foot}>{act()}</div>
    </section>
  )
}
