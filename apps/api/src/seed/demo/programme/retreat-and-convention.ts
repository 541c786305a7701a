import type { Calendar } from '../chance.ts'
import { cedis, type EventPlan } from './plan.ts'

/** The expensive one: few places, and every request is approved before it can be paid. */
export const couples = (calendar: Calendar): EventPlan => {
  const firstDay = calendar.weekday(74, 4)
  const year = calendar.day(firstDay).slice(0, 4)
  const stay = { from: 0, until: 3, per: 'room' } as const
  return {
    key: 'couples',
    name: `Ministers’ Couples’ Retreat ${year}`,
    slug: `ministers-couples-retreat-${year}`,
    code_prefix: 'CR',
    kind: 'retreat',
    status: 'published',
    summary: 'Three nights for two in the hills above Accra. Eighteen couples, counsellors at hand, nobody preaches.',
    description: [
      'Come with your wife or your husband and leave the assembly to others for once. There are two talks a day; the rest of the time is yours.',
      'Your request goes to the General Secretary’s office. Once it is approved you have three days to pay.',
    ],
    bring: [
      'This ticket and a photo ID for each of you',
      'Bible and notebook',
      'Swimwear, and something warm for the evening',
    ],
    arrival_note: 'Ring at Hermon House; the hosts show you your room and keep the keys until 10 in the evening.',
    firstDay,
    starts_at: calendar.at(firstDay, '15:00'),
    ends_at: calendar.at(firstDay + 3, '11:00'),
    opens_at: calendar.at(-30, '08:00'),
    closes_at: calendar.at(firstDay - 14, '18:00'),
    centre: 'Aburi Hills Retreat House',
    capacity: 36,
    hold_minutes: 4320,
    approval_required: true,
    cancellation_deadline: calendar.at(firstDay - 21, '18:00'),
    refund_rules: [
      { until: calendar.at(firstDay - 45, '18:00').toISOString(), percent: 90 },
      { until: calendar.at(firstDay - 21, '18:00').toISOString(), percent: 50 },
    ],
    fields: { committee_type: 'hidden', spouse: 'optional', title: 'required', designation: 'optional' },
    types: [
      {
        type: 'Minister',
        price: cedis(2400),
        places: 30,
        ministersOnly: true,
        note: 'A person; a couple pays for two',
      },
      {
        type: 'Delegate',
        price: cedis(2800),
        places: 10,
        membersOnly: true,
        ages: [18, null],
        note: 'Elders and deacons with their wives',
      },
    ],
    lodging: [
      { category: 'Executive', blocks: ['Hermon House'], price: cedis(950), ...stay, beds: 12 },
      { category: 'Family chalet', blocks: ['Garden Chalets'], price: cedis(1400), ...stay, beds: 24 },
    ],
    caterers: [{ caterer: 'Aburi Garden Meals', price: cedis(180), days: 3, covers: 36, note: 'All meals' }],
    products: [{ product: 'Study Bible', option: 'English', price: cedis(180), stock: 20, max: 2 }],
    speakers: [
      ['Deborah Amegashie', 'What we never said'],
      ['Joyce Koomson', 'Tired, and married'],
    ],
    activities: [
      [0, '15:00', '18:00', 'Arrival', 'Hermon House'],
      [0, '19:00', '21:00', 'Supper together', 'Dining room'],
      [1, '09:30', '11:00', 'What we never said', 'Chapel', 'Deborah Amegashie'],
      [1, '16:00', '17:30', 'Walk for two', 'Botanical gardens'],
      [2, '09:30', '11:00', 'Tired, and married', 'Chapel', 'Joyce Koomson'],
      [2, '18:00', '21:00', 'Evening with candles', 'Garden'],
      [3, '09:00', '10:30', 'Blessing and departure', 'Chapel'],
    ],
  }
}

/** Unpublished for a while: no new registrations until the dates of the venue are settled. */
export const women = (calendar: Calendar): EventPlan => {
  const firstDay = calendar.weekday(118, 3)
  const year = calendar.day(firstDay).slice(0, 4)
  const stay = { from: 0, until: 4, per: 'person' } as const
  return {
    key: 'women',
    name: `Women’s Ministry Convention ${year}`,
    slug: `womens-ministry-convention-${year}`,
    code_prefix: 'WC',
    kind: 'convention',
    status: 'unpublished',
    summary: 'Four days for the women of the church: teaching, trades, health, and a market on Saturday.',
    description: [
      'Registration is paused while the programme of the market is agreed with the town. Reservations that stand remain valid.',
      'Seamstresses, bakers and farmers show what they make; the medical committee offers free screening on Friday.',
    ],
    bring: ['This ticket and a photo ID', 'Bible, hymn book and notebook', 'White dress for Sunday'],
    firstDay,
    starts_at: calendar.at(firstDay, '10:00'),
    ends_at: calendar.at(firstDay + 4, '12:00'),
    opens_at: calendar.at(-25, '08:00'),
    closes_at: calendar.at(firstDay - 5, '20:00'),
    centre: 'Shiloh Convention Centre',
    capacity: 600,
    hold_minutes: 4320,
    cancellation_deadline: calendar.at(firstDay - 14, '20:00'),
    refund_rules: [],
    fields: {
      spouse: 'hidden',
      medical_conditions: 'optional',
      dietary_preference: 'optional',
      female_related: 'optional',
    },
    types: [
      { type: 'Delegate', price: cedis(280), places: 450, ages: [13, null] },
      { type: 'Student', price: cedis(150), places: 100, ages: [13, null] },
      { type: 'Visitor', price: cedis(320), places: 50 },
    ],
    lodging: [
      { category: 'Standard', blocks: ['Ebenezer Block'], price: cedis(150), ...stay, beds: 48 },
      { category: 'Economy', blocks: ['Canaan Block'], price: cedis(55), ...stay, beds: 300 },
    ],
    caterers: [
      { caterer: 'Efua’s Kitchen', price: cedis(85), days: 4, covers: 300 },
      { caterer: 'Nyamekyɛ Catering', price: cedis(75), days: 4, covers: 400 },
    ],
    products: [
      { product: 'Conference cloth', option: '4 yards', price: cedis(220), stock: 200, max: 4 },
      { product: 'Conference cloth', option: '6 yards', price: cedis(320), stock: 150, max: 4 },
    ],
    speakers: [
      ['Deborah Amegashie', 'Hands that work'],
      ['Joyce Koomson', 'Look after the one who looks after all'],
    ],
    activities: [
      [0, '10:00', '12:00', 'Opening', 'Main auditorium', 'Deborah Amegashie'],
      [1, '09:00', '12:00', 'Trades and savings', 'Halls 2 to 4'],
      [2, '08:00', '15:00', 'Health screening', 'Clinic', 'Joyce Koomson'],
      [3, '08:00', '16:00', 'Market', 'Car park'],
      [4, '09:00', '12:00', 'Sunday service', 'Main auditorium'],
    ],
  }
}
