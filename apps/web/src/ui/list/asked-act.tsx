import { type ReactNode, useState } from 'react'
import { useText } from '#platform/i18n'
import { BulkEdit } from './bulk-edit.tsx'
import type { AskedAct } from './bulk-types.tsx'

/** Asks before an act on many rows. Its dialog stands beside the list, which can become empty behind it. */
export function useAskedAct(): { readonly ask: (act: AskedAct) => void; readonly dialog: ReactNode } {
  const text = useText()
  const [asked, ask] = useState<AskedAct>()
  return {
    ask,
    dialog: asked ? (
      <BulkEdit
        act={asked.act}
        label={text(asked.label)}
        chosen={asked.chosen}
        onStarted={() => {
          ask(undefined)
          asked.clear()
        }}
        onClose={() => ask(undefined)}
      />
    ) : null,
  }
}
