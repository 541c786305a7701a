import type { BodyOf, ParamsOf, QueryOf, Route, Routes } from '@shiloh/contract/core'
import type { z } from 'zod'
import type { FileAnswer, Input, OrchestrateContext, ReadContext, WriteContext } from '#platform/context'

/** The answer of a handler: the payload, a page of a list, or a file. */
type Answer<T extends Route> = T['answer'] extends 'file'
  ? FileAnswer
  : T['answer'] extends 'list'
    ? { items: z.output<T['response']>[]; total: number }
    : z.output<T['response']>

type InputOf<T extends Route> = Input<ParamsOf<T>, QueryOf<T>, BodyOf<T>>

type Handle<C, T extends Route> = (ctx: C, input: InputOf<T>) => Promise<Answer<T>>

/** A handler with its kind of context. Made by `reads`, `writes` and `orchestrates`. */
export type Handler<T extends Route> =
  | { readonly does: 'reads'; readonly mayBeLate?: true; readonly handle: Handle<ReadContext, T> }
  | { readonly does: 'writes'; readonly handle: Handle<WriteContext, T> }
  | { readonly does: 'orchestrates'; readonly handle: Handle<OrchestrateContext, T> }

export type Handlers<R extends Routes> = { readonly [K in keyof R]: Handler<R[K]> }

/** A GET handler: reads from the pool, without a transaction. */
export const reads = <T extends Route>(handle: Handle<ReadContext, T>): Handler<T> => ({ does: 'reads', handle })

/**
 * A GET handler whose answer nobody decides by: it reads from the replica, if there is one that follows closely. Exports,
 * reports, logs. It can run twice.
 */
export const readsLate = <T extends Route>(handle: Handle<ReadContext, T>): Handler<T> => ({
  does: 'reads',
  mayBeLate: true,
  handle,
})

/** A handler in one transaction, committed with its audit entries, messages and idempotency key. */
export const writes = <T extends Route>(handle: Handle<WriteContext, T>): Handler<T> => ({ does: 'writes', handle })

/**
 * A handler that opens its own transactions with `ctx.transact`: around a call to a provider, a slow computation, or
 * one for many requests.
 */
export const orchestrates = <T extends Route>(handle: Handle<OrchestrateContext, T>): Handler<T> => ({
  does: 'orchestrates',
  handle,
})

/** The input of a request after parsing by the schemas of its route. */
export type ValidInput = Input<unknown, unknown, unknown>

/** One route with its handler, as the server registers it. This route's schemas have parsed the input. */
export interface Endpoint {
  readonly name: string
  readonly route: Route
  readonly handler: Handler<Route>
}

/**
 * Binds a feature's routes to its handlers. A route without a handler does not compile, nor does a handler whose answer
 * does not fit the route's response schema.
 * @throws Error when the handler of a GET writes, or one of another method only reads
 */
export const bind = <R extends Routes>(routes: R, handlers: Handlers<R>): Endpoint[] =>
  Object.keys(routes).map((name) => {
    const route = routes[name]
    const handler = handlers[name]
    if (!route || !handler) throw new Error(`route ${name} has no handler`)
    if (handler.does !== 'orchestrates' && (handler.does === 'reads') !== (route.method === 'GET' || route.asks))
      throw new Error(`route ${name} is a ${route.method}, but its handler ${handler.does}`)
    // Safe: the server parses the input with this route's schemas. Only the table loses the route's type.
    return { name, route, handler: handler as Handler<Route> }
  })
