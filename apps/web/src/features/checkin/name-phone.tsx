import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import type { GateEngine } from './engine/engine.ts'
import classes from './gate.module.css'
import { texts } from './texts.ts'

/** Registers this browser once, under a name by which the office and other gates know it. */
export function NamePhone({ engine, isRevoked }: { engine: GateEngine; isRevoked: boolean }) {
  const t = useT(texts)
  const { user } = useAccount()
  const [name, setName] = useState(() => (user?.first_name ? t('phone_of', { name: user.first_name }) : ''))
  const [state, setState] = useState<'asking' | 'sending'>('asking')
  const [error, setError] = useState<string>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t('phone_name_needed'))
    setState('sending')
    try {
      await engine.register(name.trim())
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : undefined)
      setState('asking')
    }
  }
  return (
    <>
      <h1>{t(isRevoked ? 'revoked' : 'name_phone')}</h1>
      <p>{t(isRevoked ? 'revoked_hint' : 'name_phone_hint')}</p>
      <form className={classes.nameForm} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('phone_name')}
          description={t('phone_name_hint')}
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
          {t(state === 'sending' ? 'registering' : isRevoked ? 'register_again' : 'register')}
        </Button>
      </form>
    </>
  )
}
