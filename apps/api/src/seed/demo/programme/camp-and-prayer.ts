import type { EventFields } from '@shiloh/contract/forms/forms'
import type { Calendar } from '../chance.ts'
import { cedis, type EventPlan } from './plan.ts'

const NOTHING_ASKED: EventFields = {
  title: 'hidden',
  designation: 'hidden',
  committee_type: 'hidden',
  spouse: 'hidden',
  medical_conditions: 'hidden',
  dietary_preference: 'hidden',
  female_related: 'hidden',
  arrival: 'hidden',
  departure: 'hidden',
}

/** A small venue, and more people than beds: full, with a waiting list. */
export const camp = (calendar: Calendar): EventPlan => {
  const firstDay = calendar.weekday(19, 5)
  const year = calendar.day(firstDay).slice(0, 4)
  return {
    key: 'camp',
    name: `Youth Leaders’ Camp ${year}`,
    slug: `youth-leaders-camp-${year}`,
    code_prefix: 'YC',
    kind: 'camp',
    status: 'published',
    summary:
      'A weekend in the hills for those who lead young people: forty-eight beds, one fire, no telephones after nine.',
    description: [
      'We keep this camp small on purpose. Everybody who comes leads a group at home, or will soon.',
      'Friday begins with a walk through the botanical gardens. Saturday is for Bible study in groups of eight, games, and an evening by the fire. We travel home after lunch on Sunday.',
      'When all places are taken you may join the waiting list: the person who waits longest is asked first, and has a day to answer.',
    ],
    bring: [
      'This ticket and the health card of everybody under 18',
      'Bible, notebook and pen',
      'Bed sheet, towel and mosquito spray',
      'A torch, and shoes for walking',
    ],
    arrival_note: 'Parents hand over the health card at the clinic tent, then the group leaders show the beds.',
    firstDay,
    starts_at: calendar.at(firstDay, '15:00'),
    ends_at: calendar.at(firstDay + 2, '14:00'),
    opens_at: calendar.at(-45, '08:00'),
    closes_at: calendar.at(firstDay - 2, '18:00'),
    centre: 'Aburi Hills Retreat House',
    capacity: 48,
    hold_minutes: 1440,
    cancellation_deadline: calendar.at(firstDay - 3, '18:00'),
    refund_rules: [{ until: calendar.at(firstDay - 3, '18:00').toISOString(), percent: 80 }],
    fields: { ...NOTHING_ASKED, dietary_preference: 'optional', medical_conditions: 'optional' },
    types: [
      { type: 'Delegate', price: cedis(220), places: 44, ages: [13, null] },
      { type: 'Student', price: cedis(150), places: 24, ages: [13, null], note: 'Bring your student card' },
    ],
    lodging: [
      { category: 'Economy', blocks: ['Carmel House'], price: cedis(35), per: 'person', from: 0, until: 2, beds: 48 },
    ],
    caterers: [
      { caterer: 'Aburi Garden Meals', price: cedis(85), days: 2, covers: 48, note: 'From breakfast on Saturday' },
    ],
    products: [
      { product: 'T-shirt', option: 'M', price: cedis(60), stock: 30 },
      { product: 'T-shirt', option: 'L', price: cedis(60), stock: 30 },
      { product: 'T-shirt', option: 'XL', price: cedis(65), stock: 15 },
    ],
    speakers: [
      ['Caleb Boateng', 'Lead where you are'],
      ['Joyce Koomson', 'Questions nobody asks aloud'],
    ],
    activities: [
      [0, '15:00', '17:00', 'Arrival and walk through the gardens', 'Garden gate'],
      [0, '19:30', '21:00', 'First evening', 'Chapel', 'Caleb Boateng'],
      [1, '06:30', '07:15', 'Prayer on the hill', 'Viewpoint'],
      [1, '09:00', '12:00', 'Bible study in groups', 'Garden'],
      [1, '15:00', '17:00', 'Games', 'Meadow'],
      [1, '18:00', '19:00', 'Questions nobody asks aloud', 'Chapel', 'Joyce Koomson'],
      [1, '20:00', '22:00', 'Fire and songs', 'Fireplace'],
      [2, '09:30', '12:00', 'Sunday service', 'Chapel', 'Caleb Boateng'],
    ],
  }
}

