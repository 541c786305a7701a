import { Button, Checkbox, Popover } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { formatAmount } from '@shiloh/contract/text/format'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import {
  columnVisibilityFeature,
  rowSelectionFeature,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useMemo, useRef } from 'react'
import { z } from 'zod'
import { useLanguage, useT, useText } from '#platform/i18n'
import { nextSort } from '#platform/list-search'
import type { useRemembered } from '#platform/remembered'
import { useScreenKeys } from '../shell/screen-keys.tsx'
import { BulkActs, Everything, useSelection } from './bulk-bar.tsx'
import type { AskedAct, BulkAction } from './bulk-types.tsx'
import classes from './list.module.css'
import { texts } from './list-texts.ts'
import type { Column, PhoneRow } from './list-types.tsx'
import { texts as tableTexts } from './table-texts.ts'

const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature })

interface Identified {
  readonly _id: string
}

interface ListTableProps<Row extends Identified> {
  rows: readonly Row[]
  columns: readonly Column<Row, string>[]
  phone: PhoneRow<Row>
  /** The name of the table. */
  name: string
  rowName: (row: Row) => string
  wide: boolean
  /** The rows belong to the previous query; the new ones are loading. */
  stale: boolean
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  onOpen?: (row: Row) => void
  bulk: readonly BulkAction<Row>[]
  onAsk: (asked: AskedAct) => void
  /** The keys of the columns that are not shown. */
  hidden: readonly string[]
  onHidden: (hidden: readonly string[] | undefined) => void
  /** The columns are those that the list has by itself: some leave a narrow screen. */
  usual: boolean
  /** The address of what a row opens. A row without one opens nothing. */
  address?: (row: Row) => string | undefined
  /** Sums over all rows of the filter. */
  sums: Readonly<Record<string, number>> | undefined
  /** What the sums say beside the amounts: how many persons the rows have. */
  sumNote?: ((sums: Readonly<Record<string, number>>) => string | undefined) | undefined
  filtered: boolean
  currency: string
  /** How many rows the filter has, and the filter as acts on all of them take it. */
  total: number
  filter: Readonly<Record<string, unknown>>
}

/** Where a column stays while the others scroll. */
interface Frozen {
  readonly left: number
  readonly width: number | undefined
  /** The hairline is at its right. */
  readonly isLast: boolean
}

const CHECK_WIDTH = 50

/** Returns the columns that stay at the left: the first one, and those after it that say so. */
function frozenOf<Row>(columns: readonly Column<Row, string>[], selectable: boolean): Readonly<Record<string, Frozen>> {
  const frozen: Record<string, Frozen> = {}
  let left = selectable ? CHECK_WIDTH : 0
  for (const [index, column] of columns.entries()) {
    const width = typeof column.frozen === 'number' ? column.frozen : undefined
    const isLast = width === undefined || !columns[index + 1]?.frozen
    frozen[column.key] = { left, width, isLast }
    if (isLast) return frozen
    left += width
  }
  return frozen
}

/** The attributes of a cell of this column. */
function placeOf<Row>(column: Column<Row, string>, frozen: Frozen | undefined, usual: boolean) {
  return {
    className: [
      column.numeric ? classes.numeric : column.wraps ? classes.wraps : '',
      frozen ? classes.frozen : '',
      frozen?.isLast ? classes.edge : '',
      usual && column.yields ? classes.yields : '',
      usual && column.yields === 'first' ? classes.yieldsFirst : '',
    ].join(' '),
    style: frozen && { left: frozen.left, ...(frozen.width && { width: frozen.width, minWidth: frozen.width }) },
  }
}

interface RowProps<Row extends Identified> {
  row: Row
  columns: readonly Column<Row, string>[]
  phone: PhoneRow<Row>
  rowName: (row: Row) => string
  wide: boolean
  selectable: boolean
  selected: boolean
  frozen: Readonly<Record<string, Frozen>>
  usual: boolean
  onToggle: (id: string) => void
  onOpen: ((row: Row) => void) | undefined
  address: ((row: Row) => string | undefined) | undefined
}

const DOWN = new Set(['ArrowDown', 'j'])
const UP = new Set(['ArrowUp', 'k'])

