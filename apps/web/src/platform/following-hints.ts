import type { Route } from '@shiloh/contract/core'
import type { QueryClient } from '@tanstack/react-query'
import { refetchAll } from './queries.ts'

/**
 * Returns a function that fetches everything again that these routes answered, after a hint of the server. Hints that come while
 * answers are under way are followed once these are there: a stream of hints would otherwise drop each answer before it arrives.
 */
export function followingHints(client: QueryClient, routes: readonly Route[]): () => Promise<void> {
  let hints = 0
  return async () => {
    hints += 1
    if (hints > 1) return
    for (let followed = 0; followed < hints; ) {
      followed = hints
      await refetchAll(client, routes)
    }
    hints = 0
  }
}
