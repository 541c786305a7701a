import type { Route } from '@shiloh/contract/core'
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { ask, call } from './api.ts'
import {
  type Answer,
  type AnswerOf,
  ApiError,
  argumentsOf,
  type CallArguments,
  type CallInput,
  newIdempotencyKey,
} from './client.ts'

/** The prefix of the query keys of a route. Invalidating it makes all of its responses stale. */
export const keyOf = (route: Route): readonly [string] => [route.path]

/**
 * Returns the query of a GET route: `useQuery(queryOf(listEvents, { query: { page: 2 } }))`. The previous page stays on
 * the screen while the next one loads.
 */
export function queryOf<R extends Route>(route: R, ...[input]: CallArguments<R>) {
  const { params, query }: Pick<CallInput<Route>, 'params' | 'query'> = input ?? {}
  return queryOptions({
    queryKey: [...keyOf(route), params ?? {}, query ?? {}],
    queryFn: ({ signal }) => {
      const signalled: CallInput<R> = Object.assign({ signal }, input)
      return call(route, ...argumentsOf(signalled))
    },
    placeholderData: keepPreviousData,
  })
}

/**
 * Fetches everything again that these routes answered. Answers under way are dropped first: they may have been read before
 * the change, and a query without data would otherwise wait for the old answer and keep it.
 */
export async function refetchAll(client: QueryClient, routes: readonly Route[]): Promise<void> {
  await Promise.all(
    routes.map(async (route) => {
      const queryKey = keyOf(route)
      await client.cancelQueries({ queryKey })
      await client.invalidateQueries({ queryKey })
    }),
  )
}

/**
 * An act on the server. The idempotency key stays the same until the act succeeds or its input changes,
 * so that a tap on "again" after a lost answer cannot do it twice.
 * @param stale routes whose answers the act makes stale
 * @param shown the page shows a failure itself, where the act was begun; else a toast does
 */
export function useAct<R extends Route>(route: R, stale: readonly Route[] = [], { shown = false } = {}) {
  const client = useQueryClient()
  const last = useRef<{ input: string; key: string } | undefined>(undefined)
  return useMutation<Answer<AnswerOf<R>>, Error, CallInput<R>>({
    meta: { shown },
    mutationFn: (input) => {
      const { files, ...plain } = input
      const text = JSON.stringify(plain) + Object.keys(files ?? {}).join()
      if (last.current?.input !== text) last.current = { input: text, key: newIdempotencyKey() }
      return ask(route, ...argumentsOf<R>({ idempotencyKey: last.current.key, ...input }))
    },
    onSuccess: async () => {
      last.current = undefined
      await refetchAll(client, stale)
    },
  })
}

/** Returns whether a retry can help: the network can return, but a rejection stays one. */
export function worthRetrying(failures: number, error: Error): boolean {
  // The page says that there is no network, and asks again when it is back.
  if (!(error instanceof ApiError) || !navigator.onLine) return false
  return failures < 2 && (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504)
}

interface ActListener {
  begun: () => void
  /** Receives failures of actions that no form shows itself. */
  failed: (error: Error) => void
}

/** Creates the app's query cache, with a listener for actions. */
export function createQueryClient({ begun, failed }: ActListener): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(),
    mutationCache: new MutationCache({
      onMutate: begun,
      onError: (error, _input, _context, mutation) => {
        if (!mutation.meta?.shown) failed(error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: worthRetrying,
        refetchOnWindowFocus: true,
        // Without a network a query fails, so that the page can say why it has nothing: a paused one would load for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
