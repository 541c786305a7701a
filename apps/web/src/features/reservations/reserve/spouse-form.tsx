import { Button, Group, Radio, TextInput } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { ApiError } from '#platform/client'
import { texts as fieldTexts } from '#platform/field-texts'
import { useT } from '#platform/i18n'
import { keyOf, useAct } from '#platform/queries'
import classes from './reserve.module.css'
import type { Spouse } from './step.ts'
import { texts } from './texts.ts'

/** Adds a person to the spouse list without leaving the reservation. */
export function SpouseForm({ onAdded }: { onAdded: (spouse: Spouse) => void }) {
  const t = useT(texts)
  const say = useT(fieldTexts)
  const { user } = useAccount()
  const client = useQueryClient()
  const act = useAct(identityRoutes.createSpouse)
  const [typed, setTyped] = useState({ first_name: '', last_name: '', phone: '' })
  const [gender, setGender] = useState(user?.gender === 'female' ? 'male' : 'female')
  const [tried, setTried] = useState(false)
  const refused = act.error instanceof ApiError ? act.error : undefined
  const errorOf = (field: 'first_name' | 'last_name' | 'gender' | 'phone') => {
    if (tried && (field === 'first_name' || field === 'last_name') && typed[field].trim() === '') return say('required')
    return refused?.fields.find((problem) => problem.field === field)?.message
  }
  const type = (field: keyof typeof typed) => (event: { currentTarget: HTMLInputElement }) => {
    const { value } = event.currentTarget
    setTyped((before) => ({ ...before, [field]: value }))
  }
  const save = async () => {
    setTried(true)
    if (typed.first_name.trim() === '' || typed.last_name.trim() === '') return
    const phone = typed.phone.trim()
    const { data } = await act.mutateAsync({
      body: {
        first_name: typed.first_name,
        last_name: typed.last_name,
        gender: gender === 'female' ? 'female' : 'male',
        ...(phone && { phone }),
      },
    })
    client.setQueryData<readonly Spouse[]>([...keyOf(identityRoutes.listSpouses), {}, {}], (list) => [
      ...(list ?? []),
      data,
    ])
    onAdded(data)
  }
  return (
    <form
      className={classes.inline}
      aria-label={t('add_spouse')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A refusal stands at its field; other failures are told by the app.
        save().catch(() => undefined)
      }}
    >
      <h3>{t('add_spouse')}</h3>
      <div className={classes.pair}>
        <TextInput
          label={t('first_name')}
          autoComplete="off"
          value={typed.first_name}
          onChange={type('first_name')}
          error={errorOf('first_name')}
        />
        <TextInput
          label={t('last_name')}
          autoComplete="off"
          value={typed.last_name}
          onChange={type('last_name')}
          error={errorOf('last_name')}
        />
      </div>
      <Radio.Group label={t('gender')} value={gender} onChange={setGender} error={errorOf('gender')}>
        <Group gap="lg" className={classes.radios ?? ''}>
          <Radio value="female" label={t('female')} />
          <Radio value="male" label={t('male')} />
        </Group>
      </Radio.Group>
      <TextInput
        label={t('phone_optional')}
        type="tel"
        autoComplete="off"
        placeholder="+233 24 123 4567"
        value={typed.phone}
        onChange={type('phone')}
        error={errorOf('phone')}
      />
      <Button type="submit" variant="default" loading={act.isPending}>
        {t('save_spouse')}
      </Button>
    </form>
  )
}
