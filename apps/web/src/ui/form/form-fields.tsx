import {
  ActionIcon,
  Button,
  ColorInput,
  FileInput,
  NumberInput,
  PasswordInput,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import { instantOf, wallTime } from '@shiloh/contract/text/zone'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  type Control,
  type FieldValues,
  type Path,
  useController,
  useFieldArray,
  useFormContext,
} from 'react-hook-form'
import { afterPress } from '#platform/after-press'
import { isCode } from '#platform/form-errors'
import { type TextKey, type TextRef, useT, useText } from '#platform/i18n'
import type { PickRoute } from '../list/list-types.tsx'
import { CalendarInput } from './calendar-input.tsx'
import { ChoiceMultiSelect, ChoiceSelect } from './choice-select.tsx'
import { FieldError } from './field-error.tsx'
import classes from './form.module.css'
import { texts } from './form-texts.ts'
import { LanguagesField } from './languages/languages-field.tsx'
import { MarkedTextarea } from './marked-textarea.tsx'
import { MomentInput } from './moment-input.tsx'
import { MoneyInput } from './money-input.tsx'
import { PickMultiSelect, PickSelect } from './pick-select.tsx'

interface FieldBase<Name extends string> {
  readonly name: Name
  readonly label: TextRef
  readonly hint?: TextRef
  readonly required?: boolean
  /** Two fields share a line from 900 px. */
  readonly half?: boolean
  readonly readOnly?: boolean
  /** The value of an emptied field: null clears it on the server. */
  readonly empty?: null | '' | undefined
}

/** Kinds of fields that a list can be filtered by. */
interface Filterable {
  /** The list that the form belongs to has a filter with the same name, label and choices: see `filtersOf`. */
  readonly filter?: true
}

interface Choice {
  readonly value: string
  readonly label: TextRef
}

interface PickField {
  readonly route: PickRoute
  /** Narrows the results beside the search: the blocks of one center. */
  readonly query?: Readonly<Record<string, string>>
  /** Names the current choice, which may not be among the first results of the server. */
  readonly picked?: readonly { readonly _id: string; readonly name: string }[]
}

/** A text that is written in several languages. */
export interface TranslatedField {
  readonly name: string
  readonly label: TextRef
  /** Lines that are shown at least. Without it the text is one line. */
  readonly rows?: number
  readonly max: number
}

/** How one field of a record is edited. Declared once; the schema decides what is valid. */
export type FormField<Name extends string> = FieldBase<Name> &
  (
    | {
        readonly kind: 'text'
        readonly autoComplete?: string
        readonly inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric'
        readonly type?: 'text' | 'email' | 'tel' | 'url'
      }
    | { readonly kind: 'password'; readonly autoComplete?: string }
    | { readonly kind: 'textarea'; readonly rows?: number }
    /** A text with bold words and lists. */
    | { readonly kind: 'marked'; readonly rows: number }
    | {
        readonly kind: 'number'
        readonly min?: number
        readonly max?: number
        readonly decimals?: number
        /** The meaning of an empty field: no limit. */
        readonly placeholder?: TextRef
      }
    | { readonly kind: 'money'; readonly currency: string }
    | (Filterable & { readonly kind: 'date' })
    | { readonly kind: 'datetime'; readonly zone: string; readonly usualTime?: string }
    | (Filterable & { readonly kind: 'select'; readonly choices: readonly Choice[] })
    | { readonly kind: 'multiselect'; readonly choices: readonly Choice[] }
    | (PickField & Filterable & { readonly kind: 'pick' })
    | (PickField & { readonly kind: 'multipick' })
    | (Filterable & { readonly kind: 'switch' })
    | { readonly kind: 'color' }
    /** The translations of the fields beside it, by their names. The field itself is `translations`. */
    | { readonly kind: 'languages'; readonly fields: readonly TranslatedField[] }
    /** A file that is sent beside the body. */
    | { readonly kind: 'file'; readonly accept: string }
    | {
        readonly kind: 'rows'
        readonly fields: readonly FormField<string>[]
        readonly fresh: () => Readonly<Record<string, unknown>>
        readonly rowName: TextRef
      }
  )

