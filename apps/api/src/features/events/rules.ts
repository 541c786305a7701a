import type { FieldError } from '@shiloh/contract/errors'
import { EVENT_ACTIONS, type EventAction, type EventStatus, nextEventStatus } from '@shiloh/contract/events/events'
import { slugFrom } from '@shiloh/contract/text/slug'
import { dayIn } from '@shiloh/contract/text/zone'

export { freeSlug } from '@shiloh/contract/text/slug'

/** Returns the actions that the status of an event allows. */
export const allowedEventActions = (status: EventStatus, facts: { readonly ended: boolean }): EventAction[] =>
  EVENT_ACTIONS.filter((action) => nextEventStatus(status, action, facts) !== undefined)

/** The facts that decide whether an event can be reserved. */
export interface PublishFacts {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly opensAt: Date | null
  readonly closesAt: Date | null
  /** Until when cash can be paid, and until when the owner can cancel. */
  readonly cashDeadline: Date | null
  readonly cancellationDeadline: Date | null
  readonly hasCenter: boolean
  readonly isOnline: boolean
  readonly participantTypes: number
  readonly form: readonly FieldError[]
  readonly accommodations: readonly { readonly beds: number; readonly there: number }[]
}

/** Returns what prevents an event from being published, each problem with its field. */
export const publishProblems = (event: PublishFacts, now: Date): FieldError[] => {
  const problems: FieldError[] = []
  const isAfter = (date: Date | null) => date !== null && date > event.endsAt
  if (event.endsAt <= event.startsAt) problems.push({ field: 'ends_at', code: 'date_order' })
  else if (event.endsAt <= now) problems.push({ field: 'ends_at', code: 'too_small' })
  if (event.opensAt && event.closesAt && event.closesAt <= event.opensAt)
    problems.push({ field: 'registration_closes_at', code: 'date_order' })
  else if (event.closesAt && event.closesAt <= now)
    problems.push({ field: 'registration_closes_at', code: 'too_small' })
  else if (isAfter(event.closesAt)) problems.push({ field: 'registration_closes_at', code: 'after_event' })
  if (isAfter(event.opensAt)) problems.push({ field: 'registration_opens_at', code: 'after_event' })
  if (isAfter(event.cashDeadline)) problems.push({ field: 'cash_deadline', code: 'after_event' })
  if (isAfter(event.cancellationDeadline)) problems.push({ field: 'cancellation_deadline', code: 'after_event' })
  if (!event.hasCenter && !event.isOnline) problems.push({ field: 'event_center_id', code: 'required' })
  if (event.participantTypes === 0) problems.push({ field: 'participant_types', code: 'required' })
  event.accommodations.forEach(({ beds, there }, index) => {
    if (beds > there) problems.push({ field: `accommodations.${index}.beds`, code: 'too_big' })
  })
  return [...problems, ...event.form]
}

/** Returns a name as a URL slug: `Pastors' Retreat, Ɔsɛe` → `pastors-retreat-osee`. */
export const slugOf = (name: string): string => slugFrom(name, 'event')

/**
 * Returns the prefix of reservation codes: two to six letters, the initials of the name and the digits of a year in it.
 */
export const codePrefixOf = (name: string): string => {
  const words = slugOf(name).toUpperCase().split('-')
  const initials = words.map((word) => (/^\d+$/.test(word) ? word.slice(-2) : word.slice(0, 1))).join('')
  return (initials.length >= 2 ? initials : `${words.join('')}EV`).slice(0, 6).replace(/^(.)$/, '$1E')
}

/** Returns repeated entries of a nested list, at the field of the second one. */
export const repeated = <T>(
  items: readonly T[],
  key: (item: T) => string,
  field: (index: number) => string,
): FieldError[] => {
  const seen = new Set<string>()
  return items.flatMap((item, index) => {
    const value = key(item)
    if (seen.has(value)) return [{ field: field(index), code: 'taken' as const }]
    seen.add(value)
    return []
  })
}

const DAY = 86_400_000

/** Returns how many calendar days an event spans in its time zone. A caterer serves this many days by default. */
export const daysOf = (startsAt: Date, endsAt: Date, timeZone: string): number =>
  Math.max(1, Math.round((Date.parse(dayIn(endsAt, timeZone)) - Date.parse(dayIn(startsAt, timeZone))) / DAY) + 1)

/** Moves an instant along with the start of an event. Moves by whole days keep the time of day. */
export const moved = (instant: Date | null, by: number): Date | null =>
  instant === null ? null : new Date(instant.getTime() + by)
