import { INDUSTRY_TEXTS, industryChoices } from '@shiloh/contract/identity/industries'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLanguage, useT } from '#platform/i18n'
import { Optional } from './optional.tsx'
import { SelectField } from './select-field.tsx'
import { texts } from './texts.ts'

interface IndustryFieldProps<V extends FieldValues> {
  form: UseFormReturn<V, unknown, V>
  name: Path<V>
  /** The person's industry now: one typed freely, before there was a list, can stay. */
  present: string | null
}

/** The industry that somebody works in, looked up in the list. */
export function IndustryField<V extends FieldValues>({ present, ...field }: IndustryFieldProps<V>) {
  const t = useT(texts)
  const names = useT(INDUSTRY_TEXTS)
  return (
    <SelectField
      {...field}
      label={<Optional>{t('industry')}</Optional>}
      choices={industryChoices(useLanguage(), names, present)}
      clearable
    />
  )
}
