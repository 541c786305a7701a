import { type Calendar, openCalendar } from '../chance.ts'
import { cedis, type EventPlan } from './plan.ts'

/** The large one: five days, every kind of room, a form, part payments and a cash desk. */
export const conference = (calendar: Calendar): EventPlan => {
  const firstDay = calendar.weekday(42, 1)
  const year = calendar.day(firstDay).slice(0, 4)
  const stay = { from: 1, until: 5 }
  return {
    key: 'conference',
    name: `Leaders’ Conference ${year}`,
    slug: `leaders-conference-${year}`,
    code_prefix: 'LC',
    kind: 'conference',
    status: 'published',
    summary:
      'Five days of teaching, prayer and planning for ministers, elders and everybody who leads in an assembly, district or area.',
    description: [
      'Once a year the whole church sits at one table. We hear what the areas have learnt, agree on the plan for the next twelve months, and pray for one another.',
      'Mornings belong to Bible teaching in the main auditorium, afternoons to workshops in small groups, evenings to worship. Ministers’ wives have their own programme on Wednesday.',
      'You may stay on the grounds from Sunday evening to Saturday morning. Rooms are given out ten days before the conference; tell us if stairs are hard for you.',
    ],
    bring: [
      'This ticket and a photo ID for each adult',
      'Bible, notebook and pen',
      'Towel and mosquito spray; bed linen is there',
      'Smart dress for the ordination',
    ],
    arrival_note: 'Main gate, then the key desk in Block Bethel. The gate opens at noon.',
    firstDay,
    starts_at: calendar.at(firstDay, '14:00'),
    ends_at: calendar.at(firstDay + 4, '13:00'),
    opens_at: calendar.at(-60, '08:00'),
    closes_at: calendar.at(firstDay - 3, '20:00'),
    centre: 'Shiloh Convention Centre',
    online_url: 'https://live.example/leaders-conference',
    capacity: 1000,
    hold_minutes: 2880,
    cash: { deadline: calendar.at(firstDay - 17, '16:00'), places: 60 },
    deposit_percent: 40,
    cancellation_deadline: calendar.at(firstDay - 7, '20:00'),
    refund_rules: [
      { until: calendar.at(firstDay - 21, '20:00').toISOString(), percent: 100 },
      { until: calendar.at(firstDay - 7, '20:00').toISOString(), percent: 50 },
    ],
    fields: {
      title: 'optional',
      designation: 'optional',
      committee_type: 'optional',
      spouse: 'optional',
      medical_conditions: 'optional',
      dietary_preference: 'optional',
      female_related: 'optional',
      arrival: 'optional',
      departure: 'optional',
    },
    asksForm: true,
    types: [
      {
        type: 'Delegate',
        price: cedis(350),
        places: 560,
        ages: [13, null],
        note: 'Sent by an assembly, district or area',
      },
      { type: 'Minister', price: cedis(250), places: 200, ministersOnly: true },
      {
        type: 'Minister’s wife',
        price: cedis(200),
        places: 120,
        membersOnly: true,
        titles: ['Deaconess'],
        ages: [18, null],
      },
      {
        type: 'International delegate',
        price: cedis(900),
        places: 60,
        ages: [13, null],
        note: 'With transfer from Kotoka airport',
      },
      { type: 'Student', price: cedis(180), places: 80, ages: [13, null], note: 'Bring your student card' },
      { type: 'Visitor', price: cedis(400), places: 60 },
      { type: 'Child, 4 to 12', price: cedis(60), places: 80, ages: [4, 12] },
    ],
    lodging: [
      {
        category: 'Executive',
        blocks: ['Bethel Block', 'Ebenezer Block'],
        price: cedis(320),
        per: 'person',
        ...stay,
        beds: 36,
      },
      {
        category: 'Standard',
        blocks: ['Bethel Block', 'Ebenezer Block'],
        price: cedis(160),
        per: 'person',
        ...stay,
        beds: 140,
      },
      { category: 'Economy', blocks: ['Canaan Block'], price: cedis(60), per: 'person', ...stay, beds: 320 },
    ],
    caterers: [
      { caterer: 'Efua’s Kitchen', price: cedis(90), days: 5, covers: 400, note: 'Breakfast, lunch and supper' },
      {
        caterer: 'Fetteh Beach Catering',
        price: cedis(120),
        days: 5,
        covers: 250,
        note: 'Three meals, fish every day',
      },
      { caterer: 'Nyamekyɛ Catering', price: cedis(75), days: 5, note: 'Breakfast, lunch and supper' },
    ],
    products: [
      { product: 'Conference cloth', option: '2 yards', price: cedis(120), stock: 150, max: 4 },
      { product: 'Conference cloth', option: '4 yards', price: cedis(220), stock: 100, max: 4 },
      { product: 'Conference cloth', option: '6 yards', price: cedis(320), stock: 60, max: 4 },
      { product: 'T-shirt', option: 'S', price: cedis(70), stock: 40, max: 3 },
      { product: 'T-shirt', option: 'M', price: cedis(70), stock: 80, max: 3 },
      { product: 'T-shirt', option: 'L', price: cedis(70), stock: 80, max: 3 },
      { product: 'T-shirt', option: 'XL', price: cedis(75), stock: 40, max: 3 },
      { product: 'T-shirt', option: 'XXL', price: cedis(75), stock: 0, max: 3 },
      { product: 'Study Bible', option: 'English', price: cedis(180), stock: 80, max: 2 },
      { product: 'Study Bible', option: 'Asante Twi', price: cedis(190), stock: 60, max: 2 },
      { product: 'Study Bible', option: 'Ewe', price: cedis(190), stock: 30, max: 2 },
      { product: 'Coach seat', option: 'From Kumasi', price: cedis(150), stock: 96, max: 2 },
      { product: 'Coach seat', option: 'From Tamale', price: cedis(320), stock: 48, max: 2 },
    ],
    speakers: [
      ['Opoku Agyeman', 'Rooted and built up'],
      ['Nathaniel Quaye', 'Money that can be shown'],
      ['Deborah Amegashie', 'Homes that hold'],
      ['Henrique Domingos', 'A church in three languages'],
      ['Samuel Awuni', 'Where no road goes'],
    ],
    activities: [
      [0, '14:00', '16:00', 'Arrival, keys and badges', 'Registration hall'],
      [0, '17:00', '19:00', 'Opening service', 'Main auditorium', 'Opoku Agyeman'],
      [1, '06:00', '07:00', 'Morning prayer', 'Chapel'],
      [1, '09:00', '11:30', 'Teaching: rooted and built up', 'Main auditorium', 'Opoku Agyeman'],
      [1, '14:30', '16:30', 'Workshops', 'Halls 2 to 4'],
      [1, '19:00', '21:00', 'Evening worship', 'Main auditorium'],
      [2, '06:00', '07:00', 'Morning prayer', 'Chapel'],
      [2, '09:00', '11:30', 'Teaching: money that can be shown', 'Main auditorium', 'Nathaniel Quaye'],
      [2, '10:00', '12:00', 'Ministers’ wives: homes that hold', 'Hall 3', 'Deborah Amegashie'],
      [2, '14:30', '16:30', 'Workshops', 'Halls 2 to 4'],
      [2, '19:00', '21:30', 'Missions night', 'Main auditorium', 'Samuel Awuni'],
      [3, '06:00', '07:00', 'Morning prayer', 'Chapel'],
      [3, '09:00', '12:00', 'Reports of the areas', 'Main auditorium'],
      [3, '14:30', '16:30', 'The plan for next year', 'Main auditorium', 'Opoku Agyeman'],
      [3, '19:00', '21:00', 'Communion service', 'Main auditorium', 'Henrique Domingos'],
      [4, '09:00', '12:00', 'Closing service', 'Main auditorium', 'Opoku Agyeman'],
    ],
    points: [
      { kind: 'hall', rule: 'count', name: 'Main auditorium', capacity: 900 },
      { kind: 'hall', rule: 'count', name: 'Hall 3', capacity: 120 },
      { kind: 'bus', rule: 'once', name: 'Coach to Kumasi', capacity: 48, at: [4, '15:00'] },
    ],
  }
}

/** Whole weeks, so that it began on the same weekday. */
const YEAR = 364

/** The one of the year before: over and archived, to compare with. Without the form and the desk's deadline. */
export const lastConference = (calendar: Calendar): EventPlan => {
  const { asksForm: _form, cash: _desk, ...plan } = conference(openCalendar(calendar.at(-YEAR, '12:00')))
  const year = calendar.day(plan.firstDay - YEAR).slice(0, 4)
  return {
    ...plan,
    key: 'last_conference',
    name: `Leaders’ Conference ${year}`,
    slug: `conference-of-leaders-${year}`,
    code_prefix: 'LD',
    status: 'archived',
    firstDay: plan.firstDay - YEAR,
  }
}
