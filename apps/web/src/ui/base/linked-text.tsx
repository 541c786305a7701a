import { Fragment } from 'react'

/** An address in a text, without the punctuation behind it. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"“”„]*[^\s<>"“”„.,;:!?)\]’']/gi

interface Part {
  readonly text: string
  readonly href?: string
}

/** Splits a plain text at the addresses in it. */
export const partsOf = (text: string): Part[] => {
  const parts: Part[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ text: found, href: /^www\./i.test(found) ? `https://${found}` : found })
    from = index + found.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

/** A text as it was typed: addresses are links. Its place keeps the lines (`white-space: pre-wrap`). */
export function LinkedText({ text }: { text: string }) {
  return partsOf(text).map(({ text: words, href }, at) =>
    href === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <Fragment key={at}>{words}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <a key={at} href={href} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    ),
  )
}
