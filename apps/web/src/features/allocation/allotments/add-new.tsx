import { Button, TextInput } from '@mantine/core'
import { GENDERS } from '@shiloh/contract/identity/account'
import { type AllotmentView, allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { wirePhone } from '../../reservations/index.ts'
import classes from './allotments.module.css'
import { texts } from './texts.ts'

export interface ParticipantType {
  readonly _id: string
  readonly name: string
}

type Gender = (typeof GENDERS)[number]

const EMPTY = { first_name: '', last_name: '', gender: '' as Gender | '', phone: '' }

/** Reserves for somebody who is on no list yet, with a bed of the group. */
export function AddNew({ one, types }: { one: AllotmentView; types: readonly ParticipantType[] }) {
  const t = useT(texts)
  const { organisation } = useAccount()
  const reserve = useAct(
    allotmentRoutes.reserveInAllotment,
    [allotmentRoutes.listAllotments, allotmentRoutes.readAllotment],
    { shown: true },
  )
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(EMPTY)
  const [type, setType] = useState(types[0]?._id ?? '')
  const error = reserve.error instanceof ApiError ? reserve.error : undefined
  const errorAt = (field: string) => error?.fields.find((one) => one.field === field)?.message
  if (!isOpen)
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('somebody_new')}
      </Button>
    )
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        const { phone, gender, ...person } = typed
        if (gender === '') return
        reserve.mutate(
          {
            params: { id: one._id },
            body: {
              person: { ...person, gender, phone: wirePhone(phone, organisation.country) },
              participant_type_id: type,
            },
          },
          {
            onSuccess: () => {
              setTyped(EMPTY)
              setOpen(false)
              toastDone({ message: t('reserved') })
            },
          },
        )
      }}
    >
      <h2>{t('somebody_new')}</h2>
      <div className={classes.pair}>
        <TextInput
          label={t('first_name')}
          autoComplete="off"
          maxLength={100}
          required
          data-autofocus
          value={typed.first_name}
          error={errorAt('person.first_name')}
          onChange={({ currentTarget }) => setTyped({ ...typed, first_name: currentTarget.value })}
        />
        <TextInput
          label={t('last_name')}
          autoComplete="off"
          maxLength={100}
          required
          value={typed.last_name}
          error={errorAt('person.last_name')}
          onChange={({ currentTarget }) => setTyped({ ...typed, last_name: currentTarget.value })}
        />
        <TextInput
          label={t('phone')}
          type="tel"
          autoComplete="off"
          maxLength={30}
          value={typed.phone}
          error={errorAt('person.phone')}
          onChange={({ currentTarget }) => setTyped({ ...typed, phone: currentTarget.value })}
        />
        <ChoiceSelect
          label={t('participant_type')}
          value={type}
          choices={types.map(({ _id, name }) => ({ value: _id, label: name }))}
          error={errorAt('participant_type_id')}
          onChange={setType}
        />
      </div>
      <Segments
        label={t('gender')}
        value={typed.gender}
        required
        choices={GENDERS.map((value) => ({ value, label: t(value) }))}
        onChange={(gender) => setTyped({ ...typed, gender })}
      />
      {error && error.fields.length === 0 ? <p role="alert">{error.message}</p> : null}
      <div className={classes.acts}>
        <Button variant="default" onClick={() => setOpen(false)}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={reserve.isPending}>
          {t('reserve')}
        </Button>
      </div>
    </form>
  )
}
