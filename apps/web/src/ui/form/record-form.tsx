import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { languageName } from '@shiloh/contract/core'
import type { EditConflict } from '@shiloh/contract/error-data'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type Control, type DefaultValues, type FieldValues, FormProvider, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useAccount } from '#platform/account'
import { conflictOf, fieldCode, type Losses, lossesOf, NO_LOSSES, splitFailure } from '#platform/form-errors'
import { type TextRef, useLanguage, useT, useText } from '#platform/i18n'
import { Refusal } from '#ui/feedback/refusal'
import { useModKey } from '../base/mod-key.tsx'
import { toastDone } from '../feedback/toast.tsx'
import { BedLosses } from './bed-losses.tsx'
import { DateSetup } from './date-setup.tsx'
import { EditConflictNote } from './edit-conflict.tsx'
import { focusFirst, useFirstField } from './first-field.tsx'
import classes from './form.module.css'
import { type FormField, FormInput } from './form-fields.tsx'
import { texts } from './form-texts.ts'
import { LeaveDialog } from './leave-guard.tsx'
import { NOT_SAVED } from './not-saved.tsx'
import { useEscape } from './page-guard.tsx'
import { findUnread } from './unread.ts'

export type { FormField } from './form-fields.tsx'

/** A section of a record with its own heading. Without a title the fields have none. */
export interface FormSection<Name extends string> {
  readonly title?: TextRef
  readonly hint?: TextRef
  readonly fields: readonly FormField<Name>[]
}

/** The field names of a schema's input, which descriptors can use. */
export type NamesOf<S extends z.ZodType<FieldValues, FieldValues>> = Extract<keyof z.input<S>, string>

interface RecordFormProps<S extends z.ZodType<FieldValues, FieldValues>> {
  /** The contract's schema of the body, which the server also checks. */
  schema: S
  sections: readonly FormSection<NamesOf<S>>[]
  /** The current values, or the initial ones of a new record. */
  values: DefaultValues<z.input<S>>
  /** Saves. Problems reported by the server appear at their fields. */
  onSave: (body: z.output<S>, version: number | undefined) => Promise<unknown>
  /** The version of a record that several people edit: somebody else's change is then shown and not overwritten. */
  version?: number | undefined
  /** Called after saving, and when the user leaves. */
  onDone: () => void
  /** Offers to save and begin another record. */
  again?: boolean
  /** A drawer on the right, full screen on phones; or a part of the page. */
  as?: 'drawer' | 'page'
  title: string
  /** Verb and object. Defaults to "Save". */
  action?: TextRef
  /** Shown after saving. Defaults to "Saved". Null: the screen says itself what becomes of it. */
  saved?: TextRef | null
  /** To look at only. */
  readOnly?: boolean
  /** Something that should be read before saving is still being asked for: nothing is saved until it is there. */
  waits?: boolean
  children?: ReactNode
}

/** Returns the number of changed top-level fields. */
const countChanges = (dirty: Readonly<Record<string, unknown>>) => Object.values(dirty).filter(Boolean).length

/**
 * A complete form of a record: fields from descriptors, the contract's schema, the server's problems at their fields, a
 * guard against losing changes, and a save bar within reach. A screen declares its schema and fields.
 */
