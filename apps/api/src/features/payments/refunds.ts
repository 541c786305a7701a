import type { RefundWay } from '@shiloh/contract/payments/refunds'
import {
  applyRefund,
  deskFor,
  findMoneyStanding,
  keepMoney,
  keepRefused,
  lockForPayment,
  returnRefund,
} from '#features/reservations'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { inWork, type ReadWork, type Work } from '#platform/jobs/work'
import { userRoom } from '#platform/realtime'
import { takenFrom } from './disputes.store.ts'
import { settleLossOf } from './losses.ts'
import { providerOf } from './providers/index.ts'
import { ProviderError, type RefundRequest, type RefundVerdict } from './providers/provider.ts'
import { endPaymentAlerts, updateAlert } from './refund-alert.ts'
import { type RefundNews, refundMail } from './refund-mails.ts'
import {
  findRefund,
  findSent,
  lockRefund,
  markRequested,
  refundsUnderWay,
  type StoredRefund,
  saveDone,
  saveRefused,
  saveWaiting,
  takeRecalled,
  takeTurn,
  takeUntold,
  withdrawRefund,
} from './refunds.store.ts'
import { decideRefund, type RefundSettlement } from './rules.ts'
import { addLedgerEntry, findPayable, lockById, type StoredPayment, saveOutcome } from './store.ts'
import { holdingOf, nextNumber, openDayOf, type TillDay } from './till.store.ts'

type Locking = Pick<Work, 'tx' | 'deps' | 'now'>

interface LockedRefund {
  readonly refund: StoredRefund
  readonly payment: StoredPayment
}

/** Locks a refund with its reservation and payment, in the global order. @throws not_found */
const lockAll = async (work: Locking, id: string): Promise<LockedRefund> => {
  const known = await findRefund(work.tx, id)
  if (!known) throw new AppError('not_found')
  await lockForPayment(work, known.reservation_id)
  const payment = await lockById(work.tx, known.payment_id)
  const refund = await lockRefund(work.tx, id)
  if (!payment || !refund) throw new AppError('not_found')
  return { refund, payment }
}

/** @throws refund_exceeds_capture, illegal_transition */
const requireRefundable = async (work: ReadWork, { refund, payment }: LockedRefund): Promise<void> => {
  if (refund.status !== 'due' && refund.status !== 'refused') throw new AppError('illegal_transition')
  if (payment.refunded + (await refundsUnderWay(work.db, payment.id)) + refund.amount > payment.captured)
    throw new AppError('refund_exceeds_capture')
}

const hint = async (work: Work, reservationId: string): Promise<void> => {
  const reservation = await findPayable(work.tx, reservationId)
  if (reservation) work.publish(userRoom(reservation.userId), 'reservation', { _id: reservationId })
  work.publish('staff', 'payments')
}

/** Returns what a live reservation owes after its part payment was given back, and where cash is taken for it. */
const owedAfter = async (work: Work, refund: StoredRefund, { status }: { readonly status: string }) => {
  if (refund.reason !== 'part_payment' || (status !== 'pending' && status !== 'active')) return undefined
  const sql = sqlIn(work.tx)
  const standing = await findMoneyStanding(sql, refund.reservation_id, work.now)
  return standing && { standing, desk: await deskFor(sql, standing) }
}

/** Notifies the owner of a refund about its state. */
const tell = async (work: Work, kind: RefundNews, id: string): Promise<void> => {
  const refund = await findRefund(work.tx, id)
  const reservation = refund && (await findPayable(work.tx, refund.reservation_id))
  if (!refund || !reservation) return
  const owed = kind === 'sent' ? await owedAfter(work, refund, reservation) : undefined
  await work.send(...refundMail(kind, reservation, refund, owed))
}

/**
 * Notifies the member and staff of refunds that became due, each once: after a cancellation, a cheaper choice, or a
 * double payment. Also of those that they were told of, and that a further change made needless. Returns how many there were.
 */
export const tellUntold = async (work: Work, of: { reservationId?: string; limit: number }): Promise<number> => {
  const untold = await takeUntold(work.tx, work.now, of)
  const recalled = await takeRecalled(work.tx, work.now, of)
  for (const reservationId of new Set([...recalled, ...untold].map((refund) => refund.reservationId))) {
    await updateAlert(work, reservationId)
    await hint(work, reservationId)
  }
  // The message about the cancellation mentions the refund.
  for (const { id, reason } of untold) if (reason !== 'cancelled') await tell(work, 'due', id)
  for (const { id, isReplaced } of recalled) if (!isReplaced) await tell(work, 'withdrawn', id)
  return Math.max(untold.length, recalled.length)
}

// ── Entering it ──────────────────────────────────────────────────────────────────────────────────────────────────────

interface Entered {
  readonly way: RefundWay
  readonly by: string | null
  readonly providerReference?: string
  readonly paidTo?: string
  readonly note?: string
  /** The source of cash beyond what the books have in the till. */
  readonly tillReason?: string | undefined
}

