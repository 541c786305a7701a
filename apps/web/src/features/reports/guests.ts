interface Row {
  readonly links: Readonly<Record<string, string>>
}

/** Returns the reservations that the rows of a report lead to, each once, in the order of the rows. */
export const guestsOf = (rows: readonly Row[]): string[] => [
  ...new Set(
    rows.flatMap(({ links }) =>
      Object.values(links).flatMap((to) => /^\/admin\/reservations\/([0-9a-f]{24})$/.exec(to)?.[1] ?? []),
    ),
  ),
]
