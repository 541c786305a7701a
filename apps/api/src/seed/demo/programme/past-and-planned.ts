import type { Calendar } from '../chance.ts'
import { cedis, type EventPlan } from './plan.ts'

/** Over, counted and archived. */
export const council = (calendar: Calendar): EventPlan => {
  const firstDay = calendar.weekday(-100, 2)
  const year = calendar.day(firstDay).slice(0, 4)
  const stay = { from: 0, until: 3, per: 'person' } as const
  return {
    key: 'council',
    name: `General Council Meeting ${year}`,
    slug: `general-council-meeting-${year}`,
    code_prefix: 'GC',
    kind: 'conference',
    status: 'archived',
    summary: 'The yearly meeting of the General Council: reports, accounts, ordinations and transfers.',
    description: ['Ministers and area representatives received the accounts of the year and decided on new districts.'],
    firstDay,
    starts_at: calendar.at(firstDay, '10:00'),
    ends_at: calendar.at(firstDay + 3, '13:00'),
    opens_at: calendar.at(firstDay - 60, '08:00'),
    closes_at: calendar.at(firstDay - 2, '18:00'),
    centre: 'Shiloh Convention Centre',
    capacity: 300,
    hold_minutes: 2880,
    cancellation_deadline: calendar.at(firstDay - 5, '18:00'),
    refund_rules: [],
    fields: {
      title: 'optional',
      designation: 'optional',
      committee_type: 'hidden',
      spouse: 'optional',
      female_related: 'hidden',
    },
    types: [
      { type: 'Minister', price: cedis(200), places: 200, ministersOnly: true },
      { type: 'Delegate', price: cedis(260), places: 100 },
    ],
    lodging: [
      { category: 'Standard', blocks: ['Bethel Block', 'Ebenezer Block'], price: cedis(140), ...stay, beds: 120 },
      { category: 'Economy', blocks: ['Canaan Block'], price: cedis(50), ...stay, beds: 180 },
    ],
    caterers: [{ caterer: 'Efua’s Kitchen', price: cedis(80), days: 4, covers: 300 }],
    products: [],
    speakers: [
      ['Opoku Agyeman', 'The state of the church'],
      ['Nathaniel Quaye', 'The accounts'],
    ],
    activities: [
      [0, '10:00', '12:00', 'Opening and roll call', 'Main auditorium', 'Opoku Agyeman'],
      [1, '09:00', '12:00', 'Accounts', 'Hall 2', 'Nathaniel Quaye'],
      [2, '09:00', '12:00', 'New districts and transfers', 'Hall 2'],
      [3, '09:00', '12:00', 'Ordination service', 'Main auditorium', 'Opoku Agyeman'],
    ],
  }
}

/** In preparation, not ready to be shown. */
export const training = (calendar: Calendar): EventPlan => {
  const firstDay = calendar.weekday(160, 1)
  const year = calendar.day(firstDay).slice(0, 4)
  return {
    key: 'training',
    name: `Evangelism Training ${year}`,
    slug: `evangelism-training-${year}`,
    code_prefix: 'ET',
    kind: 'workshop',
    status: 'draft',
    summary: 'Five days of practice for lay preachers: market places, radio, hospital visits.',
    description: ['Programme and prices are still to be agreed with the Evangelism Ministry.'],
    firstDay,
    starts_at: calendar.at(firstDay, '09:00'),
    ends_at: calendar.at(firstDay + 4, '16:00'),
    opens_at: null,
    closes_at: null,
    centre: 'Aburi Hills Retreat House',
    capacity: 60,
    hold_minutes: 1440,
    cancellation_deadline: null,
    refund_rules: [],
    fields: {},
    types: [{ type: 'Delegate', price: cedis(240) }],
    lodging: [],
    caterers: [],
    products: [],
    speakers: [['Sena Tsikata', 'Say it in the market']],
    activities: [[0, '09:00', '12:00', 'How to begin a conversation', 'Chapel', 'Sena Tsikata']],
  }
}
