import { addDays } from '@shiloh/contract/reservations/nights'
import { isLive } from '@shiloh/contract/reservations/states'
import type { Crypto } from '#platform/auth/crypto'
import { type Chance, minutesAfter } from './chance.ts'
import { type Church, idOf } from './church.ts'
import type { Row } from './insert.store.ts'
import type { Story } from './story.ts'

const CURRENCY = 'GHS'

/** What rows need in addition to the stories. */
interface Office {
  readonly chance: Chance
  readonly church: Church
  readonly crypto: Crypto
  readonly publicUrl: string
  readonly staff: { readonly owner: string; readonly registrar: string; readonly cashier: string }
  readonly gateId: string
  readonly formVersionId: string | null
}

const typeRefOf = ({ event }: Story, typeId: string): string =>
  event.participant_types.find(({ _id }) => _id === typeId)?.refId ?? ''

const participantRows = (story: Story, { church }: Office): Row<'reservation_participants'>[] => {
  const { event, member, choice } = story
  const isAsked = (field: 'title' | 'designation') => event.fields[field] !== 'hidden'
  return story.participants.map((participant, position) => {
    const isMain = position === 0
    return {
      id: participant.id,
      reservation_id: story.id,
      event_id: event.id,
      role: participant.role,
      position,
      user_id: participant.userId,
      spouse_id: participant.spouseId,
      family_member_id: participant.familyMemberId,
      name: participant.name,
      gender: participant.gender,
      event_participant_type_id: typeRefOf(story, participant.typeId),
      minor: participant.role === 'child',
      guardian: participant.role === 'child' ? 0 : null,
      title_id: isMain && member.title && isAsked('title') ? idOf(church.titles, member.title) : null,
      designation_id:
        isMain && member.designation && isAsked('designation') ? idOf(church.designations, member.designation) : null,
      event_caterer_id: event.caterers.find(({ _id }) => _id === choice.catererId)?.refId ?? null,
      qr_id: participant.qrId,
      live: isLive(story.status),
      checked_in_at: participant.checkedInAt,
      checked_out_at: participant.checkedOutAt,
    }
  })
}

const reservationRow = (story: Story, { staff, formVersionId }: Office): Row<'reservations'> => {
  const { event, member, choice, participants } = story
  const [main] = participants
  const stay = choice.stay
  const last = (action: string) => story.transitions.findLast((row) => row.action === action)?.at ?? null
  return {
    id: story.id,
    code: story.code,
    event_id: event.id,
    user_id: member.id,
    payer_id: member.id,
    status: story.status,
    source: story.source,
    hold_expires_at: story.holdExpiresAt,
    pays_at_desk: story.paysAtDesk,
    needs_approval: story.needsApproval,
    approved_at: story.approvedAt,
    approved_by: story.approvedAt ? staff.registrar : null,
    currency: CURRENCY,
    total: story.quote.total,
    paid: story.paid,
    waived: story.waived,
    due_at_once: story.quote.deposit < story.quote.total ? story.quote.deposit : null,
    ruled_total: story.paid > 0 ? story.quote.total : 0,
    waived_by: story.waivedReason === null ? null : staff.owner,
    waived_reason: story.waivedReason,
    retained: story.retained,
    event_participant_type_id: typeRefOf(story, choice.typeId),
    event_accommodation_id:
      event.accommodations.find((one) => one.room_category_id === stay?.categoryId)?.refId ?? null,
    check_in: stay?.checkIn ?? null,
    check_out: stay?.checkOut ?? null,
    form_version_id: event.plan.asksForm ? formVersionId : null,
    missing: [...story.missing],
    redeemed_at: main?.checkedInAt ?? null,
    checked_out_at: main?.checkedOutAt ?? null,
    persons: story.participants.length,
    cancelled_at: last('cancel'),
    created_at: story.madeAt,
    updated_at: story.updatedAt,
  }
}

const careRows = (story: Story, { crypto }: Office): Row<'reservation_care'>[] => {
  // Data kept only for an event that ended long ago have been deleted.
  if (story.event.plan.status === 'archived') return []
  return story.participants.flatMap(({ id }, index) => {
    const care = story.choice.care[index]
    if (!care) return []
    return [
      {
        participant_id: id,
        sealed: crypto.seal(JSON.stringify(care), `care:${id}`),
        ground_floor: care.medical_conditions.includes('mobility_issue'),
        quiet_room: care.female_related.length > 0,
        diets: care.dietary_preference,
        purge_after: addDays(story.event.plan.ends_at.toISOString().slice(0, 10), 30),
        created_at: story.madeAt,
      },
    ]
  })
}

const scanRows = (story: Story, { chance, gateId }: Office): Row<'scans'>[] =>
  story.participants.flatMap((participant) => {
    const gate = chance.between(1, 3)
    const scan = (at: Date | null, direction: 'in' | 'out', result = 'ok', device = gate): Row<'scans'>[] =>
      at === null
        ? []
        : [
            {
              scan_id: chance.text('0123456789abcdef', 32),
              device_id: `gate-${device}`,
              event_id: story.event.id,
              participant_id: participant.id,
              reservation_id: story.id,
              code: story.code,
              direction,
              result,
              scanned_by: gateId,
              scanned_at: at,
              // An offline gate sends its scans when the network is back.
              received_at: minutesAfter(at, chance.happens(0.15) ? 35 : 0),
            },
          ]
    const { checkedInAt, checkedOutAt } = participant
    // Some try their code at a second gate.
    const again = checkedInAt && chance.happens(0.08) ? minutesAfter(checkedInAt, 6) : null
    return [
      ...scan(checkedInAt, 'in'),
      ...scan(again, 'in', 'already_redeemed', gate + 1),
      ...scan(checkedOutAt, 'out'),
    ]
  })

