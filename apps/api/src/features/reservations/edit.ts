import { coveredOf, depositPercentAt, dueAtOnceOf } from '@shiloh/contract/money'
import { type Care, care as careSchema, type EditBody, type Wish } from '@shiloh/contract/reservations'
import { AppError } from '#platform/errors'
import { runWrites, type Sql, sqlIn } from '#platform/sql.store'
import type { Work } from '#platform/work'
import { findGuests, findStay, findWritten, saveBearing } from './beds/beds.store.ts'
import { putInto, refitBeds } from './beds/place.ts'
import { clearCare, findCare, savingCare } from './choice.store.ts'
import { lackingOf, type QuotaLeft, soldOut, takeAll } from './claims/rules.ts'
import { findClaims, findLivePeople, findParticipants, releaseClaims, saveClaims } from './claims.store.ts'
import { refused } from './engine.ts'
import { findCompanions, findNames, findPeople } from './facts.store.ts'
import { type Held, savePendingChange } from './life.store.ts'
import { announce, type By, factsOf, lockForChange, putChoice, replaceClaims, tellOfBeds, transition } from './life.ts'
import { gatherMoney } from './money.store.ts'
import { giveBack, requireOffer, standingTotal } from './money.ts'
import { offerFreed } from './offering.ts'
import { lockQuotas } from './offers.store.ts'
import { leftOf } from './offers.ts'
import { findStanding } from './records.store.ts'
import { type Asker, decideWish, type EventOffer, isDeadlinePassed, needsOf, type Plan, purgeDay } from './rules.ts'
import { careContext } from './sealed.ts'

const given = (value: string | null | undefined): string[] => (value ? [value] : [])

/** The sealed data of a reservation's persons. */
export const openCares = async (
  sql: Sql,
  work: Pick<Work, 'deps'>,
  id: string,
): Promise<{ participantId: string; name: string; role: 'main' | 'spouse'; care: Care }[]> =>
  (await findCare(sql, id)).map(({ participantId, name, role, sealed }) => ({
    participantId,
    name,
    role,
    care: careSchema.parse(JSON.parse(work.deps.crypto.unseal(sealed, careContext(participantId)))),
  }))

/** A wish without what must not be stored in the open. */
const withoutCare = (wish: Wish): Wish => ({
  ...wish,
  medical_conditions: undefined,
  dietary_preference: undefined,
  female_related: undefined,
  spouse_care: undefined,
})

/** undefined keeps, null clears. */
const merge = (base: Wish, patch: EditBody): Wish => {
  const { expected_total: _, ...changes } = patch
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return { ...base, ...defined }
}

/** Seals what an edit said about health; what it did not mention stays as it was. */
const putCare = async (
  sql: Sql,
  work: Work,
  held: Held,
  offer: EventOffer,
  plan: Plan,
  patch: EditBody,
): Promise<void> => {
  const saysMain = [patch.medical_conditions, patch.dietary_preference, patch.female_related].some(
    (list) => list !== undefined,
  )
  const saysSpouse = patch.spouse_care !== undefined
  const participants = await findParticipants(sql, held.id)
  const changed = participants.filter(({ role }) => (role === 'main' ? saysMain : saysSpouse))
  await clearCare(
    sql,
    changed.map(({ id }) => id),
  )
  await runWrites(
    sql,
    savingCare(
      changed.flatMap(({ id: participantId, role }) => {
        const care = plan.participants.find((participant) => participant.role === role)?.care
        if (!care) return []
        const { groundFloor, quietRoom, diets } = needsOf(care)
        const sealed = work.deps.crypto.seal(JSON.stringify(care), careContext(participantId))
        return [{ participantId, sealed, groundFloor, quietRoom, diets, purgeAfter: purgeDay(offer) }]
      }),
      work.now,
    ),
  )
}

