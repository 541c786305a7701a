/**
 * How a browser finds a name as people type it: by the rule of the server's searches (`search_key` of the database).
 * `apps/api/test/search.test.ts` holds the two together.
 */

/** Letters that are no base letter with marks, and what people type for them, as `search_key` has it. */
const LETTERS: Readonly<Record<string, string>> = {
  ɔ: 'o',
  ɛ: 'e',
  ŋ: 'n',
  ɖ: 'd',
  ƒ: 'f',
  ɣ: 'g',
  ʋ: 'v',
  ɩ: 'i',
  ʒ: 'z',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
}

/** Returns what people type for one character, in lower case: mostly one letter, two for ß, none for an apostrophe. */
export const typedFor = (character: string): string => {
  if (/['`´‘’ʼʻʹ]/u.test(character)) return ''
  if (/[‐‑‒–—]/u.test(character)) return '-'
  return Array.from(
    character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    (letter) => LETTERS[letter] ?? letter,
  ).join('')
}

/** Returns a text as people type it: lower case, without accents and apostrophes, ɔ = o, ɛ = e. Other signs stay. */
export const typedText = (text: string): string => Array.from(text.normalize('NFC'), typedFor).join('')

/** Returns a text as it is searched: as people type it, and a blank for each sign. "Asante-Boateng" is two words and also one. */
export const searchKey = (text: string): string => {
  const plain = typedText(text)
  return (plain.includes('-') ? `${plain} ${plain.replaceAll('-', '')}` : plain).replace(
    /[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/g,
    ' ',
  )
}

/** Returns the words of a search, as keys. A word of signs alone is none. */
export const searchWords = (search: string): string[] =>
  search
    .split(/[\s\-‐‑‒–—]+/u)
    .flatMap((word) => searchKey(word).split(' '))
    .filter(Boolean)

/** Returns whether a key (`searchKey`) has all words of a search, in any order and anywhere in a word. */
export const hasSearchWords = (key: string, search: string): boolean =>
  searchWords(search).every((word) => key.includes(word))

/** Splits a text into parts that a search found and parts that it did not. */
export function matchedParts(text: string, search: string): { text: string; matched: boolean }[] {
  const characters = Array.from(text.normalize('NFC'))
  const typed = characters.map(typedFor)
  /** The character that each letter of the typed text stands for. */
  const places = typed.flatMap((letters, place) => Array.from({ length: letters.length }, () => place))
  const marked = new Set<number>()
  for (const word of searchWords(search)) {
    const at = typed.join('').indexOf(word)
    if (at >= 0) for (const place of places.slice(at, at + word.length)) marked.add(place)
  }
  return characters.reduce<{ text: string; matched: boolean }[]>((parts, character, place) => {
    const last = parts.at(-1)
    const matched = marked.has(place)
    if (last?.matched === matched) last.text += character
    else parts.push({ text: character, matched })
    return parts
  }, [])
}