interface FieldProps<V extends FieldValues> {
  control: Control<V>
  name: Path<V>
  field: FormField<string>
}

function useError(message: string | undefined): ReactNode {
  const t = useT(fieldTexts)
  if (!message) return undefined
  const words = isCode(message) ? t(message as TextKey<typeof fieldTexts>) : message
  return <FieldError>{words}</FieldError>
}

/** The input returns text while "12.50" is typed, because a number has no trailing zero. */
function typedNumber(typed: number | string): number | undefined {
  const value = typed === '' ? Number.NaN : Number(typed)
  return Number.isFinite(value) ? value : undefined
}

/** Returns the first message of the parts of a field. */
function innerMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message
  return Object.entries(error)
    .map(([part, inner]) => (part === 'ref' ? undefined : innerMessage(inner)))
    .find((message) => message !== undefined)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const fileOf = (value: unknown): File | null => (value instanceof File ? value : null)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : '')
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** One field, under its label, with hint and error. */
export function FormInput<V extends FieldValues>({ control, name, field }: FieldProps<V>) {
  const t = useT(texts)
  const text = useText()
  const { field: bound, fieldState } = useController({ control, name })
  const { value, onChange, ref } = bound
  const { trigger } = useFormContext<V>()
  // Red only after the field loses focus.
  const onBlur = () => {
    bound.onBlur()
    afterPress(() => void trigger(name))
  }
  const error = useError(field.kind === 'languages' ? innerMessage(fieldState.error) : fieldState.error?.message)
  const emptied = 'empty' in field ? field.empty : field.required ? '' : null
  const input = {
    ref,
    name,
    onBlur,
    label: text(field.label),
    description: field.hint ? text(field.hint) : undefined,
    required: field.required === true,
    // The schema reports a missing value, not the browser's tooltip.
    withAsterisk: field.required === true,
    readOnly: field.readOnly === true,
    error,
  }
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          {...input}
          type={field.type ?? 'text'}
          autoComplete={field.autoComplete ?? 'off'}
          inputMode={field.inputMode}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value || emptied)}
        />
      )
    case 'password':
      return (
        <PasswordInput
          {...input}
          autoComplete={field.autoComplete ?? 'current-password'}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'textarea':
      return (
        <Textarea
          {...input}
          autosize
          minRows={field.rows ?? 3}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value || emptied)}
        />
      )
    case 'marked':
      return (
        <MarkedTextarea
          {...input}
          autosize
          minRows={field.rows}
          value={textOf(value)}
          onChange={(next) => onChange(next || emptied)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...input}
          min={field.min}
          max={field.max}
          clampBehavior="none"
          decimalScale={field.decimals ?? 0}
          allowDecimal={(field.decimals ?? 0) > 0}
          placeholder={field.placeholder && text(field.placeholder)}
          value={numberOf(value)}
          onChange={(next) => onChange(typedNumber(next) ?? field.empty ?? null)}
        />
      )
    case 'money':
      return (
        <MoneyInput
          {...input}
          currency={field.currency}
          value={typeof value === 'number' ? value : null}
          onChange={(minor) => onChange(minor ?? field.empty ?? null)}
        />
      )
    case 'date':
      return (
        <CalendarInput
          {...input}
          clearable={!field.required}
          clearButtonProps={{ 'aria-label': t('clear', { name: text(field.label) }) }}
          value={textOf(value) || null}
          onChange={(next) => onChange(next ?? field.empty ?? null)}
        />
      )
    case 'datetime':
      return (
        <MomentInput
          {...input}
          usualTime={field.usualTime}
          clearable={!field.required}
          value={textOf(value) ? wallTime(textOf(value), field.zone) : null}
          onChange={(next) => onChange(next ? instantOf(next, field.zone) : (field.empty ?? null))}
        />
      )
    case 'select':
      return (
        <ChoiceSelect
          {...input}
          choices={field.choices.map((choice) => ({ value: choice.value, label: text(choice.label) }))}
          value={textOf(value) || null}
          onChange={onChange}
          onClear={field.required ? undefined : () => onChange(field.empty ?? null)}
        />
      )
    case 'multiselect':
      return (
        <ChoiceMultiSelect
          {...input}
          choices={field.choices.map((choice) => ({ value: choice.value, label: text(choice.label) }))}
          value={listOf(value)}
          onChange={onChange}
        />
      )
    case 'pick':
      return (
        <PickSelect
          {...input}
          route={field.route}
          query={field.query}
          picked={field.picked}
          value={textOf(value) || null}
          onChange={(next) => onChange(next._id)}
          onClear={field.required ? undefined : () => onChange(field.empty ?? null)}
        />
      )
    case 'multipick':
      return (
        <PickMultiSelect
          {...input}
          route={field.route}
          query={field.query}
          picked={field.picked}
          clearable={!field.required}
          value={listOf(value)}
          onChange={onChange}
        />
      )
    case 'switch':
      return (
        <Switch
          ref={ref}
          name={name}
          onBlur={onBlur}
          label={input.label}
          description={input.description}
          error={error}
          disabled={field.readOnly === true}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'color':
      return <ColorInput {...input} format="hex" withEyeDropper={false} value={textOf(value)} onChange={onChange} />
    case 'languages':
      return (
        <LanguagesField
          name={name}
          label={input.label}
          fields={field.fields.map(({ name: of, label, rows, max }) => ({
            name: of,
            label: text(label),
            rows: rows ?? 1,
            line: rows === undefined,
            maxLength: max,
          }))}
          readOnly={input.readOnly}
          error={error}
        />
      )
    case 'file': {
      const { readOnly: _, ...shown } = input
      return (
        <FileInput
          {...shown}
          accept={field.accept}
          placeholder={t('choose')}
          value={fileOf(value)}
          onChange={(file) => onChange(file ?? undefined)}
        />
      )
    }
    case 'rows':
      return <RowsInput control={control} name={name} field={field} error={error} />
  }
}