/** Writes what decides about the main person's room, as it is known now. */
const putBearing = async (sql: Sql, held: Held, plan: Plan): Promise<void> => {
  const [main] = plan.participants
  const row = (await findParticipants(sql, held.id)).find(({ role }) => role === 'main')
  if (!main || !row) return
  await saveBearing(sql, row.id, {
    ...main.bearing,
    titleByStaff: main.written.titleId !== null,
    designationByStaff: main.written.designationId !== null,
    gender: main.gender,
  })
}

/** Gives the room that was asked for, or looks at the one there is again. @throws room_taken, room_unsuitable */
const putBeds = async (
  sql: Sql,
  work: Work,
  held: Held,
  offer: EventOffer,
  roomId: string | null | undefined,
): Promise<void> => {
  if (!roomId) return tellOfBeds(work, held, offer, await refitBeds(sql, held.id, work.now))
  const stay = await findStay(sql, held.id)
  if (!stay) return
  const guests = await findGuests(sql, held.id)
  await putInto(sql, held.id, stay, guests, guests, roomId, {}, work.now)
}

const choiceOf = (plan: Plan, offer: EventOffer, dueAtOnce: number | null) => ({
  wish: plan.wish,
  lines: [...plan.quote.lines],
  total: plan.quote.total,
  dueAtOnce,
  answers: [...plan.answers],
  missing: [...plan.missing],
  formVersionId: offer.formVersionId,
})

/** What is free for this reservation: everything that is free, and what it holds itself. */
const leftWith = (
  left: ReadonlyMap<string, QuotaLeft>,
  own: readonly { readonly quotaId: string; readonly quantity: number }[],
): Map<string, QuotaLeft> => {
  const held = new Map(own.map(({ quotaId, quantity }) => [quotaId, quantity]))
  return new Map(
    [...left].map(([key, quota]) => [
      key,
      quota.left === null ? quota : { ...quota, left: quota.left + (held.get(quota.id) ?? 0) },
    ]),
  )
}

interface EditRequest {
  readonly id: string
  readonly patch: EditBody
  readonly asker: Asker
  readonly by: By
  /** The system gives up what was not paid: the money for it goes back whole. */
  readonly release?: boolean
}

/** What must be covered of an active reservation that changes: never more than before where it costs no more. */
const keepDue = (held: Held, total: number, dueAtOnce: number | null): number | null => {
  const price = standingTotal(held)
  if (total > price) return dueAtOnce
  const due = Math.min(dueAtOnce ?? total, held.dueAtOnce ?? price)
  return due < total ? due : null
}

/**
 * Changes a reservation. The difference is claimed before anything is given up. What costs nothing more, or is not
 * confirmed yet, is changed at once; what costs more waits, held, until the balance is paid.
 */
