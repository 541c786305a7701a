import { VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { formatCount, formatMoney } from '@shiloh/contract/text/format'
import { IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type TextRef, useLanguage, useT, useText } from '#platform/i18n'
import { isTyping } from '#platform/typing'
import { WhyNot } from '../base/why-not.tsx'
import type { AskedAct, BulkAction, ChosenRows } from './bulk-types.tsx'
import classes from './list.module.css'
import { texts } from './list-texts.ts'
import type { Column } from './list-types.tsx'
import { texts as tableTexts } from './table-texts.ts'

/** Marked rows by their id. While all rows of a filter are meant, they are those that are not. */
export type Marked = Record<string, true>

/** The selection of a list. */
export interface Selection {
  readonly marked: Marked
  readonly setMarked: (change: Marked | ((old: Marked) => Marked)) => void
  /** All rows of the filter are meant, also on other pages. */
  readonly everything: boolean
  readonly selectEverything: () => void
  readonly isSelected: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly clear: () => void
}

/** Returns the selection of the rows of a filter. Another filter means other rows, and ends it. */
export function useSelection(filter: Readonly<Record<string, unknown>>): Selection {
  const [marked, setMarked] = useState<Marked>({})
  const [everything, setEverything] = useState(false)
  const clear = useCallback(() => {
    setMarked({})
    setEverything(false)
  }, [])
  const filterKey = JSON.stringify(filter)
  useEffect(() => {
    if (filterKey) clear()
  }, [filterKey, clear])
  const toggle = useCallback(
    (id: string) => setMarked(({ [id]: was, ...rest }) => (was ? rest : { ...rest, [id]: true })),
    [],
  )
  return {
    marked,
    setMarked,
    everything,
    selectEverything: () => {
      setMarked({})
      setEverything(true)
    },
    isSelected: (id) => (marked[id] === true) !== everything,
    toggle,
    clear,
  }
}

interface EverythingProps<Row> {
  selection: Selection
  /** How many rows of the page are selected, how many it has, and how many the filter has. */
  chosen: number
  drawn: number
  total: number
  filtered: boolean
  actions: readonly BulkAction<Row>[]
}

/** Offers all rows of the filter once the page is selected, and says that they are. */
export function Everything<Row>({ selection, chosen, drawn, total, filtered, actions }: EverythingProps<Row>) {
  const t = useT(tableTexts)
  const language = useLanguage()
  const { everything } = selection
  const offered = total > drawn && actions.some(({ many, onFilter }) => many ?? onFilter)
  if (!everything && !(offered && chosen > 0 && chosen === drawn)) return null
  return (
    <div className={classes.everything} role="status">
      <span>
        {everything
          ? t('everything_selected', { count: formatCount(total - Object.keys(selection.marked).length, language) })
          : t('page_selected', { count: chosen })}
      </span>
      <button type="button" onClick={everything ? selection.clear : selection.selectEverything}>
        {everything
          ? t('only_page')
          : t('select_everything', { count: formatCount(total, language), filtered: filtered ? 'true' : 'false' })}
      </button>
    </div>
  )
}

interface Summed<Row> {
  readonly columns: readonly Column<Row, string>[]
  readonly sums: Readonly<Record<string, number>> | undefined
  readonly currency: string
}

interface BulkActsProps<Row> {
  selection: Selection
  /** The selected rows of the page. */
  chosen: readonly Row[]
  actions: readonly BulkAction<Row>[]
  /** How many rows the filter has, and the filter as acts on all of them take it. */
  total: number
  filter: Readonly<Record<string, unknown>>
  /** The amounts of a list with money. */
  summed?: Summed<Row>
  onAsk: (asked: AskedAct) => void
}

/** Returns the selected rows that an action applies to. */
const selected = <Row extends { readonly _id: string }>(
  { applies, says }: BulkAction<Row>,
  rows: readonly Row[],
): ChosenRows => {
  const those = applies ? rows.filter(applies) : rows
  return {
    filter: {},
    exclude: [],
    ids: those.map(({ _id }) => _id),
    count: those.length,
    others: rows.length - those.length,
    says: says?.(those),
  }
}

/** The bar of a selection: how many rows, what they sum up to, and what can be done with them. */
export function BulkActs<Row extends { readonly _id: string }>(props: BulkActsProps<Row>) {
  const { selection, chosen, actions, filter, summed } = props
  const place = useRef<HTMLDivElement>(null)
  const goToBar = (event: KeyboardEvent) => {
    if (isTyping(event.target)) return
    event.preventDefault()
    place.current?.querySelector<HTMLElement>('[role="toolbar"] button')?.focus()
  }
  useHotkeys([['B', goToBar, { preventDefault: false }]], [])
  const t = useT(texts)
  const { everything, clear } = selection
  const exclude = everything ? Object.keys(selection.marked) : []
  const count = everything ? props.total - exclude.length : chosen.length
  const fitting = everything
    ? actions.filter(({ many, onFilter }) => many || (onFilter && exclude.length === 0))
    : actions.filter(({ fits, applies }) => fits?.(chosen) ?? (applies ? chosen.some(applies) : true))
  const sumOf = ({ key, of }: NonNullable<Column<Row, string>['sum']>): number | undefined =>
    everything
      ? exclude.length === 0
        ? summed?.sums?.[key]
        : undefined
      : chosen.reduce((all, one) => all + of(one), 0)
  const onAct = (action: BulkAction<Row>) => {
    const { label, many: act, act: acts, onFilter } = action
    if (everything && onFilter) onFilter(filter)
    else if (!everything && acts) acts(chosen, clear)
    else if (act)
      props.onAsk({ act, label, clear, chosen: everything ? { filter, exclude, count } : selected(action, chosen) })
  }
  return (
    <div ref={place} className={classes.bulkPlace}>
      {/* Always there: a region that appears with its text is often not said. */}
      <VisuallyHidden role="status">{count > 0 ? t('selected', { count }) : ''}</VisuallyHidden>
      {everything || chosen.length > 0 ? (
        <BulkBar
          actions={fitting}
          refusal={({ refuses }) => (everything ? undefined : refuses?.(chosen))}
          count={count}
          sumOf={sumOf}
          summed={summed}
          onAct={onAct}
          onClear={clear}
        />
      ) : null}
    </div>
  )
}

function BulkBar<Row>({
  actions,
  refusal,
  count,
  sumOf,
  summed,
  onAct,
  onClear,
}: {
  actions: readonly BulkAction<Row>[]
  refusal: (action: BulkAction<Row>) => TextRef | undefined
  count: number
  sumOf: (sum: NonNullable<Column<Row, string>['sum']>) => number | undefined
  summed: Summed<Row> | undefined
  onAct: (action: BulkAction<Row>) => void
  onClear: () => void
}) {
  const t = useT(texts)
  const language = useLanguage()
  const text = useText()
  const money = summed?.columns.findLast((column) => column.sum)
  // The amount of a single row is in that row.
  const sum = count > 1 && money?.sum ? sumOf(money.sum) : undefined
  return (
    <div className={classes.bulk} role="toolbar" aria-keyshortcuts="B" aria-label={t('selected', { count })}>
      <b>{t('selected', { count })}</b>
      {summed && money && sum !== undefined ? (
        <span className={classes.bulkSum}>
          {text(money.sumName ?? money.header)} {formatMoney(sum, summed.currency, language)}
        </span>
      ) : null}
      {actions.map((action) => {
        const reason = refusal(action)
        return (
          <WhyNot key={text(action.label)} reason={reason && text(reason)}>
            {(off) => (
              <button type="button" onClick={() => onAct(action)} {...off}>
                <action.icon size={17} /> {text(action.label)}
              </button>
            )}
          </WhyNot>
        )
      })}
      <button type="button" className={classes.clear} aria-label={t('clear')} title={t('clear')} onClick={onClear}>
        <IconX size={17} />
      </button>
    </div>
  )
}
