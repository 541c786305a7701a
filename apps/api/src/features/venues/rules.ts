import type { FieldError } from '@shiloh/contract/errors'

/** The names of rooms that differ by their number: `A-#` from 101 to 103. */
export const bulkNames = (pattern: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => pattern.replaceAll('#', String(from + index)))

export interface RoomUse {
  /** The highest bed that somebody holds from today on; 0 when nobody does. */
  readonly highest_bed: number
  /** Somebody sleeps there in nights that are now under maintenance. */
  readonly in_maintenance: boolean
}

/** What keeps a room from being changed to this: people who hold its beds. */
export const roomProblems = (room: { beds: number }, use: RoomUse): FieldError[] => [
  ...(room.beds < use.highest_bed ? [{ field: 'beds', code: 'below_claimed' as const }] : []),
  ...(use.in_maintenance ? [{ field: 'maintenance', code: 'taken' as const }] : []),
]