export function RecordForm<S extends z.ZodType<FieldValues, FieldValues>>(props: RecordFormProps<S>) {
  const { schema, sections, values, onSave, onDone, as = 'drawer', title, again = false } = props
  const t = useT(texts)
  const mod = useModKey()
  const text = useText()
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const [refusal, setRefusal] = useState<string>()
  const [losses, setLosses] = useState<Losses>(NO_LOSSES)
  // A refusal that names no field: it stands above the fields, where the bar at the foot is pressed.
  const [isUnseen, setUnseen] = useState(false)
  const why = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isUnseen) return
    setUnseen(false)
    why.current?.scrollIntoView({ block: 'center' })
  }, [isUnseen])
  const [leaving, setLeaving] = useState(false)
  const [conflict, setConflict] = useState<EditConflict>()
  // The version that the form was filled from, even if the page has received a newer one.
  const [version] = useState(props.version)
  const queries = useQueryClient()
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    defaultValues: values,
    resolver: zodResolver(schema, { error: (issue) => fieldCode(issue) }),
    // Fields validate themselves when they lose focus; a mode that does it would mark a row as soon as it is added.
    mode: 'onSubmit',
    shouldFocusError: true,
  })
  const { isDirty, dirtyFields, isSubmitting, isSubmitSuccessful } = form.formState
  // A field that began without a value makes the form dirty once it is emptied, without being changed itself.
  const changes = isDirty ? countChanges(dirtyFields) : 0
  const guarded = changes > 0 && !isSubmitSuccessful
  // `onSave` can navigate to another page before this form is rendered without changes.
  const finished = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: () => guarded && !finished.current,
    enableBeforeUnload: () => guarded,
    withResolver: true,
  })

  const reader = useLanguage()
  const { language: own } = useAccount().organisation
  const translatedHere = new Set(
    sections.flatMap((section) =>
      section.fields.flatMap((field) => (field.kind === 'languages' ? field.fields.map(({ name }) => name) : [])),
    ),
  )
  /** A text that is translated beside it says in which language it is, to those who read another one. */
  const inOwn = <F extends FormField<NamesOf<S>>>(field: F): F =>
    reader !== own && translatedHere.has(field.name)
      ? { ...field, label: (i18n) => `${field.label(i18n)}, ${languageName(own)}` }
      : field
  const known = new Set<string>(sections.flatMap((section) => section.fields.map((field) => field.name)))
  // Clears the form when the submission is over, which would else mark the empty form as saved.
  const [isNext, setIsNext] = useState(false)
  const start = useRef(values)
  useEffect(() => {
    if (!isNext || isSubmitting) return
    setIsNext(false)
    form.reset(start.current)
    focusFirst(place.current)
  }, [isNext, isSubmitting, form])
  const place = useRef<HTMLFormElement>(null)
  // A drawer mounts its content later than this component.
  const onMounted = useFirstField(!props.readOnly)
  const attach = useCallback(
    (element: HTMLFormElement | null) => {
      place.current = element
      onMounted(element)
    },
    [onMounted],
  )
  const saveOver = async (body: z.output<S>, onVersion: number | undefined, isAgain = false) => {
    const unread = findUnread(place.current)
    if (unread) {
      form.setError('root', { type: 'not_saved' })
      unread.focus()
      return
    }
    setRefusal(undefined)
    setLosses(NO_LOSSES)
    setConflict(undefined)
    try {
      if ((await onSave(body, onVersion)) === NOT_SAVED) {
        // Without an error the form would count as saved, and be left without a question.
        form.setError('root', { type: 'not_saved' })
        return
      }
    } catch (error) {
      const others = conflictOf(error)
      setConflict(others)
      if (others) return
      const { fields, rest } = splitFailure(error, (name) => known.has(name.split('.')[0] ?? ''))
      for (const [i, { name, message }] of fields.entries()) {
        form.setError(name as Path<z.input<S>>, { type: 'server', message }, { shouldFocus: i === 0 })
      }
      setRefusal(rest ?? t('problems', { count: fields.length }))
      setLosses(lossesOf(error))
      setUnseen(fields.length === 0)
      return
    }
    form.reset(undefined, { keepValues: true, keepIsSubmitSuccessful: true })
    if (props.saved !== null) toastDone({ message: props.saved ? text(props.saved) : t('saved') })
    if (isAgain) {
      setIsNext(true)
      return
    }
    finished.current = true
    onDone()
  }
  const save = form.handleSubmit((body) => saveOver(body, version))
  const saveAgain = form.handleSubmit((body) => saveOver(body, version, true))
  const overwrite = form.handleSubmit((body) => saveOver(body, conflict?.version))
  const reload = async () => {
    finished.current = true
    await queries.invalidateQueries()
    onDone()
  }
  const labelOf = (name: string) => {
    const field = sections.flatMap((section) => section.fields).find((one) => one.name === name)
    return field && text(field.label)
  }
  const close = () => (guarded ? setLeaving(true) : onDone())
  // A drawer answers the key itself. A part of a page has nowhere to go back to: it only asks before it takes input back.
  useEscape(() => {
    if (as === 'page' && guarded) close()
  })

  // The descriptors' names come from the schema's input, as the control does. Only the type of the values is dropped
  // here.
  const control = form.control as unknown as Control<FieldValues>
  const body = (
    <FormProvider {...form}>
      <form
        ref={attach}
        noValidate
        className={classes.form}
        onKeyDown={(event) => {
          if (
            event.key !== 'Enter' ||
            !(event.ctrlKey || event.metaKey) ||
            props.readOnly ||
            props.waits ||
            isSubmitting
          )
            return
          event.preventDefault()
          event.stopPropagation()
          // Fields such as dates take over what was typed when they lose the focus.
          if (event.target instanceof HTMLElement) event.target.blur()
          void save()
        }}
        onSubmit={(event) => {
          // A form in a drawer is inside the page's form in React's tree.
          event.stopPropagation()
          void save(event)
        }}
      >
        {refusal ? (
          <div ref={why}>
            <Refusal>
              {refusal}
              <BedLosses {...losses} />
            </Refusal>
          </div>
        ) : null}
        {conflict ? (
          <EditConflictNote
            conflict={conflict}
            labelOf={labelOf}
            onReload={() => void reload()}
            onOverwrite={() => void overwrite()}
          />
        ) : null}
        {sections.map((section, i) => (
          <section key={section.fields[0]?.name ?? i} className={section.title ? classes.section : classes.plain}>
            {section.title ? (
              <header>
                <h2>{text(section.title)}</h2>
                {section.hint ? <p className="dim small">{text(section.hint)}</p> : null}
              </header>
            ) : null}
            <div className={classes.fields}>
              {section.fields.map((field) => (
                <div key={field.name} className={field.half ? classes.half : undefined}>
                  <FormInput
                    control={control}
                    name={field.name}
                    field={{ ...inOwn(field), ...(props.readOnly && { readOnly: true }) }}
                  />
                </div>
              ))}
            </div>
          </section>
        ))}
        {props.children}
        {props.readOnly ? null : (
          <footer className={classes.bar} data-bottom-bar data-no-print>
            <span className="dim small" role="status">
              {guarded ? t('unsaved', { count: changes }) : ''}
            </span>
            <Button variant="subtle" color="gray" onClick={close}>
              {t('cancel')}
            </Button>
            {again ? (
              <Button
                variant="default"
                className={classes.again ?? ''}
                disabled={isSubmitting}
                onClick={() => void saveAgain()}
              >
                {t('save_again')}
              </Button>
            ) : null}
            <Button type="submit" loading={isSubmitting} disabled={props.waits ?? false} title={`${mod}+Enter`}>
              {props.action ? text(props.action) : t('save')}
            </Button>
          </footer>
        )}
      </form>
    </FormProvider>
  )
  return (
    <DateSetup>
      {as === 'drawer' ? (
        <Drawer
          opened
          onClose={close}
          title={title}
          closeButtonProps={{ 'aria-label': t('close') }}
          position="right"
          size={phone ? '100%' : 480}
          classNames={{ body: classes.drawer ?? '' }}
        >
          {body}
        </Drawer>
      ) : (
        body
      )}
      <LeaveDialog
        opened={leaving || blocker.status === 'blocked'}
        onStay={() => {
          setLeaving(false)
          blocker.reset?.()
        }}
        onLeave={() => {
          if (blocker.status === 'blocked') blocker.proceed()
          else onDone()
        }}
      />
    </DateSetup>
  )
}
