import type { DataOf, pick, Route } from '@shiloh/contract/core'
import type { ColumnKeyOf, FilterKeyOf, SortKeyOf } from '@shiloh/contract/lists'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { TextRef } from '#platform/i18n'

/** A route that returns a page of rows, each with an id. */
export type ListRoute = Route & { readonly answer: 'list' }
export type RowOf<R extends ListRoute> = DataOf<R> & { readonly _id: string }

/** A column of a list. `Sort` is the type of the keys that its route declares. */
export interface Column<Row, Sort extends string = never, Key extends string = string> {
  /** The key under which the user's choice of columns is stored. */
  readonly key: Key
  readonly header: TextRef
  readonly cell: (row: Row) => ReactNode
  /** The key that a click on the header sorts by. */
  readonly sort?: Sort
  /** Amounts and counts are right-aligned. */
  readonly numeric?: boolean
  /** Long text takes a second line, so that the following columns stay on the screen. */
  readonly wraps?: boolean
  /** Stays at the left while the rest scrolls, as the first column does: its width in pixels if the next one stays too. */
  readonly frozen?: true | number
  /** Leaves the screen when it is narrow, unless the user has chosen columns. Money never does. */
  readonly yields?: boolean | 'first'
  /** Amounts that are summed up: of the selected rows, and of all rows by the key in the list's `sums`. */
  readonly sum?: {
    readonly key: string
    readonly of: (row: Row) => number
    /** Parts that do not belong together, such as states: the foot has one line for each that is not zero, and no sum of all. */
    readonly by?: readonly { readonly key: string; readonly label: TextRef }[]
  }
  /** What the sum is called beside its currency, if the header names the currency too. */
  readonly sumName?: TextRef
  /** Hidden until the user chooses it. */
  readonly hidden?: boolean
  /** Its text is the link of the row, in place of the first column's. False: the first column has a link of its own. */
  readonly links?: boolean
  /** Buttons: paper leaves them out. */
  readonly acts?: boolean
  /** The columns of the export that it shows, if they have other names. */
  readonly exported?: readonly string[]
}

/** A column of the list that a route returns. */
export type ColumnOf<R extends ListRoute> = Column<RowOf<R>, SortKeyOf<R>, ColumnKeyOf<R>>
/** A filter of the list that a route returns. */
export type FilterOf<R extends ListRoute> = Filter<FilterKeyOf<R>>

/** A route that counts the rows of a filter by the values of one of its keys. */
export type CountRoute = Route & {
  readonly answer: 'data'
  readonly response: z.ZodType<{ counts: Record<string, number> | null }>
}

interface FilterBase<Key extends string> {
  /** The name of the query parameter. */
  readonly key: Key
  readonly label: TextRef
}
/** A filter of a list. Its value is in the address. Several values can be chosen if the contract declares `anyOf`. */
export type Filter<Key extends string = string> =
  | (FilterBase<Key> & {
      readonly kind: 'choice'
      /** Counts rows beside each value. */
      readonly counts?: CountRoute
      /** Choices of a group follow each other, below its name. */
      readonly choices: readonly { readonly value: string; readonly label: TextRef; readonly group?: TextRef }[]
    })
  /** `query` narrows the results beside the search. */
  | (FilterBase<Key> & {
      readonly kind: 'pick'
      readonly counts?: CountRoute
      readonly route: PickRoute
      readonly query?: Readonly<Record<string, string>>
    })
  /** The event of a page that follows the current event, or all events. Always shown. */
  | (FilterBase<Key> & { readonly kind: 'event'; readonly route: PickRoute })
  | (FilterBase<Key> & { readonly kind: 'flag' | 'date' | 'text' })
  /** A minute by the clock of the list's event: `2027-01-22T08:30`. */
  | (FilterBase<Key> & { readonly kind: 'minute' })
  /** From a day to a day, or from an amount to an amount. */
  | (FilterBase<Key> & { readonly kind: 'days' | 'amounts' })

/** A route that returns a short list of `{ _id, name }` for a search text. */
export type PickRoute = Route & { readonly answer: 'data'; readonly response: z.ZodType<z.output<typeof pick>[]> }

/** A row on a phone: name and badge, then note and value. */
export interface PhoneRow<Row> {
  readonly title: (row: Row) => ReactNode
  readonly badge?: (row: Row) => ReactNode
  readonly note?: (row: Row) => ReactNode
  readonly value?: (row: Row) => ReactNode
  /** Buttons below it, for rows with actions in the list. */
  readonly acts?: (row: Row) => ReactNode
}
