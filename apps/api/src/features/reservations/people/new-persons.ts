import { isBirthDate, type NewPerson, type WishPerson } from '@shiloh/contract/reservations/party'
import type { WriteContext } from '#platform/context'
import { invalid } from '#platform/errors'
import { findRelativesOf, insertRelative } from './people.store.ts'

interface PersonsBody {
  readonly participants?: WishPerson[] | null | undefined
  readonly new_persons?: readonly NewPerson[] | null | undefined
}

const nameOf = ({ first_name, last_name }: { readonly first_name: string; readonly last_name: string }): string =>
  `${first_name} ${last_name}`.trim().toLowerCase()

/**
 * Adds companions who are on no list yet to the owner's lists, in this transaction, and refers to them by id. A person
 * with the same name, birth date and relation is not added again, because the desk can send the same body twice, or
 * next year.
 * @throws invalid_input for an impossible birth date
 */
export const withNewPersons = async <B extends PersonsBody>(
  ctx: Pick<WriteContext, 'tx' | 'now'>,
  ownerId: string,
  body: B,
): Promise<B> => {
  const { new_persons: added } = body
  if (!added || added.length === 0) return body
  const today = ctx.now.toISOString().slice(0, 10)
  const unborn = added.flatMap(({ birth_date }, index) =>
    birth_date && !isBirthDate(birth_date, today)
      ? [{ field: `new_persons.${index}.birth_date`, code: 'invalid' as const }]
      : [],
  )
  if (unborn.length > 0) throw invalid(unborn)
  const ids = new Map<string, string>()
  const listed = await findRelativesOf(ctx.tx, ownerId)
  const taken = new Set<string>()
  for (const person of added) {
    const known = listed.find(
      (one) =>
        !taken.has(one.id) &&
        one.relation === person.relation &&
        nameOf(one) === nameOf(person) &&
        one.birth_date === (person.birth_date ?? null),
    )
    const id = known?.id ?? (await insertRelative(ctx.tx, ownerId, person, ctx.now))
    taken.add(id)
    ids.set(person.key, id)
  }
  const idOf = (key: string | null | undefined) => (key ? (ids.get(key) ?? key) : key)
  return {
    ...body,
    participants: body.participants?.map((person) => ({
      ...person,
      person_id: idOf(person.person_id),
      guardian_id: idOf(person.guardian_id),
    })),
  }
}
