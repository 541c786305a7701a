import type { Deps, Service } from '#platform/deps'
import { openBatcher } from './booking/book.ts'
import type { EventOffer } from './booking/facts.rules.ts'

interface ReservationService extends Service {
  /** Decides reservations, many per transaction. */
  readonly batcher: ReturnType<typeof openBatcher>
  /** Offers by event id. Each is read again when its version changes. */
  readonly eventOffers: Map<string, EventOffer>
}

declare module '#platform/deps' {
  interface Services {
    readonly reservations: ReservationService
  }
}

export const startReservations = (deps: Deps): ReservationService => {
  const batcher = openBatcher(deps)
  return { batcher, eventOffers: new Map(), stop: batcher.stop }
}
