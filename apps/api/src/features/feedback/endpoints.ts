import { type Feedback, feedbackRoutes } from '@shiloh/contract/feedback'
import { holdAccount } from '#features/identity'
import { bind, reads, writes } from '#http/binder'
import type { ReadContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { canGiveFeedback } from './rules.ts'
import { findFeedback, saveFeedback } from './store.ts'

type Reader = Pick<ReadContext, 'now' | 'caller' | 'language'>

const view = async (db: Queryable, { now, caller, language }: Reader, id: string): Promise<Feedback> => {
  const row = found(await findFeedback(db, language, caller.id, id))
  return {
    reservation_id: row.id,
    code: row.code,
    event: {
      _id: row.event_id,
      name: row.name,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
      time_zone: row.time_zone,
    },
    open: canGiveFeedback(row, now),
    rating: row.rating,
    words: row.words ?? '',
    written_at: row.written_at?.toISOString() ?? null,
  }
}

export const endpoints = bind(feedbackRoutes, {
  getMyFeedback: reads((ctx, { params }) => view(ctx.db, ctx, params.id)),
  giveFeedback: writes(async (ctx, { params, body }) => {
    if (!(await holdAccount(ctx.tx, ctx.caller.id))) throw new AppError('not_signed_in')
    const before = await view(ctx.tx, ctx, params.id)
    if (!before.open) throw new AppError('illegal_transition')
    await saveFeedback(ctx.tx, ctx.now, params.id, body)
    return view(ctx.tx, ctx, params.id)
  }),
})
