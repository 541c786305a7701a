import { peopleFilter } from '@shiloh/contract/authorization'
import { NAMED_BY, TOLD_STATUSES, type WriteAgain } from '@shiloh/contract/messaging/bulk'
import { type Authorization, isAllowed, type Permission } from '@shiloh/contract/permissions'
import { reservationFilter } from '@shiloh/contract/reservations/reservations'
import type { z } from 'zod'
import { selectPeople } from '#features/authorization'
import { selectMatching } from '#features/reservations'
import type { Caller } from '#platform/auth/auth.store'
import { hiddenFrom, hideIn } from '#platform/auth/denied'
import type { Queryable } from '#platform/db/db'
import { AppError, fieldErrors, invalid } from '#platform/errors'
import { peopleAmong, reservationsAmong, type SelectedPeople } from './audience.store.ts'
import { amongAgain } from './bulk.store.ts'

/** Whom a message is for. */
export interface Audience {
  readonly audience: 'reservations' | 'users'
  readonly event_id: string | null
  readonly ids: readonly string[] | null
  /** As the screen of the list wrote it. */
  readonly filter: unknown
  /** Narrows it to people of an earlier message. */
  readonly again: WriteAgain | null
}

/** What somebody needs to send to an audience: its people are seen before and after, so to see them as well. */
const NEEDED: Readonly<Record<Audience['audience'], readonly Permission[]>> = {
  reservations: ['reservations.email', 'reservations.read'],
  users: ['messages.create', 'users.read'],
}

/** Returns the permissions that writing to an audience needs. */
export const writingTo = (audience: Audience['audience']): readonly Permission[] => NEEDED[audience]

/** Returns whether somebody can write to an audience. */
export const mayWriteTo = (authorization: Authorization, audience: Audience['audience']): boolean =>
  NEEDED[audience].every((permission) => isAllowed(authorization, permission))

/** Returns whether somebody can see who the people of a message are. */
export const maySeePeople = (authorization: Authorization, audience: keyof typeof NAMED_BY): boolean =>
  NAMED_BY[audience].some((resource) => isAllowed(authorization, `${resource}.read`))

/** @throws forbidden */
export const requireSeesPeople = ({ authorization }: Caller, audience: keyof typeof NAMED_BY): void => {
  if (!maySeePeople(authorization, audience)) throw new AppError('forbidden')
}

/** @throws forbidden */
export const requireExportsPeople = ({ authorization }: Caller, audience: keyof typeof NAMED_BY): void => {
  const may = NAMED_BY[audience].some((resource) =>
    (['read', 'export'] as const).every((action) => isAllowed(authorization, `${resource}.${action}`)),
  )
  if (!may) throw new AppError('forbidden')
}

/** Reads a filter with the schema of its list. @throws invalid_input, naming what the list does not have */
const parse = <S extends z.ZodType>(schema: S, filter: unknown, extra: object): z.output<S> => {
  const written = { ...Object(filter ?? {}), ...extra }
  const parsed = schema.safeParse(written)
  if (!parsed.success)
    throw invalid(fieldErrors(parsed.error, written).map((each) => ({ ...each, field: `filter.${each.field}` })))
  return parsed.data
}

/**
 * Selects the people of a message, as the list shows its rows to this administrator: what is denied to them is left out.
 * @throws invalid_input when the list does not have the filter; forbidden
 */
export const selectAudience = (
  db: Queryable,
  wanted: Audience,
  authorization: Authorization,
  now: Date,
): SelectedPeople => {
  if (!mayWriteTo(authorization, wanted.audience)) throw new AppError('forbidden')
  return selectHeld(db, wanted, authorization, now)
}

/**
 * Selects the people of a message that its author may not send any more, for whoever takes it over: without what is denied to the
 * author, if the account is in use. @throws invalid_input when the list does not have the filter
 */
export const selectHeld = (
  db: Queryable,
  wanted: Audience,
  authorization: Authorization | undefined,
  now: Date,
): SelectedPeople => {
  const selected = selectListed(db, wanted, authorization, now)
  return wanted.again ? amongAgain(selected, wanted.again) : selected
}

const selectListed = (
  db: Queryable,
  { audience, event_id, ids, filter, again }: Audience,
  authorization: Authorization | undefined,
  now: Date,
): SelectedPeople => {
  const hidden = (permission: Permission) => authorization && hiddenFrom(authorization, permission)
  if (audience === 'reservations') {
    const query = parse(reservationFilter, filter, { event_id })
    // Nobody expects to write to those who cancelled, unless the filter says so or they were selected.
    if (ids === null && again === null) query.status ??= { values: TOLD_STATUSES, except: false }
    hideIn(query, hidden('reservations.email'))
    return reservationsAmong(selectMatching(query, now), ids)
  }
  const query = parse(peopleFilter, filter, {})
  hideIn(query, hidden('users.read'))
  return peopleAmong(selectPeople(db, query), ids)
}
