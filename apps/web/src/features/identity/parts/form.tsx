import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FocusEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { afterPress } from '#platform/after-press'
import { ApiError } from '#platform/client'
import { fieldCode, isCode, splitFailure } from '#platform/form-errors'
import { useT } from '#platform/i18n'
import { minutesAndSeconds, useSecondsUntil } from './countdown.ts'
import classes from './parts.module.css'
import { texts } from './texts.ts'

type Schema<V extends FieldValues> = z.ZodType<unknown, V>

interface FormOptions<V extends FieldValues> {
  /** The contract's schema of the body, which the server also checks. */
  schema: Schema<V>
  values: DefaultValues<V>
  /** Sends the values as typed. Problems reported by the server appear at their fields. */
  onSubmit: (values: V) => Promise<unknown>
  /** Checks across fields. Returns a code or a sentence by field name. */
  check?: (values: V) => Readonly<Partial<Record<Path<V>, string>>>
  /** Keeps the input across a reload of this tab, except for the secret fields. */
  draft?: { readonly key: string; readonly secret: readonly string[] }
}

/** A form for one request. */
export interface ServerForm<V extends FieldValues> {
  readonly form: UseFormReturn<V, unknown, V>
  readonly submit: () => void
  /** The message about the whole form. */
  readonly refusal: string | undefined
  readonly refuse: (message: string | undefined) => void
  /** When the server takes the next attempt, in milliseconds. 0 if it did not ask to wait. */
  readonly waitUntil: number
  readonly busy: boolean
}

const draftKey = (key: string) => `draft:${key}`

/** Deletes a draft after it was submitted. */
export const forgetDraft = (key: string): void => sessionStorage.removeItem(draftKey(key))

