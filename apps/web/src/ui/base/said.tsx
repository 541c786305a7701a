import type { Language } from '@shiloh/contract/core'
import { createElement, Fragment, type ReactNode } from 'react'

interface SaidProps {
  /** What the church wrote. */
  words: string
  /** Its language, if that is not the page's. */
  lang: Language | undefined
  /** A text of the interface that has the words in it. */
  within?: string
}

/** Words of the church, marked with their language where the reader's is missing, so that they are read out in it. */
export function Said({ words, lang, within = words }: SaidProps): ReactNode {
  const at = within.indexOf(words)
  if (!lang || !words || at < 0) return within
  return (
    <>
      {within.slice(0, at)}
      <span lang={lang}>{words}</span>
      {within.slice(at + words.length)}
    </>
  )
}

/** Returns texts as sentences one after another, without those that are empty. Undefined if all are. */
export const sentences = (texts: readonly ReactNode[], between = '. '): ReactNode => {
  const [first, ...others] = texts.filter(Boolean)
  return others.reduce<ReactNode>((before, text) => createElement(Fragment, null, before, between, text), first)
}
