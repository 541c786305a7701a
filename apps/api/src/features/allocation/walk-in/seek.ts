import { planWeights } from '@shiloh/contract/allocation/plans'
import { changedStay, hasNewPastNight, nightsBetween } from '@shiloh/contract/reservations/nights'
import { ageOn, isMinorAt } from '@shiloh/contract/reservations/party'
import { quote, returnedStill, storedOf } from '@shiloh/contract/reservations/quote'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import { isLive } from '@shiloh/contract/reservations/states'
import { dayIn } from '@shiloh/contract/text/zone'
import {
  clockOf,
  currentOffer,
  findPendingChange,
  findPeople,
  findStanding,
  listApartPairs,
  listTies,
  offerBeside,
  offerFor,
  pairsOf,
} from '#features/reservations'
import type { Hidden } from '#platform/auth/denied'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { ReadWork } from '#platform/jobs/work'
import { personOf, readHouse } from '../run/input.store.ts'
import type { RunParty, RunPerson, RunRoom, Stay } from '../run/model.rules.ts'
import { sortOf } from '../run/units.rules.ts'
import { type Group, groupsOf, isWhole, partsFree, type Rooms } from './seek.rules.ts'
import { findBedsLeft, findDistrict, findParty, hasLive, type SeekerRow } from './seekers.store.ts'

/** A person who is not registered has no id yet. */
const NOBODY = ''

/** What is asked for at the desk. Exactly one of `reservation_id`, `user_id` and `person` is given. */
export interface Asked {
  readonly reservation_id?: string | undefined
  readonly user_id?: string | undefined
  readonly person?:
    | { readonly gender?: 'male' | 'female' | null | undefined; readonly birth_date?: string | null | undefined }
    | undefined
  readonly room_category_id?: string | undefined
  readonly check_in?: string | undefined
  readonly check_out?: string | undefined
  readonly ground_floor: boolean
  readonly quiet: boolean
  /** The only rooms that count, one for each group. */
  readonly room_ids?: readonly string[] | undefined
}

type Offer = NonNullable<Awaited<ReturnType<typeof currentOffer>>>

/** Who is at the desk. */
interface Seeker {
  readonly id: string
  readonly reservation: { readonly _id: string; readonly code: string; readonly status: ReservationStatus } | null
  readonly userId: string | null
  /** Those who are to have a bed, and those of the party who have one. */
  readonly rows: readonly { readonly person: RunPerson; readonly name: string; readonly hasBed: boolean }[]
  /** The nights that they booked. */
  readonly booked: (Stay & { readonly categoryId: string }) | null
}

const seekerOfParty = (id: string, rows: readonly SeekerRow[]): Seeker | undefined => {
  const [first] = rows
  if (!first) return undefined
  const { code, status, categoryId, check_in, check_out } = first
  return {
    id,
    reservation: { _id: id, code, status },
    userId: first.userId,
    rows: rows.map((row) => ({ person: personOf(row), name: row.name, hasBed: row.hasBed })),
    booked: categoryId !== null && check_in !== null && check_out !== null ? { categoryId, check_in, check_out } : null,
  }
}

const findSeeker = async (
  { db, now }: ReadWork,
  offer: Offer,
  asked: Asked,
  hidden: Hidden | undefined,
): Promise<Seeker> => {
  const { reservation_id: id, user_id: userId, person } = asked
  if (id !== undefined) {
    const isHidden = hidden?.own.includes(id) || hidden?.reservations.includes(id)
    const seeker = seekerOfParty(id, isHidden ? [] : await findParty(db, id, offer.id, now))
    if (seeker?.userId && hidden?.people.includes(seeker.userId)) throw new AppError('not_found')
    return found(seeker)
  }
  if (userId !== undefined && (await hasLive(db, offer.id, userId, now))) throw new AppError('already_reserved')
  const known =
    userId === undefined || hidden?.people.includes(userId)
      ? undefined
      : (await findPeople(sqlIn(db), [userId])).get(userId)
  if (userId !== undefined && !known) throw new AppError('not_found')
  const birthDate = known ? known.birthDate : (person?.birth_date ?? null)
  return {
    id: userId ?? NOBODY,
    reservation: null,
    userId: userId ?? null,
    rows: [
      {
        person: {
          id: userId ?? NOBODY,
          role: 'main',
          gender: known ? known.gender : (person?.gender ?? null),
          isChild: isMinorAt(birthDate === null ? null : ageOn(birthDate, offer.firstDay)),
          needsLow: false,
          needsQuiet: false,
          bearings: [known?.titleId, known?.designationId].flatMap((bearing) => bearing ?? []),
          districtId: userId === undefined ? null : await findDistrict(db, userId),
          language: known?.language ?? '',
        },
        name: known?.name ?? '',
        hasBed: false,
      },
    ],
    booked: null,
  }
}

