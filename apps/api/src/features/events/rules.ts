import type { FieldError } from '@shiloh/contract/errors'
import { EVENT_ACTIONS, type EventAction, type EventStatus, nextEventStatus } from '@shiloh/contract/events/events'
import { slugFrom } from '@shiloh/contract/text/slug'
import { dayIn } from '@shiloh/contract/text/zone'

export { freeSlug } from '@shiloh/contract/text/slug'

/** What an administrator may do with an event of this status. */
export const allowedEventActions = (status: EventStatus, facts: { readonly ended: boolean }): EventAction[] =>
  EVENT_ACTIONS.filter((action) => nextEventStatus(status, action, facts) !== undefined)

/** What decides whether an event can be reserved. */
export interface PublishFacts {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly opensAt: Date | null
  readonly closesAt: Date | null
  readonly hasCenter: boolean
  readonly isOnline: boolean
  readonly participantTypes: number
  readonly form: readonly FieldError[]
  readonly accommodations: readonly { readonly beds: number; readonly there: number }[]
}

/** What keeps an event from being published, each problem at its field. */
export const publishProblems = (event: PublishFacts, now: Date): FieldError[] => {
  const problems: FieldError[] = []
  if (event.endsAt <= event.startsAt) problems.push({ field: 'ends_at', code: 'date_order' })
  else if (event.endsAt <= now) problems.push({ field: 'ends_at', code: 'too_small' })
  if (event.opensAt && event.closesAt && event.closesAt <= event.opensAt)
    problems.push({ field: 'registration_closes_at', code: 'date_order' })
  else if (event.closesAt && event.closesAt <= now)
    problems.push({ field: 'registration_closes_at', code: 'too_small' })
  if (!event.hasCenter && !event.isOnline) problems.push({ field: 'event_center_id', code: 'required' })
  if (event.participantTypes === 0) problems.push({ field: 'participant_types', code: 'required' })
  event.accommodations.forEach(({ beds, there }, index) => {
    if (beds > there) problems.push({ field: `accommodations.${index}.beds`, code: 'too_big' })
  })
  return [...problems, ...event.form]
}

/** A name as it stands in an address: `Pastors' Retreat, Ɔsɛe` → `pastors-retreat-osee`. */
export const slugOf = (name: string): string => slugFrom(name, 'event')

/** Two to six letters that reservation codes begin with: initials of the name, with the digits of a year in it. */
export const codePrefixOf = (name: string): string => {
  const words = slugOf(name).toUpperCase().split('-')
  const initials = words.map((word) => (/^\d+$/.test(word) ? word.slice(-2) : word.slice(0, 1))).join('')
  return (initials.length >= 2 ? initials : `${words.join('')}EV`).slice(0, 6).replace(/^(.)$/, '$1E')
}

/** Repeated entries of a nested list, at the field of the second one. */
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

/** Calendar days an event touches in its own time zone: what a caterer serves unless told otherwise. */
export const daysOf = (startsAt: Date, endsAt: Date, timeZone: string): number =>
  Math.max(1, Math.round((Date.parse(dayIn(endsAt, timeZone)) - Date.parse(dayIn(startsAt, timeZone))) / DAY) + 1)

/** An instant moved along with an event's beginning; the same time of day for whole days. */
export const moved = (instant: Date | null, by: number): Date | null =>
  instant === null ? null : new Date(instant.getTime() + by)
