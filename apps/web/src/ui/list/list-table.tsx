import { Button, Checkbox, Popover } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconX } from '@tabler/icons-react'
import {
  columnVisibilityFeature,
  rowSelectionFeature,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useMemo, useState } from 'react'
import { useT, useText } from '#platform/i18n'
import { nextSort } from '#platform/list-search'
import { rememberedNames, type useRemembered } from '#platform/remembered'
import classes from './list.module.css'
import { texts } from './list-texts.ts'
import type { BulkAction, Column, PhoneRow } from './list-types.tsx'

const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature })

interface Identified {
  readonly _id: string
}

interface ListTableProps<Row extends Identified> {
  rows: readonly Row[]
  columns: readonly Column<Row, string>[]
  phone: PhoneRow<Row>
  rowName: (row: Row) => string
  wide: boolean
  /** The rows belong to the previous query; the new ones are loading. */
  stale: boolean
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  onOpen?: (row: Row) => void
  bulk: readonly BulkAction<Row>[]
  /** The keys of the columns that are not shown. */
  hidden: readonly string[]
  onHidden: (hidden: readonly string[] | undefined) => void
}

interface RowProps<Row extends Identified> {
  row: Row
  columns: readonly Column<Row, string>[]
  phone: PhoneRow<Row>
  rowName: (row: Row) => string
  wide: boolean
  selectable: boolean
  selected: boolean
  onToggle: (id: string) => void
  onOpen: ((row: Row) => void) | undefined
}

/** Arrow keys move between rows, Enter opens, Space selects. */
function onRowKey(event: KeyboardEvent<HTMLElement>, toggle: () => void, open: (() => void) | undefined) {
  if (event.target !== event.currentTarget) return
  const near =
    event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : undefined
  const neighbour = near ? event.currentTarget[near] : null
  if (neighbour instanceof HTMLElement) neighbour.focus()
  else if (event.key === 'Enter') open?.()
  else if (event.key === ' ') toggle()
  else return
  event.preventDefault()
}

function ListRow<Row extends Identified>({
  row,
  columns,
  phone,
  rowName,
  wide,
  selectable,
  selected,
  onToggle,
  onOpen,
}: RowProps<Row>) {
  const t = useT(texts)
  const toggle = () => onToggle(row._id)
  const open = onOpen ? () => onOpen(row) : undefined
  const shared = {
    tabIndex: 0,
    'data-selected': selected || undefined,
    'data-opens': open ? true : undefined,
    onClick: open,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onRowKey(event, selectable ? toggle : () => {}, open),
  }
  const check = selectable ? (
    <Checkbox
      size="xs"
      checked={selected}
      onChange={toggle}
      onClick={(event) => event.stopPropagation()}
      aria-label={t('select_row', { name: rowName(row) })}
    />
  ) : null
  if (!wide) {
    return (
      <li className={classes.phoneRow} {...shared}>
        {check}
        <span className={classes.phoneTitle}>{phone.title(row)}</span>
        <span className={classes.phoneEnd}>{phone.badge?.(row)}</span>
        <span className={classes.phoneNote}>{phone.note?.(row)}</span>
        <span className={classes.phoneValue}>{phone.value?.(row)}</span>
        {phone.acts ? <div className={classes.phoneActs}>{phone.acts(row)}</div> : null}
      </li>
    )
  }
  return (
    <tr {...shared}>
      {selectable ? <td className={classes.checkCell}>{check}</td> : null}
      {columns.map((column) => (
        <td key={column.key} className={column.numeric ? classes.numeric : column.wraps ? classes.wraps : undefined}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

// With 500 rows, only the changed one renders again.
const MemoRow = memo(ListRow) as typeof ListRow

/** The headers of the columns. A click changes the sort order. */
function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row, string>
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}) {
  const t = useT(texts)
  const label = useText()(column.header)
  const by = column.sort
  const up = by !== undefined && sort === by
  const down = by !== undefined && sort === `-${by}`
  return (
    <th
      className={column.numeric ? classes.numeric : undefined}
      aria-sort={up ? 'ascending' : down ? 'descending' : undefined}
    >
      {by !== undefined ? (
        <button type="button" title={t('sort_by', { name: label })} onClick={() => onSort(nextSort(sort, by))}>
          {label}
          {up ? <IconArrowUp size={14} /> : down ? <IconArrowDown size={14} /> : null}
        </button>
      ) : (
        label
      )}
    </th>
  )
}

function ColumnChoice<Row>({
  columns,
  hidden,
  onHidden,
}: {
  columns: readonly Column<Row, string>[]
  hidden: readonly string[]
  onHidden: (hidden: readonly string[] | undefined) => void
}) {
  const t = useT(texts)
  const text = useText()
  return (
    <Popover position="bottom-end" width={240} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={17} />} className={classes.columnButton ?? ''}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.columns ?? ''}>
        {columns.map((column) => (
          <Checkbox
            key={column.key}
            size="xs"
            label={text(column.header)}
            checked={!hidden.includes(column.key)}
            onChange={(event) =>
              onHidden(
                event.currentTarget.checked ? hidden.filter((key) => key !== column.key) : [...hidden, column.key],
              )
            }
          />
        ))}
        <p>
          <button type="button" onClick={() => onHidden(undefined)}>
            {t('reset')}
          </button>
          <span>{t('columns_shown', { shown: columns.length - hidden.length, total: columns.length })}</span>
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}

function BulkBar<Row>({
  actions,
  rows,
  onClear,
}: {
  actions: readonly BulkAction<Row>[]
  rows: readonly Row[]
  onClear: () => void
}) {
  const t = useT(texts)
  const text = useText()
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('selected', { count: rows.length })}>
      <b role="status">{t('selected', { count: rows.length })}</b>
      {actions.map((action) => (
        <button key={text(action.label)} type="button" onClick={() => action.act(rows, onClear)}>
          <action.icon size={17} /> {text(action.label)}
        </button>
      ))}
      <button type="button" onClick={onClear}>
        <IconX size={17} /> {t('clear')}
      </button>
    </div>
  )
}

