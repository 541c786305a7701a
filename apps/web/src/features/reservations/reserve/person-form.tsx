import { Button, Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { ApiError } from '#platform/client'
import { texts as fieldTexts } from '#platform/field-texts'
import { useT } from '#platform/i18n'
import { keyOf, useAct } from '#platform/queries'
import type { Relative } from './people.ts'
import classes from './reserve.module.css'
import { type FamilyMember, relativesOf, type Spouse } from './step.ts'
import { texts } from './texts.ts'

const relations = ['spouse', 'child', 'companion'] as const
type Relation = (typeof relations)[number]

interface PersonFormProps {
  onAdded: (person: Relative) => void
  onCancel: () => void
}

/** Adds a person to the spouse list or the family list without leaving the reservation. */
export function PersonForm({ onAdded, onCancel }: PersonFormProps) {
  const t = useT(texts)
  const say = useT(fieldTexts)
  const { user } = useAccount()
  const client = useQueryClient()
  const addSpouse = useAct(identityRoutes.createSpouse)
  const addMember = useAct(identityRoutes.addFamilyMember)
  const [relation, setRelation] = useState<Relation>('child')
  const [typed, setTyped] = useState({ first_name: '', last_name: user?.last_name ?? '', birth_date: '' })
  const [gender, setGender] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const act = relation === 'spouse' ? addSpouse : addMember
  const refused = act.error instanceof ApiError ? act.error : undefined
  const isOpen = {
    first_name: typed.first_name.trim() === '',
    last_name: typed.last_name.trim() === '',
    gender: gender === null,
    birth_date: relation === 'child' && typed.birth_date === '',
  }
  const errorOf = (field: keyof typeof isOpen) =>
    tried && isOpen[field] ? say('required') : refused?.fields.find((problem) => problem.field === field)?.message
  const type = (field: keyof typeof typed) => (event: { currentTarget: HTMLInputElement }) => {
    const { value } = event.currentTarget
    setTyped((before) => ({ ...before, [field]: value }))
  }
  const save = async () => {
    setTried(true)
    if (Object.values(isOpen).some(Boolean)) return
    const body = {
      first_name: typed.first_name,
      last_name: typed.last_name,
      gender: gender === 'female' ? ('female' as const) : ('male' as const),
      ...(typed.birth_date && { birth_date: typed.birth_date }),
    }
    const add = <T,>(list: readonly T[] | undefined, one: T): readonly T[] => [...(list ?? []), one]
    const known = (() => {
      if (relation !== 'spouse')
        return addMember.mutateAsync({ body: { ...body, relation } }).then(({ data }) => {
          client.setQueryData<readonly FamilyMember[]>([...keyOf(identityRoutes.listFamily), {}, {}], (list) =>
            add(list, data),
          )
          return relativesOf({ spouses: [], family: [data] })
        })
      return addSpouse.mutateAsync({ body }).then(({ data }) => {
        client.setQueryData<readonly Spouse[]>([...keyOf(identityRoutes.listSpouses), {}, {}], (list) =>
          add(list, data),
        )
        return relativesOf({ spouses: [data], family: [] })
      })
    })()
    const [added] = await known
    if (added) onAdded(added)
  }
  return (
    <form
      className={classes.inline}
      aria-label={t('add_somebody')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A refusal stands at its field; other failures are told by the app.
        save().catch(() => undefined)
      }}
    >
      <NativeSelect
        label={t('relation')}
        value={relation}
        onChange={({ currentTarget }) =>
          setRelation(relations.find((one) => one === currentTarget.value) ?? 'companion')
        }
        data={relations.map((value) => ({ value, label: t(`relation_${value}`) }))}
        data-autofocus
      />
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
        type="date"
        className={classes.short ?? ''}
        label={relation === 'child' ? t('birth_date') : t('optional', { label: t('birth_date') })}
        autoComplete="off"
        value={typed.birth_date}
        onChange={type('birth_date')}
        error={errorOf('birth_date')}
      />
      <Group gap="sm">
        <Button type="submit" variant="default" loading={act.isPending}>
          {t('save_person')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  )
}
