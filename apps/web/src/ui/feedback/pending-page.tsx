import { useEffect, useState } from 'react'
import { useT } from '#platform/i18n'
import { texts } from '#platform/texts'
import { LoadFailed } from './page-states.tsx'
import { Scaffold } from './scaffold.tsx'

/**
 * Milliseconds after which a part of the app that has not loaded counts as failed (docs/domain.md#error-messages). A
 * browser would wait without end.
 */
export const chunkTimeoutMs = 120_000

/** Placeholder of a loading page. Shows a message if it does not arrive. */
export function PendingPage() {
  const t = useT(texts)
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), chunkTimeoutMs)
    return () => clearTimeout(timer)
  }, [])
  return late ? <LoadFailed message={t('no_connection')} onRetry={() => location.reload()} /> : <Scaffold />
}
