import { evaluateForm, type FormDefinition } from '@shiloh/contract/forms/forms'
import type { RefundReason } from '@shiloh/contract/payments/refunds'
import { type QuoteOffer, quote, refundFor } from '@shiloh/contract/reservations/quote'
import { nextStatus } from '@shiloh/contract/reservations/states'
import { type Random, unguessableId } from '#platform/random'
import { alertRow } from './alert-row.ts'
import { type Chance, minutesAfter } from './chance.ts'
import { type Choice, type Demand, demandOf, drawChoice, type Left, type Party } from './choices.ts'
import type { DemoEvent } from './events.ts'
import type { Member } from './people.ts'
import {
  afterStep,
  type By,
  type Claim,
  type Participant,
  type Payment,
  type Quota,
  release,
  type Story,
  step,
} from './story.ts'

export interface Request {
  readonly event: DemoEvent
  readonly member: Member
  readonly at: Date
  readonly isMinister: boolean
  readonly atDesk?: boolean
  readonly byStaff?: boolean
  readonly brings?: Party
  /** Only if what they choose costs something. */
  readonly costs?: true
}

/** Makes reservations and takes them through their lives, with the product's own prices and transition table. */
export interface Books {
  readonly stories: readonly Story[]
  readonly left: Left
  /** Returns undefined if the person already takes part, or something chosen is sold out. */
  make(request: Request): Story | undefined
  /** A failed attempt to pay. */
  tryToPay(story: Story, at: Date, outcome: 'failed' | 'abandoned'): void
  pay(story: Story, at: Date, amount: number, provider?: 'sandbox' | 'cash'): void
  approve(story: Story, at: Date): void
  waive(story: Story, at: Date, reason: string): void
  /** The hold expires. */
  expire(story: Story): void
  cancel(story: Story, at: Date, reason: string, byStaff?: boolean): void
  /** Sends the refund of a cancellation. */
  refund(story: Story, at: Date): void
  /** Requests the due refund from the provider, which has not answered yet or has refused. */
  send(story: Story, refusal: string | null): void
  checkIn(story: Story, at: Date): void
  checkOut(story: Story, at: Date): void
  archive(story: Story, at: Date): void
  /** Claims a demand for a person on the waiting list. Returns undefined if it is not free. */
  hold(demand: readonly Demand[], at: Date): Claim[] | undefined
}

interface Desk {
  readonly chance: Chance
  /** For values that nobody can be able to guess. */
  readonly random: Random
  readonly quotas: ReadonlyMap<string, Quota>
  readonly formOf: (event: DemoEvent) => FormDefinition | null
  readonly staff: { readonly owner: string; readonly registrar: string; readonly cashier: string }
}

const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns what an event of the demo church costs. */
export const offerOf = (event: DemoEvent, form: FormDefinition | null): QuoteOffer => ({
  currency: 'GHS',
  deposit_percent: event.plan.deposit_percent ?? null,
  participant_types: event.participant_types,
  accommodations: event.accommodations,
  caterers: event.caterers,
  products: event.products,
  form,
})

const openPaying = ({ chance, staff }: Desk) => {
  const add = (
    story: Story,
    at: Date,
    amount: number,
    provider: Payment['provider'],
    status: Payment['status'],
  ): Payment => {
    const createdAt = provider === 'cash' ? at : minutesAfter(at, -chance.between(1, 9))
    const isCaptured = status === 'paid'
    const payment: Payment = {
      id: chance.id(createdAt),
      reference: `${story.code}-${chance.text(CODE_ALPHABET, 8)}`,
      provider,
      amount,
      status,
      captured: isCaptured ? amount : 0,
      refunded: 0,
      mismatch: null,
      createdAt,
      settledAt: at,
      receiptNumber: null,
    }
    story.payments.push(payment)
    if (isCaptured) {
      story.paid += amount
      story.ledger.push(entry(story, payment, 'capture', amount, at, provider === 'cash' ? staff.cashier : null))
    }
    return payment
  }
  const entry = (story: Story, payment: Payment, kind: string, amount: number, at: Date, actorId: string | null) => ({
    payment_id: payment.id,
    reservation_id: story.id,
    kind,
    amount,
    currency: 'GHS',
    reason: kind === 'refund' ? 'cancelled' : '',
    actor_id: actorId,
    refund_id: null as string | null,
    attempt: null as number | null,
    till_id: payment.provider === 'cash' ? staff.cashier : null,
    till_day: payment.provider === 'cash' ? at.toISOString().slice(0, 10) : null,
    at,
  })
  const owe = (story: Story, amount: number, reason: RefundReason, at: Date): void => {
    let rest = amount
    for (const payment of [...story.payments].reverse()) {
      const part = Math.min(rest, payment.captured - payment.refunded)
      if (part <= 0) continue
      story.refunds.push({
        id: chance.id(at),
        payment,
        amount: part,
        reason,
        status: 'due',
        createdAt: at,
        settledAt: null,
        slipNumber: null,
        lastError: null,
      })
      rest -= part
    }
  }
  return { add, entry, owe }
}

