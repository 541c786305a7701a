import { catalogueChoiceRoutes } from '@shiloh/contract/catalogue'
import type { UserEvent } from '@shiloh/contract/events/events'
import { fieldMode } from '@shiloh/contract/forms/forms'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#platform/queries'
import type { Lists } from './step.ts'

/** Each list, and the question of an event that needs it. */
const LISTS = [
  [organisationRoutes.titlesToChoose, 'title'],
  [organisationRoutes.designationsToChoose, 'designation'],
  [catalogueChoiceRoutes.committeeTypes, 'committee_type'],
  [identityRoutes.listSpouses, 'spouse'],
  [identityRoutes.listFamily, 'spouse'],
] as const

/** Returns the routes of the lists that a member needs to reserve an event. */
export const listRoutesFor = (event: Pick<UserEvent, 'fields'>) =>
  LISTS.filter(([, field]) => fieldMode(event.fields, field) !== 'hidden').map(([route]) => route)

interface Loaded {
  readonly lists: Lists | undefined
  readonly error: Error | null
  readonly retry: () => void
}

/**
 * Loads the lists that the steps of this event need.
 * @param by staff have no family of their own to choose from
 */
export function useLists(event: UserEvent | undefined, by: 'owner' | 'staff' = 'owner'): Loaded {
  const asks = (field: 'title' | 'designation' | 'committee_type' | 'spouse') =>
    event !== undefined && fieldMode(event.fields, field) !== 'hidden'
  const titles = useQuery({ ...queryOf(organisationRoutes.titlesToChoose), enabled: asks('title') })
  const designations = useQuery({ ...queryOf(organisationRoutes.designationsToChoose), enabled: asks('designation') })
  const committees = useQuery({ ...queryOf(catalogueChoiceRoutes.committeeTypes), enabled: asks('committee_type') })
  const spouses = useQuery({ ...queryOf(identityRoutes.listSpouses), enabled: by === 'owner' && asks('spouse') })
  const family = useQuery({ ...queryOf(identityRoutes.listFamily), enabled: by === 'owner' && asks('spouse') })
  const all = [titles, designations, committees, spouses, family]
  const isWaiting = event === undefined || all.some(({ isLoading }) => isLoading)
  const failed = all.find(({ error, data }) => error && !data)
  return {
    lists:
      isWaiting || failed
        ? undefined
        : {
            titles: titles.data ?? [],
            designations: designations.data ?? [],
            committees: committees.data ?? [],
            spouses: spouses.data ?? [],
            family: family.data ?? [],
          },
    error: failed?.error ?? null,
    retry: () => {
      for (const query of all) if (query.error) void query.refetch()
    },
  }
}
