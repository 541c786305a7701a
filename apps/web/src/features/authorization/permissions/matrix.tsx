import { Fragment } from 'react'
import { useT } from '#platform/i18n'
import { EmptyState } from '#ui/empty-state'
import { texts as groupTexts } from '../../../ui/nav-texts.ts'
import type { Model } from './draft.ts'
import { grouped } from './groups.ts'
import classes from './permissions.module.css'
import { texts } from './texts.ts'
import { useModelWords } from './words.ts'

/** Actions that most resources have: a column each. The rest stands together in the last one. */
const columns = ['read', 'create', 'update', 'delete', 'export', 'import'] as const
const isColumn = (name: string) => columns.some((column) => column === name)

type Part = Model['resources'][number]
type Cell = Part['actions'][number]

interface MatrixProps {
  parts: readonly Part[]
  held: ReadonlySet<string>
  stored: ReadonlySet<string>
  /** Whether this one can be changed here, by this person. */
  mayChange: (permission: string, isHeld: boolean) => boolean
  onToggle: (permissionId: string) => void
}

/** Resources in rows, actions in columns; on phones each resource with its actions below. */
export function Matrix({ parts, held, stored, mayChange, onToggle }: MatrixProps) {
  const t = useT(texts)
  const inGroup = useT(groupTexts)
  const { ofResource, ofAction } = useModelWords()
  const box = (part: Part, { permission_id: id, name }: Cell) => {
    const isHeld = held.has(id)
    const label = t('cell', { resource: ofResource(part.name), action: ofAction(name) })
    return (
      <label key={id} className={classes.box} data-changed={isHeld !== stored.has(id) || undefined}>
        <input
          type="checkbox"
          checked={isHeld}
          disabled={!mayChange(`${part.name}.${name}`, isHeld)}
          aria-label={label}
          title={label}
          onChange={() => onToggle(id)}
        />
        <span className={classes.word} aria-hidden>
          {ofAction(name)}
        </span>
      </label>
    )
  }
  if (parts.length === 0) return <EmptyState title={t('nothing_found')} />
  return (
    <table className={classes.table}>
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
                <th scope="row">{ofResource(part.name)}</th>
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