/** Free to enter, large, and in progress: for trying out the gate, and a kitchen's evening. Meals, shirts and beds are paid. */
export const prayer = (calendar: Calendar): EventPlan => {
  const firstDay = -1
  const year = calendar.day(firstDay).slice(0, 4)
  return {
    key: 'prayer',
    name: `National Prayer Summit ${year}`,
    slug: `national-prayer-summit-${year}`,
    code_prefix: 'PS',
    kind: 'service',
    status: 'published',
    summary: 'Four days of prayer for the nation. Entry is free; register so that we know how many chairs to put out.',
    description: [
      'Doors open an hour before each session. Show the QR code of your receipt at the gate, on the telephone or printed.',
      'There is no charge and no offering for entry. Meals, a T-shirt and a bed on the grounds can be ordered with the registration; water is free.',
    ],
    firstDay,
    starts_at: calendar.at(firstDay, '16:00'),
    ends_at: calendar.at(firstDay + 3, '21:00'),
    opens_at: calendar.at(-40, '08:00'),
    closes_at: calendar.at(firstDay + 3, '18:00'),
    centre: 'Shiloh Convention Centre',
    online_url: 'https://live.example/prayer-summit',
    capacity: 3000,
    hold_minutes: 1440,
    deposit_percent: 50,
    cancellation_deadline: calendar.at(firstDay + 3, '18:00'),
    refund_rules: [],
    fields: { ...NOTHING_ASKED, spouse: 'optional' },
    types: [
      { type: 'Delegate', price: 0, note: 'Members of the church' },
      { type: 'Visitor', price: 0, note: 'Everybody is welcome' },
      { type: 'Volunteer', price: 0, places: 200, membersOnly: true, ages: [16, null] },
      { type: 'Child, 4 to 12', price: 0, places: 300, ages: [4, 12] },
    ],
    lodging: [
      {
        category: 'Standard',
        blocks: ['Ebenezer Block'],
        price: cedis(90),
        per: 'person',
        from: 0,
        until: 3,
        beds: 48,
      },
      { category: 'Economy', blocks: ['Canaan Block'], price: cedis(40), per: 'person', from: 0, until: 3, beds: 120 },
    ],
    caterers: [
      { caterer: 'Efua’s Kitchen', price: cedis(45), days: 4, covers: 400, note: 'Breakfast, lunch and supper' },
    ],
    products: [
      { product: 'T-shirt', option: 'M', price: cedis(60), stock: 80 },
      { product: 'T-shirt', option: 'L', price: cedis(60), stock: 80 },
      { product: 'T-shirt', option: 'XL', price: cedis(65), stock: 40 },
    ],
    speakers: [
      ['Sena Tsikata', 'Good morning, neighbour'],
      ['Samuel Awuni', 'Watchmen'],
      ['Opoku Agyeman', 'Seek the peace of the city'],
    ],
    activities: [
      [0, '16:00', '17:00', 'Doors open', 'Main gate'],
      [0, '17:00', '21:00', 'Opening night', 'Main auditorium', 'Sena Tsikata'],
      [1, '05:30', '07:00', 'Dawn prayer', 'Main auditorium'],
      [1, '17:00', '21:00', 'Prayer for schools and hospitals', 'Main auditorium', 'Samuel Awuni'],
      [2, '05:30', '07:00', 'Dawn prayer', 'Main auditorium'],
      [2, '17:00', '21:00', 'Prayer for families', 'Main auditorium'],
      [3, '17:00', '21:00', 'Seek the peace of the city', 'Main auditorium', 'Opoku Agyeman'],
    ],
    points: [
      { kind: 'hall', rule: 'count', name: 'Main auditorium', capacity: 2400 },
      { kind: 'hall', rule: 'count', name: 'Hall 2', capacity: 300 },
      { kind: 'bus', rule: 'once_a_day', name: 'Shuttle from Tema', capacity: 60, at: [1, '15:00'] },
    ],
  }
}
