import { Select } from '@mantine/core'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useCountries } from '#platform/countries'
import { useT } from '#platform/i18n'
import { leaving, problemOf } from './form.tsx'
import { texts } from './texts.ts'

/** One of the countries. */
export function CountryField<V extends FieldValues>({
  form,
  name,
}: {
  form: UseFormReturn<V, unknown, V>
  name: Path<V>
}) {
  const t = useT(texts)
  const countries = useCountries()
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Select
          ref={ref}
          label={t('country')}
          autoComplete="country"
          data={countries.map(({ code, name: label }) => ({ value: code, label }))}
          comboboxProps={{ withinPortal: false }}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('no_match')}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          onBlur={leaving(onBlur, value)}
          error={problemOf(form, name)}
        />
      )}
    />
  )
}
