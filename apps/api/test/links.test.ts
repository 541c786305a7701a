import { ALERT_KINDS, alertPlace } from '@shiloh/contract/alerts/alerts'
import { LANGUAGES } from '@shiloh/contract/core'
import { expect, test } from 'vitest'
import { features } from '../src/features.ts'
import { leadsToPage } from './web-pages.ts'

const ID = '0123456789abcdef01234567'
const PUBLIC_URL = 'http://shiloh.test'

/** What notices and alerts can be about. Each uses what its schema names. */
const facts = {
  reservation_id: ID,
  entry_id: ID,
  allotment_id: ID,
  payment_id: ID,
  ticket_id: ID,
  event_id: ID,
  user_id: ID,
  assignee_id: ID,
  workflow_id: ID,
  saved_report_id: ID,
  report: 'unpaid',
  import_id: ID,
  name: 'Ama Mensah',
  who: 'Kofi Mensah',
  code: 'CONF-7K2M9Q',
  codes: 'CONF-7K2M9Q, CONF-8K2M9Q',
  other_code: 'CONF-8K2M9Q',
  taken_out: false,
  event: 'Conference',
  event_slug: 'conference',
  room: 'A 12',
  title: 'Elder',
  reason: 'A reason',
  subject: 'A bed',
  body: 'You have one.',
  status: 'pending',
  needs_approval: false,
  time_zone: 'Africa/Accra',
  starts_at: '2026-12-01T08:00:00Z',
  ends_at: '2026-12-04T08:00:00Z',
  at: '2026-12-01T08:00:00Z',
  until: '2026-12-01T08:00:00Z',
  hold_expires_at: null,
  kept_until: null,
  balance: 500,
  standing: { kind: 'secured', amount: 500, at: '2026-12-01T08:00:00Z' },
  due_now: 500,
  amount: 500,
  pieces: 2,
  paid: 500,
  refund: 0,
  currency: 'GHS',
  receipt_number: 7,
  paid_in_cash: false,
  how: 'voided',
  way: null,
  slip: null,
  reference: 'ref-1',
  due_at: null,
  capacity: 10,
  task: 'mail_alerts',
  task_id: ID,
  due_on: '2026-12-01',
  author: 'Esi Owusu',
  question: 'May they have a room?',
  option: 'Yes',
  before: 1,
  now: 2,
  about: 'CONF-7K2M9Q',
  error: 'timeout',
  provider: 'paystack',
  held_for: 'Kasoa District',
  room_category: 'Standard',
  held: 19,
  beds: 15,
  on_day: '2027-01-04',
  count: 1,
  samples: [`reservation ${ID}`],
  file_name: 'users.csv',
  created: 1,
  updated: 1,
  refused: 1,
  message_id: ID,
  is_announcement: false,
}

const notices = features.flatMap(({ templates }) =>
  Object.entries(templates ?? {}).flatMap(([name, { notice }]) => (notice ? [{ name, notice }] : [])),
)

test.each(notices)('the notice $name leads to a page of the web, or nowhere', ({ notice }) => {
  for (const language of LANGUAGES) {
    const { link, sms, text } = notice.write(facts, language, { publicUrl: PUBLIC_URL })
    const inTexts = [...`${sms}\n${text}`.matchAll(/http:\/\/shiloh\.test(\/\S*)/g)].map(([, page = '']) => page)
    const links = [...(link === null ? [] : [link]), ...inTexts]
    expect(links.filter((each) => !leadsToPage(each))).toEqual([])
  }
})

/** Variants of alerts that lead to several places. */
const variants = [
  {},
  { reservation_id: undefined },
  { samples: [] },
  ...['regions', 'areas', 'districts', 'assemblies', 'users', 'rooms'].map((resource) => ({ resource })),
]
test.each(ALERT_KINDS)('the alert %s leads to a page of the web', (kind) => {
  const places = variants.flatMap((variant) => alertPlace(kind, { resource: 'users', ...facts, ...variant }) ?? [])
  expect(places.filter((place) => !leadsToPage(place))).toEqual([])
  expect(places.length).toBeGreaterThan(0)
})

test('a page that the web app lacks is not found', () => {
  expect([leadsToPage(`/no-such-page/${ID}`), leadsToPage(`/reservations/${ID}`)]).toEqual([false, true])
})
