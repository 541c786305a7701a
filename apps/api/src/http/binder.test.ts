import { publicAccess, route } from '@shiloh/contract/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/db/db'
import { bind, orchestrates, reads, readsLate, writes } from './binder.ts'

const answer = z.object({ size: z.number() })
const read = route({ method: 'GET', path: '/hall', access: publicAccess, summary: 'A hall', response: answer })
const change = route({ ...read, method: 'PUT' })
const sizeIn = async (_db: Queryable) => ({ size: 4 })
const resize = async (_tx: Tx) => ({ size: 5 })

test('each handler is bound with its kind of context', () => {
  const endpoints = bind(
    { read, late: read, change, ask: change },
    {
      read: reads((ctx) => sizeIn(ctx.db)),
      late: readsLate((ctx) => sizeIn(ctx.db)),
      change: writes((ctx) => resize(ctx.tx)),
      ask: orchestrates((ctx) => ctx.transact(({ tx }) => resize(tx))),
    },
  )
  expect(endpoints.map(({ name, handler }) => [name, handler.does])).toEqual([
    ['read', 'reads'],
    ['late', 'reads'],
    ['change', 'writes'],
    ['ask', 'orchestrates'],
  ])
})

test('a GET that writes, and another method that only reads, are not bound', () => {
  expect(() => bind({ read }, { read: writes((ctx) => resize(ctx.tx)) })).toThrow('route read is a GET')
  expect(() => bind({ change }, { change: reads((ctx) => sizeIn(ctx.db)) })).toThrow('route change is a PUT')
})

test('the compiler refuses what a handler must not do', () => {
  bind(
    { read },
    {
      // @ts-expect-error a reading context has no transaction
      read: reads((ctx) => resize(ctx.db)),
    },
  )
  bind(
    { read },
    {
      // @ts-expect-error nor an audit trail
      read: reads(async (ctx) => ctx.audit({ action: 'read', resource: 'events' })),
    },
  )
  bind(
    { change },
    {
      // @ts-expect-error between its transactions a handler has the pool alone
      change: orchestrates((ctx) => resize(ctx.db)),
    },
  )
  bind(
    { change },
    {
      // @ts-expect-error an answer that the route does not describe
      change: writes(async () => ({ size: 'large' })),
    },
  )
  // @ts-expect-error a route without a handler
  expect(() => bind({ read }, {})).toThrow('route read has no handler')
})
