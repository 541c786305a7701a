import type { UserEvent } from '@shiloh/contract/events/events'
import type { GuestReservation, OwnWaiting, ReservationView } from '@shiloh/contract/reservations/views'
import { type Guest, noCare } from './choice.ts'
import type { Relative } from './people.ts'
import type { Lists } from './step.ts'

/** An event and a family for tests: a delegate at GHS 100.00, an infant free, one room category, one caterer, no extras. */

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

export const ama = { name: 'Ama Mensah', gender: 'female', birth_date: '1990-05-01' } as const
export const kofi: Relative = {
  person_id: sampleId(7),
  role: 'spouse',
  name: 'Kofi Mensah',
  gender: 'male',
  birth_date: '1988-02-01',
  title_id: null,
}

/** Kofi on the spouse list. */
export const sampleSpouse: Lists['spouses'][number] = {
  _id: kofi.person_id,
  first_name: 'Kofi',
  last_name: 'Mensah',
  other_names: null,
  name: kofi.name,
  gender: 'male',
  birth_date: kofi.birth_date,
  phone: null,
  email: null,
  title_id: null,
  title_waits: false,
  linked: false,
  invitation: null,
  created_at: '2026-01-01T00:00:00.000Z',
}
/** Kofi, who comes along. */
export const guestKofi: Guest = {
  role: 'spouse',
  person_id: kofi.person_id,
  participant_type_id: delegate,
  title_id: null,
  designation_id: null,
  guardian_id: null,
  care: noCare,
}

const main = { _id: sampleId(30), url: 'https://shiloh.example/receipt/30' }

/** A delegate alone, without a room: GHS 100.00, not paid yet. */
export const sampleReservation: ReservationView = {
  viewer: 'owner',
  _id: sampleId(800),
  code: 'MW27-K4QX',
  status: 'pending',
  event_id: sampleEvent._id,
  event: {
    _id: sampleEvent._id,
    slug: sampleEvent.slug,
    name: sampleEvent.name,
    starts_at: sampleEvent.starts_at,
    ends_at: sampleEvent.ends_at,
    time_zone: sampleEvent.time_zone,
    place: 'Gomoa Fetteh',
  },
  user: { _id: sampleId(1), name: ama.name },
  hold_expires_at: null,
  pays_at_desk: false,
  needs_approval: false,
  approved_at: null,
  total: 10_000,
  paid: 0,
  waived: 0,
  waived_by: null,
  reduced: 0,
  retained: 0,
  balance: 10_000,
  due_now: 3000,
  due_at: null,
  kept_until: null,
  back_facts: {
    usable: 0,
    ruled_total: 0,
    lowered: 0,
    rule_sent: 0,
    rule_promised: 0,
    rule_kept: 0,
    owed_kept: 0,
  },
  refund_if_cancelled: 0,
  standing: { kind: 'held', amount: 3000, at: null },
  payments: [],
  refunds: [],
  currency: 'GHS',
  qr: { id: main._id, url: main.url },
  participants: [
    {
      _id: main._id,
      role: 'main',
      person_id: null,
      account_id: null,
      name: ama.name,
      participant_type: { _id: delegate, name: 'Delegate' },
      title: null,
      designation: null,
      chosen: { title_id: null, designation_id: null },
      caterer: null,
      minor: false,
      guardian: null,
      consent: null,
      lines: [],
      share: { cost: 0, paid: 0, owed: 0 },
      qr: { id: main._id, url: main.url },
      checked_in_at: null,
      checked_out_at: null,
      room: null,
      room_state: 'none',
    },
  ],
  participant_type: { _id: delegate, name: 'Delegate' },
  title: null,
  designation: null,
  committee_type: null,
  accommodation: null,
  caterer: null,
  with_spouse: null,
  arrival_at: null,
  departure_at: null,
  answers: [],
  lines: [
    {
      kind: 'participant_type',
      ref_id: delegate,
      label: 'Delegate',
      quantity: 1,
      units: 1,
      unit_price: 10_000,
      amount: 10_000,
      person: 0,
      from_day: null,
      until_day: null,
    },
  ],
  pending_change: null,
  missing: [],
  note: null,
  ended_waits: [],
  timeline: [],
  created_at: '2026-12-01T10:00:00.000Z',
  allowed: ['pay', 'edit', 'cancel'],
}

/** The same weekend, confirmed, to Kofi: Ama took a place for him. */
export const sampleGuest: GuestReservation = {
  viewer: 'guest',
  reserved_by: ama.name,
  _id: sampleReservation._id,
  code: sampleReservation.code,
  status: 'active',
  event_id: sampleEvent._id,
  event: sampleReservation.event,
  hold_expires_at: null,
  waits_for_approval: false,
  cancelled: null,
  participants: [
    {
      _id: sampleId(31),
      name: kofi.name,
      participant_type: { _id: delegate, name: 'Delegate' },
      title: null,
      designation: null,
      caterer: { _id: kitchen, name: 'Kitchen' },
      lines: [],
      qr: { id: sampleId(31), url: 'https://shiloh.example/receipt/31' },
      checked_in_at: null,
      checked_out_at: null,
      room: null,
      room_state: 'none',
    },
  ],
  others: [ama.name],
  share: 16_000,
  currency: 'GHS',
  accommodation: { name: 'Standard', check_in: '2027-01-22', check_out: '2027-01-25' },
  meals: { time_zone: sampleEvent.time_zone, party: 1, sittings: [] },
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
  lost_answers: [],
  room: null,
  closed_types: [],
  short_of: [],
}
