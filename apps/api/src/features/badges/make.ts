import type { BadgeLayout, Paper } from '@shiloh/contract/badges/layouts'
import type { Language } from '@shiloh/contract/core'
import type { BadgeRow } from './badges.store.ts'
import { drawBadges } from './pdf.ts'
import { sortBadges } from './sort.rules.ts'
import { badgeOf, badgeWords } from './words.ts'

/** A file of badges to make: plain data, because it is sent to a thread. */
export interface BadgeTask {
  /** Each person with the address in the QR code. */
  readonly rows: readonly (BadgeRow & { readonly qr: string })[]
  readonly layout: BadgeLayout
  readonly paper: Paper
  readonly covers: boolean
  readonly proof: boolean
  readonly organisation: string
  readonly language: Language
  readonly now: Date
}

/** Makes a file of badges. `take` gets its bytes page by page, and the number of persons drawn so far. */
export const makeBadges = async (
  { rows, layout, paper, covers, proof, organisation, language, now }: BadgeTask,
  take: (bytes: Buffer, persons: number) => Promise<void>,
): Promise<void> => {
  const say = badgeWords(language)
  const districts = sortBadges(rows, layout, language, covers).map(
    ({ event, district, persons, assemblies, cards }) => ({
      cover: covers
        ? {
            event,
            district: district ?? say('no_district'),
            count: say('count', { count: persons }),
            assemblies: assemblies.map(([name, count]) => [name ?? say('no_assembly'), String(count)] as const),
            more: (count: number) => say('more', { count }),
          }
        : null,
      // A proof is no print.
      cards: cards.map((card) =>
        card.map((row) => ({ ...badgeOf(row, proof ? 1 : row.printed + 1, say), qr: row.qr })),
      ),
    }),
  )
  const chunks: Buffer[] = []
  let ended: Promise<void> | undefined
  let drawn = 0
  await drawBadges(
    {
      layout,
      paper,
      words: { glue: say('glue') },
      proof: proof ? say('proof') : null,
      title: say('title'),
      author: organisation,
      language,
      now,
    },
    districts,
    {
      begin: (doc) => {
        doc.on('data', (chunk: Buffer) => chunks.push(chunk))
        ended = new Promise((resolve, reject) => {
          doc.on('end', resolve)
          doc.on('error', reject)
        })
      },
      onPage: (persons) => {
        drawn = persons
        return take(Buffer.concat(chunks.splice(0)), persons)
      },
    },
  )
  await ended
  await take(Buffer.concat(chunks), drawn)
}
