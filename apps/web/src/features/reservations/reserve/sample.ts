import type { GuestReservation, ReservationView } from '@shiloh/contract/reservations/views'
import { delegate, kitchen, sampleEvent, sampleId, standardRoom } from '../../../../test/sample-member-event.ts'
import { type Guest, noCare } from './choice.ts'
import type { Relative } from './people.ts'
import type { Lists } from './step.ts'

export {
  delegate,
  infant,
  kitchen,
  sampleEvent,
  sampleId,
  sampleNow,
  sampleWaiting,
  standardRoom,
} from '../../../../test/sample-member-event.ts'

/** An event and a family for tests: a delegate at GHS 100.00, an infant free, one room category, one caterer, no extras. */

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
    price: 10_000,
    waived: 0,
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
      health_kept: false,
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

/** Confirmed and paid, with a dearer change that waits for its payment: a room for two nights. */
export const sampleDearer: ReservationView = {
  ...sampleReservation,
  status: 'active',
  total: 20_000,
  paid: 10_000,
  balance: 10_000,
  due_now: 10_000,
  standing: { kind: 'change', amount: 10_000, at: '2026-12-02T11:43:00.000Z' },
  pending_change: {
    wish: {
      participants: [{ role: 'main', participant_type_id: delegate }],
      accommodation: { room_category_id: standardRoom, check_in: '2027-01-22', check_out: '2027-01-24' },
    },
    joins: [],
    answers: [],
    lines: [
      ...sampleReservation.lines,
      {
        kind: 'accommodation',
        ref_id: standardRoom,
        label: 'Standard',
        quantity: 1,
        units: 2,
        unit_price: 5000,
        amount: 10_000,
        person: null,
        from_day: '2027-01-22',
        until_day: '2027-01-24',
      },
    ],
    total: 20_000,
    previous_total: 10_000,
    returned: [],
    expires_at: '2026-12-02T11:43:00.000Z',
    room: null,
    room_name: null,
  },
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
