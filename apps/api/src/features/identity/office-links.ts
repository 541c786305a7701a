import { officeLinkRoutes, REQUEST_DAYS, type SpouseRequest } from '@shiloh/contract/identity/office-links'
import { isAllowed } from '@shiloh/contract/permissions'
import { bind, reads, writes } from '#http/binder'
import type { ReadContext, WriteContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { BeginAgain } from '#platform/db/patience'
import { AppError, invalid } from '#platform/errors'
import { nameOf } from './account-view.ts'
import { type AccountRow, findAccount } from './accounts.store.ts'
import * as store from './office-links.store.ts'
import { lockCouple } from './spouse-couples.ts'
import { linkedSpouse, unlinkedNamesake } from './spouse-links.store.ts'
import { tellSpouse, unlinkCouple } from './spouse-unlink.ts'
import { findSpouse } from './spouses.store.ts'

const requestView = (row: store.RequestRow): SpouseRequest => ({
  _id: row.id,
  user: { _id: row.user_id, name: row.user_name, agreed: row.user_agreed_at !== null },
  other: { _id: row.other_id, name: row.other_name, agreed: row.other_agreed_at !== null },
  asked_by: row.asked_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

/** Returns a member who can be linked. @throws not_found */
const findMember = async (db: Queryable, id: string): Promise<AccountRow> => {
  const account = found(await findAccount(db, id))
  if (account.user_type !== 'user' || account.status !== 'approved') throw new AppError('not_found')
  return account
}

interface Couple {
  readonly one: AccountRow
  readonly other: AccountRow
  readonly spouseId: string | undefined
}

/**
 * Returns two members that are not linked yet.
 * @throws forbidden for a person whom the caller may not change
 * @throws already_linked
 */
const readCouple = async (
  ctx: WriteContext,
  id: string,
  { other_id, spouse_id }: { readonly other_id: string; readonly spouse_id?: string | undefined },
): Promise<Couple> => {
  if (other_id === id) throw invalid([{ field: 'other_id', code: 'unsupported' }])
  if (!isAllowed(ctx.caller.authorization, 'users.update', other_id)) throw new AppError('forbidden')
  const [one, other] = [await findMember(ctx.tx, id), await findMember(ctx.tx, other_id)]
  if (await linkedSpouse(ctx.tx, id, other_id)) throw new AppError('already_linked')
  const entry = spouse_id === undefined ? undefined : found(await findSpouse(ctx.tx, id, spouse_id, ctx.now))
  if (entry && entry.linked_user_id !== null) throw new AppError('already_linked')
  return { one, other, spouseId: entry?.id }
}

/** Locks two members for their link (`lockCouple`). Without an entry that is meant, one with the names of the other person is. */
const lockMembers = async (ctx: WriteContext, { one, other, spouseId }: Couple): Promise<() => Promise<void>> => {
  const [first, second] = [
    spouseId ?? (await unlinkedNamesake(ctx.tx, one.id, other)),
    await unlinkedNamesake(ctx.tx, other.id, one),
  ]
  return lockCouple(ctx, { account: one, spouseId: first }, { account: other, spouseId: second })
}

/** Returns the side of the caller in a request. */
const sideOf = (ctx: ReadContext, request: store.RequestRow): 'user' | 'other' =>
  request.user_id === ctx.caller.id ? 'user' : 'other'

const mayRead = (ctx: ReadContext, id: string) => isAllowed(ctx.caller.authorization, 'users.read', id)

export const officeLinkEndpoints = bind(officeLinkRoutes, {
  listSpouseRequests: reads(async (ctx, { params }) =>
    (await store.requestsOf(ctx.db, ctx.now, params.id))
      .filter(({ user_id, other_id }) => mayRead(ctx, user_id) && mayRead(ctx, other_id))
      .map(requestView),
  ),
  askSpouses: writes(async (ctx, { params, body }) => {
    const { one, other, spouseId } = await readCouple(ctx, params.id, body)
    await store.holdCouple(ctx.tx, [one.id, other.id])
    await store.endExpired(ctx.tx, ctx.now, one.id, other.id)
    const id = await store.insertRequest(ctx.tx, ctx.now, {
      userId: one.id,
      otherId: other.id,
      spouseId: spouseId ?? null,
      askedBy: ctx.caller.id,
      expiresAt: new Date(ctx.now.getTime() + REQUEST_DAYS * 86_400_000),
    })
    await tellSpouse(ctx, one, 'office_asked', { who: nameOf(other) })
    await tellSpouse(ctx, other, 'office_asked', { who: nameOf(one) })
    ctx.audit({ action: 'ask_spouses', resource: 'users', objectId: one.id, after: { other_id: other.id } })
    return requestView(found(await store.lockRequest(ctx.tx, ctx.now, one.id, id)))
  }),
  withdrawSpouseRequest: writes(async (ctx, { params }) => {
    const request = found(await store.lockRequest(ctx.tx, ctx.now, params.id, params.request_id))
    await store.endRequest(ctx.tx, ctx.now, request.id, 'withdrawn', ctx.caller.id)
    ctx.audit({ action: 'withdraw_spouse_request', resource: 'users', objectId: params.id })
    return {}
  }),
  linkSpouses: writes(async (ctx, { params, body }) => {
    const couple = await readCouple(ctx, params.id, body)
    const { one, other } = couple
    const link = await lockMembers(ctx, couple)
    await link()
    const by = found(await findAccount(ctx.tx, ctx.caller.id))
    const { reason } = body
    await store.noteConfirmed(ctx.tx, ctx.now, { userId: one.id, otherId: other.id, by: by.id, reason })
    for (const [account, who] of [
      [one, other],
      [other, one],
    ] as const)
      await tellSpouse(ctx, account, 'office_linked', { who: nameOf(who), by: nameOf(by), reason })
    ctx.audit({
      action: 'confirm_spouses',
      resource: 'users',
      objectId: one.id,
      after: { linked_user_id: other.id, reason },
    })
    return {}
  }),
  unlinkSpouses: writes(async (ctx, { params }) => {
    if (!isAllowed(ctx.caller.authorization, 'users.update', params.other_id)) throw new AppError('forbidden')
    const entry = found(await linkedSpouse(ctx.tx, params.id, params.other_id))
    const [one, other] = await unlinkCouple(ctx, params.id, { id: entry.id, linked_user_id: params.other_id })
    if (one && other) await tellSpouse(ctx, one, 'unlinked', { who: nameOf(other) })
    return {}
  }),

  listOwnSpouseRequests: reads(async (ctx) =>
    (await store.requestsOf(ctx.db, ctx.now, ctx.caller.id)).map((request) => {
      const { _id, user, other, created_at, expires_at } = requestView(request)
      const isFirst = sideOf(ctx, request) === 'user'
      return {
        _id,
        name: (isFirst ? other : user).name,
        agreed: (isFirst ? user : other).agreed,
        created_at,
        expires_at,
      }
    }),
  ),
  agreeToSpouseRequest: writes(async (ctx, { params }) => {
    const { tx, now, caller } = ctx
    const asked = found(await store.findRequest(tx, now, caller.id, params.id))
    const side = sideOf(ctx, asked)
    const agreesLast = (one: store.RequestRow) => (side === 'user' ? one.other_agreed_at : one.user_agreed_at) !== null
    if (!agreesLast(asked)) {
      const request = found(await store.lockRequest(tx, now, caller.id, params.id))
      // Both agree at once: what a link locks comes before the request.
      if (agreesLast(request)) throw new BeginAgain()
      await store.saveAgreement(tx, now, request.id, side)
      return { linked: false }
    }
    const [one, other] = [await findMember(tx, asked.user_id), await findMember(tx, asked.other_id)]
    const entry = asked.spouse_id ? await findSpouse(tx, one.id, asked.spouse_id, now) : undefined
    // The person may have been linked to somebody else, or removed, since the office asked.
    const spouseId = entry?.linked_user_id === null ? entry.id : undefined
    const link = await lockMembers(ctx, { one, other, spouseId })
    const request = found(await store.lockRequest(tx, now, caller.id, params.id))
    await store.saveAgreement(tx, now, request.id, side)
    await link()
    await store.endRequest(tx, now, request.id, 'agreed', caller.id)
    const [told, own] = side === 'user' ? [other, one] : [one, other]
    await tellSpouse(ctx, told, 'linked', { who: nameOf(own) })
    return { linked: true }
  }),
  declineSpouseRequest: writes(async (ctx, { params }) => {
    const request = found(await store.lockRequest(ctx.tx, ctx.now, ctx.caller.id, params.id))
    await store.endRequest(ctx.tx, ctx.now, request.id, 'declined', ctx.caller.id)
    return {}
  }),
})
