import type { EditConflict } from '@shiloh/contract/error-data'
import type { AdminEvent } from '@shiloh/contract/events/events'
import { conflictOf, type Losses, lossesOf, NO_LOSSES, splitFailure } from '#platform/form-errors'
import type { Act } from './event-acts.tsx'
import { TABS, type Tab, tabOf } from './tabs.ts'
import { changedKeys, type EventBody, type EventInput, partOf, toInput } from './values.ts'

/** A field to show: its tab opens, and the field takes the focus once it is rendered. */
export interface Target {
  readonly tab: Tab
  /** As named by the server: `participant_types.0.price`. */
  readonly field: string | undefined
}

/** The state of editing one event, without the values of its fields. */
export interface Editing {
  /** The stored event, for comparison with the fields. */
  readonly saved: EventInput
  /** The version of `saved`, which the next save is based on; undefined for a new event. */
  readonly version: number | undefined
  /** Why the last save failed, and who would lose a bed. */
  readonly refusal: string | undefined
  readonly losses: Losses
  /** Somebody else saved first. */
  readonly conflict: EditConflict | undefined
  readonly target: Target | undefined
  /** The user is asked whether to discard unsaved changes. */
  readonly discarding: boolean
  /** The action on the whole event that awaits confirmation. */
  readonly act: Act | undefined
}

export type EditingAction =
  /** The fields show this event as stored. */
  | { readonly type: 'shown'; readonly event: AdminEvent }
  /** `version` is the base of the save. It differs from before if the save overwrites somebody else's change. */
  | { readonly type: 'save_started'; readonly version: number | undefined }
  | { readonly type: 'saved'; readonly event: AdminEvent }
  | { readonly type: 'refused'; readonly message: string; readonly losses: Losses }
  | { readonly type: 'conflicted'; readonly conflict: EditConflict }
  /** The stored event replaces the input. */
  | { readonly type: 'reloaded'; readonly event: AdminEvent }
  | { readonly type: 'discard_asked' }
  | { readonly type: 'discard_cancelled' }
  | { readonly type: 'discarded' }
  | { readonly type: 'field_wanted'; readonly target: Target }
  | { readonly type: 'field_shown' }
  | { readonly type: 'act_asked'; readonly act: Act }
  | { readonly type: 'act_closed' }

/** Starts the editing of an event, or of a new one with these values. */
export const initialEditing = (event: AdminEvent | undefined, fresh: EventInput): Editing => ({
  saved: event ? toInput(event) : fresh,
  version: event?.version,
  refusal: undefined,
  losses: NO_LOSSES,
  conflict: undefined,
  target: undefined,
  discarding: false,
  act: undefined,
})

const storedAs = (event: AdminEvent) => ({ saved: toInput(event), version: event.version })

export function editingReducer(state: Editing, action: EditingAction): Editing {
  switch (action.type) {
    case 'shown':
    case 'saved':
      return { ...state, ...storedAs(action.event) }
    case 'save_started':
      return { ...state, version: action.version, refusal: undefined, losses: NO_LOSSES, conflict: undefined }
    case 'refused':
      return { ...state, refusal: action.message, losses: action.losses }
    case 'conflicted':
      return { ...state, conflict: action.conflict }
    case 'reloaded':
      return { ...state, ...storedAs(action.event), conflict: undefined }
    case 'discard_asked':
      return { ...state, discarding: true }
    case 'discard_cancelled':
      return { ...state, discarding: false }
    case 'discarded':
      return { ...state, discarding: false, refusal: undefined }
    case 'field_wanted':
      return { ...state, target: action.target }
    case 'field_shown':
      return { ...state, target: undefined }
    case 'act_asked':
      return { ...state, act: action.act }
    case 'act_closed':
      return { ...state, act: undefined }
  }
}

/**
 * Returns the request that saves an existing event: only the changed fields, so that two people can edit different
 * parts. It fails with `edit_conflict` if somebody else changed the event after this version, and with
 * `texts_language_changed` if the texts have changed places since.
 */
export const requestOf = (
  { saved, version }: Pick<Editing, 'saved' | 'version'>,
  values: EventInput,
  body: EventBody,
) => ({
  ...partOf(body, changedKeys(saved, values)),
  texts_language: saved.texts_language,
  version,
})

/** Returns the tabs of the given fields. */
export const tabsOf = (names: readonly string[]): ReadonlySet<Tab> =>
  new Set(names.flatMap((name) => tabOf(name) ?? []))

/** Returns where to show errors: on the open tab if it has one, or else on the first tab that has. */
export function targetOf(names: readonly string[], open: Tab): Target {
  const tabs = tabsOf(names)
  return { tab: tabs.has(open) ? open : (TABS.find((one) => tabs.has(one)) ?? open), field: names[0] }
}

/** The result of a failed save: a conflict, or problems of fields and of the event as a whole. */
export type SaveFailure =
  | { readonly kind: 'conflict'; readonly conflict: EditConflict }
  | {
      readonly kind: 'refusal'
      readonly fields: readonly { readonly name: string; readonly message: string }[]
      readonly message: string
      readonly losses: Losses
    }

/** Parses a failed save. Rethrows errors that are not responses of the server. */
export function failureOf(error: unknown): SaveFailure {
  const conflict = conflictOf(error)
  if (conflict) return { kind: 'conflict', conflict }
  const { fields, rest } = splitFailure(error, (name) => tabOf(name) !== undefined)
  return {
    kind: 'refusal',
    fields,
    message: rest ?? (error instanceof Error ? error.message : ''),
    losses: lossesOf(error),
  }
}
