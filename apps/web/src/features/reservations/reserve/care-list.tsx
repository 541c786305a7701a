import { Checkbox } from '@mantine/core'
import { useT } from '#platform/i18n'
import { problemOf } from '#ui/form/choice-list'
import classes from './reserve.module.css'
import type { CareField } from './steps.ts'
import { texts } from './texts.ts'

type CareValue =
  | 'diabetic'
  | 'ulcer'
  | 'mobility_issue'
  | 'hypertension'
  | 'salt_free'
  | 'oil_free'
  | 'pepper_free'
  | 'spice_free'
  | 'pregnant'
  | 'breast_feeding'

interface CareListProps {
  id: string
  field: CareField
  values: readonly CareValue[]
  /** null: not answered. Empty: none of these. */
  chosen: readonly string[] | null
  required: boolean
  onChange: (chosen: readonly string[] | null) => void
  error?: string | undefined
}

/** Any of a few conditions, or explicitly none of them. */
export function CareList({ id, field, values, chosen, required, onChange, error }: CareListProps) {
  const t = useT(texts)
  const toggle = (value: CareValue) => {
    const next = chosen?.includes(value) ? chosen.filter((one) => one !== value) : [...(chosen ?? []), value]
    // Removing the last one means no answer, not the statement that there is none.
    onChange(next.length > 0 ? next : null)
  }
  const errorId = `${id}-error`
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={classes.care}
      data-error={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend>{required ? t(field) : t('optional', { label: t(field) })}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          label={t(value)}
          checked={chosen?.includes(value) ?? false}
          onChange={() => toggle(value)}
        />
      ))}
      <Checkbox
        label={t('none_of_these')}
        checked={chosen?.length === 0}
        onChange={() => onChange(chosen?.length === 0 ? null : [])}
      />
      {error ? (
        <p id={errorId} className={classes.error}>
          {problemOf(error)}
        </p>
      ) : null}
    </fieldset>
  )
}
