import { publicationRoutes } from '@shiloh/contract/events/publication'
import { bedsToSell } from '#features/events'
import { workflowsOf } from '#features/workflows'
import { bind, reads } from '#http/binder'
import { countWaiting } from './store.ts'

export const endpoints = bind(publicationRoutes, {
  readPublication: reads(async (ctx, { params: { id } }) => ({
    accommodations: await bedsToSell(ctx, id),
    waiting: await countWaiting(ctx.db, id),
    workflows: await workflowsOf(ctx, 'event_published', id),
  })),
})
