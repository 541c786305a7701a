import type { Tx } from '#platform/db/db'
import type { Calendar } from './chance.ts'
import { findWithMail, priceSms } from './demo.store.ts'
import { insertRows } from './insert.store.ts'

const REMINDER = {
  en: {
    subject: 'Your balance for {{event}}',
    body: 'Dear {{first_name}},\n\nthank you for your reservation {{code}}. {{balance}} is still open. Please pay it by {{due_date}}:\n\n{{reservation_link}}\n\nYour {{organisation}} office',
    sms: '{{first_name}}, {{balance}} is still open for {{event}}. Please pay by {{due_date}}: {{reservation_link}}',
  },
  fr: {
    subject: 'Votre solde pour {{event}}',
    body: 'Bonjour {{first_name}},\n\nmerci pour votre réservation {{code}}. Il reste {{balance}} à payer avant le {{due_date}} :\n\n{{reservation_link}}\n\nLe secrétariat de {{organisation}}',
    sms: '{{first_name}}, il reste {{balance}} à payer pour {{event}} : {{reservation_link}}',
  },
}
const PACKING = {
  en: {
    subject: 'What to bring to {{event}}',
    body: 'Dear {{first_name}},\n\n{{event}} is near: {{event_dates}}, {{place}}. Please bring bedding, a torch and your Bible.\n\nYour room: {{room}}',
    sms: '',
  },
}
const THANKS = {
  en: {
    subject: 'Thank you for coming to {{event}}',
    body: 'Dear {{first_name}},\n\nthank you for being with us. Please tell us what we can do better.',
    sms: '',
  },
}

const ROAD = {
  en: {
    subject: 'The road to the camp ground is closed',
    body: 'Please come by the coast road until the bridge is repaired. It takes half an hour longer.',
    sms: '',
  },
}

const LETTERS = {
  en: {
    subject: 'Letters of invitation for visas',
    body: 'The office writes them within five days. Ask for yours under Help.',
    sms: '',
  },
}
const OFFICE = {
  en: {
    subject: 'The office is closed on the day after the conference',
    body: 'We are back at 8:00 AM on the following day.',
    sms: '',
  },
}

interface Told {
  readonly authorId: string
  readonly event: { readonly id: string; readonly name: string }
  readonly reservations: readonly { readonly id?: unknown; readonly user_id: unknown; readonly event_id: unknown }[]
  readonly members: readonly { readonly id: string }[]
}

/**
 * Stores templates, a text of ours that the office changed, the price of SMS, one message that was sent, a draft, and
 * three announcements: one that is shown, a planned one, and one that has ended.
 */
