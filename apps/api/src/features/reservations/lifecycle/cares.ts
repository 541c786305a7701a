import { type Care, care as careSchema } from '@shiloh/contract/reservations/party'
import type { Wish } from '@shiloh/contract/reservations/wish'
import { z } from 'zod'
import { runWrites, type Sql, type TxSql } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { clearCare, findCare, savingCare } from '../booking/choice.store.ts'
import { findParticipants } from '../booking/claims.store.ts'
import { needsOf, purgeDay } from '../booking/decide.rules.ts'
import type { EventOffer, PlannedParticipant } from '../booking/facts.rules.ts'
import { careContext, changeContext } from '../sealed.ts'
import type { Held, PendingChange } from './transitions.store.ts'

interface OpenCare {
  readonly participantId: string
  /** The id on the owner's lists. Null means the main person. */
  readonly personId: string | null
  readonly name: string
  readonly care: Care
}

/** Returns the unsealed care data of a reservation's persons. */
export const openCares = async (sql: Sql, deps: Pick<Deps, 'crypto'>, id: string): Promise<OpenCare[]> =>
  (await findCare(sql, id)).map(({ sealed, ...of }) => ({
    ...of,
    care: careSchema.parse(JSON.parse(deps.crypto.unseal(sealed, careContext(of.participantId)))),
  }))

/** Returns a wish without the data that must not be stored unsealed. */
export const withoutCare = (wish: Wish): Wish => ({
  ...wish,
  participants: wish.participants.map((person) => ({
    ...person,
    medical_conditions: undefined,
    dietary_preference: undefined,
    female_related: undefined,
  })),
})

const withCares = (wish: Wish, cares: readonly Pick<OpenCare, 'personId' | 'care'>[]): Wish => ({
  ...wish,
  participants: wish.participants.map((person) => ({
    ...person,
    ...cares.findLast(({ personId }) => personId === (person.person_id ?? null))?.care,
  })),
})

const changeCares = z.array(z.object({ personId: z.string().nullable(), care: careSchema }))

/** Seals the health data of a pending change. Those who only join with the change have no row yet. */
export const sealChange = (deps: Pick<Deps, 'crypto'>, id: string, wish: Wish): string =>
  deps.crypto.seal(
    JSON.stringify(
      wish.participants.map(({ person_id, medical_conditions, dietary_preference, female_related }) => ({
        personId: person_id ?? null,
        care: {
          medical_conditions: medical_conditions ?? [],
          dietary_preference: dietary_preference ?? [],
          female_related: female_related ?? [],
        },
      })),
    ),
    changeContext(id),
  )

/**
 * Returns the wish of a reservation with its unsealed care data: the pending change if there is one, else the current
 * choice.
 */
export const openWishOf = async (
  sql: Sql,
  deps: Pick<Deps, 'crypto'>,
  id: string,
  standing: Wish,
  change: PendingChange | null,
): Promise<Wish> => {
  const cares = await openCares(sql, deps, id)
  const sealed = change?.sealed
  const changed = sealed ? changeCares.parse(JSON.parse(deps.crypto.unseal(sealed, changeContext(id)))) : []
  return withCares(change?.wish ?? standing, [...cares, ...changed])
}

/** Seals and saves the health data of the participants. */
export const putCares = async (
  sql: TxSql,
  deps: Pick<Deps, 'crypto'>,
  held: Pick<Held, 'id'>,
  offer: EventOffer,
  persons: readonly PlannedParticipant[],
  now: Date,
): Promise<void> => {
  const participants = await findParticipants(sql, held.id)
  await clearCare(
    sql,
    participants.map(({ id }) => id),
  )
  const rows = participants.flatMap(({ id: participantId, role, spouseId, memberId }) => {
    const care = persons.find((person) =>
      role === 'main' ? person.role === 'main' : person.spouseId === spouseId && person.memberId === memberId,
    )?.care
    if (!care) return []
    const { groundFloor, quietRoom, diets } = needsOf(care)
    const sealed = deps.crypto.seal(JSON.stringify(care), careContext(participantId))
    return [{ participantId, sealed, groundFloor, quietRoom, diets, purgeAfter: purgeDay(offer) }]
  })
  await runWrites(sql, savingCare(rows, now))
}
