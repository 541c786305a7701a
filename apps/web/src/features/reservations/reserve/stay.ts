import { addDays, countNights, nightsBetween } from '@shiloh/contract/reservations/nights'
import type { OfferView } from '@shiloh/contract/reservations/offer'
import { wallTime } from '@shiloh/contract/text/zone'
import { type Choice, personsIn } from './choice.ts'

type Accommodation = OfferView['accommodations'][number]
export interface Stay {
  readonly check_in: string
  readonly check_out: string
}

/** Returns all nights for which the event offers any room. */
export const offeredNights = (accommodations: readonly Accommodation[]): Stay | null => {
  // Days as text sort chronologically.
  const check_in = accommodations.map(({ check_in_from }) => check_in_from).sort()[0]
  const check_out = accommodations
    .map(({ check_out_until }) => check_out_until)
    .sort()
    .at(-1)
  return check_in && check_out ? { check_in, check_out } : null
}

interface Dated {
  readonly starts_at: string
  readonly ends_at: string
  readonly time_zone: string
}

/** Returns the first and the last day of an event, in its time zone. */
export const eventDays = ({
  starts_at,
  ends_at,
  time_zone,
}: Dated): { readonly first: string; readonly last: string } => ({
  first: wallTime(starts_at, time_zone).slice(0, 10),
  last: wallTime(ends_at, time_zone).slice(0, 10),
})

/** People come this many days before the first day at most, and leave as many after the last. */
const travelMargin = 3

/** Returns the days on which somebody can arrive or leave, in the event's time zone. */
export const travelDays = (
  event: Dated & { readonly accommodations: readonly Accommodation[] },
): { readonly min: string; readonly max: string } => {
  const { first, last } = eventDays(event)
  const offered = offeredNights(event.accommodations)
  const days = [
    addDays(first, -travelMargin),
    addDays(last, travelMargin),
    ...(offered ? [offered.check_in, offered.check_out] : []),
  ].sort()
  return { min: days[0] ?? '', max: days.at(-1) ?? '' }
}

/**
 * Returns the stay after a tap on a night. Nights stay contiguous: a tap outside extends the stay, a tap on the first
 * or last night removes it, a tap in between ends the stay before it. The last remaining night can be removed too.
 */
export const tapNight = (stay: Stay | null, night: string): Stay | null => {
  const after = addDays(night, 1)
  if (!stay) return { check_in: night, check_out: after }
  if (night < stay.check_in) return { check_in: night, check_out: stay.check_out }
  if (night >= stay.check_out) return { check_in: stay.check_in, check_out: after }
  if (countNights(stay.check_in, stay.check_out) === 1) return null
  if (night === stay.check_in) return { check_in: after, check_out: stay.check_out }
  return { check_in: stay.check_in, check_out: night }
}

/**
 * Returns the beds left in the fullest night of a stay that is not over. Beds that the user already holds count as free.
 */
export const bedsLeft = (
  offered: Accommodation,
  stay: Stay,
  persons: number,
  { kept, today }: { readonly kept: Choice | null; readonly today: string },
): number => {
  const nights = nightsBetween(stay.check_in, stay.check_out).filter((night) => night >= today)
  if (nights.length === 0) return offered.beds_left
  const own = (night: string): number =>
    kept?.room === offered.room_category_id && night >= kept.check_in && night < kept.check_out
      ? Math.min(persons, personsIn(kept))
      : 0
  return Math.min(
    ...nights.map((night) => (offered.nights.find((one) => one.night === night)?.beds_left ?? 0) + own(night)),
  )
}

/** Returns whether a category is available for the chosen nights and persons. */
export const isStayPossible = (
  offered: Accommodation,
  choice: Pick<Choice, 'check_in' | 'check_out' | 'guests'>,
  known: { readonly kept: Choice | null; readonly today: string },
): 'yes' | 'sold_out' | 'not_these_nights' => {
  if (choice.check_in && (choice.check_in < offered.check_in_from || choice.check_out > offered.check_out_until))
    return 'not_these_nights'
  const persons = personsIn(choice)
  return bedsLeft(offered, choice, persons, known) < persons ? 'sold_out' : 'yes'
}
