import { Select } from '@mantine/core'
import { industryChoices } from '@shiloh/contract/identity/industries'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useLanguage, useT } from '#platform/i18n'
import { leaving, problemOf } from './form.tsx'
import { Optional } from './optional.tsx'
import { texts } from './texts.ts'

interface IndustryFieldProps<V extends FieldValues> {
  form: UseFormReturn<V, unknown, V>
  name: Path<V>
  /** What the person has now: typed freely, before there was a list, it can stay. */
  present: string | null
}

/** What somebody works in, looked up in the list. */
export function IndustryField<V extends FieldValues>({ form, name, present }: IndustryFieldProps<V>) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Select
          ref={ref}
          label={<Optional>{t('industry')}</Optional>}
          data={industryChoices(language, present)}
          comboboxProps={{ withinPortal: false }}
          searchable
          clearable
          nothingFoundMessage={t('no_match')}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(chosen) => onChange(chosen ?? '')}
          onBlur={leaving(onBlur, value)}
          error={problemOf(form, name)}
        />
      )}
    />
  )
}