const openMaking = (desk: Desk, stories: Story[]) => {
  const { chance, random, quotas, formOf, staff } = desk
  const busy = new Set<string>()
  const left: Left = (key) => {
    const quota = quotas.get(key)
    if (!quota) return 0
    return quota.capacity === null ? Number.POSITIVE_INFINITY : quota.capacity - quota.claimed
  }
  const hold = (demand: readonly Demand[], at: Date): Claim[] | undefined => {
    if (demand.some(({ key, quantity }) => left(key) < quantity)) return undefined
    return demand.flatMap(({ key, quantity, atDesk }) => {
      const quota = quotas.get(key)
      if (!quota) return []
      quota.claimed += quantity
      return [{ quota, quantity, atDesk, at, releasedAt: null }]
    })
  }
  const participantsOf = (member: Member, { typeId: mainTypeId, party }: Choice, at: Date): Participant[] => {
    const base = () => ({ id: chance.id(at), qrId: unguessableId(random), checkedInAt: null, checkedOutAt: null })
    const { id, name, gender } = member
    return [
      { ...base(), role: 'main', typeId: mainTypeId, userId: id, spouseId: null, familyMemberId: null, name, gender },
      ...party.map(({ person, typeId }) => ({
        ...base(),
        role: person.role,
        typeId,
        userId: person.userId,
        spouseId: person.role === 'spouse' ? person.id : null,
        familyMemberId: person.role === 'child' ? person.id : null,
        name: person.name,
        gender: person.gender,
      })),
    ]
  }
  const make = ({
    event,
    member,
    at,
    isMinister,
    atDesk = false,
    byStaff = false,
    brings,
    costs,
  }: Request): Story | undefined => {
    const form = formOf(event)
    const drawn = drawChoice(chance, event, member, isMinister, form, left, brings)
    // Staff at the desk leave the questions of the form to the person.
    const choice: Choice = byStaff ? { ...drawn, answers: {} } : drawn
    const people = [
      member.id,
      ...choice.party.flatMap(({ person }) => (person.userId === null ? [person.id] : [person.id, person.userId])),
    ].map((id) => `${event.id}/${id}`)
    if (people.some((key) => busy.has(key))) return undefined
    const priced = quote(offerOf(event, form), {
      participants: [choice.typeId, ...choice.party.map(({ typeId }) => typeId)].map((participant_type_id) => ({
        participant_type_id,
        caterer_id: choice.catererId,
      })),
      accommodation: choice.stay && {
        room_category_id: choice.stay.categoryId,
        check_in: choice.stay.checkIn,
        check_out: choice.stay.checkOut,
      },
      products: choice.products,
      answers: choice.answers,
    })
    if (costs && priced.total === 0) return undefined
    const claims = hold(demandOf(event, choice, form, atDesk && priced.total > 0), at)
    if (!claims) return undefined
    for (const key of people) busy.add(key)
    const evaluation = evaluateForm(form, choice.answers, [choice.typeId], { lenient: byStaff })
    const needsApproval = event.plan.approval_required ?? false
    const status =
      nextStatus(null, 'make', { settled: priced.total === 0, approved: !needsApproval, free: true }) ?? 'pending'
    const id = chance.id(at)
    const deskDeadline = atDesk ? (event.plan.cash?.deadline ?? null) : null
    const story: Story = {
      id,
      code: `${event.plan.code_prefix}-${chance.text(CODE_ALPHABET, 8)}`,
      event,
      member,
      choice,
      quote: priced,
      answers: evaluation.kept,
      missing: evaluation.missing,
      source: byStaff ? 'staff' : 'self',
      paysAtDesk: atDesk,
      needsApproval,
      madeAt: at,
      participants: participantsOf(member, choice, at),
      status,
      holdExpiresAt:
        status === 'pending'
          ? needsApproval
            ? event.plan.ends_at
            : (deskDeadline ?? minutesAfter(at, event.plan.hold_minutes))
          : null,
      approvedAt: null,
      paid: 0,
      waived: 0,
      waivedReason: null,
      retained: 0,
      updatedAt: at,
      claims,
      payments: [],
      refunds: [],
      ledger: [],
      transitions: [
        {
          reservation_id: id,
          from_status: null,
          to_status: status,
          action: 'make',
          reason: '',
          actor_id: byStaff ? staff.registrar : member.id,
          actor: byStaff ? 'staff' : 'owner',
          at,
        },
      ],
      alerts: [],
    }
    stories.push(story)
    return story
  }
  return { left, hold, make }
}

