import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { UserEvent } from '@shiloh/contract/events/events'
import { atKeptPrices } from '@shiloh/contract/reservations/kept-prices'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { DeskPerson } from '@shiloh/contract/reservations/wish'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '#platform/account'
import { queryOf } from '#platform/queries'
import { wirePhone } from '../../parts/wire-phone.ts'
import type { Relative } from '../../reserve/people.ts'

/** Somebody without an account, as typed at the desk. */
export interface TypedPerson {
  readonly first_name: string
  readonly last_name: string
  readonly phone: string
  readonly email: string
  readonly gender: 'male' | 'female' | null
  /** A day, or empty. */
  readonly birth_date: string
  readonly language: NonNullable<DeskPerson['language']>
  readonly is_not_member: boolean
}

/** Returns the person for the request. */
export const personOf = (typed: TypedPerson, country: string) => ({
  first_name: typed.first_name,
  last_name: typed.last_name,
  gender: typed.gender,
  birth_date: typed.birth_date || null,
  phone: wirePhone(typed.phone, country),
  email: typed.email.trim() || null,
  language: typed.language,
  is_not_member: typed.is_not_member,
})

/** Returns the people that a user can take along. Empty if the lists cannot be read. */
export function useRelatives(userId: string | undefined): readonly Relative[] {
  const can = useCan()
  const { data } = useQuery({
    ...queryOf(reservationRoutes.listRelatives, { params: { id: userId ?? '' } }),
    enabled: userId !== undefined && can('users.read'),
    placeholderData: undefined,
  })
  return useMemo(
    () => (data ?? []).map(({ _id, relation, ...person }) => ({ ...person, person_id: _id, role: relation })),
    [data],
  )
}

/**
 * Returns an event at the prices that somebody keeps who waits at it, so that the form shows from the beginning what they pay. Nothing is lost
 * without them: the server answers with the price.
 */
export function useKeptPrices(event: UserEvent, userId: string | undefined): UserEvent {
  const { data } = useQuery({
    ...queryOf(reservationRoutes.listKeptPrices, { params: { event_id: event._id }, query: { user_id: userId ?? '' } }),
    enabled: userId !== undefined,
    placeholderData: undefined,
  })
  return useMemo(() => atKeptPrices(event, data ?? []), [event, data])
}

/** Returns the gender of an account, which decides whether the questions for women are asked. Null if it cannot be read. */
export function useGender(userId: string): 'male' | 'female' | null {
  const can = useCan()
  const { data } = useQuery({
    ...queryOf(authorizationRoutes.getUser, { params: { id: userId } }),
    enabled: can('users.read'),
    placeholderData: undefined,
  })
  return data?.gender ?? null
}
