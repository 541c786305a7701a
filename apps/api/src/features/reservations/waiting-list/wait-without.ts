import type { Language } from '@shiloh/contract/core'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { sqlIn } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { ownWaiting } from './join.ts'
import { openWish, sealWish } from './open-wish.ts'
import { itemOfPart } from './part.ts'
import { endOverdue, inviteNext } from './promote.ts'
import { findEventOfWaiting, lockOneWaiting, saveWaitingWish } from './waiting.store.ts'

/** Returns a wish without beds, caterers and product options. */
const withoutItems = (wish: Wish, items: readonly string[]): Wish => ({
  ...wish,
  accommodation: wish.accommodation && items.includes(wish.accommodation.room_category_id) ? null : wish.accommodation,
  participants: wish.participants.map((one) =>
    items.includes(one.caterer_id ?? '') ? { ...one, caterer_id: null } : one,
  ),
  products: wish.products?.filter(({ product_option_id }) => !items.includes(product_option_id)),
})

/**
 * Takes beds, caterers or product options out of what somebody waits for. They keep their place in the line, and are invited at once if
 * all that is left of the wish is free. An entry that is offered meanwhile stays as it is.
 *
 * @throws AppError not_found also for the entries of others, invalid_input for what the entry itself waits for
 */
export const waitWithout = async (
  work: Work,
  { id, userId }: { readonly id: string; readonly userId: string },
  items: readonly string[],
  reader: Language,
): Promise<WaitingView> => {
  const { deps, now } = work
  const sql = sqlIn(work.tx)
  const eventId = await findEventOfWaiting(sql, id)
  if (eventId === undefined) throw new AppError('not_found')
  await lockQuotas(sql, [eventId])
  await endOverdue(sql, deps, [eventId], now)
  const row = await lockOneWaiting(sql, id)
  const offer = (await currentOffers(sql, deps, [eventId], now)).offers.get(eventId)
  if (!row || row.user_id !== userId || !offer) throw new AppError('not_found')
  if (row.status === 'waiting') {
    const awaited = itemOfPart(offer, row)
    if (awaited !== null && items.includes(awaited)) throw invalid([{ field: 'without', code: 'not_offered' }])
    // As it is stored: who is left out of it for now can come back.
    const wish = withoutItems(openWish(deps, row, undefined, now), items)
    await saveWaitingWish(sql, { id, sealed: sealWish(deps, row, wish), now })
  }
  await inviteNext(sql, deps, [eventId], now)
  work.publish('staff', 'waiting_list', { event_id: eventId })
  const shown = (await ownWaiting(sql, offer, userId, { now, reader })).find(({ _id }) => _id === id)
  if (!shown) throw new AppError('not_found')
  return shown
}
