import type { Deps, Service } from '#platform/deps'
import { openBatcher } from './booking/book.ts'
import type { EventOffer } from './booking/facts.rules.ts'

interface ReservationService extends Service {
  /** Decides reservations, many in one transaction. */
  readonly batcher: ReturnType<typeof openBatcher>
  /** What events offer, by their ids; each is read again when its version changed. */
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
