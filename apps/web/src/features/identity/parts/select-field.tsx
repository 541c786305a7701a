import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { ChoiceSelect, type ChoiceSelectProps } from '#ui/form/choice-select'
import { leaving, problemOf } from './form.tsx'

type SelectFieldProps<V extends FieldValues> = Pick<
  ChoiceSelectProps,
  'label' | 'description' | 'choices' | 'placeholder' | 'disabled' | 'autoComplete'
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
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <ChoiceSelect
          {...props}
          ref={ref}
          comboboxProps={{ withinPortal: false }}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(next) => {
            onChange(next)
            onChosen?.()
          }}
          onClear={
            clearable
              ? () => {
                  onChange('')
                  onChosen?.()
                }
              : undefined
          }
          onBlur={leaving(onBlur, value)}
          // What cannot be chosen yet is not wrong.
          error={props.disabled ? undefined : problemOf(form, name)}
        />
      )}
    />
  )
}
