import { type OnlineProviderName, paymentRoutes } from '@shiloh/contract/payments/payments'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#platform/api'
import { ApiError, newIdempotencyKey } from '#platform/client'

export interface PaymentWish {
  readonly reservation_id: string
  /** Minor units. Without it the whole balance. */
  readonly amount?: number | undefined
  readonly provider?: OnlineProviderName | undefined
}

/**
 * Starts a payment; the caller then opens `checkout_url` in the same tab. The key stays the same for the same input, so
 * that a lost response does not start a second payment.
 */
export function useStartPayment() {
  const last = useRef<{ wish: string; key: string } | undefined>(undefined)
  const mutation = useMutation({
    meta: { shown: true },
    mutationFn: async ({ reservation_id, amount, provider }: PaymentWish) => {
      const wish = JSON.stringify([reservation_id, amount, provider])
      if (last.current?.wish !== wish) last.current = { wish, key: newIdempotencyKey() }
      return call(paymentRoutes.startPayment, {
        params: { id: reservation_id },
        body: {
          return_url: `/reservations/${reservation_id}`,
          ...(amount !== undefined && { amount }),
          ...(provider && { provider }),
        },
        idempotencyKey: last.current.key,
      })
    },
    onError: (error) => {
      // A rejection is final. Only a lost response is retried.
      if (error instanceof ApiError && error.status !== 0) last.current = undefined
    },
  })
  const { reset } = mutation
  useEffect(() => {
    // The browser's back button restores the page as it was left, so its button must work again.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
  return mutation
}