export const seedMessages = async (
  tx: Tx,
  { now, day }: Calendar,
  { authorId, event, reservations, members }: Told,
): Promise<void> => {
  const stamps = { created_at: now, updated_at: now }
  await insertRows(tx, 'message_templates', [
    {
      name: 'Balance reminder',
      purpose: 'Two weeks before the balance is due',
      channels: ['mail', 'sms'],
      texts: REMINDER,
      needed: true,
      ...stamps,
    },
    {
      name: 'What to bring',
      purpose: 'A week before the event',
      channels: ['app', 'mail'],
      texts: PACKING,
      needed: false,
      ...stamps,
    },
    {
      name: 'Thank you',
      purpose: 'The day after the event',
      channels: ['mail'],
      texts: THANKS,
      needed: false,
      ...stamps,
    },
  ])

  await insertRows(tx, 'text_overrides', [
    {
      text_id: 'server/refund-mails.due_cash',
      language: 'en',
      text: 'You paid in cash: bring your receipt to the registration desk or the office, or wait until we contact you.',
      ours: 'You paid in cash: ask for it at the registration desk or the office, or wait until we contact you.',
      updated_by: authorId,
      updated_at: now,
    },
  ])

  const guests = reservations.filter(({ event_id }) => event_id === event.id)
  const people = [...new Map(guests.map(({ user_id, id }) => [String(user_id), String(id)]))].slice(0, 60)
  const reachable = await findWithMail(
    tx,
    people.map(([userId]) => userId),
  )
  const sentAt = new Date(now.getTime() - 2 * 86_400_000)
  const shared = {
    ids: null,
    filter: null,
    status: 'done',
    starts_at: sentAt,
    started_at: sentAt,
    finished_at: new Date(sentAt.getTime() + 90_000),
    created_by: authorId,
    created_at: sentAt,
    updated_at: sentAt,
  }
  const told = 'ce110000000000000000a001'
  const live = 'ce110000000000000000a002'
  await insertRows(tx, 'bulk_messages', [
    {
      id: told,
      name: `What to bring to ${event.name}`,
      audience: 'reservations',
      event_id: event.id,
      channels: ['app', 'mail'],
      texts: PACKING,
      needed: false,
      people: people.length,
      told: people.length,
      pinned: false,
      ends_at: null,
      ...shared,
    },
    {
      id: live,
      name: 'The road to the camp ground is closed',
      audience: 'members',
      event_id: null,
      channels: ['app'],
      texts: ROAD,
      needed: false,
      people: members.length,
      told: 0,
      pinned: true,
      ends_at: new Date(`${day(14)}T18:00:00Z`),
      ...shared,
    },
  ])
  const ended = 'ce110000000000000000a004'
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000)
  await insertRows(tx, 'bulk_messages', [
    {
      id: ended,
      name: LETTERS.en.subject,
      audience: 'members',
      event_id: null,
      channels: ['app'],
      texts: LETTERS,
      needed: false,
      people: members.length,
      told: members.length,
      pinned: false,
      ...shared,
      starts_at: monthAgo,
      started_at: monthAgo,
      finished_at: new Date(monthAgo.getTime() + 90_000),
      created_at: monthAgo,
      ends_at: new Date(`${day(-16)}T18:00:00Z`),
    },
  ])
  await insertRows(tx, 'bulk_messages', [
    {
      id: 'ce110000000000000000a005',
      name: OFFICE.en.subject,
      audience: 'members',
      event_id: null,
      ids: null,
      filter: null,
      channels: ['app'],
      texts: OFFICE,
      needed: false,
      status: 'scheduled',
      starts_at: new Date(`${day(45)}T08:00:00Z`),
      ends_at: new Date(`${day(50)}T18:00:00Z`),
      pinned: true,
      created_by: authorId,
      created_at: now,
      updated_at: now,
    },
  ])
  // What the secretary began and did not send yet.
  await insertRows(tx, 'bulk_messages', [
    {
      id: 'ce110000000000000000a003',
      name: `Balance for ${event.name}`,
      audience: 'reservations',
      event_id: event.id,
      ids: null,
      filter: { balance: '1..' },
      channels: ['mail', 'sms'],
      texts: REMINDER,
      needed: true,
      status: 'draft',
      starts_at: null,
      created_by: authorId,
      created_at: now,
      updated_at: now,
    },
  ])
  await priceSms(tx, 4)
  await insertRows(
    tx,
    'bulk_recipients',
    people.map(([user_id, reservation_id], index) => ({
      message_id: told,
      user_id,
      reservation_id,
      position: index + 1,
      state: 'sent',
      language: 'en',
      app: 'sent',
      mail: !reachable.has(user_id) ? 'no_address' : index % 7 === 3 ? 'opted_out' : 'sent',
      sms: null,
      sms_parts: 0,
      sent_at: sentAt,
    })),
  )
  await insertRows(
    tx,
    'notifications',
    members.map(({ id }, index) => ({
      user_id: id,
      kind: 'office_message',
      title: ROAD.en.subject,
      body: ROAD.en.body,
      link: null,
      message_id: live,
      read_at: index % 3 === 0 ? now : null,
      created_at: sentAt,
    })),
  )
  await insertRows(
    tx,
    'notifications',
    members.map(({ id }, index) => ({
      user_id: id,
      kind: 'office_message',
      title: LETTERS.en.subject,
      body: LETTERS.en.body,
      link: null,
      message_id: ended,
      read_at: index % 4 === 0 ? null : sentAt,
      created_at: monthAgo,
    })),
  )
}
