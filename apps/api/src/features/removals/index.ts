import { z } from 'zod'
import type { Endpoint } from '#http/binder'
import type { Feature } from '#http/feature'
import type { Service } from '#platform/deps'
import type { Work } from '#platform/jobs/work'
import { endpoints } from './endpoints.ts'
import type { Removal } from './removal.ts'
import { forgetTasksOf } from './store.ts'

interface RemovalsService extends Service {
  readonly find: (path: string) => Removal | undefined
}

declare module '#platform/deps' {
  interface Services {
    readonly removals: RemovalsService
  }
}

/** Finds what deletes one record among all endpoints, which no feature knows alone. */
export const startRemovals = (all: readonly Endpoint[]): RemovalsService => {
  const byPath = new Map(
    all.flatMap(({ route, handler }): [string, Removal][] =>
      route.method === 'DELETE' &&
      route.access.kind === 'can' &&
      !route.confirmed &&
      handler.does === 'writes' &&
      /^[^{}]+\/\{id\}$/.test(route.path)
        ? [
            [
              route.path,
              {
                permission: route.access.permission,
                hasReason: route.body instanceof z.ZodObject && 'reason' in route.body.shape,
                remove: (work, id, reason) =>
                  handler.handle(work, {
                    params: { id },
                    query: route.query.parse({}),
                    body: route.body.parse(reason === undefined ? {} : { reason }),
                    files: [],
                  }),
              },
            ],
          ]
        : [],
    ),
  )
  return { find: (path) => byPath.get(path), stop: () => Promise.resolve() }
}

/** Forgets what was deleted about a person whose account is erased or deleted. */
export const forgetRemoved = ({ tx }: Work, userId: string): Promise<void> => forgetTasksOf(tx, userId)

/** Deleting several records in one request, and taking it back. */
export const removals: Feature = { endpoints }
