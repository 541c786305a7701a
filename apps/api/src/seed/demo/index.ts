import { proposeNow } from '#features/allocation'
import { publishForm, readDefinition } from '#features/forms'
import { hashPassword } from '#features/identity'
import { syncQuotas } from '#features/reservations'
import { appendActs } from '#platform/audit/audit.store'
import type { Tx } from '#platform/db/db'
import type { Deps } from '#platform/deps'
import { drawAlerts } from './alerts.ts'
import { seedAllotments } from './allotments.store.ts'
import { giveBeds, tellRooms } from './beds.ts'
import { openBooks } from './books.ts'
import { drawCatalogue } from './catalogue.ts'
import { type Calendar, openCalendar, openChance } from './chance.ts'
import { quotaKey } from './choices.ts'
import { drawChurch } from './church.ts'
import { drawContent } from './content.ts'
import {
  closeTills,
  countClaims,
  findFormVersion,
  giveRoles,
  hasEvents,
  linkTickets,
  nameOrganisation,
  placeScans,
  printBadges,
  readQuotas,
  saveReports,
  seedConsents,
  setCounter,
  writeBearings,
} from './demo.store.ts'
import { type DemoEvent, drawEvents } from './events.ts'
import { drawForm } from './form.ts'
import { handOverProducts, seedGate } from './gate.store.ts'
import { tellHistories } from './histories.ts'
import { insertRows, type Row } from './insert.store.ts'
import { drawLogs } from './logs.ts'
import { seedRoomMates } from './mates.store.ts'
import { varyMeals } from './meals.store.ts'
import { seedMessages } from './messages.ts'
import { drawPeople } from './people.ts'
import type { EventKey } from './programme/plan.ts'
import { numberReceipts, numberSlips, rowsOf } from './reservation-rows.ts'
import { seedRoutine } from './routine.ts'
import { seedSamples } from './samples.ts'
import type { Quota } from './story.ts'
import { drawVenues } from './venues.ts'
import { drawWaiting } from './waiting.ts'

/** The demo church's accounts, printed at startup. */
export interface Demo {
  readonly password: string
  readonly accounts: readonly string[]
}

const DEMO: Demo = {
  password: 'Shiloh#2026!',
  accounts: [
    'admin@shiloh.example',
    'user@shiloh.example',
    'guest@shiloh.example',
    'vendor@shiloh.example',
    'checkin@shiloh.example',
  ],
}

const ORGANISATION = {
  name: 'Covenant Light Church',
  short_name: 'Covenant Light',
  accent_colour: '#2F3A78',
  email: 'office@covenantlight.example',
  phone: '+233245557001',
  address: 'Liberation Road, Accra',
  about:
    'Four hundred assemblies in all sixteen regions of Ghana, and a few far beyond. We meet to pray, to learn, and to plan together.',
  translations: {
    de: {
      about:
        'Vierhundert Gemeinden in allen sechzehn Regionen Ghanas und einige weit darüber hinaus. Wir kommen zusammen, um zu beten, zu lernen und gemeinsam zu planen.',
    },
    fr: {
      about:
        'Quatre cents assemblées dans les seize régions du Ghana, et quelques-unes bien au-delà. Nous nous réunissons pour prier, apprendre et préparer l’avenir ensemble.',
    },
    pt: {
      about:
        'Quatrocentas assembleias em todas as dezasseis regiões do Gana, e algumas bem mais longe. Reunimo-nos para orar, aprender e planear juntos.',
    },
  },
}

/** Arbitrary: the same seed makes the same church. */
const SEED = 20_261_121

