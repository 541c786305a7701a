import { authorizationRoutes } from '@shiloh/contract/authorization'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatList } from '@shiloh/contract/text/format'
import { useQueries } from '@tanstack/react-query'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { texts } from './texts.ts'

/** The most rows that are called by their names. */
const MOST_NAMES = 3

/** The rows that were selected for a message, by name: people, or reservations. Without the permission to read them, their number. */
export function Selection({ ids, ofPeople }: { ids: readonly string[]; ofPeople: boolean }) {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const first = ids.slice(0, MOST_NAMES).map((id) => ({ params: { id } }))
  const people = useQueries({
    queries: first.map((one) => ({
      ...queryOf(authorizationRoutes.getUser, one),
      enabled: ofPeople && can('users.read', one.params.id),
    })),
  })
  const reservations = useQueries({
    queries: first.map((one) => ({
      ...queryOf(reservationRoutes.getReservation, one),
      enabled: !ofPeople && can('reservations.read', one.params.id),
    })),
  })
  const found = ofPeople ? people.map(({ data }) => data?.name) : reservations.map(({ data }) => data?.user.name)
  const names = found.filter((name) => name !== undefined)
  // All of the first, or none: a name that is missing would be counted among the others.
  if (names.length < first.length) return <>{t('selected', { count: ids.length })}</>
  const others = ids.length - names.length
  return (
    <>{others > 0 ? t('selected_more', { names: names.join(', '), count: others }) : formatList(names, language)}</>
  )
}
