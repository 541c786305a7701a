import type { Route } from '@shiloh/contract/core'
import type { Caller } from '#platform/auth/auth.store'
import { type Hidden, hiddenFrom, type Named } from '#platform/auth/denied'
import { namesHidden, withoutHiddenRows } from '#platform/auth/denied.store'
import { toldData } from '#platform/auth/welfare'
import type { Queryable } from '#platform/db/db'
import { AppError } from '#platform/errors'

/** Returns the objects that are individually denied to a caller. Undefined for almost everybody. */
export const hiddenFor = ({ access }: Route, caller: Caller | null): Hidden | undefined =>
  hiddenFrom(caller?.authorization, access.kind === 'can' ? access.permission : undefined)

/** Refuses a call that names a hidden object, or one that belongs to a hidden object. @throws AppError forbidden */
export const refuseHidden = async (
  db: Queryable,
  hidden: Hidden | undefined,
  named: () => readonly Named[],
): Promise<void> => {
  if (hidden && (await namesHidden(db, hidden, named()))) throw new AppError('forbidden')
}

/** Runs the rest of a call. Removes hidden objects, and reasons that the caller may not know, from the data of its errors. */
export const hidingInRefusals = async <T>(
  db: Queryable,
  hidden: Hidden | undefined,
  caller: Caller | null,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError && error.data)) throw error
    const told = toldData(caller?.authorization, error.data)
    throw error.saying(hidden ? await withoutHiddenRows(db, hidden, told) : told)
  }
}
