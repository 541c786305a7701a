import { Select, type SelectProps } from '@mantine/core'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useT } from '#platform/i18n'
import { leaving, problemOf } from './form.tsx'
import { texts } from './texts.ts'

type SelectFieldProps<V extends FieldValues> = Pick<
  SelectProps,
  'label' | 'data' | 'placeholder' | 'disabled' | 'autoComplete'
> & {
  form: UseFormReturn<V, unknown, V>
  name: Path<V>
  /** Whether the choice can be taken back; the field then holds empty text. */
  clearable?: boolean
  onChosen?: () => void
}

/** One of a list of choices, found by typing, as a field of a form. */
export function SelectField<V extends FieldValues>({
  form,
  name,
  clearable = false,
  onChosen,
  ...props
}: SelectFieldProps<V>) {
  const t = useT(texts)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Select
          {...props}
          ref={ref}
          comboboxProps={{ withinPortal: false }}
          searchable
          clearable={clearable}
          allowDeselect={clearable}
          nothingFoundMessage={t('no_match')}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(next) => {
            onChange(next ?? '')
            onChosen?.()
          }}
          onBlur={leaving(onBlur, value)}
          error={problemOf(form, name)}
        />
      )}
    />
  )
}
