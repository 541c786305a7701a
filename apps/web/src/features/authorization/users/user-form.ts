import type { Person } from '@shiloh/contract/authorization'
import { GENDERS } from '@shiloh/contract/identity/account'
import { INDUSTRY_TEXTS, industryChoices } from '@shiloh/contract/identity/industries'
import { CHURCH_LEVELS, organisationRoutes } from '@shiloh/contract/organisation'
import { useMemo } from 'react'
import { useCountries } from '#platform/countries'
import { text, useLanguage, useT } from '#platform/i18n'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { languages } from '../parts/choices.ts'
import { texts } from '../texts.ts'

export const types = (['user', 'vendor'] as const).map((type) => ({ value: type, label: text(texts, `type_${type}`) }))
export const genders = GENDERS.map((gender) => ({ value: gender, label: text(texts, `gender_${gender}`) }))

/** Returns the current choice, for a picker that otherwise offers only search results. */
const chosen = (id: string | null | undefined, name: string | null | undefined) =>
  id && name ? { picked: [{ _id: id, name }] } : {}

/** Where somebody belongs. Each level is searched by name. */
const churchFields = (row?: Person) =>
  [
    ...CHURCH_LEVELS.map(
      (level) =>
        ({
          kind: 'pick',
          name: `${level}_id`,
          label: text(texts, level),
          route: organisationRoutes.pickChurchUnits,
          query: { level },
          half: true,
          ...chosen(row?.[`${level}_id`], row?.[level]),
        }) as const,
    ),
    {
      kind: 'pick',
      name: 'title_id',
      label: text(texts, 'title'),
      route: organisationRoutes.pickTitles,
      half: true,
      ...chosen(row?.title_id, row?.title),
    },
    {
      kind: 'pick',
      name: 'designation_id',
      label: text(texts, 'designation'),
      route: organisationRoutes.pickDesignations,
      half: true,
      ...chosen(row?.designation_id, row?.designation),
    },
    { kind: 'switch', name: 'is_not_member', label: text(texts, 'not_member') },
  ] as const

/** Returns the form of a new or an existing person. */
export function useUserSections() {
  const countries = useCountries()
  const language = useLanguage()
  const industries = useT(INDUSTRY_TEXTS)
  return useMemo(() => {
    const choices = countries.map(({ code, name }) => ({ value: code, label: () => name }))
    return (row: Person | undefined) => [
      {
        fields: [
          ...(row
            ? []
            : [
                {
                  kind: 'select',
                  name: 'user_type',
                  label: text(texts, 'type'),
                  choices: types,
                  required: true,
                } as const,
              ]),
          { kind: 'text', name: 'first_name', label: text(texts, 'first_name'), required: true, half: true } as const,
          { kind: 'text', name: 'last_name', label: text(texts, 'last_name'), required: true, half: true } as const,
          { kind: 'text', name: 'other_names', label: text(texts, 'other_names') } as const,
          { kind: 'text', name: 'email', label: text(texts, 'email'), type: 'email', inputMode: 'email' } as const,
          { kind: 'text', name: 'phone', label: text(common, 'phone'), inputMode: 'tel', half: true } as const,
          {
            kind: 'select',
            name: 'country',
            label: text(texts, 'country'),
            choices,
            half: true,
            empty: undefined,
          } as const,
          { kind: 'select', name: 'gender', label: text(texts, 'gender'), choices: genders, half: true } as const,
          { kind: 'date', name: 'birth_date', label: text(texts, 'birth_date'), half: true } as const,
          {
            kind: 'select',
            name: 'language',
            label: text(texts, 'language'),
            choices: languages,
            empty: undefined,
          } as const,
          { kind: 'text', name: 'staff_id', label: text(texts, 'staff_id'), half: true } as const,
          {
            kind: 'select',
            name: 'industry',
            label: text(texts, 'industry'),
            choices: industryChoices(language, industries, row?.industry).map(({ value, label }) => ({
              value,
              label: () => label,
            })),
            half: true,
          } as const,
          ...(row ? [] : [{ kind: 'switch', name: 'invite', label: text(texts, 'invite') } as const]),
        ],
      },
      { title: text(texts, 'church'), fields: churchFields(row) },
    ]
  }, [countries, language, industries])
}
