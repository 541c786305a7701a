import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import type { ServerForm } from '../parts/form.tsx'
import { requestCode } from '../queries.ts'
import classes from './send-code.module.css'
import { texts } from './texts.ts'

interface SendCodeProps {
  of: ServerForm<{ who: string; password: string; keep: boolean }>
}

/** Offers a code instead of the password, to the address that is typed. */
export function SendCode({ of: { form, refuse } }: SendCodeProps) {
  const t = useT(texts)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    const { who, keep } = form.getValues()
    form.clearErrors()
    refuse(undefined)
    if (who.trim() === '') {
      // Touched, so that the message goes while somebody types: going later, it would move the button under the finger.
      form.setValue('who', '', { shouldTouch: true, shouldValidate: true })
      form.setFocus('who')
      return
    }
    setBusy(true)
    try {
      await requestCode(who, keep)
      await navigate({ to: '/auth/code' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refuse(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.other}>
      <p className={classes.or}>
        <span>{t('or')}</span>
      </p>
      <Button variant="default" fullWidth loading={busy} data-waits onClick={() => void send()}>
        {t('send_me_code')}
      </Button>
      <p className="dim small">{t('send_me_code_hint')}</p>
    </div>
  )
}
