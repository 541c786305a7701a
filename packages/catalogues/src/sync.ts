import { type Area, messageId } from '@shiloh/contract/core'
import { withFrenchSpaces } from './messages.ts'
import type { Entry } from './po.ts'
import type { Declared } from './source.ts'

/** The texts of one area as entries without translation. */
export const entriesOf = (area: Area, texts: readonly Declared[]): Entry[] =>
  texts
    .filter(({ namespace }) => namespace.startsWith(`${area}/`))
    .flatMap(({ namespace, rows, file }) =>
      [...rows].map(([key, english]) => ({
        id: messageId(namespace, key),
        english,
        translation: '',
        reference: file,
        fuzzy: false,
      })),
    )

const keyOf = (id: string): string => id.slice(id.indexOf('.') + 1)

/**
 * Brings the entries of one language in step with the code. A new text has no translation yet; one that is gone is dropped. Where
 * the English changed, the translation stays, marked as fuzzy, with the English that it was made from. A text that moved to another
 * namespace under the same key and English takes its translation along.
 */
export function inStep(language: string, wanted: readonly Entry[], present: readonly Entry[]): Entry[] {
  const byId = new Map(present.map((entry) => [entry.id, entry]))
  const ids = new Set(wanted.map(({ id }) => id))
  const gone = present.filter(({ id, translation }) => !ids.has(id) && translation !== '')
  const moved = (text: Entry) =>
    gone.find(({ id, english }) => english === text.english && keyOf(id) === keyOf(text.id))
  const spaced = (translation: string) => (language === 'fr' ? withFrenchSpaces(translation) : translation)
  return wanted.map((text) => {
    const known = byId.get(text.id) ?? moved(text)
    if (!known) return text
    const translation = spaced(known.translation)
    const { note } = known
    const madeFrom = known.previous ?? known.english
    if (known.english === text.english)
      return { ...text, translation, note, fuzzy: known.fuzzy, previous: known.previous }
    if (translation === '' || madeFrom === text.english) return { ...text, translation, note }
    return { ...text, translation, note, fuzzy: true, previous: madeFrom }
  })
}