/** Repeatable rows of fields. */
function RowsInput<V extends FieldValues>({
  control,
  name,
  field,
  error,
}: FieldProps<V> & { field: FormField<string> & { kind: 'rows' }; error: ReactNode }) {
  const t = useT(texts)
  const text = useText()
  // The array's element type is unknown for a name that is only known at run time.
  const rows = useFieldArray<FieldValues>({ control: control as unknown as Control<FieldValues>, name })
  const label = text(field.rowName)
  return (
    <fieldset className={classes.rows}>
      <legend>{text(field.label)}</legend>
      {field.hint ? <p className="dim small">{text(field.hint)}</p> : null}
      {rows.fields.map((row, i) => (
        <fieldset key={row.id} className={classes.row} aria-label={t('row', { name: label, number: i + 1 })}>
          {field.fields.map((inner) => (
            <div key={inner.name} className={inner.half ? classes.half : undefined}>
              <FormInput control={control} name={`${name}.${i}.${inner.name}` as Path<V>} field={inner} />
            </div>
          ))}
          <ActionIcon
            size={36}
            className={classes.remove ?? ''}
            aria-label={t('remove_row', { name: t('row', { name: label, number: i + 1 }) })}
            onClick={() => rows.remove(i)}
          >
            <IconTrash size={17} stroke={1.75} />
          </ActionIcon>
        </fieldset>
      ))}
      {error}
      <Button
        variant="default"
        leftSection={<IconPlus size={17} />}
        onClick={() => rows.append(field.fresh(), { shouldFocus: false })}
      >
        {t('add_row')}: {label}
      </Button>
    </fieldset>
  )
}
