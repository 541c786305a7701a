import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { formatMoneyInText } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import type { ChosenRows } from '#ui/list/bulk-types'
import { texts } from './texts.ts'

const filled = z.string().min(1).optional().catch(undefined)

interface EditSumProps {
  chosen: ChosenRows
  onAsking: (isAsking: boolean) => void
}

/** Says what the edit would change of the chosen reservations, as soon as something is chosen. */
export function EditSum({ chosen: { filter, ids, exclude }, onAsking }: EditSumProps) {
  const t = useT(texts)
  const language = useLanguage()
  const values: unknown[] = useWatch({ name: ['participant_type_id', 'room_category_id'] })
  const [type, category] = values.map((value) => filled.parse(value))
  const change = { ...(type && { participant_type_id: type }), ...(category && { room_category_id: category }) }
  const body = { filter, exclude: [...exclude], ...(ids && { ids: [...ids] }), change }
  const { data, isFetching } = useQuery({
    queryKey: [...keyOf(bulkEditRoutes.tryReservations), body],
    queryFn: () => call(bulkEditRoutes.tryReservations, { body }),
    enabled: Object.keys(change).length > 0,
    // A failure says nothing: the edit answers each row.
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => onAsking(isFetching), [isFetching, onAsking])
  if (isFetching) return <p role="status">{t('sum_asking')}</p>
  if (!data) return null
  const { total, tried, changed, unchanged, refused, prices } = data
  const money = (minor: number, currency: string) => formatMoneyInText(minor, currency, language)
  return (
    <div role="status">
      <p>
        {[
          t('sum_changed', { count: changed }),
          ...(unchanged > 0 ? [t('sum_unchanged', { count: unchanged })] : []),
          ...(refused > 0 ? [t('sum_refused', { count: refused })] : []),
        ].join(', ')}
      </p>
      {prices.map(({ currency, before, after }) => (
        <p key={currency}>
          {before === after
            ? t('sum_same', { price: money(before, currency) })
            : t('sum_price', { before: money(before, currency), after: money(after, currency) })}
        </p>
      ))}
      {tried < total ? <p className="dim small">{t('sum_first', { tried, total })}</p> : null}
    </div>
  )
}
