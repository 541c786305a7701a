import { NativeSelect, Radio } from '@mantine/core'
import { LANGUAGES, languageName } from '@shiloh/contract/core'
import { GENDERS } from '@shiloh/contract/identity/account'
import { useId } from 'react'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useT } from '#platform/i18n'
import { bind, leaving, problemOf } from './form.tsx'
import classes from './parts.module.css'
import { texts } from './texts.ts'

interface FieldProps<V extends FieldValues> {
  form: UseFormReturn<V, unknown, V>
  name: Path<V>
}

/** Male or female. */
export function GenderField<V extends FieldValues>({ form, name }: FieldProps<V>) {
  const t = useT(texts)
  const id = useId()
  const problem = problemOf(form, name)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <fieldset className={classes.fieldset} aria-describedby={problem ? id : undefined}>
          <legend>{t('gender')}</legend>
          <div className={classes.choices}>
            {GENDERS.map((gender, i) => (
              <Radio
                key={gender}
                {...(i === 0 && { ref })}
                name={name}
                value={gender}
                label={t(gender)}
                checked={value === gender}
                onChange={() => onChange(gender)}
                onBlur={leaving(onBlur, value)}
                aria-invalid={problem !== undefined}
              />
            ))}
          </div>
          {problem ? (
            <div id={id} className={classes.fieldsetProblem}>
              {t('choose_gender')}
            </div>
          ) : null}
        </fieldset>
      )}
    />
  )
}

/** One of the languages by its own name. */
export function LanguageField<V extends FieldValues>({ form, name }: FieldProps<V>) {
  const t = useT(texts)
  return (
    <NativeSelect
      {...bind(form, name)}
      label={t('language')}
      description={t('language_hint')}
      data={LANGUAGES.map((language) => ({ value: language, label: languageName(language) }))}
    />
  )
}