/** Records that the money is back, in the refund, the ledger, the payment and the reservation together. */
const enter = async (work: Work, { refund, payment }: LockedRefund, values: Entered): Promise<void> => {
  let till: TillDay | undefined
  let slipNumber: number | undefined
  if (values.way === 'cash') {
    if (values.by === null) throw new Error('cash is handed over by somebody')
    till = await openDayOf(work.tx, values.by, payment.currency, work.now)
    const inTill = await holdingOf(work.tx, values.by, payment.currency)
    if (inTill < refund.amount && !values.tillReason)
      throw new AppError('till_short', {
        fields: [{ field: 'till_reason', code: 'required' }],
        data: { in_till: inTill, currency: payment.currency },
      })
    slipNumber = await nextNumber(work.tx, 'cash_slip')
  }
  // After a refusal this is a new attempt. The ledger has each attempt once.
  const attempt = refund.attempt + (refund.status === 'refused' ? 1 : 0)
  await saveDone(work.tx, refund.id, {
    ...values,
    attempt,
    now: work.now,
    ...(slipNumber === undefined ? {} : { slipNumber }),
  })
  await addLedgerEntry(work.tx, {
    paymentId: payment.id,
    reservationId: payment.reservation_id,
    kind: 'refund',
    amount: -refund.amount,
    currency: payment.currency,
    reason: [values.note ?? refund.note, values.tillReason].filter((text) => text).join('; '),
    actorId: values.by,
    refund: { id: refund.id, attempt },
    ...(till ? { till } : {}),
    now: work.now,
  })
  const refunded = payment.refunded + refund.amount
  const isAllBack = refunded === payment.captured
  await saveOutcome(work.tx, payment.id, {
    status: isAllBack ? 'refunded' : payment.status,
    refunded,
    ...(payment.mismatch === 'over' || payment.mismatch === 'short' ? { mismatch: null } : {}),
  })
  await applyRefund(work, payment.reservation_id, refund.id, { actor: 'staff', actorId: values.by })
  if (isAllBack) await endPaymentAlerts(work, payment)
  await updateAlert(work, payment.reservation_id)
  await tell(work, 'sent', refund.id)
  await hint(work, payment.reservation_id)
}

/** Reverses an entry after the provider withdraws its confirmation. Ledger rows are only added. */
const takeBackEntry = async (work: Work, { refund, payment }: LockedRefund, reason: string): Promise<void> => {
  await saveRefused(work.tx, refund.id, reason)
  await addLedgerEntry(work.tx, {
    paymentId: payment.id,
    reservationId: payment.reservation_id,
    kind: 'refund_returned',
    amount: refund.amount,
    currency: payment.currency,
    reason,
    refund: { id: refund.id, attempt: refund.attempt },
    now: work.now,
  })
  await saveOutcome(work.tx, payment.id, {
    status: payment.mismatch === 'too_late' ? 'refund_due' : 'paid',
    refunded: payment.refunded - refund.amount,
  })
  await returnRefund(work, payment.reservation_id, { actor: 'provider', actorId: null })
}

// ── Through a provider ───────────────────────────────────────────────────────────────────────────────────────────────

const requestOf = (refund: StoredRefund): RefundRequest | undefined =>
  refund.payment_provider_reference === null
    ? undefined
    : {
        key: refund.attempt === 1 ? refund.id : `${refund.id}-${refund.attempt}`,
        reference: refund.reference,
        providerReference: refund.payment_provider_reference,
        amount: refund.amount,
        currency: refund.currency,
        reason: refund.reservation_code,
      }

/**
 * Books a refund as requested: from here on, the amount counts as on its way. Nothing is sent yet. `sendOff` follows
 * after the commit, or else a job does it.
 *
 * @throws illegal_transition, refund_exceeds_capture
 */
export const beginSending = async (work: Work, id: string, by: string | null): Promise<void> => {
  const locked = await lockAll(work, id)
  await requireRefundable(work, locked)
  if (!providerOf(work.deps, locked.payment.provider) || locked.payment.provider_reference === null)
    throw new AppError('illegal_transition')
  await markRequested(work.tx, id, by, work.now)
  const { reservation_id } = locked.payment
  // Nobody pays the rest of a price that a part is given back of.
  if (locked.refund.reason === 'part_payment')
    await work.enqueue('end_checkouts', { reservation_id }, { jobKey: `checkouts ${reservation_id}` })
  await updateAlert(work, reservation_id)
  await hint(work, reservation_id)
}