/** Creates the church, its people, venues and events, before any reservation. */
const seedChurch = async (tx: Tx, deps: Deps, calendar: Calendar, passwordHash: string) => {
  const { now } = calendar
  const chance = openChance(SEED)
  const church = drawChurch(chance, calendar)
  const people = drawPeople(chance, calendar, church, passwordHash)
  const venues = drawVenues(chance, calendar, church)
  const catalogue = drawCatalogue(chance, calendar, people.vendorId)
  const form = drawForm(chance, calendar, church)
  const drawn = drawEvents(chance, calendar, { church, venues, catalogue, form })

  await nameOrganisation(tx, ORGANISATION, now)
  await insertRows(tx, 'assembly_types', church.rows.assembly_types)
  await insertRows(tx, 'church_units', church.rows.church_units)
  await insertRows(tx, 'titles', church.rows.titles)
  await insertRows(tx, 'designations', church.rows.designations)
  await insertRows(tx, 'committee_types', church.rows.committee_types)
  await insertRows(tx, 'participant_types', church.rows.participant_types)
  await insertRows(tx, 'users', people.rows.users)
  await insertRows(tx, 'spouses', people.rows.spouses)
  await insertRows(tx, 'family_members', people.rows.family_members)
  await giveRoles(tx, people.roles)
  await insertRows(tx, 'room_categories', venues.rows.room_categories)
  await insertRows(tx, 'event_centers', venues.rows.event_centers)
  await insertRows(tx, 'event_blocks', venues.rows.event_blocks)
  await insertRows(tx, 'event_rooms', venues.rows.event_rooms)
  await insertRows(tx, 'room_maintenance', venues.rows.room_maintenance)
  await insertRows(tx, 'speakers', catalogue.rows.speakers)
  await insertRows(tx, 'caterers', catalogue.rows.caterers)
  await insertRows(tx, 'products', catalogue.rows.products)
  await insertRows(tx, 'product_options', catalogue.rows.product_options)
  await insertRows(tx, 'event_forms', form.rows.event_forms)
  await insertRows(tx, 'form_sections', form.rows.form_sections)
  await insertRows(tx, 'form_questions', form.rows.form_questions)
  await insertRows(tx, 'question_options', form.rows.question_options)
  await publishForm({ tx, now: calendar.at(-62, '08:00') }, form.id)
  await insertRows(tx, 'events', drawn.rows.events)
  await insertRows(tx, 'event_participant_types', drawn.rows.event_participant_types)
  await insertRows(tx, 'event_accommodations', drawn.rows.event_accommodations)
  await insertRows(tx, 'event_caterers', drawn.rows.event_caterers)
  await insertRows(tx, 'event_products', drawn.rows.event_products)
  await insertRows(tx, 'event_speakers', drawn.rows.event_speakers)
  await insertRows(tx, 'event_activities', drawn.rows.event_activities)
  await insertRows(tx, 'scan_points', drawn.rows.scan_points)
  await insertRows(
    tx,
    'check_in_user_events',
    [...drawn.events.values()].flatMap(({ id, plan }) =>
      plan.status === 'published' ? [{ user_id: people.checkInUserId, event_id: id, takes_payments: true }] : [],
    ),
  )
  for (const { id, plan } of drawn.events.values()) {
    // A night that is over stays what it was: the running event got its beds before its first one.
    const isRunning = plan.status === 'published' && plan.starts_at < now
    await syncQuotas({ tx, now: isRunning ? calendar.at(plan.firstDay - 1, '12:00') : now, deps }, id)
  }

  const eventOf = (key: EventKey): DemoEvent => {
    const event = drawn.events.get(key)
    if (!event) throw new Error(`the demo church has no event “${key}”`)
    return event
  }
  const content = drawContent(chance, calendar, people, eventOf)
  await insertRows(tx, 'faqs', content.faqs)
  await insertRows(tx, 'blogs', content.blogs)
  await insertRows(tx, 'blog_comments', content.blog_comments)
  await insertRows(tx, 'support_tickets', content.support_tickets)
  await insertRows(tx, 'support_messages', content.support_messages)
  await insertRows(tx, 'support_notes', content.support_notes)
  await insertRows(tx, 'support_replies', content.support_replies)
  await insertRows(tx, 'tasks', content.tasks)
  await insertRows(tx, 'notifications', content.notifications)
  await saveReports(tx, eventOf('conference').id, calendar.at(calendar.weekday(1, 1), '07:00'))
  return { church, people, venues, catalogue, form, drawn, eventOf, tickets: content.support_tickets }
}

