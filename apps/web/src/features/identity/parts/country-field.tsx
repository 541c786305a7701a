import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useCountries } from '#platform/countries'
import { useT } from '#platform/i18n'
import { SelectField } from './select-field.tsx'
import { texts } from './texts.ts'

/** One of the countries. */
export function CountryField<V extends FieldValues>(field: { form: UseFormReturn<V, unknown, V>; name: Path<V> }) {
  const t = useT(texts)
  return (
    <SelectField
      {...field}
      label={t('country')}
      autoComplete="country"
      choices={useCountries().map(({ code, name: label }) => ({ value: code, label }))}
    />
  )
}