/** Opens books over the quotas of the database. */
export const openBooks = (desk: Desk): Books => {
  const stories: Story[] = []
  const { left, hold, make } = openMaking(desk, stories)
  const paying = openPaying(desk)
  const { staff } = desk
  const provider: By = { actor: 'provider', actorId: null }
  const gate: By = { actor: 'gate', actorId: null }
  return {
    stories,
    left,
    hold,
    make,
    tryToPay: (story, at, outcome) => {
      paying.add(story, at, story.quote.total - story.paid, 'sandbox', outcome)
    },
    pay: (story, at, amount, how = 'sandbox') => {
      const wasFailed = story.status === 'failed'
      const payment = paying.add(story, at, amount, how, 'paid')
      step(story, 'pay', at, how === 'cash' ? { actor: 'staff', actorId: staff.cashier } : provider)
      afterStep(story, at)
      // Money that arrives ends the hold.
      if (story.status === 'pending') story.holdExpiresAt = null
      if (!wasFailed) return
      story.refunds.push({
        id: payment.id,
        payment,
        amount,
        reason: 'too_late',
        status: 'due',
        createdAt: at,
        settledAt: null,
        slipNumber: null,
        lastError: null,
      })
      payment.status = 'refund_due'
      payment.mismatch = 'too_late'
      story.alerts.push(
        alertRow(
          desk.chance.id(at),
          'late_money',
          payment.reference,
          { payment_id: payment.id, reference: payment.reference, reservation_id: story.id, mismatch: 'too_late' },
          at,
        ),
      )
    },
    approve: (story, at) => {
      story.approvedAt = at
      step(story, 'approve', at, { actor: 'staff', actorId: staff.registrar })
      afterStep(story, at)
      if (story.status === 'pending') story.holdExpiresAt = minutesAfter(at, story.event.plan.hold_minutes)
    },
    waive: (story, at, reason) => {
      story.waived = story.quote.total - story.paid
      story.waivedReason = reason
      step(story, 'waive', at, { actor: 'staff', actorId: staff.owner }, reason)
      afterStep(story, at)
    },
    expire: (story) => {
      const at = story.holdExpiresAt
      if (at === null) throw new Error('the demo church lets a hold run out that never ends')
      release(story.claims, at)
      step(story, 'expire', at, { actor: 'system', actorId: null })
    },
    cancel: (story, at, reason, byStaff = false) => {
      release(story.claims, at)
      const by: By = byStaff
        ? { actor: 'staff', actorId: staff.registrar }
        : { actor: 'owner', actorId: story.member.id }
      step(story, 'cancel', at, by, reason)
      const { refund_rules, cancellation_deadline } = story.event.plan
      const back = refundFor(refund_rules, cancellation_deadline, story.paid, at)
      paying.owe(story, back, 'cancelled', at)
      story.retained = story.paid - back
    },
    refund: (story, at) => {
      for (const refund of story.refunds) {
        const { payment } = refund
        refund.status = 'done'
        refund.settledAt = at
        payment.refunded += refund.amount
        if (payment.refunded === payment.captured) payment.status = 'refunded'
        story.paid -= refund.amount
        const back = paying.entry(story, payment, 'refund', -refund.amount, at, staff.cashier)
        story.ledger.push({ ...back, refund_id: refund.id, attempt: 1 })
      }
    },
    send: (story, refusal) => {
      for (const refund of story.refunds) {
        refund.status = refusal === null ? 'requested' : 'refused'
        refund.lastError = refusal
      }
    },
    checkIn: (story, at) => {
      for (const participant of story.participants) participant.checkedInAt = at
      step(story, 'check_in', at, gate)
    },
    checkOut: (story, at) => {
      for (const participant of story.participants) participant.checkedOutAt = at
      step(story, 'check_out', at, gate)
    },
    archive: (story, at) => {
      release(story.claims, at)
      step(story, 'archive', at, { actor: 'staff', actorId: staff.owner })
    },
  }
}
