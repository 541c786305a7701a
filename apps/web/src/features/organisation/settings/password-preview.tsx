import { TextInput } from '@mantine/core'
import { DEFAULT_SETTINGS, type PasswordPolicy } from '@shiloh/contract/organisation'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useT } from '#platform/i18n'
import { PasswordRules } from '../../identity/index.ts'
import classes from './settings.module.css'
import { texts } from './texts.ts'

/** The requirements shown beside a new password, by the current form values, with a field to try them. */
export function PasswordPreview() {
  const t = useT(texts)
  const id = useId()
  const [tried, setTried] = useState('')
  const typed: Partial<PasswordPolicy> = useWatch()
  const policy = { ...DEFAULT_SETTINGS.password_complexity_settings, ...typed }
  return (
    <section className={classes.preview} aria-label={t('password_preview')}>
      <b className="small">{t('password_preview')}</b>
      {policy.enable_password_complexity_check ? (
        <>
          <PasswordRules id={id} password={tried} left={false} policy={policy} />
          <TextInput
            className={classes.try ?? ''}
            label={t('password_try')}
            autoComplete="off"
            aria-describedby={id}
            value={tried}
            onChange={(event) => setTried(event.currentTarget.value)}
          />
        </>
      ) : (
        <p className="dim">{t('password_unchecked')}</p>
      )}
    </section>
  )
}
