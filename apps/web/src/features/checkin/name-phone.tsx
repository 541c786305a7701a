import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import type { GateEngine } from './engine/engine.ts'
import classes from './gate.module.css'
import { texts } from './texts.ts'

/** Registers this browser once, under a name by which the office and other gates know it. */
export function NamePhone({ engine, isRevoked }: { engine: GateEngine; isRevoked: boolean }) {
  const t = useT(texts)
  const { signOut } = usePageActions()
  const [name, setName] = useState('')
  const [state, setState] = useState<'asking' | 'sending'>('asking')
  const [error, setError] = useState<string>()
  // The phone was signed off before this page was loaded.
  const [isRefused, setRefused] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t('phone_name_needed'))
    setState('sending')
    try {
      await engine.register(name.trim())
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'forbidden') return setRefused(true)
      setError(problem instanceof Error ? problem.message : undefined)
      setState('asking')
    }
  }
  if (isRevoked || isRefused)
    return (
      <>
        <h1>{t('revoked')}</h1>
        <p>{t('revoked_hint')}</p>
        <Button onClick={signOut}>{t('sign_in_again')}</Button>
      </>
    )
  return (
    <>
      <h1>{t('name_phone')}</h1>
      <p>{t('name_phone_hint')}</p>
      <form className={classes.nameForm} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('phone_name')}
          description={t('phone_name_hint')}
          placeholder={t('phone_of', { name: 'Esther' })}
          autoComplete="off"
          maxLength={60}
          value={name}
          error={error}
          onChange={({ currentTarget }) => {
            setError(undefined)
            setName(currentTarget.value)
          }}
        />
        <Button type="submit" disabled={state === 'sending'}>
          {t(state === 'sending' ? 'registering' : 'register')}
        </Button>
      </form>
    </>
  )
}
