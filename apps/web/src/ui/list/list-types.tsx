import type { DataOf, pick, Route } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { TextRef } from '#platform/i18n'

/** A route that answers a page of rows, each with an id. */
export type ListRoute = Route & { readonly answer: 'list' }
export type RowOf<R extends ListRoute> = DataOf<R> & { readonly _id: string }

/** A column of a list. */
export interface Column<Row> {
  /** Also the name to sort by, when `sortable`. */
  readonly key: string
  readonly header: TextRef
  readonly cell: (row: Row) => ReactNode
  readonly sortable?: boolean
  /** Amounts and counts stand right. */
  readonly numeric?: boolean
  /** What is long takes a second line, so that the columns after it stay on the screen. */
  readonly wraps?: boolean
  /** Not shown until the person chooses it. */
  readonly hidden?: boolean
}

interface FilterBase {
  /** The name of the query parameter. */
  readonly key: string
  readonly label: TextRef
}
/** A filter of a list; its value stands in the address. */
export type Filter =
  | (FilterBase & {
      readonly kind: 'choice'
      readonly choices: readonly { readonly value: string; readonly label: TextRef }[]
    })
  /** `query` narrows what is offered besides what is typed. */
  | (FilterBase & {
      readonly kind: 'pick'
      readonly route: PickRoute
      readonly query?: Readonly<Record<string, string>>
    })
  | (FilterBase & { readonly kind: 'flag' | 'date' | 'text' })

/** A route that answers a short list of `{ _id, name }` for what is typed. */
export type PickRoute = Route & { readonly answer: 'data'; readonly response: z.ZodType<z.output<typeof pick>[]> }

/** Something that can be done to the selected rows. */
export interface BulkAction<Row> {
  readonly label: TextRef
  readonly icon: ComponentType<{ size?: number | string }>
  readonly permission?: Permission
  readonly act: (rows: readonly Row[], clear: () => void) => void
}

/** A row on a phone: name and badge, then note and value. */
export interface PhoneRow<Row> {
  readonly title: (row: Row) => ReactNode
  readonly badge?: (row: Row) => ReactNode
  readonly note?: (row: Row) => ReactNode
  readonly value?: (row: Row) => ReactNode
  /** Buttons under it, where a row is acted on in the list. */
  readonly acts?: (row: Row) => ReactNode
}
