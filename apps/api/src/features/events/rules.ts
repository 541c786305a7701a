import type { FieldError } from '@shiloh/contract/errors'
import { EVENT_ACTIONS, type EventAction, type EventStatus, nextEventStatus } from '@shiloh/contract/events/events'
import { slugFrom } from '@shiloh/contract/text/slug'
import { dayIn } from '@shiloh/contract/text/zone'

export { freeSlug } from '@shiloh/contract/text/slug'

/** Returns the actions that the status of an event allows. */
export const allowedEventActions = (status: EventStatus, facts: { readonly ended: boolean }): EventAction[] =>
  EVENT_ACTIONS.filter((action) => nextEventStatus(status, action, facts) !== undefined)

/** The dates of an event. */
export interface EventDates {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly opensAt: Date | null
  readonly closesAt: Date | null
  /** Until when cash can be paid, until when the rest is due, and until when the owner can cancel. */
  readonly cashDeadline: Date | null
  readonly balanceDueAt: Date | null
  readonly cancellationDeadline: Date | null
  /** Until when each refund rule holds. */
  readonly refundsUntil: readonly Date[]
}

/** The facts that decide whether an event can be reserved. */
export interface PublishFacts extends EventDates {
  readonly hasCenter: boolean
  readonly isOnline: boolean
  readonly participantTypes: number
  readonly form: readonly FieldError[]
  readonly accommodations: readonly { readonly beds: number; readonly there: number }[]
}

/** Returns the dates that belong before the end of an event, each with its field. */
const datesOf = (event: EventDates): { readonly field: string; readonly date: Date }[] => {
  const dates: readonly (readonly [string, Date | null])[] = [
    ['registration_closes_at', event.closesAt],
    ['registration_opens_at', event.opensAt],
    ['cash_deadline', event.cashDeadline],
    ['balance_due_at', event.balanceDueAt],
    ['cancellation_deadline', event.cancellationDeadline],
    ...event.refundsUntil.map((until, index) => [`refund_rules.${index}.until`, until] as const),
  ]
  return dates.flatMap(([field, date]) => (date === null ? [] : [{ field, date }]))
}

/** Returns what prevents an event from being published, each problem with its field. */
export const publishProblems = (event: PublishFacts, now: Date): FieldError[] => {
  const problems: FieldError[] = []
  if (event.endsAt <= event.startsAt) problems.push({ field: 'ends_at', code: 'date_order' })
  else if (event.endsAt <= now) problems.push({ field: 'ends_at', code: 'too_small' })
  if (event.opensAt && event.closesAt && event.closesAt <= event.opensAt)
    problems.push({ field: 'registration_closes_at', code: 'date_order' })
  else if (event.closesAt && event.closesAt <= now)
    problems.push({ field: 'registration_closes_at', code: 'too_small' })
  const named = new Set(problems.map(({ field }) => field))
  for (const { field, date } of datesOf(event))
    if (date > event.endsAt && !named.has(field)) problems.push({ field, code: 'after_event' })
  if (!event.hasCenter && !event.isOnline) problems.push({ field: 'event_center_id', code: 'required' })
  if (event.participantTypes === 0) problems.push({ field: 'participant_types', code: 'required' })
  event.accommodations.forEach(({ beds, there }, index) => {
    if (beds > there) problems.push({ field: `accommodations.${index}.beds`, code: 'too_big' })
  })
  return [...problems, ...event.form]
}

/**
 * Returns what forbids an edit of a published event: what would make it impossible to reserve. An event that is over can
 * still be corrected, so its dates forbid nothing. Nor does a date after the end that the edit leaves as it is: it was so
 * before, or the event now ends earlier. That is always possible, and nothing is reserved or cancelled after the end,
 * whatever its deadlines say. Only a registration that would open after the new end is refused.
 */
export const editProblems = (before: EventDates, after: PublishFacts, now: Date): FieldError[] => {
  const isOver = after.endsAt <= now
  const entry = (field: string, date: Date) => `${field.split('.')[0]} ${date.getTime()}`
  const had = new Set(datesOf(before).map(({ field, date }) => entry(field, date)))
  const opened = before.opensAt === null || before.opensAt <= before.endsAt
  const changed = new Set(
    datesOf(after)
      .filter(({ field, date }) => !had.has(entry(field, date)) || (field === 'registration_opens_at' && opened))
      .map(({ field }) => field),
  )
  return publishProblems(after, now).filter(({ field, code }) => {
    if (code === 'after_event') return !isOver && changed.has(field)
    return code !== 'too_small' && !(isOver && code === 'date_order')
  })
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
