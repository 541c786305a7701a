import { zodResolver } from '@hookform/resolvers/zod'
import type { BodyOf } from '@shiloh/contract/core'
import { type EventFormDetail, eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { usageRoutes } from '@shiloh/contract/usage'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useReducer, useRef } from 'react'
import { type Path, type Resolver, useForm, useWatch } from 'react-hook-form'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { errorNames, fieldCode } from '#platform/form-errors'
import { useT } from '#platform/i18n'
import { keyOf, queryOf } from '#platform/queries'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { builderReducer, type Edit, edited, failureOf, initialBuilder, type UsedPart } from './builder-state.ts'
import { type FormInput, isSame, lostParts, tidy, toInput, wrongQuestions } from './definition.ts'
import { formKey } from './queries.ts'
import { texts } from './texts.ts'

/** The most parts whose use is asked for before a form is saved. */
const MOST_ASKED = 20

type FormBody = BodyOf<typeof eventFormRoutes.create>

const bySchema = zodResolver(eventFormRoutes.create.body, { error: (issue) => fieldCode(issue) })
const resolver: Resolver<FormInput, unknown, FormBody> = (values, context, options) =>
  bySchema(tidy(values), context, options)

/** The state of editing a stored form: the fields' values are in `form`, everything else is in `state`. */
export function useFormBuilder(stored: EventFormDetail) {
  const t = useT(texts)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(builderReducer, stored, (detail) => initialBuilder(toInput(detail)))
  const isRemoved = useRef(false)
  const form = useForm<FormInput, unknown, FormBody>({
    defaultValues: state.saved,
    resolver,
    mode: 'onSubmit',
    shouldFocusError: false,
  })
  // Watches the whole form, including fields registered later.
  const values = useWatch({ control: form.control }) as FormInput
  const sections = values.sections ?? []

  /** The element that contains the focus targets of edits and errors. */
  const list = useRef<HTMLDivElement>(null)
  const { focus } = state
  useEffect(() => {
    if (focus) list.current?.querySelector<HTMLElement>(focus.selector)?.focus()
  }, [focus])

  const edit = (change: Edit) => {
    const next = edited(sections, change)
    if (next === sections) return
    form.clearErrors()
    form.setValue('sections', [...next], { shouldDirty: true })
    dispatch({ type: 'edited', edit: change, before: sections })
  }

  /** Returns what people have answered or chosen of the parts that the changes take away. */
  const usedParts = async (): Promise<UsedPart[]> => {
    const parts = lostParts(state.saved, form.getValues()).slice(0, MOST_ASKED)
    const used = await Promise.all(
      parts.map(async (part) => {
        const kind = part.kind === 'option' ? 'question_options' : 'form_questions'
        const query = { ...queryOf(usageRoutes.readUsage, { params: { kind, id: part._id } }), staleTime: 0 }
        // A failure says nothing, and the answers stay in any case.
        return { ...part, uses: await queries.fetchQuery(query).catch(() => []) }
      }),
    )
    return used.filter(({ uses }) => uses.length > 0)
  }

  const saveWith = (isAsked: boolean) =>
    form.handleSubmit(
      async (body) => {
        dispatch({ type: 'save_started' })
        const lost = isAsked ? [] : await usedParts()
        if (lost.length > 0) {
          dispatch({ type: 'asked', question: { lost } })
          return
        }
        try {
          const next = await call(eventFormRoutes.update, { params: { id: stored._id }, body })
          const saved = toInput(next)
          dispatch({ type: 'saved', form: saved })
          form.reset(saved)
          queries.setQueryData(formKey(stored._id), next)
          await queries.invalidateQueries({ queryKey: keyOf(eventFormRoutes.list) })
          toastDone({ message: t('saved') })
        } catch (error) {
          const { fields, ...failure } = failureOf(error, sections)
          for (const { path, message } of fields) form.setError(path as Path<FormInput>, { type: 'server', message })
          dispatch({ type: 'refused', ...failure })
        }
      },
      (errors) => {
        const message = t('problems', { count: errorNames(errors).length })
        dispatch({ type: 'invalid', message, question: wrongQuestions(errors, sections)[0] })
      },
    )

  const save = saveWith(false)

  const discard = () => {
    form.reset(state.saved)
    dispatch({ type: 'discarded' })
  }

  /** Deletes the form and leaves the page. */
  const remove = async () => {
    try {
      await call(eventFormRoutes.remove, { params: { id: stored._id } })
      await queries.invalidateQueries({ queryKey: keyOf(eventFormRoutes.list) })
      isRemoved.current = true
      await navigate({ to: '/admin/event-forms' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error.message)
      dispatch({ type: 'answered' })
    }
  }

  return {
    form,
    list,
    state,
    dispatch,
    values,
    sections,
    edit,
    save,
    /** Saves what was asked about. */
    saveAnyway: () => {
      dispatch({ type: 'answered' })
      void saveWith(true)()
    },
    discard,
    remove,
    /** Called when the user leaves the page. The last input may not be rendered yet. */
    hasUnsaved: () => !isRemoved.current && !isSame(state.saved, form.getValues()),
  }
}
export type FormBuilding = ReturnType<typeof useFormBuilder>
