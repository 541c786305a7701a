import { isOnlineProvider, type OnlineProviderName } from '@shiloh/contract/payments/payments'
import type { Deps } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import { paystack } from './paystack.ts'
import type { Provider } from './provider.ts'
import { sandbox } from './sandbox.ts'
import { stripe } from './stripe.ts'

const opened = new WeakMap<Deps, readonly Provider[]>()

/** The configured providers, the default first; the sandbox only where there is none and never in production. */
export const providersOf = (deps: Deps): readonly Provider[] => {
  const known = opened.get(deps)
  if (known) return known
  const { config } = deps
  const real = [
    ...(config.paystack ? [paystack(config.paystack)] : []),
    ...(config.stripe ? [stripe(config.stripe, deps.clock)] : []),
  ]
  const providers = real.length > 0 || config.production ? real : [sandbox(deps.db, deps.crypto, config.publicUrl)]
  opened.set(deps, providers)
  return providers
}

/** Puts other providers in place: a provider that lies, in tests. */
export const useProviders = (deps: Deps, providers: readonly Provider[]): void => {
  opened.set(deps, providers)
}

/** @throws invalid naming `provider` where it is not configured */
export const chooseProvider = (deps: Deps, name: OnlineProviderName | undefined): Provider => {
  const providers = providersOf(deps)
  const found = name ? providers.find((provider) => provider.name === name) : providers[0]
  if (found) return found
  if (name) throw invalid([{ field: 'provider', code: 'not_offered' }])
  throw new AppError('payment_provider_unavailable', { retryAfter: 60 })
}

/** The provider that a stored payment was made through; undefined for cash and for one no longer configured. */
export const providerOf = (deps: Deps, name: string): Provider | undefined =>
  isOnlineProvider(name) ? providersOf(deps).find((provider) => provider.name === name) : undefined