type Lodging = Offer['accommodations'][number]

/** Returns the nights of a category that somebody would have: what is asked, what they booked, or from today to the end. */
const stayIn = (lodging: Lodging, { booked }: Seeker, asked: Asked, today: string): Stay => {
  const from = today > lodging.check_in_from && today < lodging.check_out_until ? today : lodging.check_in_from
  const stay = {
    check_in: asked.check_in ?? booked?.check_in ?? from,
    check_out: asked.check_out ?? booked?.check_out ?? lodging.check_out_until,
  }
  if (!booked) return stay
  const { room_category_id } = lodging
  const had = { room_category_id: booked.categoryId, check_in: booked.check_in, check_out: booked.check_out }
  const { check_in, check_out } = changedStay({ room_category_id, ...stay }, had, { today })
  return { check_in, check_out }
}

/** What is found for one category. */
interface Found extends Stay {
  readonly lodging: Lodging
  readonly party: RunParty
  /** Whether these are other nights, or another category, than they have: the reservation changes. */
  readonly changes: boolean
  readonly groups: readonly Group[]
  readonly price: { readonly nights: number; readonly more: number }
}

export interface Sought extends Found {
  readonly offer: Offer
  readonly seeker: Seeker
  /** Everybody who is to have a bed. */
  readonly persons: Seeker['rows']
  /** Every category with beds for all of them, the cheapest first. */
  readonly categories: readonly Found[]
  /** If nothing is free: shorter stays that are. */
  readonly otherNights: readonly (Stay & { readonly lodging: Lodging })[]
}

/** A stay of which the event has no bed left to sell in one of the nights. */
const soldOn = (
  left: ReadonlyMap<string, number | null>,
  categoryId: string,
  persons: number,
): ((night: string) => boolean) => {
  return (night) => {
    const beds = left.get(`${categoryId} ${night}`)
    return beds === undefined || (beds !== null && beds < persons)
  }
}

/**
 * Looks for beds for somebody at the desk. `only` are the rooms that are looked at: all rooms of the event if omitted.
 *
 * @throws registration_closed for somebody without a reservation when nobody can reserve; no_stay for a reservation that has ended, or an event that sells no nights; already_reserved; not_found;
 *   invalid_input for a category or nights that the event does not sell
 */
