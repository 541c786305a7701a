import type { EventCard, PublicEventView } from '@shiloh/contract/events/events'
import type { PublicEvent, PublicFaq, PublicFrame, PublicReceipt } from '@shiloh/contract/events/public-pages'
import type { ClientGroup } from '@shiloh/contract/organisation'
import { ticketPath } from '@shiloh/contract/reservations/ticket-code'
import type { ReceiptView } from '@shiloh/contract/reservations/views'

/** The common part of every page. */
export const frameOf = (
  organisation: ClientGroup,
  page: Pick<PublicFrame, 'language' | 'origin' | 'path' | 'is_signed_in'> & { readonly now: Date },
): PublicFrame => ({
  language: page.language,
  origin: page.origin,
  path: page.path,
  is_signed_in: page.is_signed_in,
  now: page.now.toISOString(),
  organisation: {
    name: organisation.name,
    short_name: organisation.short_name,
    about: organisation.about || null,
    color: organisation.color,
    logo_url: organisation.logo_url,
    email: organisation.email,
    phone: organisation.phone,
  },
})

const cardOf = ({
  _id,
  slug,
  name,
  kind,
  summary,
  starts_at,
  ends_at,
  time_zone,
  place,
  online,
  currency,
  price_from,
  lodging_from,
  places_left,
  registration_opens_at,
  registration_closes_at,
  picture_url,
  languages,
}: EventCard): EventCard => ({
  _id,
  slug,
  name,
  kind,
  summary,
  starts_at,
  ends_at,
  time_zone,
  place,
  online,
  currency,
  price_from,
  lodging_from,
  places_left,
  registration_opens_at,
  registration_closes_at,
  picture_url,
  ...(languages && { languages }),
})

/** One event as its public page shows it. */
export const publicEventOf = (event: PublicEventView, faqs: readonly PublicFaq[]): PublicEvent => ({
  ...cardOf(event),
  status: 'published',
  capacity: event.capacity,
  description_html: event.description_html,
  address: event.address,
  map_url: event.map_url,
  deposit_percent: event.deposit_percent,
  participant_types: event.participant_types,
  accommodations: event.accommodations,
  caterers: event.caterers,
  products: event.products,
  priced_questions: event.priced_questions,
  cancellation_deadline: event.cancellation_deadline,
  refund_rules: event.refund_rules,
  speakers: event.speakers.map(({ _id, name, own_name, role, topic, picture_url }) => ({
    _id,
    name,
    own_name,
    role: [role, topic].filter(Boolean).join('. ') || null,
    picture_url,
  })),
  activities: event.activities.map(({ title, starts_at, place, speaker }) => ({
    title,
    starts_at,
    place: [place, speaker].filter(Boolean).join(', ') || null,
  })),
  faqs: faqs.map(({ language, question, answer_html }) => ({ language, question, answer_html })),
  ics_url: `/events/${event.slug}/calendar.ics`,
  reserve_url: `/events/${event.slug}/reserve`,
})

const sumsOf = ({ total, paid, balance, standing }: ReceiptView): PublicReceipt['sums'] =>
  total === null || paid === null || balance === null || standing === null ? null : { total, paid, balance, standing }

/** A receipt as its page shows it. The QR code has a signature only if the visitor's URL had ours. */
export const publicReceiptOf = (
  receipt: ReceiptView,
  origin: string,
  signature: string | undefined,
): PublicReceipt => ({
  genuine: receipt.genuine,
  code: receipt.code,
  status: receipt.status,
  event: { ...receipt.event, place: receipt.event.place || null },
  participant: receipt.name,
  participant_type: receipt.participant_type,
  room: null,
  currency: receipt.currency,
  lines: [],
  sums: sumsOf(receipt),
  qr: origin + (receipt.genuine && signature ? ticketPath(receipt._id, signature) : `/qr/${receipt._id}`),
})
