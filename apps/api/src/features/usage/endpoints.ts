import { isAllowed } from '@shiloh/contract/permissions'
import { USED, usageRoutes } from '@shiloh/contract/usage'
import { bind, reads } from '#http/binder'
import { AppError } from '#platform/errors'
import { sayUse } from '#platform/usage/says'
import { findUses } from '#platform/usage/usage.store'

export const endpoints = bind(usageRoutes, {
  /** @throws forbidden without the permission to delete records of the kind */
  readUsage: reads(async (ctx, { params: { kind, id }, query }) => {
    const { authorization } = ctx.caller
    if (!isAllowed(authorization, USED[kind].permission, id)) throw new AppError('forbidden')
    const uses = await findUses(ctx.db, query, { kind, id, authorization, language: ctx.language })
    return uses.map(({ what, ...use }) => ({ ...use, says: sayUse({ what, count: use.count }, ctx.language) }))
  }),
})
