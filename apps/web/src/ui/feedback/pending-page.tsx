import { useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOnline } from '#platform/connection'
import { useT } from '#platform/i18n'
import { loadAgain } from '#platform/lazy-page'
import { texts } from '#platform/texts'
import { OwnFrame } from '../shell/own-frame.tsx'
import { LoadFailed } from './page-states.tsx'
import { Scaffold } from './scaffold.tsx'

/**
 * Milliseconds after which a part of the app that has not loaded counts as failed (docs/domain.md#error-messages). A
 * browser would wait without end.
 */
export const chunkTimeoutMs = 120_000

/** Placeholder of a loading page, in the frame of that page. Says so without a network, and if it does not arrive. */
export function PendingPage() {
  const t = useT(texts)
  const online = useOnline()
  // An address without a page has no frame of its own.
  const hasOwnFrame = useMatches({
    select: (matches) => matches.length > 1 && matches.at(-1)?.staticData.layout === 'bare',
  })
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), chunkTimeoutMs)
    return () => clearTimeout(timer)
  }, [])
  const failed =
    late || !online ? (
      <LoadFailed message={t('no_connection')} onRetry={() => (online ? location.reload() : loadAgain())} />
    ) : undefined
  return hasOwnFrame ? <OwnFrame>{failed}</OwnFrame> : (failed ?? <Scaffold />)
}
