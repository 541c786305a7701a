import type { EditConflict } from '@shiloh/contract/error-data'
import { bodyOf, type Draft, type Model, noDraft, type Subject, toggledOf, type Versions, versionsOf } from './draft.ts'

/** The editing of a matrix of permissions: the unsaved draft with its undo history, and what the server said about it. */
export interface MatrixState {
  /** The draft after each change, oldest first. It begins with the empty draft, and the last one is on the page. */
  readonly history: readonly Draft[]
  /** The versions of the policies when the first change was made: a policy with a newer one is an edit conflict. */
  readonly base: Versions | undefined
  /** Why the last attempt failed. */
  readonly refusal: string | undefined
  /** Somebody else saved one of the draft's policies first. */
  readonly conflict: EditConflict | undefined
  /** The dialog that lists the changes before they are saved is open. */
  readonly reviewing: boolean
}

export type MatrixAction =
  /** Gives each permission, or takes it away if it is held. */
  | { readonly type: 'toggled'; readonly model: Model; readonly subject: Subject; readonly ids: readonly string[] }
  | { readonly type: 'undone' }
  | { readonly type: 'discarded' }
  | { readonly type: 'review_opened' }
  | { readonly type: 'review_closed' }
  | { readonly type: 'save_started' }
  | { readonly type: 'saved' }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'conflicted'; readonly conflict: EditConflict }
  /** Drops the draft for what is stored. */
  | { readonly type: 'reloaded' }

export const initialMatrix: MatrixState = {
  history: [noDraft],
  base: undefined,
  refusal: undefined,
  conflict: undefined,
  reviewing: false,
}

/** Returns the unsaved changes. */
export const draftOf = ({ history }: MatrixState): Draft => history.at(-1) ?? noDraft

/** Returns the request that saves the draft. Without `overwrite` it fails with `edit_conflict` if a policy changed meanwhile. */
export const requestOf = (state: MatrixState, { overwrite }: { readonly overwrite: boolean }) =>
  bodyOf(draftOf(state), overwrite ? undefined : state.base)

export function matrixReducer(state: MatrixState, action: MatrixAction): MatrixState {
  switch (action.type) {
    case 'toggled': {
      const draft = draftOf(state)
      const next = action.ids.reduce((held, id) => toggledOf(action.model, held, action.subject, id), draft)
      return {
        ...state,
        history: [...state.history, next],
        base: draft.size === 0 ? versionsOf(action.model) : state.base,
        refusal: undefined,
      }
    }
    case 'undone':
      return state.history.length > 1 ? { ...state, history: state.history.slice(0, -1) } : state
    case 'discarded':
      return { ...state, history: [noDraft] }
    case 'review_opened':
      return { ...state, reviewing: true }
    case 'review_closed':
      return { ...state, reviewing: false }
    case 'save_started':
      return { ...state, refusal: undefined, conflict: undefined }
    case 'saved':
      return { ...state, history: [noDraft], reviewing: false }
    // A refused draft stays on the page.
    case 'refused':
      return { ...state, refusal: action.message, reviewing: false }
    case 'conflicted':
      return { ...state, conflict: action.conflict, reviewing: false }
    case 'reloaded':
      return { ...state, history: [noDraft], conflict: undefined }
  }
}
