import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useT } from '#platform/i18n'
import { FormInput } from '#ui/form/form-fields'
import type { FormField } from '#ui/form/record-form'
import classes from './editor.module.css'
import { useProblem } from './problem.ts'
import { texts } from './texts.ts'

/** A field of a row, and the number of the row's twenty columns that it takes if there is room. */
export type RowField = FormField<string> & { readonly span: number }

/** Kinds whose values need the whole width of a phone. */
const WIDE: ReadonlySet<FormField<string>['kind']> = new Set(['text', 'datetime', 'pick', 'multipick'])

interface RowListProps {
  /** The list's name in the form. */
  name: string
  /** The name of one row. */
  rowName: string
  /** The words of the button that adds one. */
  add: string
  fields: (index: number) => readonly RowField[]
  /** Below a row's fields. */
  note?: (index: number) => ReactNode
  /** Fields that most rows leave unchanged, collapsed behind a summary of their values. */
  more?: { label: string; summary: (index: number) => string; fields: (index: number) => readonly FormField<string>[] }
  /** Rows are one line each, that opens to edit. Those that are not named yet are open. */
  fold?: {
    title: (index: number) => string
    summary: (index: number) => string
    /** Above the first of some rows that belong together. */
    heading: (index: number) => string | undefined
  }
  fresh: () => Readonly<Record<string, unknown>>
  /** Shown if there are no rows. */
  empty: string
  /** Whether rows can be reordered. */
  sortable?: boolean
  /** Whether labels are above the first row only, for rows of one line, or above each row. */
  heads?: 'first' | 'each'
}

/** A row behind its line. What is wrong in it is in sight. */
function Folded({
  title,
  summary,
  isWrong,
  children,
}: {
  title: string
  summary: string
  isWrong: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(title === '')
  return (
    <details className={classes.fold} open={isOpen || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{title || '–'}</b> <span className="dim">{summary}</span>
      </summary>
      {children}
    </details>
  )
}

/** Repeatable, sortable rows of fields: side by side if there is room, stacked on phones. */
export function RowList({
  name,
  rowName,
  add,
  fields,
  note,
  more,
  fold,
  fresh,
  empty,
  sortable = true,
  heads = 'each',
}: RowListProps) {
  const t = useT(texts)
  const { control, getFieldState, formState } = useFormContext()
  const rows = useFieldArray({ control, name })
  const list = useRef<HTMLOListElement>(null)
  const { error } = getFieldState(name, formState)
  const problem = useProblem(error?.root?.message ?? error?.message)

  /** The focus follows the moved row. */
  const move = (from: number, to: number, button: 'up' | 'down') => {
    rows.move(from, to)
    requestAnimationFrame(() => {
      const row = list.current?.children[to]
      const target = row?.querySelector<HTMLButtonElement>(`[data-move="${button}"]:not(:disabled)`)
      const other = row?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)')
      ;(target ?? other)?.focus()
    })
  }

  return (
    <div className={classes.rowList} data-name={name}>
      {rows.fields.length === 0 ? <p className="dim">{empty}</p> : null}
      <ol ref={list} className={classes.rows} data-heads={heads}>
        {rows.fields.map((row, i) => {
          const label = t('row_of', { name: rowName, number: i + 1 })
          const hidden = more?.fields(i) ?? []
          const own = fields(i)
          const hasError = (field: FormField<string>) =>
            getFieldState(`${name}.${i}.${field.name}`, formState).error !== undefined
          const isWrong = hidden.some(hasError)
          const inputs = (
            <div className={classes.rowFields}>
              {own.map((field) => (
                <div
                  key={field.name}
                  style={{ '--span': field.span } as CSSProperties}
                  data-wide={WIDE.has(field.kind) || undefined}
                >
                  <FormInput control={control} name={`${name}.${i}.${field.name}`} field={field} />
                </div>
              ))}
            </div>
          )
          const below = (
            <>
              {note ? <div className={classes.rowNote}>{note(i)}</div> : null}
              {more ? (
                <details className={classes.more} open={isWrong || undefined}>
                  <summary>
                    {more.label}: <span className="dim">{more.summary(i)}</span>
                  </summary>
                  <div className={classes.moreFields}>
                    {hidden.map((field) => (
                      <div key={field.name} className={field.half ? classes.half : undefined}>
                        <FormInput control={control} name={`${name}.${i}.${field.name}`} field={field} />
                      </div>
                    ))}
                  </div>
                </details>
              ) : null}
            </>
          )
          const heading = fold?.heading(i)
          return (
            <li key={row.id} data-folded={fold ? '' : undefined}>
              {heading ? <h3>{heading}</h3> : null}
              <fieldset className={classes.row} aria-label={label}>
                {fold ? (
                  <Folded title={fold.title(i)} summary={fold.summary(i)} isWrong={isWrong || own.some(hasError)}>
                    {inputs}
                    {below}
                  </Folded>
                ) : (
                  inputs
                )}
                <div className={classes.rowActions}>
                  {sortable ? (
                    <>
                      <ActionIcon
                        size={36}
                        data-move="up"
                        disabled={i === 0}
                        aria-label={t('move_up', { name: label })}
                        onClick={() => move(i, i - 1, 'up')}
                      >
                        <IconArrowUp size={17} stroke={1.75} />
                      </ActionIcon>
                      <ActionIcon
                        size={36}
                        data-move="down"
                        disabled={i === rows.fields.length - 1}
                        aria-label={t('move_down', { name: label })}
                        onClick={() => move(i, i + 1, 'down')}
                      >
                        <IconArrowDown size={17} stroke={1.75} />
                      </ActionIcon>
                    </>
                  ) : null}
                  <ActionIcon size={36} aria-label={t('remove_row', { name: label })} onClick={() => rows.remove(i)}>
                    <IconTrash size={17} stroke={1.75} />
                  </ActionIcon>
                </div>
                {fold ? null : below}
              </fieldset>
            </li>
          )
        })}
      </ol>
      {problem ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : null}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={17} />}
          onClick={() => {
            rows.append(fresh(), { shouldFocus: false })
            requestAnimationFrame(() =>
              list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea')?.focus(),
            )
          }}
        >
          {add}
        </Button>
      </div>
    </div>
  )
}
