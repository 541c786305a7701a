import { Button, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { EditConflict } from '@shiloh/contract/error-data'
import { isPermission } from '@shiloh/contract/permissions'
import { IconArrowBackUp, IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { conflictOf } from '#platform/form-errors'
import { useT } from '#platform/i18n'
import { keyOf, useAct } from '#platform/queries'
import { EditConflictNote } from '#ui/edit-conflict'
import { ConfirmDialog } from '#ui/error-dialog'
import { LeaveGuard } from '#ui/leave-guard'
import { toastDone } from '#ui/toast'
import { bodyOf, type Draft, type Model, noDraft, type Versions, versionsOf } from './draft.ts'
import { Matrix } from './matrix.tsx'
import classes from './permissions.module.css'
import { texts } from './texts.ts'
import { useModelWords } from './words.ts'

/** Routes whose answers a change of the model makes stale. */
export const modelRoutes = [
  authorizationRoutes.readPermissionSchema,
  authorizationRoutes.listHolders,
  authorizationRoutes.explainAdminUser,
  authorizationRoutes.listPolicies,
  authorizationRoutes.getPolicy,
  authorizationRoutes.listUserRoles,
]

/** What a draft does to one role or policy. */
export interface Effect {
  readonly id: string
  readonly name: string
  readonly gained: readonly string[]
  readonly lost: readonly string[]
}

interface MatrixEditorProps {
  model: Model
  /** What is allowed here, as the draft has it. */
  heldIn: (draft: Draft) => ReadonlySet<string>
  toggle: (draft: Draft, permissionId: string) => Draft
  effectsOf: (draft: Draft) => readonly Effect[]
  /** How many people a draft concerns. */
  peopleOf: (draft: Draft) => number
  /** Why nothing can be changed here at all. */
  closed: string | undefined
  /** Beside the search. */
  tools?: ReactNode
  /** Between the tools and the matrix. */
  children?: ReactNode
}

/** The matrix with changes that are marked, can be taken back one by one, and are saved together or not at all. */
export function MatrixEditor(props: MatrixEditorProps) {
  const { model, heldIn, toggle, effectsOf, peopleOf, closed } = props
  const t = useT(texts)
  const can = useCan()
  const { user } = useAccount()
  const { ofResource, ofPermission } = useModelWords()
  const [drafts, setDrafts] = useState<readonly Draft[]>([noDraft])
  const [search, setSearch] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [reviewing, setReviewing] = useState(false)
  const [base, setBase] = useState<Versions>()
  const [conflict, setConflict] = useState<EditConflict>()
  const queries = useQueryClient()
  const save = useAct(authorizationRoutes.updatePermissionSchema, modelRoutes, { shown: true })

  const draft = drafts.at(-1) ?? noDraft
  const undo = () => setDrafts((old) => (old.length > 1 ? old.slice(0, -1) : old))
  useHotkeys([['mod+Z', undo]], ['INPUT[type=text]', 'INPUT[type=search]', 'TEXTAREA'])

  const words = search.trim().toLowerCase()
  const parts = model.resources.filter(
    ({ name, actions }) =>
      ofResource(name).toLowerCase().includes(words) ||
      actions.some((action) => ofPermission(`${name}.${action.name}`).toLowerCase().includes(words)),
  )
  const effects = effectsOf(draft)
  const count = effects.reduce((sum, { gained, lost }) => sum + gained.length + lost.length, 0)
  const isHeldBySelf = (permission: string) => user?.is_owner === true || (isPermission(permission) && can(permission))
  // Nobody gives what they do not have: the server refuses it, here it is said before.
  const mayChange = (permission: string, isHeld: boolean) =>
    closed === undefined && can('permissions.update') && (isHeld || isHeldBySelf(permission))
  const named = new Map(
    model.resources.flatMap(({ name, actions }) =>
      actions.map((action) => [action.permission_id, ofPermission(`${name}.${action.name}`)]),
    ),
  )

  const change = (ids: readonly string[]) => {
    setRefusal(undefined)
    if (draft.size === 0) setBase(versionsOf(model))
    setDrafts((old) => [...old, ids.reduce(toggle, old.at(-1) ?? noDraft)])
  }
  const refuse = (permission: string) =>
    setRefusal(
      closed ??
        (can('permissions.update') ? t('cannot_give', { permission: ofPermission(permission) }) : t('cannot_change')),
    )
  const submit = async (versions: Versions | undefined) => {
    setRefusal(undefined)
    setConflict(undefined)
    try {
      await save.mutateAsync({ body: bodyOf(draft, versions) })
      setDrafts([noDraft])
      toastDone({ message: t('saved') })
    } catch (error) {
      // The changes stay on the page.
      const others = conflictOf(error)
      setConflict(others)
      if (!others) setRefusal(error instanceof Error ? error.message : '')
    }
    setReviewing(false)
  }
  const reload = async () => {
    setDrafts([noDraft])
    setConflict(undefined)
    await Promise.all(modelRoutes.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })))
  }

  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        {props.tools}
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={17} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {props.children}
      {conflict ? (
        <EditConflictNote
          conflict={conflict}
          labelOf={() => undefined}
          onReload={() => void reload()}
          onOverwrite={() => void submit(undefined)}
        />
      ) : null}
      <Matrix
        parts={parts}
        held={heldIn(draft)}
        stored={heldIn(noDraft)}
        mayChange={mayChange}
        onToggle={change}
        onRefused={refuse}
      />
      <div className={classes.save} data-shown={count > 0 || refusal !== undefined || undefined}>
        <span role="status">{refusal ?? (count > 0 ? t('changes', { count }) : '')}</span>
        {count > 0 ? (
          <>
            <Button variant="subtle" color="gray" leftSection={<IconArrowBackUp size={17} />} onClick={undo}>
              {t('undo')}
            </Button>
            <Button variant="subtle" color="gray" onClick={() => setDrafts([noDraft])}>
              {t('discard')}
            </Button>
            <Button onClick={() => setReviewing(true)}>{t('review')}</Button>
          </>
        ) : null}
      </div>
      <ConfirmDialog
        opened={reviewing}
        title={t('save_question')}
        action={t('review')}
        busy={save.isPending}
        onConfirm={() => void submit(base)}
        onClose={() => setReviewing(false)}
      >
        <p>{t('save_text', { count: peopleOf(draft) })}</p>
        <div className={classes.summary}>
          {effects.flatMap(({ id, name, gained, lost }) =>
            (
              [
                ['now_may', gained],
                ['no_longer', lost],
              ] as const
            )
              .filter(([, ids]) => ids.length > 0)
              .map(([key, ids]) => (
                <section key={`${id} ${key}`}>
                  <b>{t(key, { role: name })}</b>
                  <ul>
                    {ids.map((one) => (
                      <li key={one}>{named.get(one)}</li>
                    ))}
                  </ul>
                </section>
              )),
          )}
        </div>
      </ConfirmDialog>
      <LeaveGuard hasChanges={() => draft.size > 0} />
    </div>
  )
}
