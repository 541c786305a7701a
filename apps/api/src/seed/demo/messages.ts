import { isLanguage, LANGUAGES, type Language } from '@shiloh/contract/core'
import type { Tx } from '#platform/db/db'
import type { Calendar } from './chance.ts'
import { findLanguages, findWithMail, priceSms } from './demo.store.ts'
import { insertRows } from './insert.store.ts'

type Text = Readonly<Record<'subject' | 'body' | 'sms', string>>
type InEveryLanguage = Readonly<Record<Language, Text>>

const REMINDER: InEveryLanguage = {
  en: {
    subject: 'Your balance for {{event}}',
    body: 'Dear {{first_name}},\n\nthank you for your reservation {{code}}. {{balance}} is still open. Please pay it by {{due_date}}:\n\n{{reservation_link}}\n\nYour {{organisation}} office',
    sms: '{{first_name}}, {{balance}} is still open for {{event}}. Please pay by {{due_date}}: {{reservation_link}}',
  },
  de: {
    subject: 'Ihr offener Betrag für {{event}}',
    body: 'Guten Tag {{first_name}},\n\ndanke für Ihre Reservierung {{code}}. {{balance}} sind noch offen. Bitte zahlen Sie bis {{due_date}}:\n\n{{reservation_link}}\n\nIhr Büro von {{organisation}}',
    sms: '{{first_name}}, {{balance}} sind für {{event}} noch offen. Bitte zahlen Sie bis {{due_date}}: {{reservation_link}}',
  },
  fr: {
    subject: 'Votre solde pour {{event}}',
    body: 'Bonjour {{first_name}},\n\nmerci pour votre réservation {{code}}. Il reste {{balance}} à payer avant le {{due_date}} :\n\n{{reservation_link}}\n\nLe secrétariat de {{organisation}}',
    sms: '{{first_name}}, il reste {{balance}} à payer pour {{event}} : {{reservation_link}}',
  },
  pt: {
    subject: 'O seu saldo para {{event}}',
    body: 'Bom dia, {{first_name}},\n\nobrigado pela sua reserva {{code}}. Faltam pagar {{balance}}. Pague, por favor, até {{due_date}}:\n\n{{reservation_link}}\n\nO secretariado de {{organisation}}',
    sms: '{{first_name}}, faltam pagar {{balance}} para {{event}}. Pague até {{due_date}}: {{reservation_link}}',
  },
}
const PACKING: InEveryLanguage = {
  en: {
    subject: 'What to bring to {{event}}',
    body: 'Dear {{first_name}},\n\n{{event}} is near: {{event_dates}}, {{place}}. Please bring bedding, a torch and your Bible.\n\nYour room: {{room}}',
    sms: '',
  },
  de: {
    subject: 'Was Sie mitbringen sollten: {{event}}',
    body: 'Guten Tag {{first_name}},\n\nbald beginnt {{event}}: {{event_dates}}, {{place}}. Bitte bringen Sie Bettzeug, eine Taschenlampe und Ihre Bibel mit.\n\nIhr Zimmer: {{room}}',
    sms: '',
  },
  fr: {
    subject: 'Ce qu’il faut apporter : {{event}}',
    body: 'Bonjour {{first_name}},\n\n{{event}} approche : {{event_dates}}, {{place}}. Apportez de la literie, une lampe de poche et votre Bible.\n\nVotre chambre : {{room}}',
    sms: '',
  },
  pt: {
    subject: 'O que trazer: {{event}}',
    body: 'Bom dia, {{first_name}},\n\n{{event}} está próximo: {{event_dates}}, {{place}}. Traga roupa de cama, uma lanterna e a sua Bíblia.\n\nO seu quarto: {{room}}',
    sms: '',
  },
}
const THANKS: InEveryLanguage = {
  en: {
    subject: 'Thank you for coming to {{event}}',
    body: 'Dear {{first_name}},\n\nthank you for being with us. Please tell us what we can do better.',
    sms: '',
  },
  de: {
    subject: 'Danke, dass Sie dabei waren: {{event}}',
    body: 'Guten Tag {{first_name}},\n\ndanke, dass Sie bei uns waren. Bitte sagen Sie uns, was wir besser machen können.',
    sms: '',
  },
  fr: {
    subject: 'Merci d’être venu : {{event}}',
    body: 'Bonjour {{first_name}},\n\nmerci d’avoir été des nôtres. Dites-nous ce que nous pouvons améliorer.',
    sms: '',
  },
  pt: {
    subject: 'Obrigado por ter vindo: {{event}}',
    body: 'Bom dia, {{first_name}},\n\nobrigado por ter estado connosco. Diga-nos o que podemos fazer melhor.',
    sms: '',
  },
}

