import { defineTexts } from '@shiloh/contract/core'
import { balanceOf } from '@shiloh/contract/payments/money'
import type { PaymentStatus } from '@shiloh/contract/payments/payments'
import { findAnswer, lockKeyBriefly, replaceAnswer, saveAnswer } from '#http/idempotency.store'
import type { IdempotencyKey, OrchestrateContext, WriteContext } from '#platform/context'
import type { Deps } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import { inWork } from '#platform/jobs/work'
import { translate } from '#platform/text/texts'
import { requireOnline, requirePayable } from './cash.ts'
import { providerOf } from './providers/index.ts'
import {
  DuplicateReference,
  type Provider,
  ProviderError,
  ProviderRefusal,
  type Started,
} from './providers/provider.ts'
import { canBePaid, decideAmount } from './rules.ts'
import { settle, verifyAndSettle } from './settle.ts'
import {
  findByReference,
  findOwnPayable,
  findPayable,
  findUnfinished,
  insertPayment,
  isBeingStarted,
  lockAgainstPayments,
  markStarted,
  type PayableReservation,
  type StoredPayment,
  saveStarting,
} from './store.ts'

/** Milliseconds before the poller's first request. A webhook or the browser is usually faster. */
const FIRST_VERIFY_MS = 60_000
/** How often a start looks again because another payment of the reservation came in between. */
const ROUNDS = 3

interface Wanted {
  readonly reservationId: string
  /** Minor units. Undefined: the whole balance. */
  readonly amount: number | undefined
  readonly returnUrl: string | undefined
}

interface Checkout {
  readonly reference: string
  readonly status: PaymentStatus
  readonly checkout_url: string | null
}

const checkoutView = ({ reference, status, checkout_url }: StoredPayment): Checkout => ({
  reference,
  status,
  checkout_url,
})

/** @throws payment_outcome_unknown when the provider does not answer */
export const answeredBy = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new AppError('payment_outcome_unknown', { retryAfter: 15 })
  }
}

const texts = defineTexts('server/payment-refusals', {
  refused_because: 'The payment service refused: “{words}” You have not been charged.',
})

/** The error of a start that moved no money: what the provider refused is said in its own words. */
export const notStarted = (error: ProviderError): AppError => {
  const words = error instanceof ProviderRefusal ? error.words : undefined
  if (words === undefined) return new AppError('payment_provider_unavailable', { retryAfter: 30 })
  if (words === '') return new AppError('payment_refused')
  return new AppError('payment_refused', { says: (language) => translate(texts.refused_because, language, { words }) })
}

/**
 * Asks about the unfinished payments of a reservation. Settles what was paid and ends the checkouts that are no longer
 * useful, if the provider can. One that `stays` is left open. Returns the references that it asked about.
 * @throws ProviderError
 */
const tidy = async (
  deps: Deps,
  reservationId: string,
  stays: (payment: StoredPayment) => boolean | Promise<boolean>,
): Promise<ReadonlySet<string>> => {
  const asked = new Set<string>()
  for (const known of await findUnfinished(deps.db, reservationId)) {
    const { reference } = known
    if (isBeingStarted(known, deps.clock())) continue
    await verifyAndSettle(deps, reference)
    asked.add(reference)
    const payment = await findByReference(deps.db, reference)
    if (payment?.status !== 'started' || payment.checkout_url === null) continue
    if (await stays(payment)) continue
    const provider = providerOf(deps, payment.provider)
    const isEnded = await provider?.cancel?.({ reference, providerReference: payment.provider_reference })
    if (isEnded) await inWork(deps, (work) => settle(work, reference, { state: 'abandoned' }))
  }
  return asked
}

/** Ends the checkouts of a reservation before another is started, except one for `wanted`. Returns the references that it asked about. */
const tidyFor = (
  deps: Deps,
  reservationId: string,
  wanted: { readonly provider: string; readonly amount: number },
): Promise<ReadonlySet<string>> => {
  let isFound = false
  return tidy(deps, reservationId, ({ provider, amount }) => {
    if (isFound || provider !== wanted.provider || amount !== wanted.amount) return false
    isFound = true
    return true
  })
}

/** Ends the checkouts on which nothing can be paid any more, or more than is owed. */
export const endCheckouts = async (deps: Deps, reservationId: string): Promise<void> => {
  await tidy(deps, reservationId, async ({ amount }) => {
    const reservation = await findPayable(deps.db, reservationId)
    return (
      reservation !== undefined && canBePaid(reservation, deps.clock()) === 'yes' && amount <= balanceOf(reservation)
    )
  })
}

