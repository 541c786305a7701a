import type { PointKind, PointRule } from '@shiloh/contract/checkin/points'
import type { PublicEventKind } from '@shiloh/contract/events/public-pages'
import type { EventFields } from '@shiloh/contract/forms/forms'
import type { RefundRule } from '@shiloh/contract/reservations/quote'
import type { CatererName, ProductName, SpeakerName } from '../catalogue.ts'
import type { ParticipantTypeName, TitleName } from '../church.ts'
import type { BlockName, CategoryName, CentreName } from '../venues.ts'

/** The plan of one demo event. Names refer to rows, and days are relative to today. */
export interface EventPlan {
  readonly key: EventKey
  readonly name: string
  readonly slug: string
  readonly code_prefix: string
  readonly kind: PublicEventKind
  readonly status: 'draft' | 'published' | 'unpublished' | 'archived'
  readonly summary: string
  readonly description: readonly string[]
  readonly bring?: readonly string[]
  readonly arrival_note?: string
  readonly firstDay: number
  readonly starts_at: Date
  readonly ends_at: Date
  readonly opens_at: Date | null
  readonly closes_at: Date | null
  readonly centre: CentreName
  readonly online_url?: string
  readonly capacity: number | null
  readonly hold_minutes: number
  readonly cash?: { readonly deadline: Date; readonly places: number }
  readonly approval_required?: true
  readonly deposit_percent?: number
  readonly cancellation_deadline: Date | null
  readonly refund_rules: readonly RefundRule[]
  readonly fields: EventFields
  readonly asksForm?: true
  readonly types: readonly {
    readonly type: ParticipantTypeName
    readonly price: number
    readonly places?: number
    readonly membersOnly?: true
    readonly ministersOnly?: true
    /** Open to people with one of these titles, and to their spouses. */
    readonly titles?: readonly TitleName[]
    /** In full years on the first day. */
    readonly ages?: readonly [from: number, to: number | null]
    readonly note?: string
  }[]
  /** Nights are offered from this many days before the first day to this many days after it. */
  readonly lodging: readonly {
    readonly category: CategoryName
    readonly blocks: readonly BlockName[]
    readonly price: number
    readonly per: 'person' | 'room'
    readonly from: number
    readonly until: number
    readonly beds: number
  }[]
  readonly caterers: readonly {
    readonly caterer: CatererName
    readonly price: number
    readonly days: number
    readonly covers?: number
    readonly note?: string
  }[]
  readonly products: readonly {
    readonly product: ProductName
    readonly option: string
    readonly price: number
    readonly stock?: number
    readonly max?: number
  }[]
  readonly speakers: readonly (readonly [SpeakerName, string])[]
  /** Day of the event (0 is the first), from, to, title, place, speaker. */
  readonly activities: readonly Activity[]
  /** Beside the gate that every event has, and its sittings. */
  readonly points?: readonly {
    readonly kind: PointKind
    readonly rule: PointRule
    readonly name: string
    readonly capacity?: number
    readonly at?: readonly [day: number, time: string, until?: string]
  }[]
}

export type Activity = readonly [
  day: number,
  from: string,
  to: string,
  title: string,
  place: string,
  speaker?: SpeakerName,
]

export type EventKey =
  | 'conference'
  | 'camp'
  | 'prayer'
  | 'couples'
  | 'women'
  | 'council'
  | 'training'
  | 'last_conference'

/** Converts cedis to minor units. */
export const cedis = (amount: number): number => amount * 100
