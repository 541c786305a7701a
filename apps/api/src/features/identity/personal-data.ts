import { isLanguage } from '@shiloh/contract/core'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import { type Handlers, reads, writes } from '#http/binder'
import type { WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { BeginAgain } from '#platform/db/patience'
import { AppError } from '#platform/errors'
import { REMOVE_STORED_FILE } from '#platform/files/files.store'
import type { Work } from '#platform/jobs/work'
import { forgetInBatches, forgetMessagesTo } from '#platform/messaging/messages.store'
import { SESSION_ENDED, userRoom } from '#platform/realtime'
import { type AccountRow, findAccount, lockAccount } from './accounts.store.ts'
import { followersOf } from './followers.ts'
import { listNotifications, markRead } from './notifications.store.ts'
import {
  anonymise,
  collectPersonalData,
  countReservations,
  forgetMentions,
  forgetTitleClaims,
  hasLiveReservation,
  lockTickets,
  personalFiles,
  wasWrittenMeanwhile,
} from './personal-data.store.ts'

const notifications: Handlers<typeof identityRoutes>['listNotifications'] = reads(async (ctx, { query }) => {
  const { items, total } = await listNotifications(ctx.db, ctx.caller.id, ctx.language, query)
  return {
    items: items.map(({ id, language, read_at, created_at, ...rest }) => ({
      _id: id,
      ...rest,
      language: language !== null && isLanguage(language) ? language : null,
      read_at: read_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    })),
    total,
  }
})

/**
 * Forgets what others hold about a person whose account is then erased or deleted: alerts, tasks, workflows, imports, files,
 * searches, messages. Locks in the global order: quotas first, the account last, and after it the people and alerts of the account.
 * Who writes for the account after that is refused by the database. If somebody did before, it begins again.
 */
export const forgetPerson = async (ctx: Work, userId: string): Promise<void> => {
  const reservations = await countReservations(ctx.tx, userId)
  await followersOf(ctx).beforeErasure(ctx, userId)
  await forgetMentions(ctx, userId)
  await forgetInBatches(ctx.tx, userId)
  await lockTickets(ctx.tx, userId)
  await lockAccount(ctx.tx, userId)
  if (await wasWrittenMeanwhile(ctx.tx, userId, reservations)) throw new BeginAgain()
  await forgetTitleClaims(ctx, userId)
  await forgetMessagesTo(ctx.tx, userId)
  ctx.publish('staff', 'alerts')
}

/** Erases a person: anonymises what the books need and deletes the rest. @throws in_use while a reservation is live */
export const erase = async (ctx: WriteContext, account: Pick<AccountRow, 'id'>): Promise<void> => {
  await forgetPerson(ctx, account.id)
  if (await hasLiveReservation(ctx.tx, account.id)) throw new AppError('in_use')
  const files = await personalFiles(ctx.tx, account.id)
  await anonymise(ctx.tx, ctx.now, account.id)
  ctx.publish(userRoom(account.id), SESSION_ENDED)
  for (const storage_key of files) await ctx.enqueue(REMOVE_STORED_FILE, { storage_key })
  ctx.audit({ action: 'erase', resource: 'users', objectId: account.id })
  ctx.publish('staff', 'users.changed')
}

type Names =
  | 'listNotifications'
  | 'adminListNotifications'
  | 'readNotification'
  | 'readAllNotifications'
  | 'exportData'
  | 'eraseAccount'

export const personalHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  listNotifications: notifications,
  adminListNotifications: notifications,
  readNotification: writes(async (ctx, { params }) => {
    if ((await markRead(ctx.tx, ctx.now, ctx.caller.id, params.id)) === 0) throw new AppError('not_found')
    ctx.publish(userRoom(ctx.caller.id), 'notifications.changed')
    return {}
  }),
  readAllNotifications: writes(async (ctx) => {
    await markRead(ctx.tx, ctx.now, ctx.caller.id)
    ctx.publish(userRoom(ctx.caller.id), 'notifications.changed')
    return {}
  }),

  exportData: reads(async (ctx) => {
    const held = await collectPersonalData(ctx.db, ctx.caller.id)
    return {
      name: `my-data-${ctx.now.toISOString().slice(0, 10)}.json`,
      mime: 'application/json',
      body: Buffer.from(JSON.stringify({ exported_at: ctx.now.toISOString(), ...held }, null, 2)),
    }
  }),
  eraseAccount: writes(async (ctx) => {
    const account = found(await findAccount(ctx.tx, ctx.caller.id))
    // Staff accounts are closed by staff. Their names stay in the records of what they did.
    if (account.user_type !== 'user') throw new AppError(account.is_owner ? 'last_owner' : 'closed_by_office')
    await erase(ctx, account)
    return {}
  }),
}
