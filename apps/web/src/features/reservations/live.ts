import { useCallback } from 'react'
import { useLive } from '#platform/live'
import { useReservationsChanged } from './queries.ts'

/** Keeps own reservations up to date with changes elsewhere: a payment, a gate, the office. */
export function useLiveReservations(): void {
  const changed = useReservationsChanged()
  useLive(
    'reservation',
    useCallback(() => void changed(), [changed]),
  )
}
