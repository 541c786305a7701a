import { TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useAccount } from '#platform/account'
import { useCountries } from '#platform/countries'
import { useT } from '#platform/i18n'
import { leaving, problemOf } from './form.tsx'
import classes from './parts.module.css'
import { callingCode, closePhone, isPossiblePhone, openPhone, typePhone } from './phone.ts'
import { texts } from './texts.ts'

interface PhoneInputProps {
  /** What is typed before the app is there is found by it. */
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  inputRef: (element: HTMLInputElement | null) => void
  label: React.ReactNode
  hint?: string | undefined
  required: boolean
  error: React.ReactNode
  autoComplete: string
}

function PhoneInput({
  name,
  value,
  onChange,
  onBlur,
  inputRef,
  label,
  hint,
  required,
  error,
  autoComplete,
}: PhoneInputProps) {
  const t = useT(texts)
  const { user, organisation } = useAccount()
  const countries = useCountries()
  const [typed, setTyped] = useState(() => openPhone(value, user?.country || organisation.country))
  const change = (next: typeof typed) => {
    setTyped(next)
    onChange(closePhone(next))
  }
  const dial = callingCode(typed.country)
  return (
    <TextInput
      ref={inputRef}
      name={name}
      type="tel"
      inputMode="tel"
      autoComplete={autoComplete}
      label={label}
      description={hint}
      required={required}
      withAsterisk={false}
      error={error}
      value={typed.national}
      onChange={(event) => change(typePhone(event.currentTarget.value, typed))}
      onBlur={() => {
        const number = closePhone(typed)
        if (isPossiblePhone(number)) setTyped(openPhone(number, typed.country))
        onBlur()
      }}
      leftSectionWidth={`calc(${Math.max(4, dial.length)}ch + 62px)`}
      leftSectionPointerEvents="all"
      leftSection={
        <span className={classes.dial}>
          {dial} <IconChevronDown size={15} aria-hidden />
          <select
            aria-label={t('dial_code')}
            value={typed.country}
            onChange={(event) => change({ ...typed, country: event.currentTarget.value })}
          >
            {countries.some(({ code }) => code === typed.country) ? null : (
              <option value={typed.country}>
                {typed.country} {dial}
              </option>
            )}
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name} {callingCode(code)}
              </option>
            ))}
          </select>
        </span>
      }
    />
  )
}

interface PhoneFieldProps<V extends FieldValues> {
  form: UseFormReturn<V, unknown, V>
  name: Path<V>
  label?: React.ReactNode
  hint?: string
  required?: boolean
  autoComplete?: string
}

/** A phone number: the country code is selected beside it, and the number is typed in national form. */
export function PhoneField<V extends FieldValues>({
  form,
  name,
  label,
  hint,
  required = true,
  autoComplete = 'tel',
}: PhoneFieldProps<V>) {
  const t = useT(texts)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <PhoneInput
          name={name}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          onBlur={leaving(onBlur, value)}
          inputRef={ref}
          label={label ?? t('phone')}
          hint={hint}
          required={required}
          error={problemOf(form, name)}
          autoComplete={autoComplete}
        />
      )}
    />
  )
}
