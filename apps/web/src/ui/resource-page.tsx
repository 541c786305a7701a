import type { Route } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { argumentsOf } from '#platform/client'
import { type TextRef, text as textRef, useT, useText } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { ConfirmDialog } from './error-dialog.tsx'
import { type FileRoute, ListPage } from './list-page.tsx'
import type { BulkAction, Column, Filter, ListRoute, PhoneRow, RowOf } from './list-types.tsx'
import { type FormSection, type NamesOf, RecordForm } from './record-form.tsx'
import { texts } from './resource-texts.ts'
import { toastDone, toastFailed } from './toast.tsx'

/** The calls of a managed resource, as `adminResource` of the contract makes them. */
interface ResourceRoutes {
  readonly list: ListRoute
  readonly create: Route
  readonly update: Route
  readonly remove: Route
  readonly export?: FileRoute
  readonly import?: Route
}

interface ResourcePageProps<L extends ListRoute, S extends z.ZodType<FieldValues, FieldValues>> {
  routes: ResourceRoutes & { readonly list: L }
  /** Under which the choice of columns is remembered. */
  name: string
  title: TextRef
  /** Verb plus object: "Add a block". */
  add: TextRef
  empty: { title: TextRef; hint?: TextRef }
  columns: readonly Column<RowOf<L>>[]
  phone: PhoneRow<RowOf<L>>
  filters?: readonly Filter[]
  rowName: (row: RowOf<L>) => string
  /** The body that is edited: the contract's schema of a new one. */
  schema: S
  /** The fields; of a row that stands, where it changes what can be edited. */
  sections: (row: RowOf<L> | undefined) => readonly FormSection<NamesOf<S>>[]
  /** What a new one begins with. */
  fresh: DefaultValues<z.input<S>>
  /** A row as the form has it; without it the row's own values. */
  toForm?: (row: RowOf<L>) => DefaultValues<z.input<S>>
  /** Other lists that a change makes stale. */
  stale?: readonly Route[]
  bulk?: readonly BulkAction<RowOf<L>>[]
  /** What a row opens instead of its form. */
  detail?: (row: RowOf<L>, way: DetailWay<RowOf<L>>) => ReactNode
  /** Beside the buttons for import, export and adding. */
  actions?: ReactNode
}

/** The ways on from a row that is shown: to its form, for those who may, and back to the list. */
interface DetailWay<Row> {
  readonly edit: ((row: Row) => void) | undefined
  readonly close: () => void
}

const permissionOf = (route: Route | undefined): Permission | undefined =>
  route?.access.kind === 'can' ? route.access.permission : undefined

/**
 * A managed resource, complete: its list, a drawer to add and edit, deletion with its consequence, import and export,
 * each with its route's own permission. A screen names routes, columns and fields.
 */
export function ResourcePage<L extends ListRoute, S extends z.ZodType<FieldValues, FieldValues>>(
  props: ResourcePageProps<L, S>,
) {
  const { routes, schema, sections, fresh, toForm, rowName, stale = [] } = props
  const t = useT(texts)
  const say = useText()
  const can = useCan()
  const queries = useQueryClient()
  const [editing, setEditing] = useState<RowOf<L> | 'new'>()
  const [shown, setShown] = useState<RowOf<L>>()
  const [removing, setRemoving] = useState<{ rows: readonly RowOf<L>[]; clear: () => void }>()
  const [busy, setBusy] = useState(false)

  const refresh = () =>
    Promise.all([routes.list, ...stale].map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })))

  const createPermission = permissionOf(routes.create)
  const updatePermission = permissionOf(routes.update)
  const removePermission = permissionOf(routes.remove)
  const exportPermission = permissionOf(routes.export)
  const importPermission = permissionOf(routes.import)
  const mayUpdate = updatePermission !== undefined && can(updatePermission)

  const bulk = useMemo<BulkAction<RowOf<L>>[]>(
    () => [
      ...(props.bulk ?? []),
      {
        label: textRef(texts, 'remove'),
        icon: IconTrash,
        ...(removePermission && { permission: removePermission }),
        act: (rows, clear) => setRemoving({ rows, clear }),
      },
    ],
    [props.bulk, removePermission],
  )

  const save = async (body: z.output<S>) => {
    const row = editing === 'new' ? undefined : editing
    if (row) await call(routes.update, ...argumentsOf<Route>({ params: { id: row._id }, body }))
    else await call(routes.create, ...argumentsOf<Route>({ body }))
    await refresh()
  }

  const remove = async () => {
    if (!removing) return
    setBusy(true)
    const outcomes = await Promise.allSettled(
      removing.rows.map((row) => call(routes.remove, ...argumentsOf<Route>({ params: { id: row._id } }))),
    )
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    const count = outcomes.length - refused.length
    if (count > 0) toastDone({ message: t('removed', { count }) })
    const [first] = refused
    if (first !== undefined)
      toastFailed(t('kept', { count: refused.length, reason: first instanceof Error ? first.message : '' }))
    removing.clear()
    setBusy(false)
    setRemoving(undefined)
    await refresh()
  }

  const row = editing === 'new' ? undefined : editing
  const current: DefaultValues<z.input<S>> | undefined =
    editing === undefined
      ? undefined
      : row
        ? toForm
          ? toForm(row)
          : // A row holds at least what its form edits, under the same names.
            (row as unknown as DefaultValues<z.input<S>>)
        : fresh

  return (
    <>
      <ListPage
        route={routes.list}
        name={props.name}
        title={props.title}
        columns={props.columns}
        phone={props.phone}
        rowName={rowName}
        {...(props.filters && { filters: props.filters })}
        {...(props.detail ? { onOpen: setShown } : mayUpdate && { onOpen: setEditing })}
        create={{
          label: props.add,
          ...(createPermission && { permission: createPermission }),
          onCreate: () => setEditing('new'),
        }}
        bulk={bulk}
        empty={props.empty}
        {...(routes.export && { exportRoute: routes.export })}
        {...(exportPermission && { exportPermission })}
        {...(routes.import && { importRoute: routes.import })}
        {...(importPermission && { importPermission })}
        actions={props.actions}
      />
      {shown
        ? props.detail?.(shown, {
            edit: mayUpdate
              ? (fresh) => {
                  setShown(undefined)
                  setEditing(fresh)
                }
              : undefined,
            close: () => setShown(undefined),
          })
        : null}
      {current ? (
        <RecordForm
          key={row?._id ?? 'new'}
          schema={schema}
          sections={sections(row)}
          values={current}
          title={row ? rowName(row) : say(props.add)}
          onSave={save}
          onDone={() => setEditing(undefined)}
        />
      ) : null}
      <ConfirmDialog
        opened={removing !== undefined}
        danger
        busy={busy}
        title={t('remove_question', {
          count: removing?.rows.length ?? 0,
          name: removing?.rows[0] ? rowName(removing.rows[0]) : '',
        })}
        action={t('remove')}
        onConfirm={() => void remove()}
        onClose={() => setRemoving(undefined)}
      >
        <p>{t('remove_text')}</p>
      </ConfirmDialog>
    </>
  )
}
