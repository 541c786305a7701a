import type { FieldError } from '@shiloh/contract/errors'
import { questionsOf } from '@shiloh/contract/forms/forms'
import { type Sql, sqlIn, type TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { resolveAlerts } from '#platform/messaging/alerts.store'
import { lockPools } from '../beds/pool.store.ts'
import { claimPool, losersOf } from '../beds/pool.ts'
import { saveClaims } from '../booking/claims.store.ts'
import { type EventOffer, quotaKey } from '../booking/facts.rules.ts'
import { reviewOffersIn } from '../waiting-list/closed.ts'
import { expireIn, inviteNext } from '../waiting-list/promote.ts'
import { pauseWaiting } from '../waiting-list/stopped.ts'
import { moveOffers } from '../waiting-list/waiting.store.ts'
import { belowClaimed } from './below-claimed.ts'
import {
  dropQuotas,
  findBeds,
  findChosen,
  findRevivable,
  findWantedQuotas,
  loadOffers,
  lockQuotas,
  moveHolds,
  type OptionChosen,
  type QuotaRow,
  releaseQuotas,
  saveQuotas,
  touchEvent,
  type WantedQuota,
} from './event-offer.store.ts'

/**
 * Returns the field of the event editor that sets a quota. If what it is of is removed: the list that it was in. `inForm`: the field
 * of the form's editor, for an option.
 */
const fieldOf = (offer: EventOffer, { kind, ref_id }: Pick<QuotaRow, 'kind' | 'ref_id'>, inForm: boolean): string => {
  const inList = (list: string, rows: readonly { readonly refId: string }[], name: string) => {
    const position = rows.findIndex(({ refId }) => refId === ref_id)
    return position < 0 ? list : `${list}.${position}.${name}`
  }
  switch (kind) {
    case 'event':
      return 'capacity'
    case 'desk_holds':
      return 'cash_places'
    case 'participant_type':
      return inList('participant_types', offer.participant_types, 'places')
    case 'beds':
      return inList('accommodations', offer.accommodations, 'beds')
    case 'caterer':
      return inList('caterers', offer.caterers, 'covers')
    case 'product_option': {
      const options = offer.products.flatMap((product) => product.options)
      return inList('products', options, 'stock')
    }
    case 'question_option':
      return (inForm && optionsOf(offer).find(({ _id }) => _id === ref_id)?.field) || 'form_id'
  }
}

const optionsOf = (offer: EventOffer) =>
  (offer.form ? questionsOf(offer.form) : []).flatMap(({ _id: question, options }) =>
    options.map(({ _id, capacity }, index) => ({
      _id,
      capacity,
      field: `questions.${question}.options.${index}.capacity`,
    })),
  )

const optionQuotas = (offer: EventOffer): WantedQuota[] =>
  optionsOf(offer).flatMap(({ _id, capacity }) =>
    capacity === null ? [] : [{ kind: 'question_option' as const, ref_id: _id, night: null, capacity }],
  )

/** Returns those who have chosen options whose limit is new: each of them has one of it from now on. */
const findNewlyLimited = (
  sql: Sql,
  eventId: string,
  wanted: readonly WantedQuota[],
  existing: readonly QuotaRow[],
): Promise<OptionChosen[]> => {
  const known = new Set(existing.map(({ kind, ref_id }) => (kind === 'question_option' ? ref_id : null)))
  const added = wanted.flatMap(({ kind, ref_id }) =>
    kind === 'question_option' && ref_id !== null && !known.has(ref_id) ? [ref_id] : [],
  )
  return findChosen(sql, eventId, added)
}

/** Claims the options that people had chosen before they had a limit. */
const claimChosen = async (sql: TxSql, eventId: string, chosen: readonly OptionChosen[], now: Date): Promise<void> => {
  if (chosen.length === 0) return
  const quotas = new Map((await lockQuotas(sql, [eventId])).map(({ ref_id, id }) => [ref_id, id]))
  await saveClaims(
    sql,
    chosen.flatMap(({ optionId, ...claim }) => {
      const quotaId = quotas.get(optionId)
      return quotaId ? [{ ...claim, quotaId }] : []
    }),
    now,
  )
}

const sumOf = (rows: readonly { readonly quantity: number }[]): number =>
  rows.reduce((sum, { quantity }) => sum + quantity, 0)

const checkBeds = async (sql: Sql, offer: EventOffer): Promise<void> => {
  const tooMany = (await findBeds(sql, offer.id)).flatMap(({ offered, there }, index): FieldError[] =>
    offered > there ? [{ field: `accommodations.${index}.beds`, code: 'too_big' }] : [],
  )
  if (tooMany.length > 0) throw invalid(tooMany)
}

/**
 * Syncs an event's quotas with its tables, and tells every process that the offer changed. Call it last in the
 * transaction of every change to an event, its participant types, accommodations, caterers, products, or its form. A
 * published event takes its beds from the pool of its center here. Additional places go to the waiting list. Nothing is offered
 * as long as the event is not published or registration has not opened.
 *
 * With `strict` the numbers of beds were typed just now, and are refused if they exceed the pool. Without it the event
 * gets what there is. `inForm`: it is the form of the event that was changed. `cashDeadline`: until when the desk took cash before.
 *
 * @throws below_claimed with the field when more is reserved than would be left, and who has those beds; invalid_input when the rooms lack the
 * beds; beds_sold when people have beds that no longer exist
 */
export const syncQuotas = async (
  work: Pick<Work, 'tx' | 'now' | 'deps'>,
  eventId: string,
  {
    strict = false,
    inForm = false,
    cashDeadline = null,
  }: { readonly strict?: boolean; readonly inForm?: boolean; readonly cashDeadline?: string | null | undefined } = {},
): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now, deps }: { now: Date; deps: Deps } = work
  const today = now.toISOString().slice(0, 10)
  await lockPools(sql, [eventId])
  let existing = await lockQuotas(sql, [eventId])
  if (!(await touchEvent(sql, eventId, now))) throw new AppError('not_found')
  await moveOffers(sql, eventId, now)
  await moveHolds(sql, eventId, cashDeadline, now)
  await pauseWaiting(sql, deps, eventId, now)
  await reviewOffersIn(sql, deps, eventId, now)
  await expireIn(sql, deps, [eventId], now)
  existing = await lockQuotas(sql, [eventId])
  const [offer] = await loadOffers(sql, [eventId])
  if (!offer) throw new AppError('not_found')
  if (strict) await checkBeds(sql, offer)
  await claimPool(sql, offer, today, { strict })
  const wanted = [...(await findWantedQuotas(sql, eventId, today)), ...optionQuotas(offer)]
  const chosen = await findNewlyLimited(sql, eventId, wanted, existing)
  const claimed = new Map(existing.map((row) => [quotaKey(eventId, row.kind, row.ref_id, row.night), row]))
  const wantedBy = new Map(wanted.map((quota) => [quotaKey(eventId, quota.kind, quota.ref_id, quota.night), quota]))
  const takenOf = (quota: Pick<QuotaRow, 'kind' | 'ref_id' | 'night'>): number =>
    claimed.get(quotaKey(eventId, quota.kind, quota.ref_id, quota.night))?.claimed ??
    sumOf(chosen.filter(({ optionId }) => optionId === quota.ref_id))
  const tooSmall = wanted.filter((quota) => {
    return quota.capacity !== null && quota.capacity < takenOf(quota)
  })
  const gone = [...claimed].flatMap(([key, row]) => (wantedBy.has(key) ? [] : [row]))
  // An option that was removed from the form keeps its claims, for when it comes back. Without a limit it needs none.
  const inUse = gone.filter(
    ({ claimed: taken, kind }) => taken > 0 && kind !== 'question_option' && kind !== 'desk_holds',
  )
  const fields = [...tooSmall, ...inUse].map((quota) => ({
    field: fieldOf(offer, quota, inForm),
    claimed: takenOf(quota),
  }))
  if (fields.length > 0)
    throw new AppError('below_claimed', {
      ...belowClaimed(fields),
      data: await losersOf(
        sql,
        [...tooSmall, ...inUse].flatMap(({ kind, ref_id, night }) => {
          const row = claimed.get(quotaKey(eventId, kind, ref_id, night))
          const left = wantedBy.get(quotaKey(eventId, kind, ref_id, night))?.capacity ?? 0
          return kind === 'beds' && row && ref_id !== null && night !== null
            ? [{ refId: ref_id, night, missing: row.claimed - left }]
            : []
        }),
      ),
    })
  const offered = new Set(optionsOf(offer).map(({ _id }) => _id))
  const unlimited = gone.filter(({ kind, ref_id }) => kind === 'question_option' && ref_id && offered.has(ref_id))
  await releaseQuotas(
    sql,
    unlimited.map(({ id }) => id),
    now,
  )
  const unclaimed = gone.filter((row) => row.claimed === 0 && !unlimited.includes(row))
  const revivable = await findRevivable(
    sql,
    unclaimed.filter(({ kind }) => kind === 'question_option').map(({ id }) => id),
  )
  await dropQuotas(
    sql,
    [...unlimited, ...unclaimed].map(({ id }) => id).filter((id) => !revivable.has(id)),
  )
  await saveQuotas(sql, eventId, wanted)
  await claimChosen(sql, eventId, chosen, now)
  // Every limit is enough now.
  await resolveAlerts(
    sql,
    'option_oversold',
    existing.flatMap(({ kind, ref_id }) => (kind === 'question_option' ? [`${eventId}:${ref_id}`] : [])),
    now,
  )
  await inviteNext(sql, deps, [eventId], now)
}
