import { Fragment, type KeyboardEvent, useState } from 'react'
import { useT } from '#platform/i18n'
import { EmptyState } from '#ui/feedback/empty-state'
import { useScreenKeys } from '#ui/shell/screen-keys'
import type { Model } from './draft.ts'
import { texts as groupTexts } from './group-texts.ts'
import { grouped } from './groups.ts'
import classes from './permissions.module.css'
import { texts } from './texts.ts'
import { useModelWords } from './words.ts'

/** Actions that most resources have get a column each. The others share the last column. */
const columns = ['read', 'create', 'update', 'delete', 'export', 'import'] as const
const isColumn = (name: string) => columns.some((column) => column === name)

type Part = Model['resources'][number]
type Cell = Part['actions'][number]

interface MatrixProps {
  parts: readonly Part[]
  held: ReadonlySet<string>
  stored: ReadonlySet<string>
  /** Whether the user can change this permission here. */
  mayChange: (permission: string, isHeld: boolean) => boolean
  onToggle: (permissionIds: readonly string[]) => void
  /** The user tried to change a permission that they cannot change. */
  onRefused: (permission: string) => void
}

type Move = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
const isMove = (key: string): key is Move => /^Arrow(Left|Right|Up|Down)$/.test(key)

const middleOf = (element: Element) => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

/**
 * Returns the checkbox that an arrow key leads to: the next one in the row, or the nearest in the next row that has
 * any.
 */
function neighbour(from: HTMLInputElement, move: Move): HTMLInputElement | undefined {
  const lines = [...(from.closest('table')?.querySelectorAll('tbody tr') ?? [])]
    .map((line) => [...line.querySelectorAll<HTMLInputElement>('input')])
    .filter((boxes) => boxes.length > 0)
  const y = lines.findIndex((boxes) => boxes.includes(from))
  const line = lines[y] ?? []
  const x = line.indexOf(from)
  if (move === 'ArrowLeft') return line[x - 1]
  if (move === 'ArrowRight') return line[x + 1]
  const middle = middleOf(from)
  return lines[move === 'ArrowUp' ? y - 1 : y + 1]?.toSorted(
    (one, other) => Math.abs(middleOf(one) - middle) - Math.abs(middleOf(other) - middle),
  )[0]
}

/**
 * Resources in rows, actions in columns. On phones each resource lists its actions below. It is one tab stop: arrow
 * keys move between checkboxes, Space toggles one.
 */
export function Matrix({ parts, held, stored, mayChange, onToggle, onRefused }: MatrixProps) {
  useScreenKeys('grid')
  const t = useT(texts)
  const inGroup = useT(groupTexts)
  const { ofResource, ofAction, ofPermission } = useModelWords()
  const [current, setCurrent] = useState<string>()
  const ids = new Set(parts.flatMap((part) => [part._id, ...part.actions.map((action) => action.permission_id)]))
  const stop = current !== undefined && ids.has(current) ? current : parts[0]?._id

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement) || !isMove(event.key)) return
    event.preventDefault()
    neighbour(event.target, event.key)?.focus()
  }

  const box = (part: Part, { permission_id: id, name }: Cell) => {
    const permission = `${part.name}.${name}`
    const isHeld = held.has(id)
    const change = isHeld === stored.has(id) ? undefined : isHeld ? 'gained' : 'lost'
    const isOpen = mayChange(permission, isHeld)
    const label = ofPermission(permission)
    return (
      <label key={id} className={classes.box} data-change={change} data-closed={!isOpen || undefined}>
        <input
          type="checkbox"
          checked={isHeld}
          aria-disabled={!isOpen}
          aria-label={change ? t(`cell_${change}`, { permission: label }) : label}
          title={label}
          tabIndex={id === stop ? 0 : -1}
          onFocus={() => setCurrent(id)}
          onChange={() => (isOpen ? onToggle([id]) : onRefused(permission))}
        />
        <span className={classes.word} aria-hidden>
          {ofAction(name)}
        </span>
      </label>
    )
  }

  /** Gives every permission of the row that the user can change, or removes them if all are given. */
  const whole = (part: Part) => {
    const isFull = part.actions.every((action) => held.has(action.permission_id))
    const isEmpty = !part.actions.some((action) => held.has(action.permission_id))
    const changeable = part.actions.filter(
      ({ permission_id, name }) =>
        held.has(permission_id) === isFull && mayChange(`${part.name}.${name}`, held.has(permission_id)),
    )
    return (
      <label className={classes.whole}>
        <input
          type="checkbox"
          checked={isFull}
          ref={(element) => {
            if (element) element.indeterminate = !isFull && !isEmpty
          }}
          aria-disabled={changeable.length === 0}
          aria-label={t('whole', { resource: ofResource(part.name) })}
          tabIndex={part._id === stop ? 0 : -1}
          onFocus={() => setCurrent(part._id)}
          onChange={() => {
            const [first] = part.actions
            if (changeable.length > 0) onToggle(changeable.map((action) => action.permission_id))
            else if (first) onRefused(`${part.name}.${first.name}`)
          }}
        />
        <span>{ofResource(part.name)}</span>
      </label>
    )
  }

  if (parts.length === 0) return <EmptyState title={t('nothing_found')} />
  return (
    <table className={classes.table} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <th scope="col">{t('part')}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className={classes.core}>
              {ofAction(column)}
            </th>
          ))}
          <th scope="col">{t('further')}</th>
        </tr>
      </thead>
      <tbody>
        {grouped(parts).map(({ group, parts: own }) => (
          <Fragment key={group ?? ''}>
            <tr className={classes.group}>
              <th scope="rowgroup" colSpan={columns.length + 2}>
                {group ? inGroup(group) : t('others')}
              </th>
            </tr>
            {own.map((part) => (
              <tr key={part._id}>
                <th scope="row">{part.actions.length > 0 ? whole(part) : ofResource(part.name)}</th>
                {columns.map((column) => (
                  <td key={column} className={classes.core}>
                    {part.actions.filter(({ name }) => name === column).map((cell) => box(part, cell))}
                  </td>
                ))}
                <td>
                  {part.actions.some(({ name }) => !isColumn(name)) ? (
                    <div className={classes.more}>
                      {part.actions.filter(({ name }) => !isColumn(name)).map((cell) => box(part, cell))}
                    </div>
                  ) : null}
                </td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
