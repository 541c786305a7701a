import { Button, Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import { day } from '@shiloh/contract/core'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import { GENDERS } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { MAX_PERSONS } from '@shiloh/contract/reservations/party'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { use, useRef, useState } from 'react'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { keyOf, useAct } from '#platform/queries'
import { problemOf } from '#ui/form/choice-list'
import { DayFieldsContext } from './day-fields.tsx'
import people from './people.module.css'
import type { Relation, Relative, TypedRelative } from './people.ts'
import classes from './reserve.module.css'
import { type FamilyMember, relativesOf, type Spouse } from './step.ts'
import { texts } from './texts.ts'

/** The sentence that nobody else can come along. */
export const FULL_ID = 'people-full'
/** The sentence that the office adds people. */
export const OFFICE_ID = 'people-office'

const relations = ['spouse', 'child', 'companion'] as const

interface PersonFormProps {
  /** The default; most families share it. */
  lastName: string
  /** The relation in words, from the user's point of view. */
  relationOf: (relation: Relation) => string
  action: string
  /** Saves the person. A rejection appears at its field. */
  save: (relation: Relation, typed: TypedRelative) => Promise<Relative | undefined>
  onAdded: (person: Relative) => void
  onCancel: () => void
}

/** Adds somebody to the member's own spouse list or family list. */
export function useSaveRelative(): PersonFormProps['save'] {
  const client = useQueryClient()
  const addSpouse = useAct(identityRoutes.createSpouse)
  const addMember = useAct(identityRoutes.addFamilyMember)
  const add = <T,>(list: readonly T[] | undefined, one: T): readonly T[] => [...(list ?? []), one]
  return async (relation, body) => {
    if (relation === 'spouse') {
      const { data } = await addSpouse.mutateAsync({ body })
      client.setQueryData<readonly Spouse[]>([...keyOf(identityRoutes.listSpouses), {}, {}], (list) => add(list, data))
      return relativesOf({ spouses: [data], family: [] })[0]
    }
    const { data } = await addMember.mutateAsync({ body: { ...body, relation } })
    client.setQueryData<readonly FamilyMember[]>([...keyOf(identityRoutes.listFamily), {}, {}], (list) =>
      add(list, data),
    )
    return relativesOf({ spouses: [], family: [data] })[0]
  }
}

/** Adds somebody who comes along without leaving the reservation. */
function PersonForm({ lastName, relationOf, action, save, onAdded, onCancel }: PersonFormProps) {
  const t = useT(texts)
  const say = useT(fieldTexts)
  const [relation, setRelation] = useState<Relation>('child')
  const [typed, setTyped] = useState({ first_name: '', last_name: lastName, birth_date: '' })
  const [gender, setGender] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const { Day } = use(DayFieldsContext)
  const form = useRef<HTMLFieldSetElement>(null)
  const focusProblem = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  const isOpen = {
    first_name: typed.first_name.trim() === '',
    last_name: typed.last_name.trim() === '',
    gender: gender === null,
    birth_date: relation === 'child' && typed.birth_date === '',
  }
  const isNoDate = typed.birth_date !== '' && !day.safeParse(typed.birth_date).success
  const errorOf = (field: keyof typeof isOpen) => {
    if (tried && isOpen[field]) return say('required')
    if (tried && field === 'birth_date' && isNoDate) return say('no_such_date')
    return refused?.fields.find((problem) => problem.field === field)?.message
  }
  const type = (field: keyof typeof typed) => (event: { currentTarget: HTMLInputElement }) => {
    const { value } = event.currentTarget
    setTyped((before) => ({ ...before, [field]: value }))
  }
  const submit = async () => {
    setTried(true)
    if (busy) return
    if (isNoDate || Object.values(isOpen).some(Boolean)) return void focusProblem()
    setBusy(true)
    try {
      const added = await save(relation, {
        first_name: typed.first_name,
        last_name: typed.last_name,
        gender: gender === 'female' ? 'female' : 'male',
        ...(typed.birth_date && { birth_date: typed.birth_date }),
      })
      if (added) onAdded(added)
    } catch (error) {
      // The app reports other failures.
      if (error instanceof ApiError) setRefused(error)
      focusProblem()
    } finally {
      setBusy(false)
    }
  }
  return (
    // Not a form element: at the desk it is inside one.
    <fieldset
      ref={form}
      className={classes.inline}
      aria-label={t('add_somebody')}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        void submit()
      }}
    >
      <NativeSelect
        label={t('relation')}
        value={relation}
        onChange={({ currentTarget }) =>
          setRelation(relations.find((one) => one === currentTarget.value) ?? 'companion')
        }
        data={relations.map((value) => ({ value, label: relationOf(value) }))}
        data-autofocus
      />
      <div className={classes.pair}>
        <TextInput
          label={t('first_name')}
          autoComplete="off"
          value={typed.first_name}
          onChange={type('first_name')}
          error={problemOf(errorOf('first_name'))}
        />
        <TextInput
          label={t('last_name')}
          autoComplete="off"
          value={typed.last_name}
          onChange={type('last_name')}
          error={problemOf(errorOf('last_name'))}
        />
      </div>
      <Radio.Group label={t('gender')} value={gender} onChange={setGender} error={problemOf(errorOf('gender'))}>
        <Group gap="lg" className={classes.radios ?? ''}>
          {GENDERS.map((value) => (
            <Radio key={value} value={value} label={t(value)} aria-invalid={errorOf('gender') !== undefined} />
          ))}
        </Group>
      </Radio.Group>
      <Day
        className={classes.date ?? ''}
        label={relation === 'child' ? t('birth_date') : t('optional', { label: t('birth_date') })}
        value={typed.birth_date}
        onChange={(birth_date) => setTyped((before) => ({ ...before, birth_date }))}
        error={errorOf('birth_date')}
      />
      <Group gap="sm">
        <Button variant="default" loading={busy} onClick={() => void submit()}>
          {action}
        </Button>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </fieldset>
  )
}

export interface AddPersonProps extends Omit<PersonFormProps, 'onCancel'> {
  /** The reservation has the maximum number of persons. */
  isFull: boolean
  /** Nobody is listed above. */
  isFirst?: boolean
}

/** Who may add people after the office approved who comes, and how to ask. */
export function AskOffice() {
  const t = useT(texts)
  return (
    <p id={OFFICE_ID} className={classes.hint}>
      {t('office_adds')} <Link to="/support/new">{t('ask_office')}</Link>
    </p>
  )
}

/** A button that opens the form for a new person until they are added. */
export function AddPerson({ isFull, isFirst, onAdded, ...form }: AddPersonProps) {
  const t = useT(texts)
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen)
    return (
      <PersonForm
        {...form}
        onCancel={() => setIsOpen(false)}
        onAdded={(person) => {
          onAdded(person)
          setIsOpen(false)
        }}
      />
    )
  if (isFull)
    return (
      <p id={FULL_ID} className={classes.hint}>
        {t('people_full', { most: MAX_PERSONS })}
      </p>
    )
  return (
    <button type="button" className={people.add} data-first={isFirst || undefined} onClick={() => setIsOpen(true)}>
      <IconPlus size={18} aria-hidden="true" />
      {t('add_somebody')}
    </button>
  )
}
