import { Button, PasswordInput } from '@mantine/core'
import { formatTime } from '@shiloh/contract/text/format'
import { IconClockPlus, IconLogout } from '@tabler/icons-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useAccount } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import type { Shift } from './engine/db.ts'
import type { GateEngine } from './engine/engine.ts'
import classes from './gate.module.css'
import { PanelHead } from './panel-head.tsx'
import { prolong } from './shift.ts'
import { texts } from './texts.ts'
import { useGateState } from './use-engine.ts'

/** Returns from when to when a shift lasts, with the day of its end if that is another one. */
export function useShiftWords(zone: string) {
  const t = useT(texts)
  const language = useLanguage()
  const day = (instant: string) => formatDate(instant, language, zone)
  return ({ from, until }: Shift) => {
    const end =
      day(from) === day(until)
        ? formatTime(until, language, zone)
        : `${day(until)}, ${formatTime(until, language, zone)}`
    return t('shift_times', { from: formatTime(from, language, zone), until: end })
  }
}

/** Signs the same account in again, so that the shift goes on without a break. */
function Prolong({ engine, onDone }: { engine: GateEngine; onDone: () => void }) {
  const t = useT(texts)
  const { user } = useAccount()
  const [password, setPassword] = useState('')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!user || password === '') return setError(t('password_needed'))
    setSending(true)
    try {
      if (await prolong(user, password)) {
        engine.hint()
        // Somebody has opened another panel meanwhile.
        return isGone.current ? undefined : onDone()
      }
      setError(t('prolong_elsewhere'))
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : undefined)
    }
    setSending(false)
  }
  return (
    <form className={classes.nameForm} onSubmit={(event) => void submit(event)}>
      <PasswordInput
        label={t('password_of', { account: user?.email ?? user?.phone ?? '' })}
        description={t('prolong_hint')}
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={({ currentTarget }) => {
          setError(undefined)
          setPassword(currentTarget.value)
        }}
      />
      <Button type="submit" disabled={isSending} leftSection={<IconClockPlus size={20} aria-hidden />}>
        {t(isSending ? 'prolonging' : 'prolong')}
      </Button>
    </form>
  )
}

/** Asks before it ends the shift, and says what was scanned in it and what is still on this phone. */
export function EndShift({ engine }: { engine: GateEngine }) {
  const t = useT(texts)
  const { signOut, endShift } = usePageActions()
  const { waiting, scans, shift, device, lostAt } = useGateState(engine)
  const [state, setState] = useState<'idle' | 'asked' | 'delivering' | 'left'>('idle')
  const question = useRef<HTMLDivElement>(null)
  const isAsked = state !== 'idle'
  useEffect(() => {
    if (isAsked) question.current?.focus()
  }, [isAsked])
  const ask = () => {
    setState('asked')
    // What waits is sent while somebody reads the question.
    if (lostAt === null) void engine.deliver()
  }
  const end = async () => {
    setState('delivering')
    if ((await engine.deliver()) === 0) return endShift()
    setState('left')
  }
  if (!isAsked)
    return (
      <Button variant="default" leftSection={<IconLogout size={20} aria-hidden />} onClick={ask}>
        {t('end_shift')}
      </Button>
    )
  const from = shift === null ? 0 : Date.parse(shift.from)
  const own = scans.filter(({ device_id, at }) => device_id === device?._id && at >= from).length
  const toLookAt = scans.filter(({ notice }) => notice !== null).length
  const isLeft = waiting > 0 && (state === 'left' || lostAt !== null)
  return (
    <div ref={question} className={classes.undelivered} role="alertdialog" aria-label={t('end_shift')} tabIndex={-1}>
      <p>
        <b>{t('end_shift_sure')}</b> {t('shift_sum', { count: own })}{' '}
        {waiting === 0 ? t('all_sent') : t('sign_out_waiting', { count: waiting })}
      </p>
      {toLookAt > 0 ? <p>{t('end_shift_look', { count: toLookAt })}</p> : null}
      {lostAt === null ? <p>{t('end_shift_hint')}</p> : <p>{t('end_shift_offline')}</p>}
      <div className={classes.row}>
        <Button
          // Without a network there is no way back.
          variant={lostAt === null ? 'filled' : 'default'}
          disabled={state === 'delivering'}
          leftSection={<IconLogout size={20} aria-hidden />}
          onClick={isLeft ? signOut : () => void end()}
        >
          {state === 'delivering'
            ? t('delivering', { count: waiting })
            : t(isLeft || lostAt !== null ? 'end_shift_anyway' : 'end_shift')}
        </Button>
        {isLeft ? (
          <Button variant="default" onClick={() => void end()}>
            {t('deliver_again')}
          </Button>
        ) : null}
        <Button variant={lostAt === null ? 'default' : 'filled'} onClick={() => setState('idle')}>
          {t('keep_shift')}
        </Button>
      </div>
    </div>
  )
}

/** The shift of this phone: how long it lasts, how it goes on, and its end. */
export function ShiftPanel({ engine, zone, onBack }: { engine: GateEngine; zone: string; onBack: () => void }) {
  const t = useT(texts)
  const words = useShiftWords(zone)
  const { shift, lostAt } = useGateState(engine)
  return (
    <>
      <PanelHead title={t('shift')} onBack={onBack} />
      {shift ? <p>{words(shift)}</p> : null}
      <h3>{t('prolong_title')}</h3>
      {lostAt === null ? <Prolong engine={engine} onDone={onBack} /> : <p>{t('prolong_needs_network')}</p>}
      <h3>{t('end_shift')}</h3>
      <p className="dim">{t('end_shift_hint')}</p>
      <div className={classes.row}>
        <EndShift engine={engine} />
      </div>
    </>
  )
}
