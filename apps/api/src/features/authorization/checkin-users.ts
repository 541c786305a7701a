import type { authorizationRoutes } from '@shiloh/contract/authorization'
import { isLanguage } from '@shiloh/contract/core'
import { isAllowed } from '@shiloh/contract/permissions'
import {
  endSessions,
  findAccount,
  formerPasswords,
  insertAccount,
  nameOf,
  newPasswordHash,
  passwordWords,
  setPassword,
  updateAccount,
} from '#features/identity'
import { readClientGroup, readSettings } from '#features/organisation'
import { type Handlers, orchestrates, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import { hiddenFrom, hideIn } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { momentCell, wordCell } from '#platform/tables/cells'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import { phoneField } from '#platform/text/phone'
import { statusOf } from './admin-users.store.ts'
import {
  type CheckinUserRow,
  findCheckinUser,
  hiddenEventsOf,
  listCheckinUsers,
  removeEmptyDevices,
  setEvents,
} from './checkin-users.store.ts'
import { toPicks } from './model.store.ts'
import { removeAccount } from './remove-account.ts'
import { seenBy } from './seen.ts'

const view = ({ id, status, language, events, last_login_at, created_at, updated_at, ...row }: CheckinUserRow) => {
  const picked = toPicks(events)
  return {
    _id: id,
    ...row,
    status: statusOf(status),
    language: isLanguage(language) ? language : ('en' as const),
    name: nameOf(row),
    events: picked,
    event_ids: picked.map((event) => event._id),
    last_login_at: last_login_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
/** A right that somebody lacks cannot be given by them. @throws forbidden */
const requireGrantable = ({ caller }: Pick<ReadContext, 'caller'>, takesPayments: boolean | undefined): void => {
  if (takesPayments && !isAllowed(caller.authorization, 'payments.take_cash')) throw new AppError('forbidden')
}

/** A query as the caller's lists have it: it leaves out what is hidden from them. */
const asSeenBy = ({ caller }: Pick<ReadContext, 'caller'>): object =>
  Object(hideIn({}, hiddenFrom(caller.authorization)))

const checkinUser = async (ctx: Pick<ReadContext, 'caller' | 'language'>, db: Queryable, id: string) =>
  view(found(await findCheckinUser(db, asSeenBy(ctx), id, ctx.language)))

type Names =
  | `${'create' | 'get' | 'update' | 'remove'}CheckinUser`
  | 'listCheckinUsers'
  | 'exportCheckinUsers'
  | 'setCheckinUserPassword'
  | 'endCheckinUserSessions'

export const checkinUserHandlers: Pick<Handlers<typeof authorizationRoutes>, Names> = {
  listCheckinUsers: reads(async (ctx, { query }) => {
    const { items, total } = await listCheckinUsers(ctx.db, query, ctx.language)
    return { items: items.map(view), total }
  }),
  exportCheckinUsers: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'check-in-users',
      columns: {
        first_name: (row) => row.first_name,
        last_name: (row) => row.last_name,
        email: (row) => row.email,
        phone: (row) => row.phone,
        status: (row) => wordCell(row.status),
        events: (row) => row.events.map(({ name }) => name).join(', '),
        takes_payments: (row) => row.takes_payments,
        last_login_at: (row) => momentCell(row.last_login_at),
        created_at: (row) => momentCell(row.created_at),
      },
      rows: eachOf(
        eachPage((page) => listCheckinUsers(ctx.db, { ...query, ...page }, ctx.language)),
        view,
      ),
    }),
  ),
  createCheckinUser: orchestrates(async (ctx, { body }) => {
    const { password_complexity_settings: policy } = await readSettings(ctx.db)
    const hash = await newPasswordHash(
      policy,
      { password: body.password, password_confirmation: body.password },
      await passwordWords(ctx, body),
    )
    const { country } = await readClientGroup(ctx.db)
    requireGrantable(ctx, body.takes_payments)
    return ctx.transact(async (inner) => {
      const id = await insertAccount(inner.tx, inner.now, {
        user_type: 'checkin_user',
        status: 'approved',
        email: body.email,
        phone: body.phone ? phoneField(body.phone, country) : null,
        password_hash: hash,
        first_name: body.first_name,
        last_name: body.last_name,
        country_code: country,
        language: body.language ?? inner.language,
      })
      await setEvents(inner.tx, id, body.event_ids, body.takes_payments ?? false)
      return created(inner, 'checkin_users', await checkinUser(inner, inner.tx, id))
    })
  }),
  getCheckinUser: reads((ctx, { params }) => checkinUser(ctx, ctx.db, params.id)),
  updateCheckinUser: writes(async (ctx, { params, body }) => {
    const before = await checkinUser(ctx, ctx.tx, params.id)
    const { event_ids, takes_payments, phone, ...plain } = body
    if (takes_payments !== before.takes_payments) requireGrantable(ctx, takes_payments)
    const { country } = await readClientGroup(ctx.tx)
    await updateAccount(ctx.tx, ctx.now, params.id, { ...plain, phone: phone ? phoneField(phone, country) : phone })
    if (event_ids || takes_payments !== undefined) {
      const kept = await hiddenEventsOf(ctx.tx, asSeenBy(ctx), params.id)
      const events = [...(event_ids ?? before.event_ids), ...kept]
      await setEvents(ctx.tx, params.id, events, takes_payments ?? before.takes_payments)
    }
    if (body.status === 'deactivated') await endSessions(ctx, params.id, 'deactivated')
    return seenBy(
      ctx,
      'checkin_users.read',
      changed(ctx, 'checkin_users', before, await checkinUser(ctx, ctx.tx, params.id)),
    )
  }),
  removeCheckinUser: writes(async (ctx, { params }) => {
    const before = await checkinUser(ctx, ctx.tx, params.id)
    // Those that hold scans stay, and their account with them.
    await removeEmptyDevices(ctx.tx, params.id)
    await removeAccount(ctx, params.id)
    return removed(ctx, 'checkin_users', before)
  }),
  endCheckinUserSessions: writes(async (ctx, { params }) => {
    const before = await checkinUser(ctx, ctx.tx, params.id)
    await endSessions(ctx, params.id, 'ended by an administrator')
    return seenBy(ctx, 'checkin_users.read', changed(ctx, 'checkin_users', before, before, 'end_sessions'))
  }),
  setCheckinUserPassword: orchestrates(async (ctx, { params, body }) => {
    await checkinUser(ctx, ctx.db, params.id)
    const account = found(await findAccount(ctx.db, params.id))
    const { password_complexity_settings: policy } = await readSettings(ctx.db)
    const hash = await newPasswordHash(
      policy,
      { password: body.password, password_confirmation: body.password_confirmation ?? body.password },
      await passwordWords(ctx, account),
      await formerPasswords(ctx.db, account),
    )
    await ctx.transact(async (inner) => {
      await setPassword(inner.tx, inner.now, params.id, hash)
      await endSessions(inner, params.id, 'password changed')
      inner.audit({ action: 'set_password', resource: 'checkin_users', objectId: params.id })
    })
    return {}
  }),
}
