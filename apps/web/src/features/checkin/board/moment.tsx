import { dayIn } from '@shiloh/contract/text/zone'
import { DateText, TimeText } from '#ui/base/values'

/** A time of today, and the date too of another day. */
export function Moment({ at, zone, now }: { at: string; zone: string; now: Date }) {
  return dayIn(at, zone) === dayIn(now, zone) ? (
    <TimeText value={at} zone={zone} />
  ) : (
    <DateText value={at} zone={zone} time weekday={false} />
  )
}
