import type { catalogueChoiceRoutes } from '@shiloh/contract/catalogue'
import type { DataOf } from '@shiloh/contract/core'
import type { UserEvent } from '@shiloh/contract/events'
import type { identityRoutes } from '@shiloh/contract/identity'
import type { organisationRoutes } from '@shiloh/contract/organisation'
import type { Choice } from './choice.ts'
import type { Situation } from './steps.ts'

export type Spouse = DataOf<typeof identityRoutes.listSpouses>[number]

/** What the steps choose from beside the event's offer. */
export interface Lists {
  readonly titles: DataOf<typeof organisationRoutes.titlesToChoose>
  readonly designations: DataOf<typeof organisationRoutes.designationsToChoose>
  readonly committees: DataOf<typeof catalogueChoiceRoutes.committeeTypes>
  readonly spouses: readonly Spouse[]
}

/** What every step is given. */
export interface StepProps {
  readonly event: UserEvent
  readonly situation: Situation
  readonly choice: Choice
  readonly lists: Lists
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
