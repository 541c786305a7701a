import { Button, type ButtonProps } from '@mantine/core'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { queryOf } from '#platform/queries'
import { showFailure } from '#ui/feedback/failure'
import { type PaymentWish, useStartPayment } from './start.ts'

interface PayNowProps extends ButtonProps {
  wish: PaymentWish
}

/**
 * Pays from a list: opens the checkout, or the reservation where there is a choice of providers, or where the checkout did not
 * open, which is said there.
 */
export function PayNow({ wish, ...button }: PayNowProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const start = useStartPayment()
  const show = () => navigate({ to: '/reservations/$id', params: { id: wish.reservation_id } })
  const pay = async () => {
    try {
      const providers = await client.fetchQuery(queryOf(paymentRoutes.listPaymentProviders))
      if (providers.length > 1) return await show()
      const { checkout_url } = await start.mutateAsync(wish)
      if (checkout_url) location.assign(checkout_url)
      else await show()
    } catch (error) {
      showFailure(error instanceof Error ? error.message : '', true)
      await show()
    }
  }
  const isBusy = start.isPending || (start.isSuccess && start.data.checkout_url !== null)
  return <Button {...button} loading={isBusy} onClick={() => void pay()} />
}
