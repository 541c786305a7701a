interface Identified {
  readonly _id: string
}

interface Rows {
  readonly items: readonly Identified[]
}

/**
 * Merges a new response into the rows on the screen: rows keep their places and get their new values, so that nothing
 * moves under the pointer. New rows are only counted.
 */
export function mergeRows<L extends Rows>(
  shown: L,
  fresh: { readonly items: readonly L['items'][number][] },
): { readonly shown: L; readonly unseen: number } {
  const byId = new Map(fresh.items.map((row) => [row._id, row]))
  const known = new Set(shown.items.map((row) => row._id))
  return {
    shown: { ...shown, items: shown.items.map((row) => byId.get(row._id) ?? row) },
    unseen: fresh.items.filter((row) => !known.has(row._id)).length,
  }
}