export const edit = async (work: Work, { id, patch, asker, by, release = false }: EditRequest): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  const held = await lockForChange(sql, deps, id, now)
  if (held.status === 'failed') throw new AppError('hold_expired')
  if (held.status !== 'pending' && held.status !== 'active') throw new AppError('illegal_transition')
  const offer = await requireOffer(sql, deps, held.eventId)
  if (asker === 'owner' && isDeadlinePassed(offer, now)) throw new AppError('cancellation_closed')

  const standing = await findStanding(sql, id)
  const person = (await findPeople(sql, [held.userId])).get(held.userId)
  if (!person) throw new AppError('not_found')
  const cares = await openCares(sql, work, id)
  const care = cares.find(({ role }) => role === 'main')?.care
  const spouseCare = cares.find(({ role }) => role === 'spouse')?.care
  const current: Wish = { ...(held.pendingChange?.wish ?? standing.wish), ...care, spouse_care: spouseCare ?? null }
  const merged = merge(current, patch)
  const wish: Wish = merged.with_spouse ? merged : { ...merged, spouse_care: patch.spouse_care ?? null }
  const names = await findNames(sql, {
    titles: given(wish.title_id),
    designations: given(wish.designation_id),
    committeeTypes: given(wish.committee_type_id),
  })
  const companion = wish.with_spouse ? (await findCompanions(sql, [wish.with_spouse])).get(wish.with_spouse) : undefined
  const before = await findWritten(sql, id)
  const written =
    asker === 'staff'
      ? {
          titleId: patch.title_id === undefined ? (before?.titleId ?? null) : patch.title_id,
          designationId: patch.designation_id === undefined ? (before?.designationId ?? null) : patch.designation_id,
        }
      : before
  const plan = decideWish(
    { offer, person, companion, names, now, by: asker, written, standing },
    wish,
    patch.expected_total,
  )
  if ('code' in plan) throw refused(plan)
  if (companion) {
    const people = [companion.id, ...given(companion.linkedUserId)]
    const taken = await findLivePeople(
      sql,
      people.map((personId) => ({ eventId: offer.id, personId })),
      [id],
    )
    if (taken.length > 0) throw new AppError('already_reserved', { fields: [{ field: 'with_spouse', code: 'taken' }] })
  }

  // A change that was still waiting is replaced by this one.
  await releaseClaims(sql, [id], now, { forChange: true })
  const own = await findClaims(sql, id)
  const demand = plan.demand.filter(({ kind }) => kind !== 'desk_holds' || held.status === 'pending')
  const left = leftWith(leftOf(await lockQuotas(sql, [offer.id])), own)
  const lacking = lackingOf(left, demand)
  if (lacking.length > 0) throw refused(soldOut(lacking))
  const claims = takeAll(left, demand)

  const money = await gatherMoney(sql, held, now)
  const credit = coveredOf({ ...held, paid: money.usable })
  const { total } = plan.quote
  const price = standingTotal(held)
  const dueAtOnce = dueAtOnceOf(total, depositPercentAt(offer, now), held.waived + held.reduced)
  const isDearer = held.status === 'active' && total > price && credit < (dueAtOnce ?? total)
  if (isDearer) {
    const has = new Map(own.map(({ quotaId, quantity }) => [quotaId, quantity]))
    const extra = claims.flatMap(({ quotaId, quantity }) => {
      const more = quantity - (has.get(quotaId) ?? 0)
      return more > 0 ? [{ quotaId, quantity: more, reservationId: id, forChange: true }] : []
    })
    await saveClaims(sql, extra, now)
    await savePendingChange(
      sql,
      id,
      {
        wish: withoutCare({
          ...plan.wish,
          accommodation: plan.wish.accommodation && { ...plan.wish.accommodation, room_id: null },
        }),
        lines: [...plan.quote.lines],
        total,
        previous_total: price,
        due_at_once: dueAtOnce,
        answers: [...plan.answers],
        missing: [...plan.missing],
        form_version_id: offer.formVersionId,
      },
      total,
      new Date(now.getTime() + offer.holdMinutes * 60_000),
      now,
    )
    await putCare(sql, work, held, offer, plan, patch)
    await putBearing(sql, held, plan)
    await putBeds(sql, work, held, offer, null)
    await transition(sql, held, 'edit', factsOf(held, { total, dueAtOnce }), by, now, 'dearer')
    announce(work, held)
    return
  }

  await replaceClaims(sql, id, claims, now)
  await putChoice(
    sql,
    deps,
    held,
    offer,
    standing.wish,
    choiceOf(plan, offer, held.status === 'active' ? keepDue(held, total, dueAtOnce) : dueAtOnce),
    held.status === 'pending' ? held.holdExpiresAt : null,
    now,
  )
  await putCare(sql, work, held, offer, plan, patch)
  await putBearing(sql, held, plan)
  await putBeds(sql, work, held, offer, plan.wish.accommodation?.room_id)
  const facts = factsOf(held, { total, dueAtOnce, pendingChange: null, paid: money.usable })
  const to = await transition(sql, held, 'edit', facts, by, now)
  if (to === 'active') await releaseClaims(sql, [id], now, { kind: 'desk_holds' })
  await giveBack(sql, held, offer, money, total, release ? 'unpaid' : 'cheaper', now, { whole: release })
  await offerFreed(sql, deps, [offer.id], now)
  announce(work, held)
}
