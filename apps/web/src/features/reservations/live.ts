import { useCallback } from 'react'
import { useLive } from '#platform/live'
import { useReservationsChanged } from './queries.ts'

/** Keeps what is shown of own reservations in step with what happens to them elsewhere: a payment, a gate, the office. */
export function useLiveReservations(): void {
  const changed = useReservationsChanged()
  useLive(
    'reservation',
    useCallback(() => void changed(), [changed]),
  )
}