/** Where the keys of the columns are remembered that a user does not see in a list. */
export const hiddenColumns = <Row,>(
  name: string,
  columns: readonly Column<Row, string>[],
): Parameters<typeof useRemembered<readonly string[]>> => [
  `columns:${name}`,
  rememberedNames,
  columns.filter((column) => column.hidden).map((column) => column.key),
]

/** The rows of a list as a table, on phones as two lines each. */
export function ListTable<Row extends Identified>(props: ListTableProps<Row>) {
  const { rows, columns, phone, rowName, wide, sort, onSort, onOpen, bulk } = props
  const t = useT(texts)
  const [selection, setSelection] = useState<Record<string, true>>({})
  const { hidden } = props
  const definitions = useMemo(
    () => columns.map((column) => ({ id: column.key, accessorFn: (row: Row) => row._id })),
    [columns],
  )
  const data = useMemo(() => [...rows], [rows])
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((key) => [key, false])), [hidden])
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: (row) => row._id,
    state: { rowSelection: selection, columnVisibility },
    onRowSelectionChange: setSelection,
  })
  const visible = useMemo(() => columns.filter((column) => !hidden.includes(column.key)), [columns, hidden])
  const selectable = bulk.length > 0
  const onToggle = useCallback(
    (id: string) => setSelection(({ [id]: was, ...rest }) => (was ? rest : { ...rest, [id]: true })),
    [],
  )
  const drawn: readonly TableRow<typeof features, Row>[] = table.getRowModel().rows
  const chosen = drawn.filter((row) => selection[row.id]).map((row) => row.original)
  const row = ({ original, id }: TableRow<typeof features, Row>): ReactNode => (
    <MemoRow
      key={id}
      row={original}
      columns={visible}
      phone={phone}
      rowName={rowName}
      wide={wide}
      selectable={selectable}
      selected={selection[id] === true}
      onToggle={onToggle}
      onOpen={onOpen}
    />
  )
  return (
    <div className={classes.area} data-stale={props.stale || undefined}>
      {wide ? (
        <>
          <ColumnChoice columns={columns} hidden={hidden} onHidden={props.onHidden} />
          <div className={classes.scroll}>
            <table className={classes.table}>
              <thead>
                <tr>
                  {selectable ? (
                    <th className={classes.checkCell}>
                      <Checkbox
                        size="xs"
                        aria-label={t('select_all')}
                        checked={chosen.length === drawn.length}
                        indeterminate={chosen.length > 0 && chosen.length < drawn.length}
                        onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
                      />
                    </th>
                  ) : null}
                  {visible.map((column) => (
                    <Head key={column.key} column={column} sort={sort} onSort={onSort} />
                  ))}
                </tr>
              </thead>
              <tbody>{drawn.map(row)}</tbody>
            </table>
          </div>
        </>
      ) : (
        <ul className={classes.phoneRows}>{drawn.map(row)}</ul>
      )}
      <div className={classes.bulkPlace}>
        {chosen.length > 0 ? <BulkBar actions={bulk} rows={chosen} onClear={() => setSelection({})} /> : null}
      </div>
    </div>
  )
}

/** Placeholder for an empty cell. */
export const nothing: ReactNode = <span className="dim">–</span>
