import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import classes from './person.module.css'

interface PartProps<T> {
  title: string
  query: UseQueryResult<T>
  /** At the end of the heading: a sum, or a link to all rows. */
  note?: ((data: T) => ReactNode) | undefined
  /** Said in place of no rows. */
  empty: string
  isEmpty: (data: T) => boolean
  /** Between the heading and the rows, such as a form. */
  above?: ReactNode
  children: (data: T) => ReactNode
}

/** A part of the person page, which loads and fails by itself. */
export function Part<T>({ title, query, note, empty, isEmpty, above, children }: PartProps<T>) {
  const id = useId()
  const { data, error, refetch } = query
  return (
    <section aria-labelledby={id} className={classes.part}>
      <header>
        <h2 id={id}>{title}</h2>
        {data !== undefined && note ? <span>{note(data)}</span> : null}
      </header>
      {above}
      {data !== undefined ? (
        isEmpty(data) ? (
          <p className="dim">{empty}</p>
        ) : (
          children(data)
        )
      ) : error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Scaffold kind="list" rows={3} />
      )}
    </section>
  )
}
