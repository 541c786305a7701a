import type { BodyOf, ParamsOf, QueryOf, Route, Routes } from '@shiloh/contract/core'
import type { z } from 'zod'
import type { Context, FileAnswer, Input } from '#platform/context'

/** What a handler answers: the payload, a page of a list, or a file. */
type Answer<T extends Route> = T['answer'] extends 'file'
  ? FileAnswer
  : T['answer'] extends 'list'
    ? { items: z.output<T['response']>[]; total: number }
    : z.output<T['response']>

export type Handler<T extends Route> = (
  ctx: Context,
  input: Input<ParamsOf<T>, QueryOf<T>, BodyOf<T>>,
) => Promise<Answer<T>>
export type Handlers<R extends Routes> = { readonly [K in keyof R]: Handler<R[K]> }

/** One route with its handler, as the server registers it. */
export interface Endpoint {
  readonly name: string
  readonly route: Route
  /** The route opens its own transactions: around a network call, or many requests in one. */
  readonly ownTransaction: boolean
  /** The input was parsed by this route's own schemas. */
  readonly handle: (ctx: Context, input: Input<unknown, unknown, unknown>) => Promise<unknown>
}

/**
 * Binds a feature's routes to its handlers. A route without a handler does not compile, nor a handler whose answer the
 * route's response schema does not describe.
 */
export const bind = <R extends Routes>(
  routes: R,
  handlers: Handlers<R>,
  options: { readonly ownTransaction?: readonly (keyof R & string)[] } = {},
): Endpoint[] =>
  Object.keys(routes).map((name) => {
    const route = routes[name]
    const handle = handlers[name]
    if (!route || !handle) throw new Error(`route ${name} has no handler`)
    return {
      name,
      route,
      ownTransaction: options.ownTransaction?.includes(name) ?? false,
      // The server parses the input with this very route's schemas; the table only forgets which route it was.
      handle: handle as Endpoint['handle'],
    }
  })
