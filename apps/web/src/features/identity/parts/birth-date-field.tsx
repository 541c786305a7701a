import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useT } from '#platform/i18n'
import { DayParts } from '#ui/form/day-parts'
import { FieldProblem, leaving, problemOf } from './form.tsx'
import { texts } from './texts.ts'

interface FieldProps<V extends FieldValues> {
  form: UseFormReturn<V, unknown, V>
  name: Path<V>
  required?: boolean
  /** Whether it is the user's own, which the browser knows. */
  own?: boolean
}

/** A date of birth in three parts, which is faster than paging through a calendar. */
export function BirthDateField<V extends FieldValues>({ form, name, required = true, own = true }: FieldProps<V>) {
  const t = useT(texts)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <DayParts
          label={
            <>
              {t('birth_date')} {required ? null : <span>({t('optional')})</span>}
            </>
          }
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          onBlur={leaving(onBlur, value)}
          inputRef={ref}
          error={
            form.getFieldState(name, form.formState).error?.message === 'invalid' ? (
              <FieldProblem message="no_such_date" />
            ) : (
              problemOf(form, name)
            )
          }
          isOwnBirth={own}
        />
      )}
    />
  )
}
