import type { Standing, StandingKind } from '@shiloh/contract/reservations/standing'
import { STANDING_TEXTS as texts } from '@shiloh/contract/reservations/standing'
import type { ReservationRow } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney, formatTime } from '@shiloh/contract/text/format'
import { useCallback } from 'react'
import { useLanguage, useT } from '#platform/i18n'

/** Returns what is to be paid now: the deposit of a place that is only held, and else all that is open. */
export const dueNowIn = ({ standing, balance }: Pick<ReservationRow, 'standing' | 'balance'>): number =>
  standing.amount || balance

/** Standings shown to the minute. The day is enough for the others. */
const TO_THE_MINUTE: readonly StandingKind[] = ['held', 'held_cash', 'kept', 'change', 'change_cash']

/** Returns the texts of a reservation's standing: its state and what to do. */
export function useStandingWords(): (
  standing: Standing,
  currency: string,
  zone: string,
) => { title: string; sentence: string } {
  const t = useT(texts)
  const language = useLanguage()
  // The same function until the language changes, because the columns of a list are cached as long.
  return useCallback(
    ({ kind, amount, at }, currency, zone) => {
      const day = at ? `${formatDay(at, language, zone)}` : ''
      const when = at && TO_THE_MINUTE.includes(kind) ? `${day}, ${formatTime(at, language, zone)}` : day
      const values = { amount: formatMoney(amount, currency, language), when }
      return { title: t(`${kind}_title`, values), sentence: t(kind, values) }
    },
    [t, language],
  )
}
