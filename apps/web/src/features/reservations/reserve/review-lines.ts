import type { Language } from '@shiloh/contract/core'
import type { ReactNode } from 'react'

/** One line of the review. */
export interface Line {
  readonly key: string
  readonly label: string
  /** The language of the label, if it is not the page's. */
  readonly lang?: Language | undefined
  readonly value: ReactNode
  /** The value as plain text, by which a change is seen. */
  readonly text: string
  /** It stands for what is confidential: that it stays (`kept`), or that it is answered again (`again`). */
  readonly sealed?: 'kept' | 'again' | undefined
}

export interface MarkedLine extends Line {
  readonly mark?: 'new' | 'changed' | 'removed'
  /** What it was. Empty where it is confidential. */
  readonly before?: string
}

/**
 * Marks what an edit changes. A line that is no longer there comes last, with its former value. What is confidential stays or is
 * answered again; the former answer is not known.
 *
 * @param before the same lines as they are now saved
 */
export const markLines = (lines: readonly Line[], before: readonly Line[]): readonly MarkedLine[] => {
  const former = new Map(before.map((line) => [line.key, line]))
  const stays = new Set(lines.map(({ key }) => key))
  return [
    ...lines.map((line): MarkedLine => {
      if (line.sealed) return line.sealed === 'again' ? { ...line, mark: 'changed', before: '' } : line
      const was = former.get(line.key)
      if (!was) return { ...line, mark: 'new' }
      return was.text === line.text ? line : { ...line, mark: 'changed', before: was.text }
    }),
    ...before.flatMap((line): MarkedLine[] =>
      stays.has(line.key) || line.sealed ? [] : [{ ...line, mark: 'removed', before: line.text }],
    ),
  ]
}
