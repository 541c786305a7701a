import { Select } from '@mantine/core'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { leaving, problemOf } from './form.tsx'
import { texts } from './texts.ts'

interface Country {
  readonly code: string
  /** In the language of the page. */
  readonly name: string
  readonly dial_code: string
}

/** The countries one can choose, by their names in the language of the page. */
export function useCountries(): readonly Country[] {
  const language = useLanguage()
  const { organisation } = useAccount()
  const { data } = useQuery({
    ...queryOf(organisationRoutes.listEnabledCountries),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    const known = data ?? [{ code: organisation.country, name: organisation.country, dial_code: '' }]
    return known
      .map(({ code, name, dial_code }) => ({ code, dial_code, name: names.of(code) ?? name }))
      .sort((a, b) => a.name.localeCompare(b.name, language))
  }, [data, language, organisation.country])
}

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
