import type { Editor } from '@tiptap/react'
import { useState } from 'react'

export type TextEditor = Editor

/**
 * The editors of a page that share one toolbar, by name.
 * @param first whose editor the toolbar acts on until one has the focus
 */
export function useEditors<N extends string>(first: N) {
  const [editors, setEditors] = useState<ReadonlyMap<N, Editor>>(new Map())
  const [focused, setFocused] = useState<N>()
  return {
    editor: (focused && editors.get(focused)) ?? editors.get(first) ?? [...editors.values()][0],
    /** Takes in an editor that appeared, or takes out one that is gone. */
    show: (name: N, editor: Editor | undefined) =>
      setEditors((old) => {
        const next = new Map(old)
        if (editor) next.set(name, editor)
        else next.delete(name)
        return next
      }),
    focus: setFocused,
  }
}
