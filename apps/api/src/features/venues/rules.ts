/** Returns room names with consecutive numbers: `A-#` from 101 to 103. */
export const bulkNames = (pattern: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => pattern.replaceAll('#', String(from + index)))
