import { type OnlineProviderName, paymentRoutes } from '@shiloh/contract/payments/payments'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#platform/api'
import { ApiError, newIdempotencyKey } from '#platform/client'

export interface PaymentWish {
  readonly reservation_id: string
  /** Minor units; without it the whole balance. */
  readonly amount?: number | undefined
  readonly provider?: OnlineProviderName | undefined
}

/**
 * Starts a payment; whoever asked then leaves for `checkout_url` in the same tab. The key stays while the wish does, so
 * that a lost answer does not start a second one.
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
      // A refusal is final; only a lost answer is asked for again.
      if (error instanceof ApiError && error.status !== 0) last.current = undefined
    },
  })
  const { reset } = mutation
  useEffect(() => {
    // Back from the checkout by the browser's button: the page stands as it was left, so its button works again.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
  return mutation
}
