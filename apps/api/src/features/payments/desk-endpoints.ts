import { deskRoutes, MOBILE_NETWORKS } from '@shiloh/contract/payments/desk'
import { balanceOf } from '@shiloh/contract/payments/money'
import { readClientGroup } from '#features/organisation'
import { lockForPayment } from '#features/reservations'
import { bind, orchestrates, reads, writes } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { phoneField } from '#platform/text/phone'
import { receiveCash, requireOnline, requirePayable } from './cash.ts'
import { answeredBy, newReference, notStarted } from './checkouts.ts'
import { providersOf } from './providers/index.ts'
import {
  DuplicateReference,
  type Prompted,
  type Provider,
  ProviderError,
  ProviderRefusal,
} from './providers/provider.ts'
import { verifyAndSettle } from './settle.ts'
import {
  findByReference,
  findPayable,
  findUnfinished,
  gateRights,
  insertPayment,
  isBeingStarted,
  markStarted,
  type StoredPayment,
  saveOutcome,
  savePrompted,
  saveStarting,
  saveWaitsForVoucher,
} from './store.ts'

/** Milliseconds before the poller's first request. The gate usually asks before. */
const FIRST_VERIFY_MS = 60_000
/** Milliseconds in which a prompt is waiting on the phone. */
const PROMPT_MS = 120_000

/** Returns the id of a reservation that the caller may take payments for. @throws not_found for a reservation of another gate's event; forbidden without the right to take payments */
const requireDesk = async (ctx: ReadContext, code: string): Promise<string> => {
  const rights = found(await gateRights(ctx.db, ctx.caller.id, code))
  if (!rights.takes_payments) throw new AppError('forbidden')
  return rights.id
}

type Prompting = Provider & Required<Pick<Provider, 'prompt'>>
const canPrompt = (provider: Provider): provider is Prompting => provider.prompt !== undefined
const prompting = (ctx: ReadContext): Prompting | undefined => providersOf(ctx.deps).find(canPrompt)

/** Returns whether somebody is being asked on their phone, as far as the answer of the provider says. */
const isWaiting = ({ status, checkout_url, created_at }: StoredPayment, now: Date): boolean =>
  status === 'started' && checkout_url === null && created_at.getTime() > now.getTime() - PROMPT_MS

/** Whom the desk wants to ask. */
interface Wanted {
  readonly phone: string
  readonly network: string
}
const asksAnother = ({ prompted_phone, prompted_network }: StoredPayment, { phone, network }: Wanted): boolean =>
  prompted_phone !== null && (prompted_phone !== phone || prompted_network !== network)

/**
 * Asks about the unfinished payments of a reservation, so that nobody is asked twice: the answer to one can be lost, and
 * the notice of another late. Returns the references that the provider never received.
 * @throws ProviderError
 */
const askAboutUnfinished = async (
  deps: Deps,
  reservationId: string,
  wanted: Wanted,
  now: Date,
): Promise<ReadonlySet<string>> => {
  const unknown = new Set<string>()
  for (const payment of await findUnfinished(deps.db, reservationId)) {
    // One on another phone may have ended: then the right one can be asked.
    if ((isWaiting(payment, now) && !asksAnother(payment, wanted)) || isBeingStarted(payment, now)) continue
    const verdict = await verifyAndSettle(deps, payment.reference)
    if (verdict?.state === 'unknown') unknown.add(payment.reference)
  }
  return unknown
}

