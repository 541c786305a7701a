import type { catalogueChoiceRoutes } from '@shiloh/contract/catalogue'
import type { DataOf } from '@shiloh/contract/core'
import type { UserEvent } from '@shiloh/contract/events/events'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import type { organisationRoutes } from '@shiloh/contract/organisation'
import type { Quote } from '@shiloh/contract/reservations/quote'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import type { Choice } from './choice.ts'
import type { Relative } from './people.ts'
import type { Situation } from './steps.ts'

export type Spouse = DataOf<typeof identityRoutes.listSpouses>[number]
export type FamilyMember = DataOf<typeof identityRoutes.listFamily>[number]

/** What the steps choose from beside the event's offer. */
export interface Lists {
  readonly titles: DataOf<typeof organisationRoutes.titlesToChoose>
  readonly designations: DataOf<typeof organisationRoutes.designationsToChoose>
  readonly committees: DataOf<typeof catalogueChoiceRoutes.committeeTypes>
  readonly spouses: readonly Spouse[]
  /** Children and companions. */
  readonly family: readonly FamilyMember[]
}

/** What every step is given. */
export interface StepProps {
  /** Staff choose for somebody: what is kept for members or titles is theirs to decide. */
  readonly by?: 'staff' | undefined
  readonly event: UserEvent
  readonly situation: Situation
  readonly choice: Choice
  readonly lists: Lists
  /** What the choice costs. */
  readonly quote: Quote
  readonly change: (patch: Partial<Choice>) => void
  /** What is wrong with a field, in words. */
  readonly errorOf: (field: string) => string | undefined
  /** The waiting list for one thing that is sold out, while another is chosen. */
  readonly waiting: {
    readonly isOn: (kind: 'beds' | 'caterer' | 'product_option', name: string) => boolean
    /** Undefined where waiting beside a choice is not possible. */
    readonly join: ((patch: Partial<Choice>) => void) | undefined
    readonly busy: boolean
  }
}

/** The element of a field, for links from the list of problems. */
export const fieldId = (field: string): string => `field-${field.replaceAll('.', '-')}`

/** Whom the lists let a person take along; who was taken off stays where they take part already. */
export const relativesOf = (
  { spouses, family }: Pick<Lists, 'spouses' | 'family'>,
  taking: ReservationView['participants'] = [],
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