const requireAmount = (reservation: PayableReservation, wanted: number | undefined): number => {
  const decision = decideAmount(reservation, wanted)
  if (decision.ok) return decision.amount
  if (decision.problem === 'nothing_to_pay') throw new AppError('nothing_to_pay')
  throw invalid([{ field: 'amount', code: decision.problem }])
}

/** Returns the payment of an earlier request with the same key. If its provider never answered, it is sent again. */
const replayed = async (ctx: WriteContext, key: IdempotencyKey): Promise<StoredPayment | undefined> => {
  if (!(await lockKeyBriefly(ctx.tx, ctx.caller.id, key.key))) throw new AppError('idempotency_in_flight')
  const answered = await findAnswer(ctx.tx, ctx.caller.id, key)
  if (!answered) return undefined
  // The first call with this key stored its reference. Its row shows whether the provider answered.
  const payment = await findByReference(ctx.tx, String(Reflect.get(Object(answered.answer), 'reference')))
  if (!payment) throw new AppError('not_found')
  if (isBeingStarted(payment, ctx.now)) throw new AppError('idempotency_in_flight')
  if (payment.status === 'created') await saveStarting(ctx.tx, payment.reference, ctx.now)
  return payment
}

/** Returns a reference that no payment had before. Paystack takes letters, digits, `-`, `.` and `=`. */
export const newReference = ({ random }: Pick<Deps, 'random'>, code: string): string =>
  `${code}-${random.bytes(6).toString('hex')}`

/** Stores a payment that the provider is asked to start next. */
const insertCheckout = async (
  ctx: WriteContext,
  provider: Provider,
  {
    reservation,
    amount,
    returnUrl,
  }: { reservation: PayableReservation; amount: number; returnUrl: string | undefined },
): Promise<StoredPayment> => {
  const reference = newReference(ctx.deps, reservation.code)
  await insertPayment(ctx.tx, {
    reference,
    reservationId: reservation.id,
    payerId: ctx.caller.id,
    provider: provider.name,
    amount,
    currency: reservation.currency,
    live: provider.live,
    status: 'created',
    returnUrl: returnUrl ?? `/reservations/${reservation.id}`,
    verifyAfter: new Date(ctx.now.getTime() + FIRST_VERIFY_MS),
    now: ctx.now,
  })
  const payment = await findByReference(ctx.tx, reference)
  if (!payment) throw new AppError('internal_error')
  return payment
}

/**
 * Returns the one payment that is to be started, or was: an earlier one with the same key, an open checkout for the same
 * amount, or a new one. Undefined: another payment was started since `asked`.
 * @throws locked while another one is being started
 */
const decideCheckout = async (
  ctx: WriteContext,
  provider: Provider,
  wanted: Wanted,
  key: IdempotencyKey | null,
  asked: ReadonlySet<string>,
): Promise<StoredPayment | undefined> => {
  const { tx, now } = ctx
  const earlier = key && (await replayed(ctx, key))
  if (earlier) return earlier
  await lockAgainstPayments(tx, wanted.reservationId)
  const reservation = requirePayable(await findOwnPayable(tx, wanted.reservationId, ctx.caller.id), now)
  requireOnline(reservation)
  const amount = requireAmount(reservation, wanted.amount)
  const unfinished = await findUnfinished(tx, reservation.id)
  if (unfinished.some((payment) => isBeingStarted(payment, now))) throw new AppError('locked', { retryAfter: 2 })
  const open = unfinished.find(
    (payment) => payment.checkout_url !== null && payment.provider === provider.name && payment.amount === amount,
  )
  if (!open && unfinished.some(({ reference }) => !asked.has(reference))) return undefined
  const payment = open ?? (await insertCheckout(ctx, provider, { ...wanted, reservation, amount }))
  if (key) await saveAnswer(tx, ctx.caller.id, key, 201, { reference: payment.reference }, now)
  return payment
}

/**
 * Puts a new payment in the place of one that the provider has without our knowing the address of its page: nobody can
 * pay there. It is still asked about.
 */