export const seek = async (
  work: ReadWork,
  eventId: string,
  asked: Asked,
  hidden: Hidden | undefined,
  only?: readonly string[],
): Promise<Sought> => {
  const { db, now, deps } = work
  const sql = sqlIn(db)
  if (hidden?.events.includes(eventId)) throw new AppError('not_found')
  const offer = found(await currentOffer(sql, deps, eventId))
  const seeker = await findSeeker(work, offer, asked, hidden)
  const { reservation, booked } = seeker
  if (reservation && !isLive(reservation.status)) throw new AppError('no_stay')
  if (!reservation && offer.status === 'draft') throw new AppError('not_found')
  if (!reservation && (offer.status !== 'published' || now >= offer.endsAt)) throw new AppError('registration_closed')
  const offered = offer.accommodations.toSorted((a, b) => a.price_per_night - b.price_per_night)
  const wanted = asked.room_category_id ?? booked?.categoryId
  if (offered.length === 0) throw new AppError('no_stay')
  const chosen = offered.find(({ room_category_id }) => room_category_id === wanted)
  if (wanted !== undefined && !chosen)
    throw new AppError('invalid_input', { fields: [{ field: 'room_category_id', code: 'not_offered' }] })

  const rooms: Omit<Rooms, 'rooms'> & { readonly rooms: readonly RunRoom[] } = {
    rooms: await readHouse(db, eventId, now, only),
    wishes: pairsOf(await listTies(db, eventId)),
    apart: await listApartPairs(db, eventId),
    weights: planWeights.parse({}),
  }
  const left = await findBedsLeft(db, eventId, reservation?._id ?? null)
  const standing = reservation && (await findStanding(sql, reservation._id))
  const pending = reservation && (await findPendingChange(sql, reservation._id))
  const today = dayIn(now, offer.timeZone)
  const isSoldThen = (lodging: Lodging): boolean => {
    const stay = stayIn(lodging, seeker, asked, today)
    const { check_in, check_out } = stay
    const isOffered = lodging.check_in_from <= check_in && check_in < check_out && check_out <= lodging.check_out_until
    const isBooked = booked?.categoryId === lodging.room_category_id
    return isOffered && !hasNewPastNight(stay, today, isBooked ? [booked] : [])
  }
  // Nights that nobody sells are no question of beds.
  const lodgings = offered.filter(isSoldThen)
  if (chosen ? !lodgings.includes(chosen) : lodgings.length === 0)
    throw new AppError('invalid_input', { fields: [{ field: 'check_in', code: 'not_offered' }] })

  const keptBy = reservation ? offerBeside : offerFor
  const priced = seeker.userId === null ? offer : await keptBy(sql, offer, seeker.userId, now)
  const priceOf = (lodging: Lodging, stay: Stay): Found['price'] => {
    const accommodation = { room_category_id: lodging.room_category_id, ...stay }
    // A bed changes what waits for its payment, and what that gives back stays given back.
    const wish = pending?.wish ?? standing?.wish ?? { participants: [{ participant_type_id: '' }] }
    const lines = standing?.lines ?? []
    const clock = clockOf(offer, now)
    const returned = returnedStill({ lines, returned: pending?.returned }, accommodation, clock)
    const answered = { stored: storedOf(wish), agreedAnswers: standing?.wish.answers, waiting: pending }
    const then = quote(priced, { ...wish, ...answered, accommodation }, lines, { ...clock, returned })
    const nights = then.lines.reduce((sum, { kind, amount }) => (kind === 'accommodation' ? sum + amount : sum), 0)
    const before = standing?.lines.reduce((sum, { amount }) => sum + amount, 0) ?? 0
    return { nights, more: then.total - before }
  }

  // Nobody can reserve for a child alone.
  const isAlone = reservation === null && seeker.rows.every(({ person }) => person.isChild)
  const lookIn = (lodging: Lodging): Found => {
    const stay = stayIn(lodging, seeker, asked, today)
    const { room_category_id: categoryId, blockIds } = lodging
    const changes =
      booked === null ||
      booked.categoryId !== categoryId ||
      booked.check_in !== stay.check_in ||
      booked.check_out !== stay.check_out
    // Who moves to another category, or for other nights, leaves the old bed.
    const moving = seeker.rows.filter(({ hasBed }) => changes || !hasBed)
    const party: RunParty = {
      id: seeker.id,
      categoryId,
      blockIds,
      ...stay,
      paidAt: null,
      people: moving.map(({ person }) => ({
        ...person,
        needsLow: person.needsLow || asked.ground_floor,
        needsQuiet: person.needsQuiet || asked.quiet,
      })),
    }
    const isSold = soldOn(left, categoryId, seeker.rows.length)
    const night = changes ? nightsBetween(stay.check_in, stay.check_out).find(isSold) : undefined
    const groups = groupsOf(
      party,
      { ...rooms, rooms: changes ? withoutParty(rooms.rooms, seeker.id) : rooms.rooms },
      { named: asked.room_ids, own: changes ? roomsOf(rooms.rooms, seeker.id) : [] },
    )
    return {
      ...stay,
      lodging,
      party,
      changes,
      price: priceOf(lodging, stay),
      groups:
        night === undefined && !isAlone
          ? groups
          : groups.map((group) => ({
              ...group,
              options: [],
              beds: 0,
              // What the rooms say is nearer to the cause than what the event sells.
              left:
                group.left ??
                (night === undefined
                  ? { code: 'children' }
                  : { code: 'full', sort: sortOf(group.people), night, elsewhere: [] }),
            })),
    }
  }
  const all = lodgings.map(lookIn)
  const possible = all.filter(({ groups }) => isWhole(groups))
  const best = all.find(({ lodging }) => lodging === chosen) ?? possible[0] ?? all[0]
  if (!best) throw new AppError('no_stay')
  return {
    ...best,
    offer,
    seeker,
    persons: seeker.rows.filter(({ person }) => best.party.people.some(({ id }) => id === person.id)),
    categories: possible,
    otherNights:
      isWhole(best.groups) || best.party.people.length === 0 || isAlone
        ? []
        : all.flatMap(({ lodging, party }) =>
            partsFree(
              party,
              { ...rooms, rooms: withoutParty(rooms.rooms, seeker.id) },
              soldOn(left, lodging.room_category_id, seeker.rows.length),
            ).map((part) => ({ ...part, lodging })),
          ),
  }
}

const roomsOf = (rooms: readonly RunRoom[], partyId: string): string[] =>
  rooms.flatMap(({ id, occupants }) => (occupants.some((one) => one.partyId === partyId) ? [id] : []))

const withoutParty = (rooms: readonly RunRoom[], partyId: string): RunRoom[] =>
  rooms.map((room) => ({ ...room, occupants: room.occupants.filter((one) => one.partyId !== partyId) }))
