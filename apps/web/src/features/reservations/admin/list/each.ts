/** What became of an act on several rows. */
export interface Outcome<Row> {
  readonly done: number
  readonly refused: readonly { readonly row: Row; readonly reason: string }[]
}

/** Few enough not to stand in the way of others. */
const atOnce = 4

/** Does the same to each row, a few at a time, and says how far it is. A refusal does not stop the others. */
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
