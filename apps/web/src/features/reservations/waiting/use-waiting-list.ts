import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { maskPhone } from '@shiloh/contract/text/masking'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#platform/account'
import { queryOf } from '#platform/queries'
import { span } from '../parts/span.ts'

/** What somebody waits for, as an entry of the list names it. */
export type WaitingPart = Pick<WaitingView, 'kind' | 'name'>

/** One thing that is sold out, by the id that a wish has for it. */
export interface WaitingItem extends WaitingPart {
  readonly kind: 'beds' | 'caterer' | 'product_option'
  readonly item: string
}

/** Returns how many wait for a part of an event, and for how long an offer is held. Undefined until it is known. */
export function useWaitingList(eventId: string, { kind, name }: WaitingPart) {
  const { data } = useQuery({
    ...queryOf(reservationRoutes.readWaitingList, { params: { id: eventId } }),
    placeholderData: undefined,
    staleTime: 0,
  })
  if (!data) return undefined
  const before = data.waiting.find((one) => one.kind === kind && one.name === name)?.count ?? 0
  return { before, offer: span(data.offer_minutes) }
}

/** Returns where an offer goes, by the channels that the person chose. Others can look on: the number is masked. */
export function useReaches(): readonly string[] {
  const { user } = useAccount()
  if (!user) return []
  const { email, phone, notify } = user
  const mail = email && (notify.mail || !notify.sms || !phone) ? [email] : []
  return phone && (notify.sms || mail.length === 0) ? [...mail, maskPhone(phone)] : mail
}
