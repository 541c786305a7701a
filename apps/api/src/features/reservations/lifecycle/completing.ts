import { editedAnswers, type FormDefinition, questionsOf } from '@shiloh/contract/forms/forms'
import { isSamePerson } from '@shiloh/contract/reservations/party'
import { storedOf } from '@shiloh/contract/reservations/quote'
import { type EditBody, editedWish, type Wish } from '@shiloh/contract/reservations/wish'
import { sqlIn } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { findWritten } from '../beds/beds.store.ts'
import { refused } from '../booking/book.ts'
import { saveUnpriced } from '../booking/choice.store.ts'
import { decideWish } from '../booking/decide.rules.ts'
import type { EventOffer, Person } from '../booking/facts.rules.ts'
import { findNames, findRelatives, relativesIn } from '../booking/snapshot.sql.ts'
import type { findStanding } from '../read/records.store.ts'
import { openWishOf } from './cares.ts'
import { saveAdditions } from './completing.store.ts'
import { type Difference, differencesOf, isSameChoice } from './difference.rules.ts'
import type { Held } from './transitions.store.ts'

/** Returns an edit that adds answers to a choice: nobody is added or removed, and the other answers stay. */
export const additionsTo = (wish: Wish, patch: EditBody): EditBody => {
  const { answers, participants } = patch
  return {
    ...patch,
    ...(answers && { answers: { ...wish.answers, ...answers } }),
    ...(participants && {
      participants: wish.participants.map((one) => ({
        ...participants.find((given) => isSamePerson(given, one)),
        role: one.role,
        person_id: one.person_id,
        participant_type_id: one.participant_type_id,
      })),
    }),
  }
}

/** Returns the answers that neither cost anything nor take one of a limited number of places. */
const withoutPrice = (form: FormDefinition | null, answers: NonNullable<EditBody['answers']>) => {
  const bound = (form ? questionsOf(form) : []).flatMap(({ options }) =>
    options.flatMap(({ _id, price, capacity }) => (price > 0 || capacity !== null ? [_id] : [])),
  )
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => !bound.some((option) => option === value)))
}

/**
 * Adds answers to the choice in force, beside a change that waits for its payment and can still be dropped. What costs something
 * comes with the payment. Returns what is new, or null.
 *
 * @throws what `decideWish` refuses
 */
export const addToStanding = async (
  { tx, deps, now }: Work,
  held: Held,
  offer: EventOffer,
  person: Person,
  { standing, patch }: { readonly standing: Awaited<ReturnType<typeof findStanding>>; readonly patch: EditBody },
): Promise<Difference[] | null> => {
  const sql = sqlIn(tx)
  const before = await openWishOf(sql, deps, held.id, standing.wish, null)
  const answers = patch.answers && withoutPrice(offer.form, patch.answers)
  const edited = editedWish(before, additionsTo(before, { ...patch, answers }))
  const wish = { ...edited, answers: editedAnswers(offer.form, storedOf(before), edited.answers ?? {}) }
  const written = await findWritten(sql, held.id)
  const plan = decideWish(
    {
      offer,
      person,
      relatives: await findRelatives(sql, relativesIn([wish])),
      names: await findNames(sql, [wish]),
      now,
      by: 'staff',
      written,
      standing: { ...standing, open: before },
    },
    wish,
  )
  if ('code' in plan) throw refused(plan, offer)
  const chosen = { ...standing, wish: before, returned: [], written }
  if (isSameChoice(offer, chosen, { ...plan, written })) return null
  await saveUnpriced(sql, held.id, wish, plan.missing, now)
  await saveAdditions(sql, held.id, { persons: plan.participants, answers: plan.answers })
  return differencesOf(chosen, { ...plan, written }, { from: plan.quote.total, to: plan.quote.total })
}
