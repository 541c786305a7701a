import type { Language } from '@shiloh/contract/core'
import type { ErrorCode, FieldError } from '@shiloh/contract/errors'
import type { EventFields, KeptAnswer } from '@shiloh/contract/forms/forms'
import type { UnpaidRule } from '@shiloh/contract/payments/money'
import type { Gender } from '@shiloh/contract/reservations/bed-rules'
import type { Care, ConsentContact, ParticipantRole } from '@shiloh/contract/reservations/party'
import type { Quote, QuoteLine, QuoteOffer, RefundRule, WaitingPrices } from '@shiloh/contract/reservations/quote'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import type { Wish } from '@shiloh/contract/reservations/wish'
import type { Translations } from '@shiloh/contract/text/translations'

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

/** The language of texts that stayed in the church's own. Only in an offer that is told in a language. */
type Told<K extends string> = { readonly [F in K]?: Language }

/** An event with everything that it offers. `refId` is the row of the event that a quota limits. */
export interface EventOffer extends QuoteOffer {
  readonly id: string
  /** Changes whenever any part of the offer changes. */
  readonly version: string
  readonly slug: string
  readonly codePrefix: string
  readonly name: string
  readonly translations: Translations<'name'>
  /** The church's own, which its texts are written in. */
  readonly language: Language
  readonly status: 'draft' | 'published' | 'unpublished' | 'archived'
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
  /** The first day in the event's time zone. Ages are calculated for this day. */
  readonly firstDay: string
  readonly place: string
  readonly opensAt: Date | null
  readonly closesAt: Date | null
  readonly centerId: string | null
  readonly holdMinutes: number
  /** When the balance after a deposit is due. Null: the default number of days before the start. */
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
    readonly translations: Translations<'name'>
    readonly languages?: Told<'name' | 'note'>
    readonly note: string
    /** The note in other languages. */
    readonly notes: Translations<'note'>
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
    readonly translations: Translations<'name'>
    readonly languages?: Told<'name'>
    readonly blockIds: readonly string[]
    readonly price_per_night: number
    readonly charged_per: 'person' | 'room'
    /** Beds of the largest room. */
    readonly beds_per_room: number
    readonly check_in_from: string
    readonly check_out_until: string
  }[]
  readonly caterers: readonly {
    readonly _id: string
    readonly refId: string
    readonly name: string
    readonly languages?: Told<'note'>
    readonly note: string
    /** The note in other languages. */
    readonly notes: Translations<'note'>
    readonly price_per_day: number
    readonly days: number
  }[]
  readonly products: readonly {
    readonly _id: string
    readonly name: string
    readonly translations: Translations<'name'>
    readonly languages?: Told<'name'>
    readonly options: readonly {
      readonly _id: string
      readonly refId: string
      readonly name: string
      readonly translations: Translations<'name'>
      readonly languages?: Told<'name'>
      readonly price: number
      readonly maxPerReservation: number
    }[]
  }[]
}

/** A participant with the facts from their account. */
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
  /** The addresses of their account: e-mail, unconfirmed e-mail, phone. */
  readonly addresses: readonly (string | null)[]
  readonly language: Language
  readonly wantsMail: boolean
  readonly wantsSms: boolean
}

/** The title and designation of a person that have an effect. */
export interface Bearing {
  readonly titleId: string | null
  readonly designationId: string | null
}

/** A person on a spouse list or family list. */
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

/** Names of the existing titles, designations and committee types that a wish mentions. */
export interface Names {
  readonly titles: ReadonlyMap<string, string>
  readonly designations: ReadonlyMap<string, string>
  readonly committeeTypes: ReadonlyMap<string, string>
  /** The titles and designations that only count once the office has confirmed them. */
  readonly toConfirm?: ReadonlySet<string>
}

/** Who makes the request. Staff can bypass the registration window and leave required answers open. */
export type Asker = 'owner' | 'staff'

export interface Refusal {
  readonly code: ErrorCode
  readonly fields: readonly FieldError[]
  readonly data?: Readonly<Record<string, unknown>>
  /** What is sold out. */
  readonly lacking?: readonly Demand[]
}

/** A quantity of one quota, and the field that asks for it. */
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
  /** The event's row of their participant type. */
  readonly typeRef: string
  readonly titleId: string | null
  readonly designationId: string | null
  readonly catererRef: string | null
  readonly minor: boolean
  /** For a minor: the position of their guardian among the participants. */
  readonly guardian: number | null
  /** For a minor without a guardian: the contact to ask for consent. */
  readonly consentFrom: ConsentContact | null
  readonly care: Care | null
  readonly bearing: Bearing
  /** The title and designation that staff recorded. */
  readonly written: Bearing
}

/** An answer with the version of the form that it was given to. It keeps both until it is answered otherwise. */
export interface GivenAnswer extends KeptAnswer {
  readonly form_version_id: string | null
}

/** A wish that the rules accept, worked out. Only the quotas can still refuse it. */
export interface Plan {
  readonly wish: Wish
  readonly participants: readonly PlannedParticipant[]
  readonly quote: Quote
  /** Nights that are over and that the desk gives back. */
  readonly returned: readonly string[]
  /** Minor units that must be covered before it is active. Null means the whole price. */
  readonly dueAtOnce: number | null
  readonly demand: readonly Demand[]
  readonly answers: readonly GivenAnswer[]
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
  /** The people on the owner's lists that the wish names, by id. */
  readonly relatives: ReadonlyMap<string, Relative>
  readonly names: Names
  readonly now: Date
  readonly by: Asker
  /** A wish on the waiting list: required answers can follow when it becomes a reservation. */
  readonly isWaiting?: true
  /** What staff recorded about the persons. It overrides accounts and lists. */
  readonly written?: Written | undefined
  /** Nights that are over and that the desk gives back, besides those that the chosen stay leaves out. */
  readonly returned?: readonly string[] | undefined
  /**
   * The reservation that an edit starts from. Unchanged choices keep their price, and need not be offered to new people
   * any more.
   */
  readonly standing?: {
    readonly wish: Wish
    readonly lines: readonly QuoteLine[]
    /** Nights that the change gives back which waits for its payment. */
    readonly returned?: readonly string[] | undefined
    /** Questions that were never asked. All others were answered, possibly with nothing. */
    readonly missing?: readonly string[]
    /** The answers of `wish` and `open`, by `answerKey`, that are options with a limit by the form that they were given to. */
    readonly limited?: ReadonlySet<string>
    /** The prices that were agreed for the change that waits for its payment. */
    readonly waiting?: WaitingPrices | null | undefined
    /** The answers of `open`, then those of `wish`, with their wording. */
    readonly answers?: readonly GivenAnswer[]
    /**
     * The wish that is edited, with the sealed data: the pending change if there is one, else the choice in force. What
     * is in it and stays as it is never prevents an edit.
     */
    readonly open?: Wish
  }
}

/** The key of an answer to a question. A text can read like the id of an option of another one. */
export const answerKey = (question: string, value: string): string => `${question} ${value}`

export const NO_BEARING: Bearing = { titleId: null, designationId: null }

/** The titles and designations that staff recorded, by the person's id on the owner's lists. The main person has ''. */
export type Written = ReadonlyMap<string, Bearing>
