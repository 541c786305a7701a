import { INVITATION_DAYS, type SpouseInvitation, spouseLinkRoutes } from '@shiloh/contract/identity/spouse-links'
import { z } from 'zod'
import { bind, reads, writes } from '#http/binder'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import { inWork } from '#platform/jobs/work'
import { phoneField } from '#platform/text/phone'
import { nameOf } from './account-view.ts'
import { findAccount } from './accounts.store.ts'
import { lockCouple } from './spouse-couples.ts'
import {
  answerInvitation,
  findInvitation,
  insertInvitation,
  invitationsFor,
  linkedSpouse,
  lockInvitation,
  reachedBy,
  withdrawInvitation,
} from './spouse-links.store.ts'
import { tellSpouse, unlink } from './spouse-unlink.ts'
import { findSpouse } from './spouses.store.ts'
import { ownSpouse, ownSpouseRow } from './spouses.ts'

/**
 * The job that notifies the account behind an invitation, if any. It runs after the answer, so that the response time
 * reveals nothing.
 */
export const TELL_INVITED = 'tell_invited_spouse'
const invited = z.object({ invitation_id: z.string() })

export const spouseLinkJobs = {
  [TELL_INVITED]: async (payload: unknown, deps: Deps) => {
    const { invitation_id } = invited.parse(payload)
    await inWork(deps, async (work) => {
      for (const { userId, from } of await reachedBy(work.tx, work.now, invitation_id))
        await tellSpouse(work, found(await findAccount(work.tx, userId)), 'asked', { who: nameOf(from) })
    })
  },
}

const invitationView = ({
  id,
  created_at,
  expires_at,
  ...from
}: Parameters<typeof nameOf>[0] & {
  id: string
  created_at: Date
  expires_at: Date
}): SpouseInvitation => ({
  _id: id,
  name: nameOf(from),
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
})

export const spouseLinkEndpoints = bind(spouseLinkRoutes, {
  inviteSpouse: writes(async (ctx, { params, body }) => {
    const spouse = await ownSpouseRow(ctx, params.id)
    if (spouse.linked_user_id !== null) throw new AppError('already_linked')
    const own = found(await findAccount(ctx.tx, ctx.caller.id))
    const phone = body.phone === undefined ? null : phoneField(body.phone, own.country_code)
    if (body.email !== undefined && body.email === own.email?.toLowerCase())
      throw invalid([{ field: 'email', code: 'unsupported' }])
    const id = await insertInvitation(ctx.tx, ctx.now, {
      spouseId: spouse.id,
      inviterId: ctx.caller.id,
      email: body.email ?? null,
      phone,
      expiresAt: new Date(ctx.now.getTime() + INVITATION_DAYS * 86_400_000),
    })
    await ctx.enqueue(TELL_INVITED, { invitation_id: id })
    return ownSpouse(ctx, params.id)
  }),
  withdrawSpouseInvitation: writes(async (ctx, { params }) => {
    await ownSpouse(ctx, params.id)
    await withdrawInvitation(ctx.tx, ctx.now, params.id)
    return ownSpouse(ctx, params.id)
  }),
  unlinkSpouse: writes(async (ctx, { params }) => {
    await unlink(ctx, await ownSpouseRow(ctx, params.id))
    return ownSpouse(ctx, params.id)
  }),
  listSpouseInvitations: reads(async (ctx) =>
    (await invitationsFor(ctx.db, ctx.now, ctx.caller.id)).map(invitationView),
  ),
  acceptSpouseInvitation: writes(async (ctx, { params, body }) => {
    const invitation = found(await findInvitation(ctx.tx, ctx.now, ctx.caller.id, params.id))
    const inviter = found(await findAccount(ctx.tx, invitation.inviter_id))
    const own = found(await findAccount(ctx.tx, ctx.caller.id))
    const theirs = found(await findSpouse(ctx.tx, inviter.id, invitation.spouse_id, ctx.now))
    const chosen = body.spouse_id === undefined ? undefined : await ownSpouseRow(ctx, body.spouse_id)
    if (chosen && chosen.linked_user_id !== null) throw new AppError('already_linked')
    if (await linkedSpouse(ctx.tx, inviter.id, own.id)) throw new AppError('already_linked')
    const link = await lockCouple(
      ctx,
      { account: own, spouseId: chosen?.id },
      { account: inviter, spouseId: theirs.id },
    )
    found(await lockInvitation(ctx.tx, ctx.now, own.id, invitation.id))
    await link()
    await answerInvitation(ctx.tx, ctx.now, invitation.id, 'accepted', own.id)
    await tellSpouse(ctx, inviter, 'linked', { who: nameOf(own) })
    const mine = found(await linkedSpouse(ctx.tx, own.id, inviter.id))
    return { spouse: await ownSpouse(ctx, mine.id) }
  }),
  declineSpouseInvitation: writes(async (ctx, { params }) => {
    const invitation = found(await lockInvitation(ctx.tx, ctx.now, ctx.caller.id, params.id))
    await answerInvitation(ctx.tx, ctx.now, invitation.id, 'declined', ctx.caller.id)
    return {}
  }),
})
