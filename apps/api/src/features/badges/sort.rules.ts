import { type BadgeLayout, LAYOUTS } from '@shiloh/contract/badges/layouts'
import type { Language } from '@shiloh/contract/core'

/** What badges are sorted by. */
export interface Sorted {
  readonly event_id: string
  readonly event_name: string
  readonly reservation_id: string
  readonly position: number
  readonly role: string
  readonly name: string
  readonly district: string | null
  readonly assembly: string | null
}

/** The badges of a district, each card with its persons. */
export interface District<T> {
  readonly event: string
  readonly district: string | null
  readonly persons: number
  readonly assemblies: readonly (readonly [name: string | null, persons: number])[]
  readonly cards: readonly (readonly T[])[]
}

const chunks = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size))

const inParty = (row: Sorted): number => (row.role === 'spouse' ? 0.5 : row.position)

/** Divides persons into cards. Those of one reservation share cards that take two: a couple first, then children by pairs. */
const cardsOf = <T extends Sorted>(rows: readonly T[], layout: BadgeLayout): (readonly [T, ...T[]])[] => {
  const { persons } = LAYOUTS[layout]
  const parties =
    persons === 1
      ? rows.map((row) => [row])
      : [...Map.groupBy(rows, ({ reservation_id }) => reservation_id).values()].flatMap((party) =>
          chunks(
            party.sort((a, b) => inParty(a) - inParty(b)),
            persons,
          ),
        )
  return parties.flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []))
}

/** Lets people who come alone share cards that take two: the first with the next one. */
const shareCards = <T>(cards: readonly (readonly [T, ...T[]])[], persons: number): (readonly [T, ...T[]])[] => {
  const shared: [T, ...T[]][] = []
  let open: [T, ...T[]] | undefined
  for (const [first, ...others] of cards) {
    const isAlone = others.length === 0
    if (isAlone && open) {
      open.push(first)
      open = undefined
      continue
    }
    const card: [T, ...T[]] = [first, ...others]
    shared.push(card)
    if (isAlone && persons > 1) open = card
  }
  return shared
}

/**
 * Sorts persons by event, district, assembly and name, in the order of the reader's alphabet, and divides them into
 * districts. People without one come last. A card with two persons is where its first one belongs; people who come alone
 * share one. Without covers there is one group for each event, so that they share across districts.
 */
export const sortBadges = <T extends Sorted>(
  rows: readonly T[],
  layout: BadgeLayout,
  language: Language,
  covers: boolean,
): District<T>[] => {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const unit = (a: string | null, b: string | null) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b)
  const sorted = cardsOf(rows, layout).sort(
    ([a], [b]) =>
      compare(a.event_name, b.event_name) ||
      (a.event_id < b.event_id ? -1 : a.event_id > b.event_id ? 1 : 0) ||
      unit(a.district, b.district) ||
      unit(a.assembly, b.assembly) ||
      compare(a.name, b.name) ||
      (a.reservation_id < b.reservation_id ? -1 : 1),
  )
  const districts = Map.groupBy(sorted, ([first]) => `${first.event_id}\n${covers ? (first.district ?? '') : ''}`)
  return [...districts.values()].flatMap((cards): District<T>[] => {
    const [first] = cards[0] ?? []
    if (!first) return []
    const assemblies = Map.groupBy(cards, ([of]) => of.assembly)
    const count = (of: readonly (readonly T[])[]) => of.reduce((sum, card) => sum + card.length, 0)
    return [
      {
        event: first.event_name,
        district: first.district,
        persons: count(cards),
        assemblies: [...assemblies].map(([name, of]) => [name, count(of)] as const),
        cards: shareCards(cards, LAYOUTS[layout].persons),
      },
    ]
  })
}
