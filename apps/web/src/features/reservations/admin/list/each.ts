/** The result of an action on several rows. */
export interface Outcome<Row> {
  readonly done: number
  readonly refused: readonly { readonly row: Row; readonly reason: string }[]
}

/** Parallel requests. Few enough not to slow down others. */
const atOnce = 4

/** Performs an action on each row, a few in parallel, and reports progress. A failure does not stop the others. */
export async function actOnEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  onProgress: (finished: number) => void,
): Promise<Outcome<Row>> {
  const waiting = [...rows]
  const refused: { row: Row; reason: string }[] = []
  let finished = 0
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        await act(row)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        refused.push({ row, reason: error.message })
      }
      finished += 1
      onProgress(finished)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { done: rows.length - refused.length, refused }
}