const replaceCheckout = (ctx: OrchestrateContext, provider: Provider, lost: StoredPayment): Promise<StoredPayment> =>
  ctx.transact(async (work) => {
    await lockAgainstPayments(work.tx, lost.reservation_id)
    const reservation = requirePayable(await findOwnPayable(work.tx, lost.reservation_id, ctx.caller.id), work.now)
    await saveStarting(work.tx, lost.reference, null)
    const returnUrl = lost.return_url ?? undefined
    const payment = await insertCheckout(work, provider, { reservation, amount: lost.amount, returnUrl })
    if (ctx.idempotency) await replaceAnswer(work.tx, ctx.caller.id, ctx.idempotency, { reference: payment.reference })
    return payment
  })

/** Asks the provider for a page to pay on, outside any transaction. @throws ProviderError */
const openCheckout = async (ctx: OrchestrateContext, provider: Provider, payment: StoredPayment): Promise<Checkout> => {
  const { reference, amount, currency } = payment
  const reservation = await findOwnPayable(ctx.db, payment.reservation_id, ctx.caller.id)
  if (!reservation) throw new AppError('not_found')
  const backTo = new URL(payment.return_url ?? `/reservations/${reservation.id}`, ctx.deps.config.publicUrl)
  backTo.searchParams.set('payment', reference)
  let started: Started
  try {
    started = await provider.start({
      reference,
      amount,
      currency,
      email: reservation.email ?? `${reservation.code.toLowerCase()}@no-mail.invalid`,
      description: `${reservation.eventName} ${reservation.code}`,
      returnUrl: backTo.href,
      language: ctx.language,
      expiresAt: reservation.holdExpiresAt ?? new Date(ctx.now.getTime() + 24 * 3600 * 1000),
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.deps.log.warn({ err: error, reference }, 'the payment provider did not start a payment')
    if (!(error instanceof DuplicateReference)) await ctx.transact(({ tx }) => saveStarting(tx, reference, null))
    throw error
  }
  const over = await ctx.transact(async ({ tx, now, enqueue }) => {
    await markStarted(tx, reference, started.checkoutUrl, started.providerReference)
    const after = await findPayable(tx, reservation.id)
    const payable = after ? canBePaid(after, now) : 'illegal_transition'
    const isLive = payable === 'yes' || payable === 'hold_expired'
    if (isLive && after && amount <= balanceOf(after)) return undefined
    // It was cancelled, is given back or became cheaper meanwhile, and nobody knew of this page to end.
    await enqueue('end_checkouts', { reservation_id: reservation.id }, { jobKey: `checkouts ${reservation.id}` })
    return isLive ? 'stale' : payable
  })
  if (over) throw new AppError(over)
  return { reference, status: 'started', checkout_url: started.checkoutUrl }
}

/**
 * Starts one payment of an own reservation, and no second one beside it. The reference is stored before the provider is
 * called. One whose answer was lost is asked about before another is started.
 *
 * @throws payment_provider_unavailable or payment_refused when no page was opened: nobody can pay there. payment_outcome_unknown when it is
 * not known what became of an earlier one. locked while another one is being started
 */
export const startCheckout = async (ctx: OrchestrateContext, provider: Provider, wanted: Wanted): Promise<Checkout> => {
  let payment: StoredPayment | undefined
  for (let round = 0; !payment; round += 1) {
    if (round === ROUNDS) throw new AppError('locked', { retryAfter: 2 })
    const own = await findOwnPayable(ctx.db, wanted.reservationId, ctx.caller.id)
    const amount = own && (wanted.amount ?? balanceOf(own))
    const asked =
      own && amount !== undefined
        ? await answeredBy(() => tidyFor(ctx.deps, own.id, { provider: provider.name, amount }))
        : new Set<string>()
    payment = await ctx.transact((work) => decideCheckout(work, provider, wanted, ctx.idempotency, asked))
  }
  if (payment.status !== 'created') return checkoutView(payment)
  const asked = payment
  try {
    return await openCheckout(ctx, provider, asked).catch(async (error: unknown) => {
      if (!(error instanceof DuplicateReference)) throw error
      await answeredBy(() => verifyAndSettle(ctx.deps, asked.reference))
      const known = await findByReference(ctx.deps.db, asked.reference)
      if (known && known.status !== 'created') return checkoutView(known)
      return openCheckout(ctx, provider, await replaceCheckout(ctx, provider, asked))
    })
  } catch (error) {
    throw error instanceof ProviderError ? notStarted(error) : error
  }
}
