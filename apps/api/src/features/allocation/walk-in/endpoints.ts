import { walkInRoutes } from '@shiloh/contract/allocation/walk-in'
import { bind, reads, writes } from '#http/binder'
import { hiddenOf } from '#platform/auth/denied'
import { seek } from './seek.ts'
import { takeBed } from './take.ts'
import { walkInView } from './view.ts'

export const walkInEndpoints = bind(walkInRoutes, {
  findBed: reads(async (ctx, { params, query, body }) => {
    const hidden = hiddenOf(query)
    return walkInView(ctx, await seek(ctx, params.event_id, body, hidden), hidden)
  }),
  takeBed: writes((ctx, { params, query, body }) => takeBed(ctx, params.event_id, body, hiddenOf(query))),
})
