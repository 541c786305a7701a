import type { Route } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { TextRef } from '#platform/i18n'
import type { FormSection } from '../form/record-form.tsx'

/** An action on the selected rows: of the page by itself, or on many through the server. */
export interface BulkAction<Row> {
  readonly label: TextRef
  readonly icon: ComponentType<{ size?: number | string }>
  readonly permission?: Permission
  /** What the page does with the selected rows. Without it, `many` acts on them. */
  readonly act?: (rows: readonly Row[], clear: () => void) => void
  /** What the page does with all rows of the filter, if none is excluded. */
  readonly onFilter?: (filter: ChosenRows['filter']) => void
  /** Whether the action fits the selection. Without it, any selection. */
  readonly fits?: (rows: readonly Row[]) => boolean
  /** Why the action cannot act on this selection as a whole. It stays in the bar and says so. */
  readonly refuses?: (rows: readonly Row[]) => TextRef | undefined
  /** Which selected rows `many` acts on; the action fits a selection that has one. Without it, all of them. */
  readonly applies?: (row: Row) => boolean
  /** What `many` means for these rows. Of all rows of a filter, `many` says it. */
  readonly says?: (rows: readonly Row[]) => string
  /** The act on all rows of the filter. Without it, the act is on the rows of a page alone. */
  readonly many?: ActOnMany
}

/** An act on many rows, in the background (`bulkEditRoutes` of the contract). */
export interface ActOnMany {
  readonly route: Route
  /** What the filter names beside the list's own filters, such as the event of the list. */
  readonly within?: Readonly<Record<string, unknown>>
  /** What it means for the people concerned. */
  readonly consequence: TextRef
  readonly danger?: boolean
  /** The people concerned see a reason. */
  readonly asksReason?: 'optional' | 'required'
  /** What is set, if it is always the same. */
  readonly change?: object
  /** What is set. A field that stays empty leaves the value of each row as it is. */
  readonly form?: {
    readonly schema: z.ZodType<FieldValues, FieldValues>
    readonly sections: readonly FormSection<string>[]
    readonly toChange: (values: FieldValues) => object
    /** Says inside the form what would change. The act cannot be begun while it is `onAsking`. */
    readonly sum?: ComponentType<{ chosen: ChosenRows; onAsking: (isAsking: boolean) => void }>
  }
}

/** The rows of an act: all of a filter but some, or those of the selected ones that it applies to. */
export interface ChosenRows {
  readonly filter: Readonly<Record<string, unknown>>
  readonly exclude: readonly string[]
  readonly ids?: readonly string[]
  readonly count: number
  /** How many selected rows it does not apply to. */
  readonly others?: number
  /** What it means for the selected rows. */
  readonly says?: string | undefined
}

/** An act that a user asked for, and the rows it was asked for: the list can change before it begins. */
export interface AskedAct {
  readonly act: ActOnMany
  readonly label: TextRef
  readonly chosen: ChosenRows
  /** The work has begun: the selection has served its purpose. */
  readonly clear: () => void
}
