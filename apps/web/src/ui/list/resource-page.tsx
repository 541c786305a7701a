import { LANGUAGES, type Route } from '@shiloh/contract/core'
import type { OfficeList } from '@shiloh/contract/office-lists'
import type { Permission } from '@shiloh/contract/permissions'
import { restorableKindOf } from '@shiloh/contract/removals'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { argumentsOf } from '#platform/client'
import { type TextRef, text as textRef, useT, useText } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { refetchAll } from '#platform/queries'
import { ConfirmDialog } from '../feedback/error-dialog.tsx'
import { type FormSection, type NamesOf, RecordForm } from '../form/record-form.tsx'
import type { BulkAction } from './bulk-types.tsx'
import { type FileRoute, ListPage } from './list-page.tsx'
import type { ColumnOf, FilterOf, ListRoute, PhoneRow, RowOf } from './list-types.tsx'
import { useRemoveMany } from './remove-many.tsx'
import { texts } from './resource-texts.ts'
import { Losing, UsesList, useUses } from './used-by.tsx'

/** The routes of a managed resource, as created by `adminResource` of the contract. */
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
  /** Its name, under which views and the choice of columns are stored. */
  name: OfficeList
  title: TextRef
  /** Verb and object: "Add a block". */
  add: TextRef
  empty: { title: TextRef; hint?: TextRef }
  columns: readonly ColumnOf<L>[]
  phone: PhoneRow<RowOf<L>>
  filters?: readonly FilterOf<L>[]
  rowName: (row: RowOf<L>) => string
  /** The edited body: the contract's schema of a new row. */
  schema: S
  /** The fields. The row is given for an existing one, where it changes what can be edited. */
  sections: (row: RowOf<L> | undefined) => readonly FormSection<NamesOf<S>>[]
  /** The initial values of a new row. */
  fresh: DefaultValues<z.input<S>>
  /** Converts a row to form values. Defaults to the row's own values. */
  toForm?: (row: RowOf<L>) => DefaultValues<z.input<S>>
  /** What a deletion does, if it is more than usual. */
  removeText?: TextRef
  /** Other lists that a change makes stale. */
  stale?: readonly Route[]
  bulk?: readonly BulkAction<RowOf<L>>[]
  /** Converts the form values to the body, if they differ. */
  toBody?: (body: z.output<S>, row: RowOf<L> | undefined) => object
  /** The address of a row's page, in place of its form. */
  address?: (row: RowOf<L>) => string | undefined
  /** Opens a row's page in place of its form. */
  onOpen?: (row: RowOf<L>) => void
  /** Called after a row was created. Without it the list stays open. */
  onMade?: (id: string) => void
  /** Why a row cannot be deleted, if that is known in advance. */
  kept?: (row: RowOf<L>) => string | undefined
  /** The kind of hint that means that rows changed. */
  live?: string
  /** Beside the buttons for import, export and adding. */
  actions?: ReactNode
  /** Writes to the people of the rows, while there are some. */
  message?: ReactNode
  /** Between head and filters. */
  children?: ReactNode
}

/** `add=new` in the address opens the form of a new row. */
const ADD = 'new'

const identified = z.object({ _id: z.string() })
/** Separates the files of a form from its other values. */
const apart = (body: object) => {
  const files: Record<string, File> = {}
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof File) files[name] = value
    else rest[name] = value
  }
  return { files, rest }
}
/** Rows that several people edit have a version. */
const versioned = z.object({ version: z.int().optional() })
/** Rows with texts in several languages say in which the church's own were when they were read. */
const written = z.object({ texts_language: z.enum(LANGUAGES).optional() })
const hasTexts = (schema: z.ZodType): boolean => schema instanceof z.ZodObject && 'texts_language' in schema.shape

const permissionOf = (route: Route | undefined): Permission | undefined =>
  route?.access.kind === 'can' ? route.access.permission : undefined

/**
 * The complete page of a managed resource: list, drawer to add and edit, deletion with its consequences, import and
 * export, each with its route's own permission. A screen only declares routes, columns and fields.
 */
