import { isOnlineProvider, type OnlineProviderName } from '@shiloh/contract/payments/payments'
import type { Deps, Service } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import { paystack } from './paystack.ts'
import type { Provider } from './provider.ts'
import { sandbox } from './sandbox.ts'
import { stripe } from './stripe.ts'

interface PaymentService extends Service {
  /** The configured providers, the default first. */
  providers: readonly Provider[]
}

declare module '#platform/deps' {
  interface Services {
    readonly payments: PaymentService
  }
}

/** Opens the configured providers. Uses the sandbox only if there are none, and never in production. */
export const startPayments = ({ config, clock, db, crypto }: Deps): PaymentService => {
  const real = [
    ...(config.paystack ? [paystack(config.paystack)] : []),
    ...(config.stripe ? [stripe(config.stripe, clock)] : []),
  ]
  const providers = real.length > 0 || config.production ? real : [sandbox(db, crypto, config.publicUrl)]
  return { providers, stop: async () => undefined }
}

/** Returns the configured providers, the default first. */
export const providersOf = ({ services }: Deps): readonly Provider[] => services.payments.providers

/** Replaces the providers in tests. */
export const useProviders = ({ services }: Deps, providers: readonly Provider[]): void => {
  services.payments.providers = providers
}

/** @throws invalid naming `provider` when it is not configured */
export const chooseProvider = (deps: Deps, name: OnlineProviderName | undefined): Provider => {
  const providers = providersOf(deps)
  const found = name ? providers.find((provider) => provider.name === name) : providers[0]
  if (found) return found
  if (name) throw invalid([{ field: 'provider', code: 'not_offered' }])
  throw new AppError('payment_provider_unavailable', { retryAfter: 60 })
}

/** Returns the provider of a stored payment, or undefined for cash and for one that is no longer configured. */
export const providerOf = (deps: Deps, name: string): Provider | undefined =>
  isOnlineProvider(name) ? providersOf(deps).find((provider) => provider.name === name) : undefined
