import { adminEventRoutes } from '@shiloh/contract/events/events'
import type { FormDefinition } from '@shiloh/contract/forms/forms'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '#platform/account'
import { queryOf } from '#platform/queries'

/**
 * Loads the questions of an event, for the wording of answers. Returns nothing while they load or if the user cannot
 * read them.
 */
export function useEventForm(eventId: string): FormDefinition | undefined {
  const can = useCan()
  const { data } = useQuery({
    ...queryOf(adminEventRoutes.readEventFields, { params: { id: eventId } }),
    enabled: can('events.read'),
    placeholderData: undefined,
  })
  return data?.form ?? undefined
}
