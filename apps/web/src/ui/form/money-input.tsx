import { TextInput, type TextInputProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { formatAmount } from '@shiloh/contract/text/format'
import { type Ref, useRef, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { parseAmount } from './amount.ts'
import classes from './form.module.css'
import { texts } from './form-texts.ts'
import { useUnread } from './unread.ts'

type MoneyInputProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  currency: string
  /** Minor units. Null while the input is not an amount. */
  value: number | null
  onChange: (minor: number | null) => void
  ref?: Ref<HTMLInputElement> | undefined
}

/**
 * An amount, typed in major units in the notation of the language. What is typed stays as it is until the field is left:
 * formatted at once, the thousands of `1.250,00` would become decimals. A text that is no amount stays, and keeps the form
 * from being saved.
 */
export function MoneyInput({ currency, value, onChange, onFocus, onBlur, error, ref, ...input }: MoneyInputProps) {
  const t = useT(texts)
  const language = useLanguage()
  const field = useRef<HTMLInputElement>(null)
  const merged = useMergedRef(ref, field)
  const [typed, setTyped] = useState<{ readonly text: string; readonly minor: number | null }>()
  const [focused, setFocused] = useState(false)
  const [told, setTold] = useState(false)
  const isUnread = typed !== undefined && typed.minor === null && typed.text.trim() !== ''
  useUnread(isUnread, field, () => setTold(true))
  // Something else has set another amount.
  if (typed && !focused && !isUnread && typed.minor !== value) setTyped(undefined)
  return (
    <TextInput
      {...input}
      ref={merged}
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span className={classes.currency}>{currency}</span>}
      leftSectionWidth={56}
      data-unread={isUnread || undefined}
      error={isUnread && told ? t('unread_amount', { example: formatAmount(125_000, language) }) : error}
      value={typed?.text ?? (value === null ? '' : formatAmount(value, language))}
      onFocus={(event) => {
        setFocused(true)
        onFocus?.(event)
      }}
      onChange={({ currentTarget: { value: text } }) => {
        const minor = parseAmount(text, language)
        setTyped({ text, minor })
        setTold(false)
        onChange(minor)
      }}
      onBlur={(event) => {
        setFocused(false)
        if (isUnread) setTold(true)
        else setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
