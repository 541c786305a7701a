import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { toastDone } from '#ui/feedback/toast'
import { isJustSent, minutesAndSeconds, RESEND_AFTER_MS, useSecondsUntil } from './countdown.ts'
import { bind, type ServerForm } from './form.tsx'
import classes from './parts.module.css'
import { texts } from './texts.ts'

/** A one-time code of six digits: one field that the phone can fill from the SMS. Submitted once complete. */
export function CodeField<V extends FieldValues>({
  of: { form, submit },
  name,
  hint,
}: {
  of: ServerForm<V>
  name: Path<V>
  hint?: string
}) {
  const t = useT(texts)
  const { onChange, ...bound } = bind(form, name)
  return (
    <TextInput
      {...bound}
      onChange={(event) => {
        void onChange(event)
        if (event.currentTarget.value.replace(/\s/g, '').length === 6) submit()
      }}
      className={classes.code ?? ''}
      label={t('code')}
      description={hint}
      inputMode="numeric"
      pattern="[0-9 ]*"
      maxLength={8}
      autoComplete="one-time-code"
      autoFocus
    />
  )
}

interface ResendProps {
  /** When the last code was sent. Undefined if none was. */
  sentAt: number | undefined
  onSend: () => Promise<unknown>
  /** Reports a problem. */
  onProblem: (message: string) => void
}

/** Sends the code again after the waiting time. */
export function ResendCode({ sentAt, onSend, onProblem }: ResendProps) {
  const t = useT(texts)
  const [waitUntil, setWaitUntil] = useState(0)
  const [busy, setBusy] = useState(false)
  const left = useSecondsUntil(Math.max(waitUntil, sentAt === undefined ? 0 : sentAt + RESEND_AFTER_MS))
  const send = async () => {
    setBusy(true)
    try {
      await onSend()
      setWaitUntil(Date.now() + RESEND_AFTER_MS)
      toastDone({ message: t('code_sent') })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.retryAfter) setWaitUntil(Date.now() + error.retryAfter * 1000)
      onProblem(isJustSent(error) ? t('code_just_sent') : error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.resend}>
      {left > 0 ? (
        <span className="dim num">{t('send_again_in', { time: minutesAndSeconds(left) })}</span>
      ) : (
        <button type="button" className={classes.textButton} disabled={busy} onClick={() => void send()}>
          {t('send_again')}
        </button>
      )}
    </div>
  )
}
