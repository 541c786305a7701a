interface Stamped {
  readonly created_at: Date
  readonly updated_at: Date
}

/** A row with its two instants as the wire has them. */
export const stamped = <T extends Stamped>(
  row: T,
): Omit<T, keyof Stamped> & { created_at: string; updated_at: string } => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** The rows of a page, each as the wire has it. */
export const stampedPage = <T extends Stamped>({ items, total }: { items: T[]; total: number }) => ({
  items: items.map(stamped),
  total,
})