export const deskEndpoints = bind(deskRoutes, {
  getDeskPayment: reads(async (ctx, { params }) => {
    const id = await requireDesk(ctx, params.code)
    const reservation = found(await findPayable(ctx.db, id))
    return {
      balance: balanceOf(reservation),
      currency: reservation.currency,
      phone: reservation.phone,
      networks: prompting(ctx) ? [...MOBILE_NETWORKS] : [],
    }
  }),
  takeCashAtGate: writes(async (ctx, { params, body }) => {
    const id = await requireDesk(ctx, params.code)
    await lockForPayment(ctx, id)
    const reservation = found(await findPayable(ctx.tx, id))
    const balance = balanceOf(reservation)
    if (balance > 0 && balance !== body.balance) throw new AppError('stale')
    const payment = await receiveCash(ctx, id, { amount: balance, currency: body.currency })
    return { receipt_number: payment.receipt_number, amount: payment.amount, currency: payment.currency }
  }),
  // The reference is stored before the provider is called. The call is outside any transaction.
  promptAtGate: orchestrates(async (ctx, { params, body }) => {
    const id = await requireDesk(ctx, params.code)
    const provider = prompting(ctx)
    if (!provider) throw new AppError('payment_provider_unavailable', { retryAfter: 60 })
    const { country } = await readClientGroup(ctx.db)
    const phone = phoneField(body.phone, country)
    const wanted = { phone, network: body.network }
    const unknown = await answeredBy(() => askAboutUnfinished(ctx.deps, id, wanted, ctx.now))
    const begun = await ctx.transact(async (work) => {
      await lockForPayment(work, id)
      const reservation = requirePayable(await findPayable(work.tx, id), work.now)
      requireOnline(reservation)
      const amount = balanceOf(reservation)
      if (amount === 0) throw new AppError('nothing_to_pay')
      const since = new Date(work.now.getTime() - PROMPT_MS)
      const open = (await findUnfinished(work.tx, id)).find(
        (payment) =>
          payment.return_url === null &&
          payment.amount === amount &&
          payment.created_at > since &&
          // Without its voucher it asks nobody, so another phone can be asked.
          !(payment.status === 'created' && payment.needs_voucher && asksAnother(payment, wanted)),
      )
      if (open) {
        const { reference } = open
        const isCalled = isBeingStarted(open, work.now)
        // The provider tells a reference that it has after all: the phone is asked once.
        const isSent = !unknown.has(reference)
        const isNew = !isSent && !isCalled
        if (isNew) {
          await saveStarting(work.tx, reference, work.now)
          await savePrompted(work.tx, reference, wanted)
        }
        const asked = { phone: open.prompted_phone ?? phone, network: open.prompted_network ?? body.network }
        return { ...open, ...(isNew ? wanted : asked), reservation, isNew, sent: isSent && !isCalled }
      }
      const reference = newReference(work.deps, reservation.code)
      const paymentId = await insertPayment(work.tx, {
        reference,
        reservationId: reservation.id,
        payerId: reservation.payerId,
        provider: provider.name,
        amount,
        currency: reservation.currency,
        live: provider.live,
        status: 'created',
        verifyAfter: new Date(work.now.getTime() + FIRST_VERIFY_MS),
        now: work.now,
      })
      await savePrompted(work.tx, reference, wanted)
      work.audit({
        action: 'prompt_payment',
        resource: 'payments',
        objectId: reservation.id,
        after: { reference, amount },
      })
      const made = { ...wanted, id: paymentId, reference, amount, needs_voucher: false, reservation }
      return { ...made, status: 'created', isNew: true, sent: false } as const
    })
    const { reference, amount, reservation } = begun
    const answer = { reference, amount, currency: reservation.currency, phone: begun.phone }
    const needsVoucher = begun.status === 'created' && (begun.needs_voucher || begun.network === 'telecel')
    if (!begun.isNew) return { ...answer, needs_voucher: needsVoucher, sent: begun.sent }
    try {
      const prompted = await provider.prompt({
        reference,
        amount,
        currency: reservation.currency,
        email: reservation.email ?? `${reservation.code.toLowerCase()}@no-mail.invalid`,
        description: `${reservation.eventName} ${reservation.code}`,
        phone,
        network: body.network,
      })
      // A prompt that waits for its voucher has not begun on the phone.
      await ctx.transact(({ tx }) =>
        prompted.needsVoucher ? saveWaitsForVoucher(tx, reference) : markStarted(tx, reference, null, undefined),
      )
      return { ...answer, needs_voucher: prompted.needsVoucher, sent: true }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      ctx.deps.log.warn({ err: error, reference }, 'the payment provider did not send a prompt')
      if (error instanceof ProviderRefusal) {
        // The next attempt is a new one. Money that comes all the same is still credited.
        await ctx.transact(({ tx }) => saveOutcome(tx, begun.id, { status: 'failed' }))
        throw notStarted(error)
      }
      // The phone may be ringing: it stays open, is asked about, and the next press asks first.
      await ctx.transact(({ tx }) => saveStarting(tx, reference, null))
      return { ...answer, needs_voucher: needsVoucher, sent: error instanceof DuplicateReference }
    }
  }),
  submitVoucher: orchestrates(async (ctx, { params, body }) => {
    const id = await requireDesk(ctx, params.code)
    const asked = await findByReference(ctx.db, params.reference)
    if (asked?.reservation_id !== id) throw new AppError('not_found')
    // A second press, after the first was taken.
    if (asked.needs_voucher && (asked.status === 'started' || asked.status === 'paid')) return { needs_voucher: false }
    if (asked.status !== 'created') throw new AppError('not_found')
    const provider = providersOf(ctx.deps).find(({ name }) => name === asked.provider)
    if (!provider?.submitVoucher) throw new AppError('payment_provider_unavailable', { retryAfter: 60 })
    let prompted: Prompted
    try {
      prompted = await provider.submitVoucher(params.reference, body.voucher)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      ctx.deps.log.warn({ err: error, reference: params.reference }, 'the payment provider did not take a voucher')
      if (error instanceof ProviderRefusal) throw notStarted(error)
      throw new AppError('payment_outcome_unknown', { retryAfter: 30 })
    }
    if (!prompted.needsVoucher) await ctx.transact(({ tx }) => markStarted(tx, params.reference, null, undefined))
    return { needs_voucher: prompted.needsVoucher }
  }),
  checkPrompt: orchestrates(async (ctx, { params }) => {
    const id = await requireDesk(ctx, params.code)
    const asked = await findByReference(ctx.db, params.reference)
    if (asked?.reservation_id !== id) throw new AppError('not_found')
    try {
      await verifyAndSettle(ctx.deps, params.reference)
    } catch (error) {
      // The gate asks again in a moment.
      if (!(error instanceof ProviderError)) throw error
    }
    const payment = found(await findByReference(ctx.db, params.reference))
    const reservation = found(await findPayable(ctx.db, id))
    return { status: payment.status, balance: balanceOf(reservation), currency: reservation.currency }
  }),
})
