import { NumberInput, type NumberInputProps } from '@mantine/core'
import { type Language, localeOf } from '@shiloh/contract/core'
import { useLanguage } from '#platform/i18n'
import classes from './form.module.css'

/** How a language writes amounts, also while they are typed. */
function separatorsOf(language: Language) {
  const parts = new Intl.NumberFormat(localeOf(language)).formatToParts(1_234_567.8)
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { thousandSeparator: part('group'), decimalSeparator: part('decimal') }
}

type MoneyInputProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  currency: string
  /** Minor units. Null while the input is not an amount. */
  value: number | null
  onChange: (minor: number | null) => void
}

/** An amount, typed in major units in the notation of the language. */
export function MoneyInput({ currency, value, onChange, ...input }: MoneyInputProps) {
  const language = useLanguage()
  return (
    <NumberInput
      {...input}
      min={0}
      decimalScale={2}
      fixedDecimalScale
      {...separatorsOf(language)}
      allowedDecimalSeparators={['.', ',']}
      leftSection={<span className={classes.currency}>{currency}</span>}
      leftSectionWidth={56}
      hideControls
      value={value === null ? '' : value / 100}
      // The input returns text while "12.50" is typed, because a number has no trailing zero. The value is in minor
      // units; rounding removes the error of binary fractions.
      onChange={(typed) => {
        const amount = typed === '' ? Number.NaN : Number(typed)
        onChange(Number.isFinite(amount) ? Math.round(amount * 100) : null)
      }}
    />
  )
}
