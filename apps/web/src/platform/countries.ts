import { type Language, localeOf } from '@shiloh/contract/core'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount } from './account.ts'
import { useLanguage } from './i18n.ts'
import { queryOf } from './queries.ts'

interface Country {
  readonly code: string
  /** In the language of the page. */
  readonly name: string
  readonly dial_code: string
}

/** Returns the name of a country in a language. */
export const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames([localeOf(language)], { type: 'region' }).of(code) ?? code

/** Returns the countries to choose from, with names in the language of the page. */
export function useCountries(): readonly Country[] {
  const language = useLanguage()
  const { organisation } = useAccount()
  const { data } = useQuery({
    ...queryOf(organisationRoutes.listEnabledCountries),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => {
    const names = new Intl.DisplayNames([localeOf(language)], { type: 'region' })
    const known = data ?? [{ code: organisation.country, name: organisation.country, dial_code: '' }]
    return known
      .map(({ code, name, dial_code }) => ({ code, dial_code, name: names.of(code) ?? name }))
      .sort((a, b) => a.name.localeCompare(b.name, language))
  }, [data, language, organisation.country])
}