/** Arrow keys, J and K move between rows, Enter opens, Space selects. On the checkbox of a row they do the same. */
function onRowKey(event: KeyboardEvent<HTMLElement>, toggle: () => void, open: (() => void) | undefined) {
  const { target, currentTarget, key } = event
  const isCheckbox = target instanceof HTMLInputElement && target.type === 'checkbox'
  // Space is the checkbox's own.
  if (target !== currentTarget && (!isCheckbox || key === ' ')) return
  const near = DOWN.has(event.key) ? 'nextElementSibling' : UP.has(event.key) ? 'previousElementSibling' : undefined
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
  frozen,
  usual,
  onToggle,
  onOpen,
  address,
}: RowProps<Row>) {
  const t = useT(texts)
  const toggle = () => onToggle(row._id)
  const href = address?.(row)
  const open = onOpen && href !== undefined ? () => onOpen(row) : undefined
  const shared = {
    tabIndex: 0,
    'data-selected': selected || undefined,
    'data-opens': open ? true : undefined,
    onClick: open
      ? (event: MouseEvent<HTMLElement>) => {
          // An act of the row does not open it.
          if (event.target instanceof Element && event.target.closest('button')) return
          if (event.ctrlKey || event.metaKey) window.open(href, '_blank')
          else open()
        }
      : undefined,
    onAuxClick: (event: MouseEvent<HTMLElement>) => {
      if (event.button === 1 && href !== undefined) window.open(href, '_blank')
    },
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
  // A link of its own: it can be copied, and opened elsewhere. The row is the one stop of the keyboard.
  const linked = (content: ReactNode): ReactNode =>
    href !== undefined ? (
      <a
        href={href}
        tabIndex={-1}
        className={classes.rowLink}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation()
          else event.preventDefault()
        }}
        onAuxClick={(event) => event.stopPropagation()}
      >
        {content}
      </a>
    ) : (
      content
    )
  if (!wide) {
    return (
      <li className={classes.phoneRow} {...shared}>
        {check}
        <span className={classes.phoneTitle}>{linked(phone.title(row))}</span>
        <span className={classes.phoneEnd}>{phone.badge?.(row)}</span>
        <span className={classes.phoneNote}>{phone.note?.(row)}</span>
        <span className={classes.phoneValue}>{phone.value?.(row)}</span>
        {phone.acts ? <div className={classes.phoneActs}>{phone.acts(row)}</div> : null}
      </li>
    )
  }
  const linkAt = Math.max(
    0,
    columns.findIndex(({ links }) => links),
  )
  return (
    <tr {...shared} aria-label={rowName(row)}>
      {selectable ? <td className={`${classes.checkCell} ${classes.frozen}`}>{check}</td> : null}
      {columns.map((column, index) => (
        <td key={column.key} {...placeOf(column, frozen[column.key], usual)}>
          {index === linkAt && column.links !== false ? linked(column.cell(row)) : column.cell(row)}
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
  frozen,
  usual,
  sort,
  onSort,
}: {
  column: Column<Row, string>
  frozen: Frozen | undefined
  usual: boolean
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}) {
  const t = useT(texts)
  const label = useText()(column.header)
  const by = column.sort
  const up = by !== undefined && sort === by
  const down = by !== undefined && sort === `-${by}`
  return (
    <th {...placeOf(column, frozen, usual)} aria-sort={up ? 'ascending' : down ? 'descending' : undefined}>
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

const names = z.array(z.string())

/** Where the keys of the columns are remembered that a user does not see in a list. */
export const hiddenColumns = <Row,>(
  name: string,
  columns: readonly Column<Row, string>[],
): Parameters<typeof useRemembered<readonly string[]>> => [
  `columns:${name}`,
  names,
  columns.filter((column) => column.hidden).map((column) => column.key),
]

/** The rows of a list as a table, on phones as two lines each. */
export function ListTable<Row extends Identified>(props: ListTableProps<Row>) {
  useScreenKeys('list')
  const { rows, columns, phone, rowName, wide, sort, onSort, onOpen, bulk } = props
  const t = useT(texts)
  const area = useRef<HTMLDivElement>(null)
  useHotkeys([
    [
      'J',
      () => {
        const rows = area.current?.querySelectorAll<HTMLElement>('tbody > tr[tabindex], ul > li[tabindex]')
        if (rows && ![...rows].some((row) => row === document.activeElement)) rows[0]?.focus()
      },
    ],
  ])
  const selection = useSelection(props.filter)
  const { everything, isSelected, toggle: onToggle, clear } = selection
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
    state: { rowSelection: selection.marked, columnVisibility },
    onRowSelectionChange: selection.setMarked,
  })
  const visible = useMemo(() => columns.filter((column) => !hidden.includes(column.key)), [columns, hidden])
  const selectable = bulk.length > 0
  const frozen = useMemo(() => frozenOf(visible, selectable), [visible, selectable])
  const drawn: readonly TableRow<typeof features, Row>[] = table.getRowModel().rows
  const chosen = drawn.filter((row) => isSelected(row.id)).map((row) => row.original)
  const row = ({ original, id }: TableRow<typeof features, Row>): ReactNode => (
    <MemoRow
      key={id}
      row={original}
      columns={visible}
      phone={phone}
      rowName={rowName}
      wide={wide}
      selectable={selectable}
      selected={isSelected(id)}
      frozen={frozen}
      usual={props.usual}
      onToggle={onToggle}
      onOpen={onOpen}
      address={props.address}
    />
  )
  return (
    <div ref={area} className={classes.area} data-stale={props.stale || undefined}>
      {wide ? (
        <>
          <ColumnChoice columns={columns} hidden={hidden} onHidden={props.onHidden} />
          <Everything
            selection={selection}
            chosen={chosen.length}
            drawn={drawn.length}
            total={props.total}
            filtered={props.filtered}
            actions={bulk}
          />
        </>
      ) : null}
      {/* It is seen below the rows, and read before them. */}
      <BulkActs
        selection={selection}
        chosen={chosen}
        actions={bulk}
        total={props.total}
        filter={props.filter}
        summed={{ columns: visible, sums: props.sums, currency: props.currency }}
        onAsk={props.onAsk}
      />
      {wide ? (
        <div className={classes.scroll} data-scroll-restoration-id="list">
          <table className={classes.table} aria-label={props.name}>
            <thead>
              <tr>
                {selectable ? (
                  <th className={`${classes.checkCell} ${classes.frozen}`}>
                    <Checkbox
                      size="xs"
                      aria-label={t('select_all')}
                      checked={chosen.length === drawn.length}
                      indeterminate={chosen.length > 0 && chosen.length < drawn.length}
                      onChange={(event) => {
                        if (everything) clear()
                        else table.toggleAllRowsSelected(event.currentTarget.checked)
                      }}
                    />
                  </th>
                ) : null}
                {visible.map((column) => (
                  <Head
                    key={column.key}
                    column={column}
                    frozen={frozen[column.key]}
                    usual={props.usual}
                    sort={sort}
                    onSort={onSort}
                  />
                ))}
              </tr>
            </thead>
            <tbody>{drawn.map(row)}</tbody>
            <Foot {...props} visible={visible} selectable={selectable} frozen={frozen} />
          </table>
        </div>
      ) : (
        <ul className={classes.phoneRows}>{drawn.map(row)}</ul>
      )}
    </div>
  )
}

/** The sums over all rows of the filter, below their columns. */
function Foot<Row extends Identified>({
  visible,
  selectable,
  frozen,
  usual,
  sums,
  sumNote,
  filtered,
}: Pick<ListTableProps<Row>, 'usual' | 'sums' | 'sumNote' | 'filtered'> & {
  visible: readonly Column<Row, string>[]
  selectable: boolean
  frozen: Readonly<Record<string, Frozen>>
}) {
  const t = useT(tableTexts)
  const language = useLanguage()
  const summed = visible.filter(({ sum }) => sum)
  const note = sums && sumNote?.(sums)
  if (summed.length === 0 && !note) return null
  if (summed.length > 0 && !summed.some(({ sum }) => sum && sums?.[sum.key] !== undefined))
    return (
      <tfoot>
        <tr>
          <td className={classes.noTotal} colSpan={visible.length + (selectable ? 1 : 0)}>
            <span>
              {note ? `${note}. ` : ''}
              {t('no_total')}
            </span>
          </td>
        </tr>
      </tfoot>
    )
  const amount = (minor: number | undefined) => (minor === undefined ? null : formatAmount(minor, language))
  // The label is longer than a code: it would widen the first column beyond what the next one makes room for.
  const labelled = Object.keys(frozen).length
  return (
    <tfoot>
      <tr>
        {selectable ? <td className={`${classes.checkCell} ${classes.frozen}`} /> : null}
        <td
          colSpan={labelled}
          className={`${classes.frozen} ${classes.edge}`}
          style={{ left: selectable ? CHECK_WIDTH : 0 }}
        >
          <span className={classes.footLabel}>
            {t(filtered ? 'total_of_filter' : 'total_of_list')}
            {note ? `, ${note}` : ''}
          </span>
        </td>
        {visible.slice(labelled).map((column) => (
          <td key={column.key} {...placeOf(column, frozen[column.key], usual)}>
            {column.sum?.by ? (
              <SumParts parts={column.sum.by} sums={sums} />
            ) : column.sum ? (
              amount(sums?.[column.sum.key])
            ) : null}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** The sum of each part that is not zero. */
function SumParts({
  parts,
  sums,
}: {
  parts: NonNullable<NonNullable<Column<never, string>['sum']>['by']>
  sums: Readonly<Record<string, number>> | undefined
}) {
  const text = useText()
  const language = useLanguage()
  return (
    <ul className={classes.sumParts}>
      {parts.map(({ key, label }) => {
        const minor = sums?.[key]
        return minor ? (
          <li key={key}>
            <small>{text(label)}</small> {formatAmount(minor, language)}
          </li>
        ) : null
      })}
    </ul>
  )
}

/** Placeholder for an empty cell. */
export const nothing: ReactNode = <span className="dim">–</span>
