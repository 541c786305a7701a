import type { identityRoutes } from '@shiloh/contract/identity'
import { GENDERS } from '@shiloh/contract/identity'
import { z } from 'zod'
import type { Handlers } from '#platform/binder'
import type { Context } from '#platform/context'
import { AppError, invalid } from '#platform/errors'
import { found } from '#platform/found'
import { phoneField } from '#platform/phone'
import { SESSION_ENDED, userRoom } from '#platform/realtime'
import { nameOf } from './account-view.ts'
import { type AccountRow, findAccount, lockAccount } from './accounts.store.ts'
import { listNotifications, markRead } from './notifications.store.ts'
import { anonymise, collectPersonalData, hasLiveReservation, personalFiles } from './personal-data.store.ts'
import { REMOVE_STORED_FILE } from './profile.ts'
import { birthDateProblems } from './rules.ts'
import {
  findSpouse,
  insertSpouse,
  listSpouses,
  removeSpouse,
  type SpouseRow,
  spouseIsReserved,
  updateSpouse,
} from './spouses.store.ts'

const gender = z.enum(GENDERS)

const spouseView = ({ id, gender: text, created_at, ...rest }: SpouseRow) => ({
  _id: id,
  ...rest,
  name: nameOf(rest),
  gender: gender.parse(text),
  created_at: created_at.toISOString(),
})

const ownSpouse = async (ctx: Context, id: string) => spouseView(found(await findSpouse(ctx.tx, ctx.caller.id, id)))

const checkBirthDate = (ctx: Context, birthDate: string | null | undefined) => {
  const problems = birthDateProblems(birthDate, ctx.now.toISOString().slice(0, 10))
  if (problems.length > 0) throw invalid(problems)
}

const ownCountry = async (ctx: Context): Promise<string> => found(await findAccount(ctx.tx, ctx.caller.id)).country_code

const notifications: Handlers<typeof identityRoutes>['listNotifications'] = async (ctx, { query }) => {
  const { items, total } = await listNotifications(ctx.tx, ctx.caller.id, query)
  return {
    items: items.map(({ id, read_at, created_at, ...rest }) => ({
      _id: id,
      ...rest,
      read_at: read_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    })),
    total,
  }
}

/** Erases a person: anonymises what the books keep, removes the rest. @throws in_use while a reservation is live */
export const erase = async (ctx: Context, account: AccountRow): Promise<void> => {
  await lockAccount(ctx.tx, account.id)
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
  | 'listSpouses'
  | 'createSpouse'
  | 'updateSpouse'
  | 'removeSpouse'
  | 'exportData'
  | 'eraseAccount'

export const personalHandlers: Pick<Handlers<typeof identityRoutes>, Names> = {
  listNotifications: notifications,
  adminListNotifications: notifications,
  readNotification: async (ctx, { params }) => {
    if ((await markRead(ctx.tx, ctx.now, ctx.caller.id, params.id)) === 0) throw new AppError('not_found')
    ctx.publish(userRoom(ctx.caller.id), 'notifications.changed')
    return {}
  },
  readAllNotifications: async (ctx) => {
    await markRead(ctx.tx, ctx.now, ctx.caller.id)
    ctx.publish(userRoom(ctx.caller.id), 'notifications.changed')
    return {}
  },

  listSpouses: async (ctx) => (await listSpouses(ctx.tx, ctx.caller.id)).map(spouseView),
  createSpouse: async (ctx, { body }) => {
    checkBirthDate(ctx, body.birth_date)
    const id = await insertSpouse(ctx.tx, ctx.now, ctx.caller.id, {
      first_name: body.first_name,
      last_name: body.last_name,
      other_names: body.other_names ?? null,
      gender: body.gender,
      birth_date: body.birth_date ?? null,
      phone: body.phone ? phoneField(body.phone, await ownCountry(ctx)) : null,
      email: body.email ?? null,
      title_id: body.title_id ?? null,
    })
    return ownSpouse(ctx, id)
  },
  updateSpouse: async (ctx, { params, body }) => {
    await ownSpouse(ctx, params.id)
    checkBirthDate(ctx, body.birth_date)
    await updateSpouse(ctx.tx, ctx.now, params.id, {
      ...body,
      phone: body.phone ? phoneField(body.phone, await ownCountry(ctx)) : body.phone,
    })
    return ownSpouse(ctx, params.id)
  },
  removeSpouse: async (ctx, { params }) => {
    await ownSpouse(ctx, params.id)
    if (await spouseIsReserved(ctx.tx, params.id)) throw new AppError('in_use')
    await removeSpouse(ctx.tx, ctx.now, params.id)
    return {}
  },

  exportData: async (ctx) => {
    const held = await collectPersonalData(ctx.tx, ctx.caller.id)
    return {
      name: `my-data-${ctx.now.toISOString().slice(0, 10)}.json`,
      mime: 'application/json',
      body: Buffer.from(JSON.stringify({ exported_at: ctx.now.toISOString(), ...held }, null, 2)),
    }
  },
  eraseAccount: async (ctx) => {
    const account = found(await findAccount(ctx.tx, ctx.caller.id))
    // Staff accounts are closed by the staff: their names stand beside what they did.
    if (account.user_type !== 'user') throw new AppError(account.is_owner ? 'last_owner' : 'in_use')
    await erase(ctx, account)
    return {}
  },
}
