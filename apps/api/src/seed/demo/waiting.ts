import { pricesOf } from '@shiloh/contract/reservations/kept-prices'
import type { Crypto } from '#platform/auth/crypto'
import { type Books, offerOf } from './books.ts'
import { type Calendar, type Chance, minutesAfter } from './chance.ts'
import { type Choice, demandOf, drawChoice } from './choices.ts'
import type { DemoEvent } from './events.ts'
import type { Row } from './insert.store.ts'
import type { Member } from './people.ts'

const DAY = 24 * 60

/** Minutes ago, oldest first, and what happened: the longest wait is served first. */
const ENTRIES = [
  [9 * DAY, 'expired'],
  [8 * DAY, 'offered'],
  [7 * DAY, 'withdrawn'],
  [6 * DAY, 'waiting'],
  [5 * DAY, 'waiting'],
  [4 * DAY + 500, 'waiting'],
  [3 * DAY, 'waiting'],
  [2 * DAY, 'waiting'],
  [DAY, 'waiting'],
  [600, 'waiting'],
] as const

interface Queue {
  readonly chance: Chance
  readonly calendar: Calendar
  readonly books: Books
  readonly crypto: Crypto
}

/** Returns the prices that somebody saw when they joined. */
const pricesSeen = (event: DemoEvent, { typeId, stay, catererId }: Choice) =>
  pricesOf(offerOf(event, null), {
    participants: [{ participant_type_id: typeId, caterer_id: catererId }],
    accommodation: stay && { room_category_id: stay.categoryId, check_in: stay.checkIn, check_out: stay.checkOut },
  })

const wishOf = ({ typeId, stay, catererId }: Choice) => ({
  participant_type_id: typeId,
  accommodation: stay && { room_category_id: stay.categoryId, check_in: stay.checkIn, check_out: stay.checkOut },
  caterer_id: catererId,
})

/** People who came when the event was full. The first of them has an invitation, which holds the last place. */
export const drawWaiting = (queue: Queue, event: DemoEvent, people: readonly Member[]) => {
  const { chance, calendar, books, crypto } = queue
  const isComing = new Set(books.stories.flatMap((story) => (story.event === event ? [story.member.id] : [])))
  const others = chance.shuffle(
    people.filter(
      ({ id, age, status, joined }) =>
        age <= 32 && status === 'approved' && !isComing.has(id) && joined < calendar.at(-15, '00:00'),
    ),
  )
  const waiting_entries: Row<'waiting_entries'>[] = []
  const claims: Row<'claims'>[] = []
  for (const [index, [ago, status]] of ENTRIES.entries()) {
    const member = others[index]
    if (!member) throw new Error('the demo church has too few young people')
    const at = minutesAfter(calendar.now, -ago)
    const choice: Choice = { ...drawChoice(chance, event, member, false, null, () => 1), products: [], care: [] }
    const offeredAt = status === 'offered' ? minutesAfter(calendar.now, -95) : null
    const id = chance.id(at)
    waiting_entries.push({
      id,
      event_id: event.id,
      user_id: member.id,
      kind: 'event',
      ref_id: null,
      wish: { sealed: crypto.seal(JSON.stringify(wishOf(choice)), `waiting:${member.id}:${event.id}`) },
      prices: pricesSeen(event, choice),
      status,
      offered_at: offeredAt,
      offer_expires_at: offeredAt && minutesAfter(offeredAt, DAY),
      created_at: at,
      updated_at: offeredAt ?? at,
    })
    if (!offeredAt) continue
    const held = books.hold(demandOf(event, choice, null, false), offeredAt)
    if (!held) throw new Error(`nothing is free to be offered at ${event.plan.name}`)
    for (const { quota, quantity } of held)
      claims.push({
        quota_id: quota.id,
        reservation_id: null,
        waiting_entry_id: id,
        quantity,
        created_at: offeredAt,
        released_at: null,
      })
  }
  return { waiting_entries, claims }
}