/** Creates reservations, payments, beds and check-ins. */
const seedReservations = async (
  tx: Tx,
  deps: Deps,
  calendar: Calendar,
  { church, people, venues, form, drawn, eventOf, tickets }: Awaited<ReturnType<typeof seedChurch>>,
): Promise<void> => {
  const chance = openChance(SEED + 1)
  const { staff } = people
  const events = [...drawn.events.values()]
  const rows = await readQuotas(
    tx,
    events.map(({ id }) => id),
  )
  const quotas = new Map(
    rows.map(({ id, event_id, kind, ref_id, night, capacity }): [string, Quota] => [
      quotaKey(event_id, kind, ref_id, night),
      { id, capacity, claimed: 0 },
    ]),
  )
  const definition = await readDefinition(tx, form.id)
  const formVersion = await findFormVersion(tx, form.id)
  const formOf = (event: DemoEvent) => (event.plan.asksForm ? definition : null)
  const books = openBooks({ chance, random: deps.random, quotas, formOf, staff })
  tellHistories({ chance, calendar, church, people, books }, drawn)
  const queue = drawWaiting({ chance, calendar, books, crypto: deps.crypto }, eventOf('camp'), people.members)
  const lastReceipt = numberReceipts(books.stories)
  const lastSlip = numberSlips(books.stories)
  const made = rowsOf(books.stories, {
    chance,
    church,
    crypto: deps.crypto,
    publicUrl: deps.config.publicUrl,
    staff,
    gateId: people.checkInUserId,
    formVersionId: formVersion?.id ?? null,
  })
  const beds: readonly Row<'bed_assignments'>[] = giveBeds(
    chance,
    calendar,
    venues.rooms,
    books.stories,
    staff.housekeeper,
  )

  await insertRows(tx, 'reservations', made.reservations)
  await insertRows(tx, 'reservation_participants', made.reservation_participants)
  await writeBearings(tx)
  await insertRows(tx, 'reservation_lines', made.reservation_lines)
  await insertRows(tx, 'reservation_answers', made.reservation_answers)
  await insertRows(tx, 'reservation_transitions', made.reservation_transitions)
  await insertRows(tx, 'reservation_care', made.reservation_care)
  await insertRows(tx, 'waiting_entries', queue.waiting_entries)
  await insertRows(tx, 'claims', [...made.claims, ...queue.claims])
  await countClaims(tx)
  await seedAllotments(tx, {
    eventId: eventOf('conference').id,
    leaderId: staff.registrar,
    by: staff.housekeeper,
    day: calendar.day(0),
    now: calendar.now,
  })
  await insertRows(tx, 'payments', made.payments)
  await insertRows(tx, 'refunds', made.refunds)
  await insertRows(tx, 'ledger_entries', made.ledger_entries)
  await insertRows(tx, 'sandbox_charges', made.sandbox_charges)
  await insertRows(tx, 'sandbox_refunds', made.sandbox_refunds)
  await insertRows(tx, 'scans', made.scans)
  await placeScans(tx)
  await printBadges(tx, {
    eventId: eventOf('prayer').id,
    office: staff.registrar,
    gate: people.checkInUserId,
    at: calendar.at(-2, '15:00'),
    atGate: calendar.at(-1, '18:10'),
  })
  const gateChance = openChance(SEED + 4)
  const running = {
    eventId: eventOf('prayer').id,
    checkInUserId: people.checkInUserId,
  }
  await varyMeals(tx, deps.crypto, calendar, running.eventId)
  await seedGate(tx, gateChance, calendar, running)
  await handOverProducts(tx, { packedBy: people.vendorId, now: calendar.now })
  await insertRows(tx, 'bed_assignments', beds)
  await insertRows(tx, 'known_rooms', tellRooms(openChance(SEED + 5), beds, books.stories))
  await seedRoomMates(tx, { eventId: eventOf('conference').id, by: staff.housekeeper, now: calendar.now })
  const evening = calendar.at(-1, '18:20')
  await proposeNow(tx, {
    eventId: eventOf('conference').id,
    activityId: openChance(SEED + 6).id(evening),
    by: staff.housekeeper,
    now: evening,
  })
  await linkTickets(tx)
  await seedConsents(tx, eventOf('camp').id, calendar.day(-16 * 365 - 200), calendar.now)
  await setCounter(tx, 'cash_receipt', lastReceipt)
  await setCounter(tx, 'cash_slip', lastSlip)
  await setCounter(tx, 'cash_closing', await closeTills(tx, calendar.day(0)))

  const logs = drawLogs({ chance: openChance(SEED + 2), calendar, people, events, stories: books.stories })
  await insertRows(tx, 'access_logs', logs.access_logs)
  await insertRows(tx, 'messages', logs.messages)
  await insertRows(tx, 'payment_events', logs.payment_events)
  await insertRows(tx, 'import_runs', logs.import_runs)
  const alerts = drawAlerts({
    chance: openChance(SEED + 3),
    calendar,
    people,
    stories: books.stories,
    tickets,
    imports: logs.import_runs,
    scans: made.scans,
    soldOut: eventOf('camp'),
    housed: new Set(beds.map(({ reservation_id }) => reservation_id)),
    closedRoom: venues.closedRoom,
  })
  await insertRows(tx, 'alerts', alerts)
  await insertRows(tx, 'error_logs', logs.error_logs)
  await insertRows(tx, 'security_logs', logs.security_logs)
  await appendActs(tx, logs.audit)
  await seedMessages(tx, calendar, {
    authorId: staff.registrar,
    event: { id: eventOf('camp').id, name: eventOf('camp').plan.name },
    reservations: made.reservations,
    members: people.members,
  })
  await seedSamples(tx, deps.files, calendar)
  const owing = made.reservations.find(({ status, paid, total }) => status === 'active' && Number(paid) < Number(total))
  const travel = tickets.find(({ category }) => category === 'travel')
  await seedRoutine(tx, { calendar, eventId: eventOf('conference').id, staff, ticket: travel, reservation: owing })
}

/** Fills an empty database with the demo church. A database with events stays unchanged. */
export const seedDemo = async (deps: Deps): Promise<Demo> => {
  if (await hasEvents(deps.db)) return DEMO
  const calendar = openCalendar(deps.clock())
  // One hash for all five: the password is public, and hashing is slow.
  const passwordHash = await hashPassword(DEMO.password)
  await deps.db.transaction().execute(async (tx) => {
    const church = await seedChurch(tx, deps, calendar, passwordHash)
    await seedReservations(tx, deps, calendar, church)
  })
  return DEMO
}