/** Records a provider's answer about one attempt, exactly once, from any source and in any order. */
export const settleRefund = async (
  work: Work,
  id: string,
  attempt: number,
  verdict: RefundVerdict,
): Promise<RefundSettlement> => {
  const locked = await lockAll(work, id)
  const { refund, payment } = locked
  if (refund.attempt !== attempt || refund.way !== 'provider') return 'keep'
  const decision = decideRefund(refund.status, verdict)
  if (verdict.state === 'refused' && decision !== 'keep') {
    if (decision === 'return') await takeBackEntry(work, locked, verdict.reason)
    else {
      await saveRefused(work.tx, id, verdict.reason)
      await keepRefused(work, payment.reservation_id)
    }
    await settleLossOf(work, payment.reference)
    await updateAlert(work, payment.reservation_id)
    // What was charged back meanwhile is refunded no more.
    if ((await findRefund(work.tx, id))?.status === 'refused') await tell(work, 'refused', id)
    await hint(work, payment.reservation_id)
  } else if (decision === 'enter' && verdict.state === 'done')
    await enter(work, locked, { way: 'provider', by: null, providerReference: verdict.providerReference })
  else if (decision === 'wait' && verdict.state === 'accepted') {
    await saveWaiting(work.tx, id, { ...verdict, now: work.now })
    await updateAlert(work, payment.reservation_id)
    work.publish('staff', 'payments')
  }
  return decision
}

/**
 * Sends a requested refund to the provider and records the answer. There are three results. The provider answers. The
 * provider does not answer, and the refund stays requested. Or recording fails after the provider agreed: then this
 * throws, the refund stays requested, and a job asks again with the same key.
 */
export const sendOff = async (deps: Deps, id: string): Promise<void> => {
  const refund = await findRefund(deps.db, id)
  const provider = refund && providerOf(deps, refund.provider)
  const request = refund && requestOf(refund)
  if (refund?.status !== 'requested' || !provider || !request) return
  let verdict: RefundVerdict
  try {
    verdict = await provider.refund(request)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn(
      { err: error, refund: id },
      'a provider did not answer to a refund; it is asked again under the same key',
    )
    await inWork(deps, ({ tx, now }) => saveWaiting(tx, id, { error: error.message, now }))
    return
  }
  await inWork(deps, (work) => settleRefund(work, id, refund.attempt, verdict))
}

/**
 * Asks a provider about a refund. If the provider never received it, sends it again with the same key, once the earlier
 * call has certainly ended. @throws ProviderError when it does not answer
 */
export const askAbout = async (deps: Deps, id: string): Promise<RefundSettlement> => {
  const refund = await findRefund(deps.db, id)
  const provider = refund && providerOf(deps, refund.provider)
  const request = refund && requestOf(refund)
  if (!refund || !provider || !request || refund.way !== 'provider') return 'keep'
  const verdict = await provider.verifyRefund({ ...request, refundReference: refund.provider_reference })
  if (verdict.state === 'unknown') {
    if (refund.status !== 'requested' || !(await inWork(deps, ({ tx, now }) => takeTurn(tx, id, now)))) return 'keep'
    // It never left, and a lost dispute took its money: it is not sent now.
    const { lost } = await takenFrom(deps.db, refund.payment_id)
    if (lost > 0)
      return inWork(deps, (work) =>
        settleRefund(work, id, refund.attempt, { state: 'refused', reason: 'charged back' }),
      )
    await sendOff(deps, id)
    return 'keep'
  }
  return inWork(deps, (work) => settleRefund(work, id, refund.attempt, verdict))
}

/** Follows a notice about refunds of a payment: asks about each that was sent. Returns undefined if there are none. */
export const askAboutRefundsOf = async (deps: Deps, reference: string): Promise<RefundSettlement[] | undefined> => {
  const ids = await findSent(deps.db, reference)
  if (ids.length === 0) return undefined
  const settlements: RefundSettlement[] = []
  for (const id of ids) settlements.push(await askAbout(deps, id))
  return settlements
}

// ── By hand ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Pays a refund in cash from the till of `by`. If the books have less in the till, `tillReason` must say where the cash
 * comes from (a float, the safe). The reason is shown with the slip in the closing.
 * @throws illegal_transition, refund_exceeds_capture, till_short
 */
export const giveCash = async (
  work: Work,
  id: string,
  given: { readonly by: string; readonly paidTo: string; readonly tillReason?: string | undefined },
): Promise<void> => {
  const locked = await lockAll(work, id)
  await requireRefundable(work, locked)
  await enter(work, locked, { way: 'cash', ...given })
}

/**
 * Records a refund that was made outside this product, or one that the provider holds until somebody helps.
 * @throws illegal_transition, refund_exceeds_capture
 */
export const settleOutside = async (work: Work, id: string, by: string, note: string): Promise<void> => {
  const locked = await lockAll(work, id)
  const isHeldUp = locked.refund.status === 'requested' && locked.refund.needs_attention
  if (!isHeldUp) await requireRefundable(work, locked)
  await enter(work, locked, { way: 'outside', by, note })
}

/** Withdraws a refund before anything was sent. The organisation keeps the money. @throws illegal_transition */
export const withdraw = async (work: Work, id: string, by: string, reason: string): Promise<void> => {
  const { refund, payment } = await lockAll(work, id)
  if (refund.status !== 'due' && refund.status !== 'refused') throw new AppError('illegal_transition')
  await withdrawRefund(work.tx, id, { reason, by, now: work.now })
  await keepMoney(work, payment.reservation_id, refund.amount)
  await updateAlert(work, payment.reservation_id)
  await tell(work, 'withdrawn', id)
  await hint(work, payment.reservation_id)
}
