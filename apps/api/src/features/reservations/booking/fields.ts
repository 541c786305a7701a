import { singleField, type WishPerson } from '@shiloh/contract/reservations/party'
import { AppError } from '#platform/errors'

/**
 * Runs `work`, and names the fields of a refusal as the body named them. A body that describes the owner and a spouse
 * gets no errors about a list of persons.
 */
export const inWordsOf = async <T>(
  body: { readonly participants?: unknown },
  persons: readonly Pick<WishPerson, 'role'>[],
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (body.participants || !(error instanceof AppError) || error.fields.length === 0) throw error
    const fields = new Map(
      error.fields.map(({ field, ...found }) => {
        const name = singleField(persons, field)
        return [name, { ...found, field: name }]
      }),
    )
    throw error.at([...fields.values()])
  }
}
