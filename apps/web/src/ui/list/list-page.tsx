import { Button } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import type { ListMeta, ParamsIn, QueryIn, Route } from '@shiloh/contract/core'
import { exportRoutes, MANY_ROWS } from '@shiloh/contract/exports'
import { filterForm } from '@shiloh/contract/lists'
import type { OfficeList } from '@shiloh/contract/office-lists'
import type { Permission } from '@shiloh/contract/permissions'
import { IMPORTED } from '@shiloh/contract/sample-files'
import { formatCount } from '@shiloh/contract/text/format'
import { IconPlus, IconPrinter, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import type { CallInput } from '#platform/client'
import { ApiError, argumentsOf, requestAddress } from '#platform/client'
import { type TextRef, useLanguage, useT, useText } from '#platform/i18n'
import { type ListState, listSearch } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { useRemembered } from '#platform/remembered'
import { downloadAsked } from '../feedback/download.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { showFailure } from '../feedback/failure.tsx'
import { LoadFailed } from '../feedback/page-states.tsx'
import { Scaffold } from '../feedback/scaffold.tsx'
import { toastDone } from '../feedback/toast.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { useAskedAct } from './asked-act.tsx'
import type { BulkAction } from './bulk-types.tsx'
import { ExportButton, type ExportChoice, type ExportWay } from './export-button.tsx'
import classes from './list.module.css'
import { useListAddress } from './list-address.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListFooter } from './list-footer.tsx'
import { hiddenColumns, ListTable } from './list-table.tsx'
import { texts } from './list-texts.ts'
import type { ColumnOf, FilterOf, ListRoute, PhoneRow, RowOf } from './list-types.tsx'
import { LiveRows } from './live-rows.tsx'
import { MOST_PRINTED, PrintTable } from './print-table.tsx'
import { SavedViews } from './saved-views.tsx'
import { texts as tableTexts } from './table-texts.ts'
import { texts as viewTexts } from './view-texts.ts'

export type FileRoute = Route & { readonly answer: 'file' }

interface ListPageProps<R extends ListRoute> {
  /** The paginated route of the rows. */
  route: R
  /** Its name, under which views and the choice of columns are stored. */
  name: OfficeList
  title: TextRef
  columns: readonly ColumnOf<R>[]
  phone: PhoneRow<RowOf<R>>
  /** Returns the name of a row, for screen readers and the selection. */
  rowName: (row: RowOf<R>) => string
  /** What the foot says of all rows beside their amounts. */
  sumNote?: (sums: Readonly<Record<string, number>>) => string | undefined
  filters?: readonly FilterOf<R>[]
  /** Always part of the query, such as the event of a list. */
  fixed?: Partial<QueryIn<R>>
  /** The path parameters of the route. */
  params?: ParamsIn<R>
  /** The kind of hint that means that rows changed. */
  live?: string
  /** The address of a row's page, if it has one. */
  address?: (row: RowOf<R>) => string | undefined
  /** Opens a row in place of the page at its address: a drawer or a form. Its address is then this list with the row opened. */
  onOpen?: (row: RowOf<R>) => void
  create?: { label: TextRef; permission?: Permission; onCreate: () => void }
  bulk?: readonly BulkAction<RowOf<R>>[]
  exportRoute?: FileRoute
  exportPermission?: Permission
  /** What a row of the export can be, by the value of `rows` in its query. */
  exportWays?: readonly ExportWay[]
  importRoute?: Route
  importPermission?: Permission
  empty: { title: TextRef; hint?: TextRef }
  /** Further actions, before import, export and create. */
  actions?: ReactNode
  /** Writes to the people of the rows. It is offered while there may be some. */
  message?: ReactNode
  /** Between head and filters. */
  children?: ReactNode
}

/** Returns the resource that a route imports, by its permission. */
const importedBy = ({ access }: Route) =>
  IMPORTED.find((one) => access.kind === 'can' && access.permission === `${one}.import`)

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Returns search, sort and these filters as in the address. */
const addressOf = ({ search, sort, filters }: ListState, keys: readonly string[]): Record<string, string> => ({
  ...(search && { search }),
  ...(sort && { sort }),
  ...Object.fromEntries(Object.entries(filters).filter(([key]) => keys.includes(key))),
})

const MOST_ROWS = 500

/** The part of an address that opens a row of the list. */
const OPEN = 'open'
const defined = (search: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

interface Read<Row> {
  readonly items: readonly Row[]
  readonly meta: ListMeta
}

/**
 * The complete list of a resource: search, filters, sort and page in the address, columns, selection, export, import,
 * loading, empty and error states, two-line rows on phones, keyboard. A screen declares its route, columns and filters.
 */
export function ListPage<R extends ListRoute>(props: ListPageProps<R>) {
  const { route, columns, filters = [], fixed, address, create, bulk = [], exportRoute, importRoute, empty } = props
  const t = useT(texts)
  const table = useT(tableTexts)
  const say = useT(viewTexts)
  const text = useText()
  const language = useLanguage()
  const can = useCan()
  const router = useRouter()
  const here = listSearch(useSearch({ strict: false }))
  const { open: asksFor, ...rest } = here
  const ownAddress = `${useLocation({ select: ({ pathname }) => pathname })}?${new URLSearchParams({ ...defined(rest), [OPEN]: '' })}`
  // Every row that opens something is a link: it can be copied, and opened in another tab.
  const addressOfRow = useCallback(
    (row: RowOf<R>) => address?.(row) ?? (props.onOpen && `${ownAddress}${row._id}`),
    [address, props.onOpen, ownAddress],
  )
  const onOpen =
    props.onOpen ??
    (address &&
      ((row: RowOf<R>) => {
        const to = address(row)
        if (to !== undefined) router.history.push(to)
      }))
  const { currency } = useAccount().organisation
  const { ask, dialog } = useAskedAct()
  const [printed, setPrinted] = useState<Read<RowOf<R>>>()
  const [loaded, setLoaded] = useState<number>()
  const wide = useMediaQuery('(min-width: 56.25em)', undefined, { getInitialValueInEffect: false })
  const keys = filters.map((filter) => filter.key)
  // The event stays where everything else is cleared, and is no part of a view: it belongs to the whole office.
  const own = filters.filter(({ kind }) => kind !== 'event').map(({ key }) => key)
  const state = useListAddress(keys)
  const [hidden, setHidden] = useRemembered(...hiddenColumns(props.name, columns))
  const isUsual = isSameSet(hidden, hiddenColumns(props.name, columns)[2])
  const shown = columns.filter(({ key }) => !hidden.includes(key))
  const { change } = state

  const [typed, setTyped] = useState(state.search)
  const searchSoon = useDebouncedCallback((words: string, path: string) => {
    // A user who has opened a row meanwhile is on the way to another page.
    if (router.latestLocation.pathname === path) change({ search: words })
  }, 300)

  const asked = { search: state.search || undefined, sort: state.sort, ...state.filters, ...fixed }
  // The query comes from an address: the route's schema validates it on the server.
  const input = {
    ...(props.params && { params: props.params }),
    query: { ...asked, page: state.page, page_size: state.pageSize },
  } as unknown as CallInput<R>
  const options = queryOf(route, ...argumentsOf<R>(input))
  const result = useQuery(options)
  // `AnswerOf` has this shape for a list route; the compiler cannot infer it through a type parameter.
  const data = result.data as Read<RowOf<R>> | undefined

  // An old view or link can ask for what no longer exists: it says so, and the rest of it stays.
  const unreadable =
    result.error instanceof ApiError && result.error.status === 422
      ? filters.filter(
          ({ key }) => result.error instanceof ApiError && result.error.fields.some((one) => one.field === key),
        )
      : []

  const download = async ({ shownOnly, ...wishes }: ExportChoice) => {
    if (!exportRoute) return
    const names = shown.flatMap(({ key, exported = [key] }) => exported)
    const query = { ...asked, ...wishes, ...(shownOnly && { columns: names.join(',') }) }
    const rows = data?.meta.total ?? 0
    // An export that follows what a reader may see, and not one permission, is always made directly.
    if (rows >= MANY_ROWS && exportRoute.access.kind === 'can') {
      const address = requestAddress(exportRoute, props.params, query)
      try {
        await call(exportRoutes.startExport, { body: { address, rows } })
        toastDone({ message: t('export_begun') })
      } catch (error) {
        if (!(error instanceof Error)) throw error
        showFailure(error.message)
      }
      return
    }
    await downloadAsked(
      call(exportRoute, ...argumentsOf<FileRoute>({ ...(props.params && { params: props.params }), query })),
    )
  }

  /** Reads all rows of the filter, as many as are printed, and opens the dialog of the browser. */
  const print = async () => {
    const items: RowOf<R>[] = []
    setLoaded(0)
    try {
      for (let page = 1; ; page += 1) {
        const part = {
          ...(props.params && { params: props.params }),
          query: { ...asked, page, page_size: MOST_ROWS },
        } as unknown as CallInput<R>
        const read = (await call(route, ...argumentsOf<R>(part))) as Read<RowOf<R>>
        items.push(...read.items)
        setLoaded(items.length)
        if (page >= read.meta.total_pages || items.length >= MOST_PRINTED) {
          setPrinted({ items, meta: read.meta })
          return
        }
      }
    } catch (error) {
      if (error instanceof Error) showFailure(error.message)
    } finally {
      setLoaded(undefined)
    }
  }
  const onPrinted = useCallback(() => setPrinted(undefined), [])

  // A page beyond the last, from an old link or after rows were deleted.
  const lastPage =
    data && !result.isPlaceholderData && data.items.length === 0 && data.meta.page > 1
      ? Math.max(data.meta.total_pages, 1)
      : 0
  useEffect(() => {
    if (lastPage > 0) change({ page: lastPage === 1 ? undefined : String(lastPage) })
  }, [lastPage, change])

  const opened = useRef(props.onOpen)
  opened.current = props.onOpen
  const isLoaded = data !== undefined && !result.isPlaceholderData
  useEffect(() => {
    if (!asksFor || !isLoaded) return
    const row = data.items.find(({ _id }) => _id === asksFor)
    if (row) opened.current?.(row)
    change({ [OPEN]: undefined, page: state.page === 1 ? undefined : String(state.page) })
  }, [asksFor, isLoaded, data, change, state.page])
  const filterOf = { ...(state.search && { search: state.search }), ...state.filters, ...fixed }

  const actions = useMemo(() => bulk.filter((one) => !one.permission || can(one.permission)), [bulk, can])
  const filtered = state.search !== '' || own.some((key) => state.filters[key] !== undefined)
  const clearFilters = () => {
    setTyped('')
    change({ search: undefined, ...Object.fromEntries(own.map((key) => [key, undefined])) })
  }
  const mayCreate = create && (!create.permission || can(create.permission))
  const createButton = mayCreate ? (
    <Button leftSection={<IconPlus size={18} />} onClick={create.onCreate}>
      {text(create.label)}
    </Button>
  ) : null

  const news =
    props.live && data ? (
      <LiveRows
        key={JSON.stringify(options.queryKey)}
        event={props.live}
        queryKey={options.queryKey}
        ask={() => call(route, ...argumentsOf<R>(input)) as Promise<Read<RowOf<R>>>}
      />
    ) : null
  // Above the rows it would cover the headings that sort them. A phone has none, and its foot is far away.
  const isNewsInFoot = wide === true && data !== undefined && data.items.length > 0
  return (
    <div className={classes.page}>
      <PageHeader
        breadcrumbs={false}
        compact
        title={text(props.title)}
        note={data ? t('in_all', { count: formatCount(data.meta.total, language) }) : undefined}
        actions={
          <>
            {props.actions}
            {/* What cannot be read has nobody to write to, and no rows for a file. */}
            {data?.meta.total === 0 || unreadable.length > 0 ? null : props.message}
            {importRoute && (!props.importPermission || can(props.importPermission)) ? (
              <Button
                variant="default"
                leftSection={<IconUpload size={18} />}
                onClick={() =>
                  void router.navigate({ to: '/admin/imports/new', search: { resource: importedBy(importRoute) } })
                }
              >
                {t('import')}
              </Button>
            ) : null}
            {/* From the start, so that the others do not move when the rows arrive. */}
            {wide && data?.meta.total !== 0 ? (
              <Button
                variant="default"
                leftSection={<IconPrinter size={18} />}
                disabled={!data}
                loading={loaded !== undefined}
                onClick={() => void print()}
              >
                {table('print')}
              </Button>
            ) : null}
            {exportRoute && unreadable.length === 0 && (!props.exportPermission || can(props.exportPermission)) ? (
              <ExportButton ways={props.exportWays} hasColumns={wide === true} onExport={download} />
            ) : null}
            {createButton}
          </>
        }
      />
      {props.children ? <div className={classes.extra}>{props.children}</div> : null}
      <SavedViews
        list={props.name}
        current={state.view}
        query={addressOf(state, own)}
        columns={isUsual ? undefined : shown.map(({ key }) => key)}
        parts={['search', 'sort', ...own]}
        event={filters.some(({ kind }) => kind === 'event') ? state.filters['event_id'] : undefined}
        isPlain={state.view === undefined && Object.keys(addressOf(state, own)).length === 0}
        onAddress={(address) => {
          if ('search' in address) setTyped(address.search ?? '')
          change(address)
        }}
        onColumns={(keep) => setHidden(keep && columns.flatMap(({ key }) => (keep.includes(key) ? [] : [key])))}
      />
      <ListFilters
        search={typed}
        onSearch={(words) => {
          setTyped(words)
          searchSoon(words, router.latestLocation.pathname)
        }}
        filters={filters}
        formOf={(key) => filterForm(route.query, key)}
        values={state.filters}
        fixed={fixed}
        onChange={(key, value) => change({ [key]: value })}
      />
      {isNewsInFoot ? null : news}
      {unreadable.length > 0 ? (
        <EmptyState
          title={say('unreadable')}
          hint={say('unreadable_hint', { names: unreadable.map(({ label }) => text(label)).join(', ') })}
          action={
            <Button
              variant="default"
              onClick={() => change(Object.fromEntries(unreadable.map(({ key }) => [key, undefined])))}
            >
              {say('remove_them')}
            </Button>
          }
        />
      ) : result.error && !data ? (
        <LoadFailed message={result.error.message} onRetry={() => void result.refetch()} />
      ) : !data ? (
        <Scaffold kind="list" rows={12} />
      ) : data.items.length === 0 ? (
        filtered ? (
          <EmptyState
            title={t('nothing_found')}
            hint={t('nothing_found_hint')}
            action={
              <Button variant="default" onClick={clearFilters}>
                {t('clear_filters')}
              </Button>
            }
          />
        ) : (
          <EmptyState title={text(empty.title)} {...(empty.hint && { hint: text(empty.hint) })} action={createButton} />
        )
      ) : (
        <ListTable
          rows={data.items}
          columns={columns}
          phone={props.phone}
          name={text(props.title)}
          rowName={props.rowName}
          wide={wide === true}
          stale={result.isPlaceholderData}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          bulk={actions}
          onAsk={ask}
          hidden={hidden}
          onHidden={setHidden}
          usual={isUsual}
          sums={data.meta.sums}
          sumNote={props.sumNote}
          filtered={filtered}
          currency={currency}
          total={data.meta.total}
          filter={filterOf}
          address={addressOfRow}
          {...(onOpen && { onOpen })}
        />
      )}
      {data && data.meta.total > 0 ? (
        <ListFooter
          meta={data.meta}
          onPage={(page) => change({ page: page === 1 ? undefined : String(page) })}
          onPageSize={(size) => change({ page_size: String(size) })}
        >
          {isNewsInFoot ? news : null}
        </ListFooter>
      ) : null}
      {dialog}
      {printed ? (
        <PrintTable
          title={text(props.title)}
          columns={shown.filter(({ acts }) => !acts)}
          rows={printed.items}
          meta={printed.meta}
          search={state.search}
          filters={filters}
          values={state.filters}
          onDone={onPrinted}
        />
      ) : null}
    </div>
  )
}
