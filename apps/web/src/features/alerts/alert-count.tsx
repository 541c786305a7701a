import { VisuallyHidden } from '@mantine/core'
import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import classes from './alerts.module.css'
import { texts } from './texts.ts'

/** The end of an alert whose cause is gone does not always send a hint, so the count is refreshed after this time. */
const FRESH_MS = 60_000

/** The number of open alerts, behind the name of their page. */
export function AlertCount() {
  const t = useT(texts)
  const client = useQueryClient()
  const counted = useQuery({ ...queryOf(alertRoutes.countAlerts, {}), refetchInterval: FRESH_MS })
  useLive('alerts', () => void client.invalidateQueries({ queryKey: keyOf(alertRoutes.countAlerts) }))
  const { open = 0, critical = 0 } = counted.data ?? {}
  if (open === 0) return null
  return (
    <span className={classes.count} data-critical={critical > 0}>
      <span aria-hidden>{open > 99 ? '99+' : open}</span>
      <VisuallyHidden>{t('open_count', { count: open })}</VisuallyHidden>
    </span>
  )
}
