interface Stamped {
  readonly created_at: Date
  readonly updated_at: Date
}

/** Returns a row with its two timestamps in wire format. */
export const stamped = <T extends Stamped>(
  row: T,
): Omit<T, keyof Stamped> & { created_at: string; updated_at: string } => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** Returns the rows of a page in wire format. */
export const stampedPage = <T extends Stamped>({ items, total }: { items: T[]; total: number }) => ({
  items: items.map(stamped),
  total,
})
