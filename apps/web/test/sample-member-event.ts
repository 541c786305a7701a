import type { UserEvent } from '@shiloh/contract/events/events'
import type { OwnWaiting } from '@shiloh/contract/reservations/views'

/** The event of the reservations' tests: a delegate at GHS 100.00, an infant free, one room category, one caterer, no extras. */

/** Weeks before the event. */
export const sampleNow = new Date('2026-12-01T10:00:00Z')
export const sampleId = (n: number): string => n.toString(16).padStart(24, '0')
export const delegate = sampleId(10)
export const infant = sampleId(11)
export const standardRoom = sampleId(1)
export const kitchen = sampleId(20)

const type = (_id: string, name: string, price: number): UserEvent['participant_types'][number] => ({
  _id,
  name,
  note: '',
  price,
  places_left: null,
  sold_out: false,
  members_only: false,
  title_ids: [],
  designation_ids: [],
  min_age: null,
  max_age: null,
})

export const sampleEvent: UserEvent = {
  _id: sampleId(900),
  slug: 'mens-weekend',
  name: 'Men’s weekend',
  kind: 'retreat',
  status: 'published',
  summary: '',
  starts_at: '2027-01-22T17:00:00.000Z',
  ends_at: '2027-01-25T12:00:00.000Z',
  time_zone: 'Africa/Accra',
  place: 'Gomoa Fetteh',
  online: false,
  currency: 'GHS',
  price_from: 0,
  lodging_from: 5000,
  places_left: 10,
  registration_opens_at: null,
  registration_closes_at: null,
  picture_url: null,
  description_html: '',
  bring: [],
  arrival_note: '',
  address: null,
  map_url: null,
  capacity: 100,
  cancellation_deadline: null,
  refund_rules: [],
  speakers: [],
  activities: [],
  deposit_percent: 30,
  balance_due_at: '2027-01-10T00:00:00.000Z',
  hold_minutes: 30,
  cash_deadline: null,
  approval_required: false,
  registration_open: true,
  participant_types: [type(delegate, 'Delegate', 10_000), { ...type(infant, 'Infant', 0), max_age: 3 }],
  accommodations: [
    {
      room_category_id: standardRoom,
      name: 'Standard',
      price_per_night: 5000,
      charged_per: 'person',
      beds_per_room: 2,
      check_in_from: '2027-01-22',
      check_out_until: '2027-01-25',
      beds_left: 4,
      nights: ['2027-01-22', '2027-01-23', '2027-01-24'].map((night) => ({ night, beds_left: 4 })),
      sold_out: false,
    },
  ],
  caterers: [
    { _id: kitchen, name: 'Kitchen', note: '', price_per_day: 2000, days: 3, covers_left: null, sold_out: false },
  ],
  products: [],
  form: null,
  fields: {
    spouse: 'optional',
    title: 'hidden',
    designation: 'hidden',
    committee_type: 'hidden',
    medical_conditions: 'hidden',
    dietary_preference: 'hidden',
    female_related: 'hidden',
    arrival: 'hidden',
    departure: 'hidden',
  },
}

/** Somebody's entry on the waiting list of the event. */
export const sampleWaiting: Omit<OwnWaiting, 'event' | 'wish'> = {
  _id: sampleId(700),
  event_id: sampleEvent._id,
  kind: 'event',
  name: '',
  item_id: null,
  reservation: null,
  status: 'waiting',
  ahead: 0,
  offer_expires_at: null,
  created_at: '2026-12-01T10:00:00.000Z',
  keeps_prices: true,
  prices: [],
  lost_answers: [],
  participant_types: [],
  room: null,
  closed_types: [],
  short_of: [],
}
