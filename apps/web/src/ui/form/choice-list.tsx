import type { Language } from '@shiloh/contract/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './choice-list.module.css'

/** One line of a list with exactly one choice. */
export interface ChoiceLine {
  readonly value: string
  readonly title: string
  /** The language of the title, if it is not the page's. */
  readonly lang?: Language | undefined
  readonly note?: ReactNode
  /** On the right: a price. */
  readonly price?: ReactNode
  /** Below the price: how many are left. */
  readonly left?: ReactNode
  /** Cannot be chosen; give the reason in `note` or `price`. */
  readonly closed?: boolean
  /** Below a line, outside its label: a separate button. */
  readonly below?: ReactNode
}

interface ChoiceListProps {
  /** The id of the heading with the question. */
  labelledBy: string
  /** The id of what explains the question. */
  describedBy?: string | undefined
  lines: readonly ChoiceLine[]
  value: string | null
  onChoose: (value: string) => void
  /** The problem of the choice. */
  error?: string | undefined
  /** The id of the whole list, for links to it. */
  id?: string
}

/** Radio buttons as one list of lines, each with its price on the right. */
export function ChoiceList({ labelledBy, describedBy, lines, value, onChoose, error, id }: ChoiceListProps) {
  const name = useId()
  const errorId = `${name}-error`
  return (
    <div>
      <div
        id={id}
        role="radiogroup"
        tabIndex={-1}
        aria-labelledby={labelledBy}
        aria-invalid={error ? true : undefined}
        aria-describedby={[describedBy, error && errorId].filter(Boolean).join(' ') || undefined}
        className={classes.list}
        data-error={error ? true : undefined}
      >
        {lines.map((line) => (
          <div
            key={line.value}
            className={classes.line}
            data-closed={line.closed || undefined}
            data-on={line.value === value || undefined}
          >
            {/* What is left makes the price too high for the words to begin below it. */}
            <label data-below={(line.note && line.price && !line.left) || undefined}>
              <input
                type="radio"
                name={name}
                value={line.value}
                checked={line.value === value}
                disabled={line.closed}
                onChange={() => onChoose(line.value)}
              />
              <span className={classes.words}>
                <span className={classes.title} lang={line.lang}>
                  {line.title}
                </span>
                {line.note ? <span className={classes.note}>{line.note}</span> : null}
              </span>
              {line.price || line.left ? (
                <span className={classes.price}>
                  {line.price}
                  {line.left ? <small>{line.left}</small> : null}
                </span>
              ) : null}
            </label>
            {line.below ? <div className={classes.below}>{line.below}</div> : null}
          </div>
        ))}
      </div>
      {error ? (
        <p id={errorId} className={classes.problem}>
          <ChoiceProblem message={error} />
        </p>
      ) : null}
    </div>
  )
}

/** The problem of a field for Mantine's `error`, with its icon. */
export const problemOf = (message: string | undefined): ReactNode =>
  message ? <ChoiceProblem message={message} /> : undefined

/** The problem of a choice, with its icon. */
function ChoiceProblem({ message }: { message: string }) {
  return (
    <span className={classes.error}>
      <IconAlertCircle size={15} aria-hidden /> <span>{message}</span>
    </span>
  )
}
