import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { texts } from './texts.ts'

/** Returns how the checkout can be paid, in words. Empty without a provider. */
export function usePayWays(): string {
  const t = useT(texts)
  const { data: providers = [] } = useQuery(queryOf(paymentRoutes.listPaymentProviders))
  if (providers.length === 0) return ''
  // Stripe alone takes no mobile money.
  return t(providers.some((provider) => provider !== 'stripe') ? 'by_card_or_momo' : 'by_card')
}
