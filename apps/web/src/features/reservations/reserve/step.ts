import type { catalogueChoiceRoutes } from '@shiloh/contract/catalogue'
import type { DataOf } from '@shiloh/contract/core'
import type { UserEvent } from '@shiloh/contract/events/events'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import type { organisationRoutes } from '@shiloh/contract/organisation'
import type { Quote } from '@shiloh/contract/reservations/quote'
import type { ReservationView, WaitingView } from '@shiloh/contract/reservations/views'
import type { WaitingItem } from '../waiting/use-waiting-list.ts'
import type { Choice } from './choice.ts'
import { type Account, ME, type Relative } from './people.ts'
import type { Situation } from './steps.ts'

export type Spouse = DataOf<typeof identityRoutes.listSpouses>[number]
export type FamilyMember = DataOf<typeof identityRoutes.listFamily>[number]

/** Lists for the steps beside the event's offer. */
export interface Lists {
  readonly titles: DataOf<typeof organisationRoutes.titlesToChoose>
  readonly designations: DataOf<typeof organisationRoutes.designationsToChoose>
  readonly committees: DataOf<typeof catalogueChoiceRoutes.committeeTypes>
  readonly spouses: readonly Spouse[]
  /** Children and companions. */
  readonly family: readonly FamilyMember[]
}

/** The props of every step. */
export interface StepProps {
  /** Staff choose for somebody. */
  readonly by?: 'staff' | undefined
  /** What opens participant types to the person whom staff choose for, if it is known. The server decides. */
  readonly account?: Account | undefined
  readonly event: UserEvent
  readonly situation: Situation
  readonly choice: Choice
  readonly lists: Lists
  /** The price of the choice. */
  readonly quote: Quote
  readonly change: (patch: Partial<Choice>) => void
  /** Returns the problem of a field, in words. */
  readonly errorOf: (field: string) => string | undefined
  /** The waiting list for one sold-out item, while another is chosen. */
  readonly waiting: {
    readonly isOn: (kind: WaitingView['kind'], name: string) => boolean
    /** Undefined if waiting beside a choice is not possible. */
    readonly join: ((part: WaitingItem, patch: Partial<Choice>) => void) | undefined
  }
}

/** Returns whom the words of a step speak to. */
export const byWhom = ({ by }: Pick<StepProps, 'by'>): 'staff' | 'guest' => by ?? 'guest'

/** Returns the element id of a field, for links from the list of problems. */
export const fieldId = (field: string): string => `field-${field.replaceAll('.', '-')}`

/**
 * Returns the people that a person can take along. Somebody removed from the lists stays where they already take part.
 */
export const relativesOf = (
  { spouses, family }: Pick<Lists, 'spouses' | 'family'>,
  taking: readonly Pick<ReservationView['participants'][number], 'role' | 'person_id' | 'name' | 'title'>[] = [],
): Relative[] => {
  const listed: Relative[] = [
    ...spouses.map(({ _id, ...person }) => ({ ...person, person_id: _id, role: 'spouse' as const })),
    ...family.map(({ _id, relation, ...person }) => ({ ...person, person_id: _id, role: relation, title_id: null })),
  ]
  const gone = taking.flatMap(({ role, person_id, name, title }): Relative[] =>
    role === 'main' || person_id === null || listed.some((one) => one.person_id === person_id)
      ? []
      : [{ person_id, role, name, gender: null, birth_date: null, title_id: title?._id ?? null }],
  )
  return [...listed, ...gone]
}

/** Returns the keys of those whose health data is kept. Undefined where the reader may not know. */
export const sealedOf = ({ participants }: Pick<ReservationView, 'participants'>): readonly string[] | undefined =>
  participants.some(({ health_kept }) => health_kept === null)
    ? undefined
    : participants.flatMap(({ health_kept, person_id }) => (health_kept ? [person_id ?? ME] : []))

/** Returns everybody of a reservation, and those who come only with the change that waits for its payment. */
export const peopleOf = ({
  participants,
  pending_change,
}: Pick<ReservationView, 'participants' | 'pending_change'>) => [
  ...participants,
  ...(pending_change?.joins ?? []).map((one) => ({ ...one, title: null })),
]