function readDraft(key: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(draftKey(key)) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

function resolverOf<V extends FieldValues>(schema: Schema<V>, check: FormOptions<V>['check']): Resolver<V, unknown, V> {
  const bySchema = zodResolver<V, unknown, unknown>(schema, { error: (issue) => fieldCode(issue) }, { raw: true })
  return async (values, context, options) => {
    const result = await bySchema(values, context, options)
    const more = Object.entries(check?.(values) ?? {}).map(([name, message]) => [name, { type: 'check', message }])
    if (more.length === 0) return result
    // The names are those of the form. `Object.entries` loses their type.
    return { values: {}, errors: { ...Object.fromEntries(more), ...result.errors } as FieldErrors<V> }
  }
}

/** Validates with the contract's schema, sends, and shows the server's problems at their fields. */
export function useServerForm<V extends FieldValues>({
  schema,
  values,
  onSubmit,
  check,
  draft,
}: FormOptions<V>): ServerForm<V> {
  const t = useT(texts)
  const [refusal, setRefusal] = useState<string>()
  // How many fields were marked when it was sent, if the refusal is about them.
  const [marked, setMarked] = useState(0)
  const [waitUntil, setWaitUntil] = useState(0)
  const form = useForm<V, unknown, V>({
    defaultValues: draft ? { ...values, ...readDraft(draft.key) } : values,
    resolver: resolverOf(schema, check),
    // Red only after the field loses focus.
    mode: 'onTouched',
    shouldFocusError: true,
  })
  const { subscribe, setError, handleSubmit, getValues } = form
  const key = draft?.key
  const secret = draft?.secret.join()
  useEffect(() => {
    if (!key) return undefined
    const hidden = new Set(secret?.split(','))
    return subscribe({
      formState: { values: true },
      callback: ({ values: typed }) => {
        const kept = Object.entries(typed).filter(([name]) => !hidden.has(name))
        sessionStorage.setItem(draftKey(key), JSON.stringify(Object.fromEntries(kept)))
      },
    })
  }, [subscribe, key, secret])

  const send = handleSubmit(
    async (typed) => {
      setRefusal(undefined)
      setMarked(0)
      setWaitUntil(0)
      try {
        await onSubmit(typed)
      } catch (error) {
        if (error instanceof ApiError && error.retryAfter) setWaitUntil(Date.now() + error.retryAfter * 1000)
        const names = Object.keys(getValues())
        const { fields, rest } = splitFailure(error, (name) => names.includes(name))
        // An error with its own code is more specific than the field's: "That code is not right."
        const only =
          fields.length === 1 && error instanceof ApiError && error.code !== 'invalid_input' ? error.message : undefined
        for (const [i, { name, message }] of fields.entries()) {
          // `names` are those of the form. The compiler does not see that `name` is one of them.
          setError(name as Path<V>, { type: 'server', message: only ?? message }, { shouldFocus: i === 0 })
        }
        setRefusal(rest)
        setMarked(rest === undefined ? fields.length : 0)
      }
    },
    (wrong) => {
      setRefusal(undefined)
      setMarked(Object.keys(wrong).length)
    },
  )
  const { errors, isSubmitting } = form.formState
  const refuse = useCallback((message: string | undefined) => {
    setRefusal(message)
    setMarked(0)
  }, [])
  const isMended = Object.keys(errors).length === 0
  const problems = marked > 0 && !isMended ? t('problems', { count: marked }) : undefined
  return {
    form,
    submit: () => void send(),
    refusal: refusal ?? problems,
    refuse,
    waitUntil,
    busy: isSubmitting,
  }
}

/** The problem of a field, and how to fix it. */
export function FieldProblem({ message }: { message: string }) {
  const t = useT(fieldTexts)
  const words = isKnownCode(message) ? t(message) : message
  return (
    <span className={classes.problem}>
      <IconAlertCircle size={15} aria-hidden />
      {words}
    </span>
  )
}

const isKnownCode = (message: string): message is keyof typeof fieldTexts & string => isCode(message)

/**
 * Ignores leaving an empty field: missing values are reported on submission. A message below a field waits until the user
 * has let go of what they leave it for.
 */
export const leaving = (onBlur: () => unknown, value: unknown) => (): void => {
  if (value !== '' && value !== undefined && value !== null && value !== false) afterPress(() => void onBlur())
}

/** Binds an input to a field of the form: `<TextInput {...bind(form, 'email')} />`. */
export function bind<V extends FieldValues>(form: UseFormReturn<V, unknown, V>, name: Path<V>) {
  const { error } = form.getFieldState(name, form.formState)
  const { onBlur, ...bound } = form.register(name)
  return {
    ...bound,
    onBlur: (event: FocusEvent) => leaving(() => onBlur(event), form.getValues(name))(),
    error: error?.message ? <FieldProblem message={error.message} /> : undefined,
  }
}

/** Binds a checkbox. Leaving it is never an error. */
export function bindCheck<V extends FieldValues>(form: UseFormReturn<V, unknown, V>, name: Path<V>) {
  const { onChange, name: inputName, ref } = form.register(name)
  return { onChange, name: inputName, ref, error: problemOf(form, name) }
}

/** Returns the problem of a field that is not a plain input. */
export function problemOf<V extends FieldValues>(form: UseFormReturn<V, unknown, V>, name: Path<V>): ReactNode {
  const { error } = form.getFieldState(name, form.formState)
  return error?.message ? <FieldProblem message={error.message} /> : undefined
}

interface AuthFormProps<V extends FieldValues> {
  of: ServerForm<V>
  /** Verb and object. */
  action: string
  danger?: boolean
  /** Another button of the page comes first. */
  second?: boolean
  children: ReactNode
  /** Beside the button. */
  aside?: ReactNode
  /** In the box of a refusal: what helps. */
  wayOut?: ReactNode
}

/** The form: the message about the whole form, the fields, one button. */
export function AuthForm<V extends FieldValues>({
  of: { submit, refusal, waitUntil, busy },
  action,
  danger = false,
  second = false,
  children,
  aside,
  wayOut,
}: AuthFormProps<V>) {
  return (
    <form
      noValidate
      // Before a script runs, what is typed must not go to the address of a page.
      method="post"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        submit()
      }}
    >
      <Refusal message={refusal} wayOut={wayOut} />
      {waitUntil > 0 ? <Wait until={waitUntil} /> : null}
      {children}
      <div className={classes.actions}>
        <Button
          type="submit"
          loading={busy}
          fullWidth={aside === undefined}
          {...(danger && { color: 'red' })}
          {...(second && { variant: 'default' })}
        >
          {action}
        </Button>
        {aside}
      </div>
    </form>
  )
}

/** Counts down to the next attempt. Not announced: the refusal above it was. */
function Wait({ until }: { until: number }) {
  const t = useT(texts)
  const left = useSecondsUntil(until)
  return left > 0 ? <p className="dim num">{t('wait', { time: minutesAndSeconds(left) })}</p> : null
}

/** A problem of the whole form. It is announced, and focused if no field takes the focus. */
export function Refusal({ message, wayOut }: { message: ReactNode; wayOut?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message && !document.activeElement?.matches('[aria-invalid="true"]')) box.current?.focus()
  }, [message])
  return (
    <div role="alert">
      {message ? (
        <div ref={box} tabIndex={-1} className={classes.refusal}>
          <IconAlertCircle size={18} aria-hidden />
          <div>
            {message}
            {wayOut}
          </div>
        </div>
      ) : null}
    </div>
  )
}
