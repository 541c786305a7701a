import { isAllowed } from '@shiloh/contract/permissions'
import { permissionToRestore, RESTORABLE_KINDS, removalRoutes, restorableKindOf } from '@shiloh/contract/removals'
import { usedKindOf } from '@shiloh/contract/usage'
import { z } from 'zod'
import { bind, orchestrates, writes } from '#http/binder'
import type { OrchestrateContext } from '#platform/context'
import { found } from '#platform/db/found'
import { holdOwnLanguage } from '#platform/db/languages.store'
import { AppError, invalid, refusalIn } from '#platform/errors'
import { errorText } from '#platform/text/texts'
import { sayRefusal } from '#platform/usage/says'
import { findUses } from '#platform/usage/usage.store'
import type { Removal } from './removal.ts'
import { type Kept, keepIfAlone, lockRemoval, markUndone, restore, saveRemoval } from './store.ts'

const kept = z.array(z.looseObject({ id: z.string() }))

/** Deletes one record in a transaction of its own. Returns it if it can be brought back. @throws what its own route throws */
const removeOne = (
  ctx: OrchestrateContext,
  { permission, hasReason, remove }: Removal,
  { path, id, reason }: { readonly path: string; readonly id: string; readonly reason: string | undefined },
) =>
  ctx.transact(async (work): Promise<Kept | undefined> => {
    if (!isAllowed(ctx.caller.authorization, permission, id)) throw new AppError('forbidden')
    const kind = restorableKindOf(path)
    const before = kind && (await keepIfAlone(work.tx, kind, id))
    await remove(work, id, hasReason ? reason : undefined)
    return before
  })

/** Returns why a record was kept: what uses it, where the database alone refused. */
const reasonOf = async (
  { db, language, caller: { authorization } }: OrchestrateContext,
  path: string,
  id: string,
  { code, says }: AppError,
): Promise<string> => {
  if (says) return says(language)
  const kind = usedKindOf(path)
  const uses = code === 'in_use' && kind ? await findUses(db, {}, { kind, id, authorization, language }) : []
  const blocking = uses.filter(({ blocks }) => blocks)
  return blocking.length > 0 ? sayRefusal(blocking, language) : errorText(code, language)
}

export const endpoints = bind(removalRoutes, {
  /**
   * @throws not_found for an address that deletes nothing; forbidden without its permission; invalid_input at `reason` where people
   *   are told why, and nothing is said
   */
  removeMany: orchestrates(async (ctx, { body: { path, ids, reason } }) => {
    const removal = ctx.deps.services.removals.find(path)
    if (!removal) throw new AppError('not_found')
    if (!isAllowed(ctx.caller.authorization, removal.permission)) throw new AppError('forbidden')
    if (removal.hasReason && reason === undefined) throw invalid([{ field: 'reason', code: 'required' }])
    const rows: { _id: string; reason: string | null }[] = []
    const gone: (Kept | undefined)[] = []
    for (const _id of new Set(ids)) {
      try {
        gone.push(await removeOne(ctx, removal, { path, id: _id, reason }))
        rows.push({ _id, reason: null })
      } catch (error) {
        rows.push({ _id, reason: await reasonOf(ctx, path, _id, refusalIn(error)) })
      }
    }
    const kind = restorableKindOf(path)
    const whole = gone.flatMap((one) => one ?? [])
    // All of it comes back, or nothing is offered.
    const undo_id =
      kind && whole.length > 0 && whole.length === gone.length
        ? await ctx.transact((work) => saveRemoval(work.tx, ctx.now, { actor_id: ctx.caller.id, kind, rows: whole }))
        : null
    return { undo_id, rows }
  }),
  /** @throws not_found after an hour, or for somebody else's; forbidden without the permission to create such records */
  undoRemoval: writes(async (ctx, { params }) => {
    // The texts of what comes back are in it.
    await holdOwnLanguage(ctx.tx)
    const removal = found(await lockRemoval(ctx.tx, ctx.now, params.id, ctx.caller.id))
    const kind = z.enum(RESTORABLE_KINDS).parse(removal.kind)
    const permission = permissionToRestore(kind)
    if (!isAllowed(ctx.caller.authorization, permission)) throw new AppError('forbidden')
    const resource = permission.slice(0, permission.indexOf('.'))
    const rows = kept.parse(removal.rows)
    await restore(ctx.tx, kind, rows)
    await markUndone(ctx.tx, ctx.now, params.id)
    for (const row of rows) ctx.audit({ action: 'undo_delete', resource, objectId: row.id, after: row })
    return { restored: rows.length }
  }),
})
