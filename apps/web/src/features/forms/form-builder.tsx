import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { BodyOf } from '@shiloh/contract/core'
import { type EventFormDetail, eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { IconAlertCircle, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, type Path, type Resolver, useForm, useWatch } from 'react-hook-form'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { fieldCode, splitFailure } from '#platform/form-errors'
import { text, useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { EmptyState } from '#ui/feedback/empty-state'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { DateSetup } from '#ui/form/date-setup'
import { FormInput as Field } from '#ui/form/form-fields'
import { LeaveGuard } from '#ui/form/leave-guard'
import { PageHeader } from '#ui/shell/page-header'
import {
  type FormInput,
  moved,
  moveQuestion,
  neighbour,
  newQuestion,
  newSection,
  pathOf,
  problemsOf,
  type SectionInput,
  tidy,
  toInput,
} from './definition.ts'
import classes from './forms.module.css'
import { FormPreview } from './preview.tsx'
import { formKey } from './queries.ts'
import { SectionEditor } from './section-editor.tsx'
import { texts } from './texts.ts'

const bySchema = zodResolver(eventFormRoutes.create.body, { error: (issue) => fieldCode(issue) })
const resolver: Resolver<FormInput, unknown, BodyOf<typeof eventFormRoutes.create>> = (values, context, options) =>
  bySchema(tidy(values), context, options)

const same = (a: FormInput, b: FormInput) => JSON.stringify(tidy(a)) === JSON.stringify(tidy(b))

/** The ids of the questions in which something is wrong. */
function wrongQuestions(errors: object, sections: readonly SectionInput[]): string[] {
  const at = (value: unknown, key: string | number): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return sections.flatMap((section, i) =>
    (section.questions ?? []).flatMap((question, j) =>
      at(at(at(at(errors, 'sections'), i), 'questions'), j) && question._id ? [question._id] : [],
    ),
  )
}

/** A form in its sections and questions, with what people will see beside it. */
export function FormBuilder({ form: stored }: { form: EventFormDetail }) {
  const t = useT(texts)
  const can = useCan()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const wide = useMediaQuery('(min-width: 68em)', undefined, { getInitialValueInEffect: false }) === true
  const [view, setView] = useState<'build' | 'preview'>('build')
  const [saved, setSaved] = useState(() => toInput(stored))
  const [open, setOpen] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [asking, setAsking] = useState<'discard' | 'remove' | { section: number }>()
  const [said, setSaid] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const gone = useRef(false)
  /** What takes the focus once it is drawn. */
  const toFocus = useRef<string>(undefined)
  const form = useForm<FormInput, unknown, BodyOf<typeof eventFormRoutes.create>>({
    defaultValues: saved,
    resolver,
    mode: 'onSubmit',
    shouldFocusError: false,
  })
  const { isSubmitting, errors } = form.formState
  // The whole form is watched: what is registered later is part of it all the same.
  const values = useWatch({ control: form.control }) as FormInput
  const sections = values.sections ?? []
  const problems = problemsOf(values)
  const hasChanges = !same(saved, values)
  const locked = !can('event_forms.update', stored._id)

  useEffect(() => {
    if (!toFocus.current) return
    list.current?.querySelector<HTMLElement>(toFocus.current)?.focus()
    toFocus.current = undefined
  })

  const setSections = (next: SectionInput[]) => {
    form.clearErrors()
    form.setValue('sections', next, { shouldDirty: true })
  }

  const save = form.handleSubmit(
    async (body) => {
      setRefusal(undefined)
      try {
        const next = await call(eventFormRoutes.update, { params: { id: stored._id }, body })
        const input = toInput(next)
        setSaved(input)
        form.reset(input)
        queries.setQueryData(formKey(stored._id), next)
        await queries.invalidateQueries({ queryKey: keyOf(eventFormRoutes.list) })
        toastDone({ message: t('saved') })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { fields, rest } = splitFailure(error, (name) => pathOf(sections, name).split('.')[0] !== 'questions')
        const paths = fields.map(({ name, message }) => ({ path: pathOf(sections, name), message }))
        for (const { path, message } of paths) form.setError(path as Path<FormInput>, { type: 'server', message })
        const [, section, , question] = paths[0]?.path.split('.') ?? []
        setOpen(sections[Number(section)]?.questions?.[Number(question)]?._id)
        setRefusal(rest ?? error.message)
      }
    },
    (found) => {
      setRefusal(t('problems'))
      const [first] = wrongQuestions(found, sections)
      if (first) setOpen(first)
      toFocus.current = '[aria-invalid="true"]'
    },
  )

  const move = (from: { section: number; question: number }, step: -1 | 1, name: string) => {
    const to = neighbour(sections, from, step)
    if (!to) return
    setSections(moveQuestion(sections, from, to))
    setSaid(t('moved', { name, number: to.question + 1 }))
    const id = sections[from.section]?.questions?.[from.question]?._id
    toFocus.current = `[data-question="${id}"] [data-move="${step}"]`
  }
  const moveSection = (from: number, step: -1 | 1) => {
    const to = from + step
    if (to < 0 || to >= sections.length) return
    setSections(moved(sections, from, to))
    setSaid(t('moved', { name: sections[from]?.title ?? '', number: to + 1 }))
    toFocus.current = `[data-section="${sections[from]?._id}"] [data-move-section="${step}"]`
  }
  const addSection = () => {
    const section = newSection(sections.length === 0 ? t('first_section') : '')
    setSections([...sections, section])
    toFocus.current = `[data-section="${section._id}"] input`
  }
  const addQuestion = (at: number) => {
    const question = newQuestion('radio')
    setSections(
      sections.map((section, i) =>
        i === at ? { ...section, questions: [...(section.questions ?? []), question] } : section,
      ),
    )
    setOpen(question._id)
    toFocus.current = `[data-question="${question._id}"] [data-editor] input, [data-question="${question._id}"] [data-editor] textarea`
  }
  const remove = async () => {
    try {
      await call(eventFormRoutes.remove, { params: { id: stored._id } })
      await queries.invalidateQueries({ queryKey: keyOf(eventFormRoutes.list) })
      gone.current = true
      await navigate({ to: '/admin/event-forms' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error.message)
      setAsking(undefined)
    }
  }

  const removing = typeof asking === 'object' ? sections[asking.section] : undefined
  const builder = (
    <fieldset disabled={locked} className={classes.build}>
      {refusal ? (
        <p role="alert" className={classes.refusal}>
          <IconAlertCircle size={18} aria-hidden /> {refusal}
        </p>
      ) : null}
      {stored.events > 0 ? <p className={classes.notice}>{t('in_use', { events: stored.events })}</p> : null}
      <div className={classes.pair}>
        <Field
          control={form.control}
          name="name"
          field={{
            kind: 'text',
            name: 'name',
            label: text(texts, 'name'),
            hint: text(texts, 'name_hint'),
            required: true,
          }}
        />
        <Field
          control={form.control}
          name="description"
          field={{ kind: 'text', name: 'description', label: text(texts, 'description') }}
        />
      </div>
      <div ref={list} className={classes.sections}>
        {sections.length === 0 ? (
          <EmptyState title={t('no_sections')} hint={t('no_sections_hint')} />
        ) : (
          sections.map((section, i) => (
            <SectionEditor
              key={section._id}
              index={i}
              sections={sections}
              problems={problems}
              open={open}
              wrong={wrongQuestions(errors, sections)}
              onOpen={setOpen}
              onMove={(step) => moveSection(i, step)}
              onRemove={() =>
                section.questions?.length
                  ? setAsking({ section: i })
                  : setSections(sections.filter((_, at) => at !== i))
              }
              onAddQuestion={() => addQuestion(i)}
              onMoveQuestion={(question, step, name) => move({ section: i, question }, step, name)}
              onQuestions={(questions) =>
                setSections(sections.map((one, at) => (at === i ? { ...one, questions } : one)))
              }
            />
          ))
        )}
      </div>
      <div>
        <Button variant="default" leftSection={<IconPlus size={17} />} onClick={addSection}>
          {t('add_section')}
        </Button>
      </div>
      <p className={classes.hidden} role="status">
        {said}
      </p>
    </fieldset>
  )

  return (
    <DateSetup>
      <FormProvider {...form}>
        <form
          noValidate
          className={classes.page}
          onSubmit={(event) => {
            event.preventDefault()
            void save(event)
          }}
        >
          <PageHeader
            breadcrumbs={false}
            compact
            title={stored.name}
            actions={
              can('event_forms.delete', stored._id) ? (
                <Button variant="default" onClick={() => setAsking('remove')}>
                  {t('remove_form')}
                </Button>
              ) : null
            }
          />
          {wide ? null : (
            <Segments
              label={t('preview')}
              value={view}
              onChange={setView}
              choices={[
                { value: 'build', label: t('build') },
                { value: 'preview', label: t('preview') },
              ]}
            />
          )}
          <div className={classes.columns}>
            {wide || view === 'build' ? builder : null}
            {wide || view === 'preview' ? <FormPreview form={values} /> : null}
          </div>
          {locked || !hasChanges ? null : (
            <div className={classes.bar} data-no-print>
              <span className="small dim" role="status">
                {t('not_saved')}
              </span>
              <Button variant="subtle" color="gray" onClick={() => setAsking('discard')}>
                {t('discard')}
              </Button>
              <Button type="submit" loading={isSubmitting}>
                {t('save')}
              </Button>
            </div>
          )}
        </form>
      </FormProvider>
      <LeaveGuard hasChanges={() => !gone.current && !same(saved, form.getValues())} />
      <ConfirmDialog
        opened={asking === 'discard'}
        danger
        title={t('discard_question')}
        action={t('discard')}
        onConfirm={() => {
          form.reset(saved)
          setRefusal(undefined)
          setAsking(undefined)
        }}
        onClose={() => setAsking(undefined)}
      >
        <p>{t('discard_text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'remove'}
        danger
        title={t('remove_form_question', { name: stored.name })}
        action={t('remove_form')}
        onConfirm={() => void remove()}
        onClose={() => setAsking(undefined)}
      >
        <p>{t('remove_form_text', { events: stored.events })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={removing !== undefined}
        danger
        title={t('remove_section_question', { name: removing?.title ?? '' })}
        action={t('remove_action')}
        onConfirm={() => {
          setSections(sections.filter((section) => section !== removing))
          setAsking(undefined)
        }}
        onClose={() => setAsking(undefined)}
      >
        <p>{t('remove_section_text', { count: removing?.questions?.length ?? 0 })}</p>
      </ConfirmDialog>
    </DateSetup>
  )
}
