/** The facts that decide whether registration is possible. */
export interface RegistrationFacts {
  readonly ends_at: string
  readonly registration_opens_at: string | null
  readonly registration_closes_at: string | null
  /** Null: no limit. */
  readonly places_left: number | null
  /** Of an event that somebody sees because they had a reservation: it can be unpublished or archived. Absent: it is published. */
  readonly status?: string
}

const isPublished = ({ status = 'published' }: Pick<RegistrationFacts, 'status'>): boolean => status === 'published'

export type Registration = 'open' | 'not-yet' | 'closed' | 'sold-out' | 'over'

/** Returns the state of registration at an instant, by dates and places. */
export function registrationOf(event: RegistrationFacts, now: string): Registration {
  const at = Date.parse(now)
  if (Date.parse(event.ends_at) <= at) return 'over'
  if (!isPublished(event)) return 'closed'
  if (event.registration_opens_at && Date.parse(event.registration_opens_at) > at) return 'not-yet'
  if (event.registration_closes_at && Date.parse(event.registration_closes_at) <= at) return 'closed'
  return event.places_left === 0 ? 'sold-out' : 'open'
}

/** Returns the next instant at which registration opens or closes or the event is over. Null: nothing changes any more. */
export function nextTurn(event: Omit<RegistrationFacts, 'places_left'>, now: string): string | null {
  const at = Date.parse(now)
  const { registration_opens_at: opens, registration_closes_at: closes, ends_at } = event
  if (!isPublished(event)) return Date.parse(ends_at) > at ? ends_at : null
  const ahead = [opens, closes, ends_at].filter((turn) => turn !== null).filter((turn) => Date.parse(turn) > at)
  return ahead.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}