export function ResourcePage<L extends ListRoute, S extends z.ZodType<FieldValues, FieldValues>>(
  props: ResourcePageProps<L, S>,
) {
  const { routes, schema, sections, fresh, toForm, toBody, rowName, kept, stale = [] } = props
  const t = useT(texts)
  const say = useText()
  const can = useCan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { add } = listSearch(useSearch({ strict: false }))
  const [opened, setEditing] = useState<RowOf<L> | 'new'>()
  const [removing, setRemoving] = useState<{ rows: readonly RowOf<L>[]; clear: () => void }>()
  const made = useRef<string>(undefined)
  const [busy, setBusy] = useState(false)

  const refresh = () => refetchAll(queries, [routes.list, ...stale])

  const createPermission = permissionOf(routes.create)
  const isAsked = add === ADD && createPermission !== undefined && can(createPermission)
  const editing = opened ?? (isAsked ? 'new' : undefined)
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

  // A new row is written in the language that the church has when its form opens.
  const { language } = useAccount().organisation
  const [begun, setBegun] = useState({ editing, language })
  if (begun.editing !== editing) setBegun({ editing, language })

  const save = async (body: z.output<S>, version: number | undefined) => {
    const row = editing === 'new' ? undefined : editing
    const sent: object = toBody ? toBody(body, row) : body
    const { files, rest } = apart(
      hasTexts(schema) ? { ...sent, texts_language: begun.language, ...written.parse(row ?? {}) } : sent,
    )
    if (row)
      await call(routes.update, ...argumentsOf<Route>({ params: { id: row._id }, body: { ...rest, version }, files }))
    else {
      const { _id } = identified.parse(await call(routes.create, ...argumentsOf<Route>({ body: rest, files })))
      made.current = _id
    }
    await refresh()
  }

  const found = useUses(routes.remove, removing?.rows.map(({ _id }) => _id) ?? [])
  const usesOf = (index: number, blocks: boolean) => found?.[index]?.filter((use) => use.blocks === blocks) ?? []
  const reasons = (removing?.rows ?? []).flatMap((row, index): { row: RowOf<L>; reason: ReactNode }[] => {
    const blocking = usesOf(index, true)
    const reason = kept?.(row)
    if (blocking.length === 0) return reason ? [{ row, reason }] : []
    return [{ row, reason: [reason && <p key="kept">{reason}</p>, <UsesList key="uses" uses={blocking} />] }]
  })
  const removable = (removing?.rows ?? []).filter((row) => !reasons.some((one) => one.row === row))

  const losing = (removing?.rows ?? []).flatMap((row, index) => (removable.includes(row) ? usesOf(index, false) : []))

  const removeMany = useRemoveMany(routes.remove, [routes.list, ...stale])
  const remove = async () => {
    if (!removing) return
    setBusy(true)
    await removeMany(removable.map(({ _id }) => _id))
    removing.clear()
    setBusy(false)
    setRemoving(undefined)
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
        {...(props.address
          ? { address: props.address }
          : props.onOpen
            ? { onOpen: props.onOpen }
            : mayUpdate && { onOpen: setEditing })}
        {...(props.live && { live: props.live })}
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
        message={props.message}
      >
        {props.children}
      </ListPage>
      {current ? (
        <RecordForm
          key={row?._id ?? 'new'}
          schema={schema}
          sections={sections(row)}
          values={current}
          {...versioned.parse(row ?? {})}
          title={row ? rowName(row) : say(props.add)}
          again={row === undefined && !props.onMade}
          onSave={save}
          onDone={() => {
            setEditing(undefined)
            if (isAsked) void navigate({ to: '.', search: (now) => ({ ...now, add: undefined }), replace: true })
            if (made.current) props.onMade?.(made.current)
            made.current = undefined
          }}
        />
      ) : null}
      <ConfirmDialog
        opened={removing !== undefined && removable.length === 0}
        title={t('kept_title', { count: reasons.length })}
        action={t('understood')}
        onConfirm={() => setRemoving(undefined)}
      >
        <Reasons reasons={reasons.map(({ row, reason }) => ({ id: row._id, name: rowName(row), reason }))} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={removing !== undefined && removable.length > 0}
        danger
        busy={busy || !found}
        title={t('remove_question', {
          count: removable.length,
          name: removable[0] ? rowName(removable[0]) : '',
        })}
        action={t('remove')}
        onConfirm={() => void remove()}
        onClose={() => setRemoving(undefined)}
      >
        <p>
          {props.removeText
            ? say(props.removeText)
            : t(restorableKindOf(routes.remove.path) ? 'remove_text_undo' : 'remove_text')}
        </p>
        {found ? null : (
          <p className="dim" role="status">
            {t('looking')}
          </p>
        )}
        <Losing uses={losing} />
        {reasons.length > 0 ? (
          <>
            <p>{t('kept_title', { count: reasons.length })}</p>
            <Reasons reasons={reasons.map(({ row, reason }) => ({ id: row._id, name: rowName(row), reason }))} />
          </>
        ) : null}
      </ConfirmDialog>
    </>
  )
}

/** Rows that cannot be deleted, each with its reason. */
function Reasons({ reasons }: { reasons: readonly { id: string; name: string; reason: ReactNode }[] }) {
  return (
    <ul>
      {reasons.map(({ id, name, reason }) => (
        <li key={id}>
          <b>{name}</b>: {reason}
        </li>
      ))}
    </ul>
  )
}
