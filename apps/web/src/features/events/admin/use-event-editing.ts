import { zodResolver } from '@hookform/resolvers/zod'
import { type AdminEvent, adminEventRoutes } from '@shiloh/contract/events/events'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { type Path, type Resolver, useForm } from 'react-hook-form'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { errorNames, fieldCode, NO_LOSSES } from '#platform/form-errors'
import { useT } from '#platform/i18n'
import { keyOf, useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import {
  type EditingAction,
  editingReducer,
  failureOf,
  initialEditing,
  requestOf,
  type Target,
  targetOf,
} from './editing.ts'
import type { Act } from './event-acts.tsx'
import { eventKey } from './queries.ts'
import { type Tab, tabOf } from './tabs.ts'
import { texts } from './texts.ts'
import { changedKeys, type EventBody, type EventInput, editorSchema, freshInput, tidy, toInput } from './values.ts'

const bySchema = zodResolver(editorSchema, { error: (issue) => fieldCode(issue) })
const resolver: Resolver<EventInput, unknown, EventBody> = (values, context, options) =>
  bySchema(tidy(values), context, options)

const useEventForm = (saved: EventInput) =>
  useForm<EventInput, unknown, EventBody>({
    defaultValues: saved,
    resolver,
    mode: 'onSubmit',
    shouldFocusError: false,
  })

/** Shows a failed save at its fields and on the page, and returns the names of the fields. */
function showFailure(
  error: unknown,
  form: ReturnType<typeof useEventForm>,
  dispatch: (action: EditingAction) => void,
): readonly string[] {
  const failure = failureOf(error)
  if (failure.kind === 'conflict') {
    dispatch({ type: 'conflicted', conflict: failure.conflict })
    return []
  }
  const { fields, message, losses } = failure
  for (const one of fields) {
    form.setError(one.name as Path<EventInput>, { type: 'server', message: one.message })
  }
  dispatch({ type: 'refused', message, losses })
  return fields.map(({ name }) => name)
}

/**
 * The editing of an event, or of a new one: the fields' values are in `form`, everything else is in `state`.
 * @param tab the open tab
 * @param onTab opens another one
 */
export function useEventEditing(event: AdminEvent | undefined, tab: Tab, onTab: (tab: Tab) => void) {
  const t = useT(texts)
  const account = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(editingReducer, event, (first) =>
    initialEditing(first, freshInput(account, t('first_gate'))),
  )
  /** Whether the user leaves the page on purpose. */
  const isLeaving = useRef(false)
  const form = useEventForm(state.saved)
  const create = useAct(adminEventRoutes.createEvent, [], { shown: true })
  const countChanges = () => changedKeys(state.saved, form.getValues()).length

  // Somebody else saved, or an image was set: an event without unsaved changes shows the new version.
  const follow = useEffectEvent((next: AdminEvent) => {
    if (countChanges() > 0) return
    form.reset(toInput(next))
    dispatch({ type: 'shown', event: next })
  })
  useEffect(() => {
    if (event) follow(event)
  }, [event])

  const showField = (target: Target) => {
    if (target.tab !== tab) onTab(target.tab)
    dispatch({ type: 'field_wanted', target })
  }

  const send = async (body: EventBody, version: number | undefined): Promise<AdminEvent> => {
    if (!event) return (await create.mutateAsync({ body })).data
    return call(adminEventRoutes.updateEvent, {
      params: { id: event._id },
      body: requestOf({ saved: state.saved, version }, form.getValues(), body),
    })
  }

  /** Saves and returns the event. Shows problems and returns undefined if there are any. */
  const save = async (version = state.version): Promise<AdminEvent | undefined> => {
    dispatch({ type: 'save_started', version })
    let result: AdminEvent | undefined
    let wrong: readonly string[] = []
    await form.handleSubmit(
      async (body) => {
        try {
          result = await send(body, version)
        } catch (error) {
          wrong = showFailure(error, form, dispatch)
        }
      },
      (errors) => {
        wrong = errorNames(errors)
        dispatch({ type: 'refused', message: t('problems', { count: wrong.length }), losses: NO_LOSSES })
      },
    )()
    if (!result) {
      // Only now do the fields show that they are invalid.
      if (wrong.length > 0) showField(targetOf(wrong, tab))
      return undefined
    }
    form.reset(toInput(result))
    dispatch({ type: 'saved', event: result })
    queries.setQueryData(eventKey(result._id), result)
    await queries.invalidateQueries({ queryKey: keyOf(adminEventRoutes.listAdminEvents) })
    toastDone({ message: t('saved') })
    return result
  }

  /** Saves. A new event then continues on its own page. */
  const saveAndStay = async (version = state.version) => {
    const result = await save(version)
    if (!result || event) return
    isLeaving.current = true
    await navigate({ to: '/admin/events/$id', params: { id: result._id }, search: { tab }, replace: true })
  }

  /** Asks before an action on the whole event. Publishing first saves, and shows what is still missing. */
  const startAct = async (act: Act) => {
    if (act === 'publish' && countChanges() > 0) {
      const result = await save()
      if (!result) return
      const [problem] = result.problems
      if (problem) {
        showField({ tab: tabOf(problem.field) ?? 'basics', field: problem.field })
        return
      }
    }
    dispatch({ type: 'act_asked', act })
  }

  /** Replaces the input with what somebody else saved. */
  const reload = async () => {
    if (!event) return
    form.reset(toInput(event))
    dispatch({ type: 'reloaded', event })
    await queries.invalidateQueries({ queryKey: eventKey(event._id) })
  }

  return {
    form,
    state,
    dispatch,
    countChanges,
    showField,
    save: () => void saveAndStay(),
    /** Overwrites what somebody else saved with the input. */
    overwrite: () => void saveAndStay(state.conflict?.version),
    reload: () => void reload(),
    discard: () => {
      form.reset(state.saved)
      dispatch({ type: 'discarded' })
    },
    startAct: (act: Act) => void startAct(act),
    /** Leads away from an event that was deleted. */
    leave: () => {
      isLeaving.current = true
      void navigate({ to: '/admin/events' })
    },
    hasUnsaved: () => !isLeaving.current && countChanges() > 0,
  }
}
export type EventEditing = ReturnType<typeof useEventEditing>