/** Numbers cash receipts in the order in which the money was taken. Returns the last number. */
export const numberReceipts = (stories: readonly Story[]): number => {
  const cash = stories
    .flatMap(({ payments }) => payments)
    .filter(({ provider }) => provider === 'cash')
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  for (const [index, payment] of cash.entries()) {
    payment.receiptNumber = index + 1
    payment.reference = `cash-${String(index + 1).padStart(8, '0')}`
  }
  return cash.length
}

/** Numbers slips of cash given back, in order. Returns the last number. */
export const numberSlips = (stories: readonly Story[]): number => {
  const given = stories
    .flatMap(({ refunds }) => refunds)
    .flatMap((refund) =>
      refund.payment.provider === 'cash' && refund.settledAt ? [{ refund, at: refund.settledAt }] : [],
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const [index, { refund }] of given.entries()) refund.slipNumber = index + 1
  return given.length
}

/** The sandbox provider's rows of the refunds that it made. */
const sandboxRefundRows = (story: Story): Row<'sandbox_refunds'>[] =>
  story.refunds
    .filter(({ status, payment }) => status !== 'due' && payment.provider === 'sandbox')
    .map(({ id, payment, amount, status, createdAt }) => ({
      key: id,
      reference: payment.reference,
      amount,
      status: status === 'requested' ? 'pending' : status,
      created_at: createdAt,
    }))

const paymentRows = (story: Story, { staff }: Office): Row<'payments'>[] =>
  story.payments.map((payment) => ({
    id: payment.id,
    reference: payment.reference,
    reservation_id: story.id,
    payer_id: story.member.id,
    provider: payment.provider,
    provider_reference: payment.provider === 'sandbox' ? `sandbox-${payment.reference}` : null,
    amount: payment.amount,
    currency: CURRENCY,
    live: payment.provider === 'cash',
    status: payment.status,
    captured: payment.captured,
    refunded: payment.refunded,
    mismatch: payment.mismatch,
    cashier_id: payment.provider === 'cash' ? staff.cashier : null,
    receipt_number: payment.receiptNumber,
    created_at: payment.createdAt,
    settled_at: payment.settledAt,
  }))

/** The sandbox provider's own books, which agree with ours. */
const chargeRows = (story: Story, { publicUrl }: Office): Row<'sandbox_charges'>[] =>
  story.payments
    .filter(({ provider }) => provider === 'sandbox')
    .map(({ reference, amount, captured, refunded, status, createdAt }) => ({
      reference,
      amount,
      currency: CURRENCY,
      status: captured > 0 ? 'success' : status === 'failed' ? 'failed' : 'abandoned',
      return_url: publicUrl,
      refunded,
      created_at: createdAt,
    }))

const refundRows = (story: Story, { staff }: Office): Row<'refunds'>[] =>
  story.refunds.map(({ id, payment, amount, reason, status, createdAt, settledAt, slipNumber, lastError }) => ({
    id,
    payment_id: payment.id,
    amount,
    currency: CURRENCY,
    status,
    reason,
    way: status === 'due' ? null : payment.provider === 'cash' ? 'cash' : 'provider',
    provider_reference: status === 'done' && payment.provider === 'sandbox' ? `sandbox-refund-${id}` : null,
    requested_by: status === 'due' ? null : staff.cashier,
    requested_at: status === 'due' || payment.provider === 'cash' ? null : createdAt,
    asked: status === 'due' || payment.provider === 'cash' ? 0 : 1,
    last_error: lastError,
    slip_number: slipNumber,
    paid_to: slipNumber === null ? null : story.member.name,
    settled_by: slipNumber === null ? null : staff.cashier,
    told_at: createdAt,
    created_at: createdAt,
    settled_at: settledAt,
  }))

/** Returns all rows of all stories, in the order of the tables' references. */
export const rowsOf = (stories: readonly Story[], office: Office) => ({
  reservations: stories.map((story) => reservationRow(story, office)),
  reservation_participants: stories.flatMap((story) => participantRows(story, office)),
  reservation_lines: stories.flatMap((story) =>
    story.quote.lines.map((line): Row<'reservation_lines'> => ({ reservation_id: story.id, ...line })),
  ),
  reservation_answers: stories.flatMap((story) =>
    story.answers.map((answer): Row<'reservation_answers'> => ({ reservation_id: story.id, ...answer })),
  ),
  reservation_transitions: stories.flatMap(({ transitions }) => transitions),
  reservation_care: stories.flatMap((story) => careRows(story, office)),
  claims: stories.flatMap((story) =>
    story.claims.map(
      (claim): Row<'claims'> => ({
        quota_id: claim.quota.id,
        reservation_id: story.id,
        waiting_entry_id: null,
        quantity: claim.quantity,
        created_at: claim.at,
        released_at: claim.releasedAt,
      }),
    ),
  ),
  payments: stories.flatMap((story) => paymentRows(story, office)),
  ledger_entries: stories.flatMap(({ ledger }) => ledger),
  refunds: stories.flatMap((story) => refundRows(story, office)),
  sandbox_charges: stories.flatMap((story) => chargeRows(story, office)),
  sandbox_refunds: stories.flatMap(sandboxRefundRows),
  scans: stories.flatMap((story) => scanRows(story, office)),
})