const ROAD: InEveryLanguage = {
  en: {
    subject: 'The road to the camp ground is closed',
    body: 'Please come by the **coast road** until the bridge is repaired:\n- Plan half an hour more.\n- Follow the yellow signs.',
    sms: '',
  },
  de: {
    subject: 'Die Straße zum Lagerplatz ist gesperrt',
    body: 'Bitte kommen Sie über die **Küstenstraße**, bis die Brücke repariert ist:\n- Planen Sie eine halbe Stunde mehr ein.\n- Folgen Sie den gelben Schildern.',
    sms: '',
  },
  fr: {
    subject: 'La route du terrain de camp est fermée',
    body: 'Passez par la **route côtière** jusqu’à la réparation du pont :\n- Comptez une demi-heure de plus.\n- Suivez les panneaux jaunes.',
    sms: '',
  },
  pt: {
    subject: 'A estrada para o campo está fechada',
    body: 'Venha pela **estrada da costa** até a ponte estar reparada:\n- Conte com mais meia hora.\n- Siga as placas amarelas.',
    sms: '',
  },
}

const LETTERS: InEveryLanguage = {
  en: {
    subject: 'Letters of invitation for visas',
    body: 'The office writes them within five days. Ask for yours under Help.',
    sms: '',
  },
  de: {
    subject: 'Einladungsschreiben für Visa',
    body: 'Das Büro schreibt sie innerhalb von fünf Tagen. Fragen Sie unter „Hilfe“ danach.',
    sms: '',
  },
  fr: {
    subject: 'Lettres d’invitation pour les visas',
    body: 'Le secrétariat les rédige en cinq jours. Demandez la vôtre sous « Aide ».',
    sms: '',
  },
  pt: {
    subject: 'Cartas de convite para vistos',
    body: 'O secretariado escreve-as em cinco dias. Peça a sua em «Ajuda».',
    sms: '',
  },
}
const OFFICE: InEveryLanguage = {
  en: {
    subject: 'The office is closed on the day after the conference',
    body: 'We are back at 8:00 AM on the following day.',
    sms: '',
  },
  de: {
    subject: 'Das Büro ist am Tag nach der Konferenz geschlossen',
    body: 'Am folgenden Tag sind wir ab 8:00 Uhr wieder da.',
    sms: '',
  },
  fr: {
    subject: 'Le secrétariat est fermé le lendemain de la conférence',
    body: 'Nous sommes de retour le jour suivant à 8 h.',
    sms: '',
  },
  pt: {
    subject: 'O secretariado está fechado no dia seguinte à conferência',
    body: 'Estamos de volta no outro dia às 8:00.',
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
  const languages = await findLanguages(tx)
  const languageOf = (id: unknown): Language => {
    const language = languages.get(String(id)) ?? 'en'
    return isLanguage(language) ? language : 'en'
  }
  const noticeOf = (texts: InEveryLanguage, id: string) => {
    const language = languageOf(id)
    const { subject: title, body } = texts[language]
    const translations = Object.fromEntries(
      LANGUAGES.filter((of) => of !== language).map((of) => [of, { title: texts[of].subject, body: texts[of].body }]),
    )
    return { user_id: id, kind: 'office_message', title, body, language, translations }
  }
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
      name: ROAD.en.subject,
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
      language: languageOf(user_id),
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
      ...noticeOf(ROAD, id),
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
      ...noticeOf(LETTERS, id),
      link: null,
      message_id: ended,
      read_at: index % 4 === 0 ? null : sentAt,
      created_at: monthAgo,
    })),
  )
}
