import { nightsFrom } from '@shiloh/contract/reservations/nights'
import { storedWish, type Wish } from '@shiloh/contract/reservations/wish'
import { dayIn } from '@shiloh/contract/text/zone'
import type { Deps } from '#platform/deps'
import type { EventOffer } from '../booking/facts.rules.ts'
import { wishContext } from '../sealed.ts'
import { sealedWish, type WaitingRow } from './waiting.store.ts'

/** Returns the sealed text of a wish, to be stored. */
export const sealWish = (
  deps: Pick<Deps, 'crypto'>,
  { user_id, event_id }: Pick<WaitingRow, 'user_id' | 'event_id'>,
  wish: Wish,
): string => deps.crypto.seal(JSON.stringify(wish), wishContext(user_id, event_id))

const without = (wish: Wish, leftOut: readonly string[]): Wish => {
  const participants = wish.participants.filter(
    ({ role, person_id }) => role === 'main' || !leftOut.includes(person_id ?? ''),
  )
  return participants.length === wish.participants.length
    ? wish
    : {
        ...wish,
        participants: participants.map((one) => ({
          ...one,
          guardian_id: leftOut.includes(one.guardian_id ?? '') ? null : one.guardian_id,
        })),
      }
}

/**
 * Returns the wish of an entry, without those who are left out of it by now (`findLeftOut`), and with the nights that are not over yet.
 * Somebody who waits for beds of nights that are all over keeps them: the rules refuse such a stay, so nothing is offered.
 * The wish is stored sealed because it can contain health data.
 */
export const openWish = (
  deps: Deps,
  row: WaitingRow,
  offer: Pick<EventOffer, 'timeZone'> | undefined,
  now: Date,
  leftOut: readonly string[] = [],
): Wish => {
  const stored = storedWish.parse(
    JSON.parse(deps.crypto.unseal(sealedWish(row), wishContext(row.user_id, row.event_id))),
  )
  const wish = without(stored, leftOut)
  const { accommodation } = wish
  if (!accommodation || !offer) return wish
  const left = nightsFrom(accommodation, dayIn(now, offer.timeZone))
  return left || row.kind !== 'beds' ? { ...wish, accommodation: left } : wish
}
