import type { Language } from '@shiloh/contract/core'
import type { ErrorCode, FieldError } from '@shiloh/contract/errors'
import type { EventFields, KeptAnswer } from '@shiloh/contract/forms/forms'
import type { UnpaidRule } from '@shiloh/contract/payments/money'
import type { Care, ConsentContact, ParticipantRole } from '@shiloh/contract/reservations/party'
import type { Quote, QuoteLine, QuoteOffer, RefundRule } from '@shiloh/contract/reservations/quote'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Gender } from './beds.rules.ts'

export const QUOTA_KINDS = [
  'event',
  'desk_holds',
  'participant_type',
  'beds',
  'caterer',
  'product_option',
  'question_option',
] as const
export type QuotaKind = (typeof QUOTA_KINDS)[number]

/** An event with everything it offers. `refId` is the row of the event that a quota limits. */
export interface EventOffer extends QuoteOffer {
  readonly id: string
  /** Changes whenever anything of the offer does. */
  readonly version: string
  readonly slug: string
  readonly codePrefix: string
  readonly name: string
  readonly status: 'draft' | 'published' | 'unpublished' | 'archived'
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
  /** The day on which it begins, in its time zone: ages are counted on it. */
  readonly firstDay: string
  readonly place: string
  readonly opensAt: Date | null
  readonly closesAt: Date | null
  readonly centerId: string | null
  readonly holdMinutes: number
  /** When the balance after a deposit is due; null: so many days before the start. */
  readonly balanceDueAt: Date | null
  readonly unpaidRule: UnpaidRule
  readonly cashDeadline: Date | null
  readonly approvalRequired: boolean
  readonly cancellationDeadline: Date | null
  readonly refundRules: readonly RefundRule[]
  readonly waitingMinutes: number
  readonly careRetentionDays: number
  readonly fields: EventFields
  readonly formVersionId: string | null
  readonly participant_types: readonly {
    readonly _id: string
    readonly refId: string
    readonly name: string
    readonly note: string
    readonly price: number
    readonly membersOnly: boolean
    readonly titleIds: readonly string[]
    readonly designationIds: readonly string[]
    readonly min_age: number | null
    readonly max_age: number | null
  }[]
  readonly accommodations: readonly {
    readonly room_category_id: string
    readonly refId: string
    readonly name: string
    readonly blockIds: readonly string[]
    readonly price_per_night: number
    readonly charged_per: 'person' | 'room'
    /** Of the largest room. */
    readonly beds_per_room: number
    readonly check_in_from: string
    readonly check_out_until: string
  }[]
  readonly caterers: readonly {
    readonly _id: string
    readonly refId: string
    readonly name: string
    readonly note: string
    readonly price_per_day: number
    readonly days: number
  }[]
  readonly products: readonly {
    readonly _id: string
    readonly name: string
    readonly options: readonly {
      readonly _id: string
      readonly refId: string
      readonly name: string
      readonly price: number
      readonly maxPerReservation: number
    }[]
  }[]
}

/** Somebody who takes part, as their account has it. */
export interface Person {
  readonly id: string
  readonly status: 'pending' | 'approved' | 'deactivated'
  readonly name: string
  readonly gender: Gender | null
  readonly birthDate: string | null
  readonly isNotMember: boolean
  /** Null while it waits for confirmation. */
  readonly titleId: string | null
  readonly designationId: string | null
  readonly email: string | null
  readonly phone: string | null
  /** The addresses of their account: e-mail, e-mail to be confirmed, phone. */
  readonly addresses: readonly (string | null)[]
  readonly language: Language
  readonly wantsMail: boolean
  readonly wantsSms: boolean
}

/** The title and designation that somebody bears as far as they decide something. */
export interface Bearing {
  readonly titleId: string | null
  readonly designationId: string | null
}

/** A person of somebody's spouse list or family list. */
export interface Relative {
  readonly id: string
  readonly relation: 'spouse' | 'child' | 'companion'
  readonly ownerId: string
  readonly linkedUserId: string | null
  readonly name: string
  readonly gender: Gender
  readonly birthDate: string | null
  readonly titleId: string | null
  readonly removed: boolean
  /** The addresses of the account that they are linked to. */
  readonly addresses: readonly (string | null)[]
}

/** Names of the titles, designations and committee types that a wish mentions and that exist. */
export interface Names {
  readonly titles: ReadonlyMap<string, string>
  readonly designations: ReadonlyMap<string, string>
  readonly committeeTypes: ReadonlyMap<string, string>
  /** Titles and designations among them that count only once the office has confirmed them. */
  readonly toConfirm?: ReadonlySet<string>
}

/** Who asks. Staff may go around the registration window and leave required answers open. */
export type Asker = 'owner' | 'staff'

export interface Refusal {
  readonly code: ErrorCode
  readonly fields: readonly FieldError[]
  readonly data?: Readonly<Record<string, unknown>>
}

/** So much of one quota, and the field that asked for it. */
export interface Demand {
  readonly key: string
  readonly kind: QuotaKind
  readonly refId: string | null
  readonly quantity: number
  /** Null for the event's places as a whole. */
  readonly field: string | null
}

export interface PlannedParticipant {
  readonly role: ParticipantRole
  readonly userId: string | null
  readonly spouseId: string | null
  readonly memberId: string | null
  readonly name: string
  readonly gender: Gender | null
  /** The event's row of what they take part as. */
  readonly typeRef: string
  readonly titleId: string | null
  readonly designationId: string | null
  readonly catererRef: string | null
  readonly minor: boolean
  /** Of a minor: the place of their guardian among the participants. */
  readonly guardian: number | null
  /** Of a minor without a guardian: who is asked for consent. */
  readonly consentFrom: ConsentContact | null
  readonly care: Care | null
  readonly bearing: Bearing
  /** Which of the two staff wrote down. */
  readonly written: Bearing
}

/** A wish that the rules accept, worked out: only the quotas have yet to say yes. */
export interface Plan {
  readonly wish: Wish
  readonly participants: readonly PlannedParticipant[]
  readonly quote: Quote
  /** What must be covered before it is active; null: everything. */
  readonly dueAtOnce: number | null
  readonly demand: readonly Demand[]
  readonly answers: readonly KeptAnswer[]
  readonly missing: readonly string[]
  readonly needsApproval: boolean
  readonly paysAtDesk: boolean
  readonly status: ReservationStatus
  readonly holdExpiresAt: Date | null
}

export const quotaKey = (eventId: string, kind: QuotaKind, refId: string | null, night: string | null = null): string =>
  `${eventId}/${kind}/${refId ?? ''}/${night ?? ''}`

export interface WishFacts {
  readonly offer: EventOffer
  readonly person: Person
  /** Those whom the wish names of the person's lists, by id. */
  readonly relatives: ReadonlyMap<string, Relative>
  readonly names: Names
  readonly now: Date
  readonly by: Asker
  /** What staff wrote down about the persons: it decides before what accounts and lists say. */
  readonly written?: Written | undefined
  /** An edit: what stays chosen keeps its price, and needs not be on offer to new people any more. */
  readonly standing?: {
    readonly wish: Wish
    readonly lines: readonly QuoteLine[]
    /** What was never asked; everything else was answered, also with nothing. */
    readonly missing?: readonly string[]
  }
}

export const NO_BEARING: Bearing = { titleId: null, designationId: null }

/** What staff wrote down of each person's title and designation: by their id on the owner's lists, the main person by ''. */
export type Written = ReadonlyMap<string, Bearing>
