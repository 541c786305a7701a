import type { Language } from '../core.ts'
import type { Standing } from '../reservations/standing.ts'
import type { EventCard, PublicEventView } from './events.ts'

/**
 * The data of the public pages, which the server renders without scripts. Amounts are in minor units, instants in ISO
 * 8601, addresses are paths or full URLs.
 */

export interface PublicOrganisation {
  readonly name: string
  /** In the header of a phone. */
  readonly short_name: string
  /** One or two sentences about the church, for the landing page. */
  readonly about: string | null
  readonly color: string | null
  readonly logo_url: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** The data that every page needs. */
export interface PublicFrame {
  readonly language: Language
  /** Scheme and host of the deployment, without a trailing slash. */
  readonly origin: string
  /** Path and query of this page, without `lang`. */
  readonly path: string
  readonly organisation: PublicOrganisation
  /** The browser says that somebody is signed in: they are led home and not to the sign-in. */
  readonly is_signed_in: boolean
  /** The instant of rendering. It decides "past" and "not open yet". */
  readonly now: string
}

export type PublicEventKind = 'conference' | 'retreat' | 'camp' | 'convention' | 'workshop' | 'service' | 'other'

/** An event in a list. */
export interface PublicEventCard {
  readonly _id: string
  readonly slug: string
  readonly name: string
  readonly kind: PublicEventKind
  readonly summary: string
  readonly starts_at: string
  readonly ends_at: string
  readonly time_zone: string
  /** Venue and town, or null when it is online only. */
  readonly place: string | null
  readonly online: boolean
  readonly currency: string
  /** The price of the cheapest participant type. 0 is free entry; null: none offered. */
  readonly price_from: number | null
  readonly lodging_from: number | null
  /** Null: no limit. */
  readonly places_left: number | null
  readonly registration_opens_at: string | null
  readonly registration_closes_at: string | null
  /** Null: the generated cover. */
  readonly picture_url: string | null
  /** The language of texts whose translation into the reader's is missing. Omitted: all are in the reader's. */
  readonly languages?: EventCard['languages']
}

export interface PublicSpeaker {
  readonly _id: string
  readonly name: string
  /** Without the form of address. */
  readonly own_name: string
  readonly role: string | null
  readonly picture_url: string | null
}

export interface PublicActivity {
  readonly starts_at: string
  readonly title: string
  readonly place: string | null
}

export interface PublicFaq {
  /** The reader's, or the one it was written in where there is no translation. */
  readonly language: Language
  readonly question: string
  readonly answer_html: string
}

/** Prices and refund rules, as members see them too. */
type PublicOffer = Pick<
  PublicEventView,
  | 'participant_types'
  | 'accommodations'
  | 'caterers'
  | 'products'
  | 'priced_questions'
  | 'cancellation_deadline'
  | 'refund_rules'
>

export interface PublicEvent extends PublicEventCard, PublicOffer {
  readonly status: 'published' | 'unpublished' | 'archived'
  readonly capacity: number | null
  /** Rendered and sanitised by the server. */
  readonly description_html: string
  readonly address: string | null
  readonly map_url: string | null
  readonly deposit_percent: number | null
  readonly speakers: readonly PublicSpeaker[]
  readonly activities: readonly PublicActivity[]
  readonly faqs: readonly PublicFaq[]
  readonly ics_url: string
  readonly reserve_url: string
}

export interface PublicReceiptLine {
  readonly name: string
  readonly note: string | null
  readonly amount: number
}

/** The holder of a receipt link sees enough for the gate, but no health data and no contact. */
export interface PublicReceipt {
  /** Whether our signature in the address is valid. Null: the address has none. */
  readonly genuine: boolean | null
  readonly code: string
  readonly status: 'pending' | 'active' | 'redeemed' | 'failed' | 'cancelled' | 'archived'
  readonly event: Pick<PublicEventCard, '_id' | 'name' | 'slug' | 'starts_at' | 'ends_at' | 'time_zone' | 'place'>
  readonly participant: string
  readonly participant_type: string
  readonly room: { readonly number: string; readonly description: string } | null
  readonly currency: string
  readonly lines: readonly PublicReceiptLine[]
  /** Null on the ticket of somebody who comes along. */
  readonly sums: {
    readonly total: number
    readonly paid: number
    readonly balance: number
    /** The standing of the money, as on the reservation’s own page. */
    readonly standing: Standing
  } | null
  /** The content of the QR code: the signed address of this receipt. */
  readonly qr: string
}

export type PublicPage = { readonly frame: PublicFrame } & (
  | { readonly kind: 'landing'; readonly events: readonly PublicEventCard[] }
  | {
      readonly kind: 'events'
      readonly events: readonly PublicEventCard[]
      readonly when: 'upcoming' | 'past'
      readonly event_kind: PublicEventKind | null
      readonly search: string
      /** The kinds with at least one event, for the filter. */
      readonly kinds: readonly PublicEventKind[]
      readonly page: number
      readonly total_pages: number
    }
  | { readonly kind: 'event'; readonly event: PublicEvent }
  | {
      readonly kind: 'legal'
      readonly document: 'privacy' | 'terms'
      readonly html: string
      readonly updated_at: string
    }
  | { readonly kind: 'receipt'; readonly receipt: PublicReceipt }
  | { readonly kind: 'not-found' }
  /** `message` is the organisation's own maintenance notice. It can be empty. */
  | { readonly kind: 'maintenance'; readonly message: string }
)

/** The type of `renderPublicPage`, which `dist/server/public.js` of the web workspace exports. */
export type RenderPublicPage = (page: PublicPage) => string
