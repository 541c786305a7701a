import { VisuallyHidden } from '@mantine/core'
import { supportRoutes } from '@shiloh/contract/support'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import classes from './desk.module.css'
import { texts } from './texts.ts'

/** The number of tickets that wait for the office, behind the name of the desk. */
export function OpenCount() {
  const t = useT(texts)
  const client = useQueryClient()
  const { data } = useQuery(queryOf(supportRoutes.listTickets, { query: { status: 'open' } }))
  useLive('tickets.changed', () => void client.invalidateQueries({ queryKey: keyOf(supportRoutes.listTickets) }))
  const count = data?.meta.total ?? 0
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{t('open_count', { count })}</VisuallyHidden>
    </span>
  )
}
