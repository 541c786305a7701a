import { Button, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { isPermission } from '@shiloh/contract/permissions'
import { hasSearchWords, searchKey } from '@shiloh/contract/text/search'
import { IconArrowBackUp, IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useReducer, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { conflictOf } from '#platform/form-errors'
import { useT } from '#platform/i18n'
import { keyOf, useAct } from '#platform/queries'
import { isTyping } from '#platform/typing'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { EditConflictNote } from '#ui/form/edit-conflict'
import { PageGuard } from '#ui/form/page-guard'
import {
  type Change,
  effectsOf,
  heldIn,
  type Model,
  noDraft,
  type Policy,
  peopleOf,
  type Role,
  type Subject,
} from './draft.ts'
import { Matrix } from './matrix.tsx'
import { draftOf, initialMatrix, matrixReducer, requestOf } from './matrix-state.ts'
import classes from './permissions.module.css'
import { modelRoutes } from './queries.ts'
import { texts } from './texts.ts'
import { useModelWords, useRoleWords } from './words.ts'

/** Returns the resources that match the search by their own name or that of one of their permissions. */
function usePartsMatching(model: Model, search: string): Model['resources'] {
  const { ofResource, ofPermission } = useModelWords()
  const matches = (text: string) => hasSearchWords(searchKey(text), search)
  return model.resources.filter(
    ({ name, actions }) =>
      matches(ofResource(name)) || actions.some((action) => matches(ofPermission(`${name}.${action.name}`))),
  )
}

/**
 * Returns what the user can change here, and why not. Nobody can grant permissions that they do not have; the server
 * rejects it too.
 */
function useMatrixAccess(closed: string | undefined) {
  const t = useT(texts)
  const can = useCan()
  const { user } = useAccount()
  const { ofPermission } = useModelWords()
  const isHeldBySelf = (permission: string) => user?.is_owner === true || (isPermission(permission) && can(permission))
  return {
    mayChange: (permission: string, isHeld: boolean) =>
      closed === undefined && can('permissions.update') && (isHeld || isHeldBySelf(permission)),
    refusalOf: (permission: string) =>
      closed ??
      (can('permissions.update') ? t('cannot_give', { permission: ofPermission(permission) }) : t('cannot_change')),
  }
}

interface SaveLineProps {
  /** Permissions gained and lost. */
  count: number
  refusal: string | undefined
  onUndo: () => void
  onDiscard: () => void
  onReview: () => void
}

function SaveLine({ count, refusal, onUndo, onDiscard, onReview }: SaveLineProps) {
  const t = useT(texts)
  return (
    <div className={classes.save} data-shown={count > 0 || refusal !== undefined || undefined}>
      <span role="status">{refusal ?? (count > 0 ? t('changes', { count }) : '')}</span>
      {count > 0 ? (
        <>
          <Button variant="subtle" color="gray" leftSection={<IconArrowBackUp size={17} />} onClick={onUndo}>
            {t('undo')}
          </Button>
          <Button variant="subtle" color="gray" onClick={onDiscard}>
            {t('discard')}
          </Button>
          <Button data-saves onClick={onReview}>
            {t('review')}
          </Button>
        </>
      ) : null}
    </div>
  )
}

/** Lists what each role or policy gains and loses. */
function EffectList({ model, effects }: { model: Model; effects: readonly Change<Role | Policy>[] }) {
  const t = useT(texts)
  const { ofPermission } = useModelWords()
  const { nameOf } = useRoleWords()
  const named = new Map(
    model.resources.flatMap(({ name, actions }) =>
      actions.map((action) => [action.permission_id, ofPermission(`${name}.${action.name}`)]),
    ),
  )
  const parts = effects.flatMap(({ of, gained, lost }) => [
    { of, key: 'now_may', ids: gained } as const,
    { of, key: 'no_longer', ids: lost } as const,
  ])
  return (
    <div className={classes.summary}>
      {parts
        .filter(({ ids }) => ids.length > 0)
        .map(({ of, key, ids }) => (
          <section key={`${of._id} ${key}`}>
            <b>{t(key, { role: nameOf(of) })}</b>
            <ul>
              {ids.map((one) => (
                <li key={one}>{named.get(one)}</li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

interface MatrixEditorProps {
  model: Model
  /** A draft covers the whole model. It survives a change from one role to another. */
  subject: Subject
  /** Why nothing can be changed here. */
  closed: string | undefined
  /** Beside the search. */
  tools?: ReactNode
  /** Between the tools and the matrix. */
  children?: ReactNode
}

/** A matrix of permissions: changes are marked, can be undone one by one, and are saved together or not at all. */
export function MatrixEditor({ model, subject, closed, tools, children }: MatrixEditorProps) {
  const t = useT(texts)
  const queries = useQueryClient()
  const [state, dispatch] = useReducer(matrixReducer, initialMatrix)
  const [search, setSearch] = useState('')
  const parts = usePartsMatching(model, search)
  const { mayChange, refusalOf } = useMatrixAccess(closed)
  const save = useAct(authorizationRoutes.updatePermissionSchema, modelRoutes, { shown: true })
  const undo = () => dispatch({ type: 'undone' })
  const undoBeside = (event: KeyboardEvent) => {
    if (isTyping(event.target)) return
    event.preventDefault()
    undo()
  }
  useHotkeys([['mod+Z', undoBeside, { preventDefault: false }]], [])

  const draft = draftOf(state)
  const effects = effectsOf(model, draft, subject)

  const submit = async (how: { readonly overwrite: boolean }) => {
    dispatch({ type: 'save_started' })
    try {
      await save.mutateAsync({ body: requestOf(state, how) })
      dispatch({ type: 'saved' })
      toastDone({ message: t('saved') })
    } catch (error) {
      const conflict = conflictOf(error)
      if (conflict) dispatch({ type: 'conflicted', conflict })
      else dispatch({ type: 'refused', message: error instanceof Error ? error.message : '' })
    }
  }
  const reload = async () => {
    dispatch({ type: 'reloaded' })
    await Promise.all(modelRoutes.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })))
  }

  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        {tools}
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={17} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {children}
      {state.conflict ? (
        <EditConflictNote
          conflict={state.conflict}
          labelOf={() => undefined}
          onReload={() => void reload()}
          onOverwrite={() => void submit({ overwrite: true })}
        />
      ) : null}
      <Matrix
        parts={parts}
        held={heldIn(model, draft, subject)}
        stored={heldIn(model, noDraft, subject)}
        mayChange={mayChange}
        onToggle={(ids) => dispatch({ type: 'toggled', model, subject, ids })}
        onRefused={(permission) => dispatch({ type: 'refused', message: refusalOf(permission) })}
      />
      <SaveLine
        count={effects.reduce((sum, { gained, lost }) => sum + gained.length + lost.length, 0)}
        refusal={state.refusal}
        onUndo={undo}
        onDiscard={() => dispatch({ type: 'discarded' })}
        onReview={() => dispatch({ type: 'review_opened' })}
      />
      <ConfirmDialog
        opened={state.reviewing}
        title={t('save_question')}
        action={t('review')}
        busy={save.isPending}
        onConfirm={() => void submit({ overwrite: false })}
        onClose={() => dispatch({ type: 'review_closed' })}
      >
        <p>{t('save_text', { count: peopleOf(model, draft, subject) })}</p>
        <EffectList model={model} effects={effects} />
      </ConfirmDialog>
      <PageGuard hasChanges={() => draft.size > 0} />
    </div>
  )
}
