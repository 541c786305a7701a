import type { Language } from '@shiloh/contract/core'
import type { LeftOut } from '@shiloh/contract/messaging/bulk'
import type { MessageChannel } from '@shiloh/contract/messaging/fields'
import { type MessageRead, textsOfReservations } from '@shiloh/contract/messaging/templates'
import { readClientGroup } from '#features/organisation'
import { findReservationFacts, type ReservationFacts } from '#features/reservations'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { gsm } from '#platform/messaging/gsm'
import type { DirectMessage } from '#platform/messaging/messages.store'
import { noticeHints } from '#platform/messaging/messenger'
import { insertNotifications, type NewNotification } from '#platform/messaging/notices.store'
import type { MailData } from './office-mail.ts'
import { findReaders, type Reader } from './people.store.ts'
import { templateOf } from './templates.ts'
import { type Frame, reservationPath, type WrittenFor, writeFor } from './write.ts'

/** The kind of a notice in the app that the office wrote. */
export const OFFICE_NOTICE = 'office_message'

export const frameOf = async (db: Queryable, publicUrl: string): Promise<Frame> => {
  const { short_name, phone, language } = await readClientGroup(db)
  return { publicUrl, organisation: { short_name, phone, language } }
}

/** Returns the rows of the outbox for one person. */
export const outgoingOf = (
  written: WrittenFor,
  reader: Reader,
  { organisation }: Frame,
  needed: boolean,
): { readonly mail?: DirectMessage; readonly sms?: DirectMessage } => {
  const { mail, sms } = written
  const common = { userId: reader.id, organisation: organisation.short_name }
  return {
    ...(mail &&
      reader.email !== null && {
        mail: {
          template: 'office_mail',
          channel: 'mail',
          to: reader.email,
          userId: reader.id,
          language: mail.language,
          data: { subject: mail.subject, text: mail.body, organisation: common.organisation, needed },
        },
      }),
    ...(sms &&
      reader.phone !== null && {
        sms: {
          template: 'office_sms',
          channel: 'sms',
          to: reader.phone,
          userId: reader.id,
          language: sms.language,
          data: { text: gsm(sms.text), organisation: common.organisation, needed },
        },
      }),
  }
}

export const noticeOf = (
  written: WrittenFor,
  reader: Reader,
  reservation: ReservationFacts | undefined,
  frame?: Frame,
): NewNotification | undefined =>
  written.app && {
    user_id: reader.id,
    kind: OFFICE_NOTICE,
    title: written.app.subject,
    body: written.app.body,
    language: written.app.language,
    translations: written.app.translations,
    link: reservation ? reservationPath(reservation.id, frame) : null,
  }

interface Wanted {
  readonly template_id: string
  readonly to: { readonly user_id: string } | { readonly reservation_id: string }
  /** Somebody of the office who gets it instead of the guest, with what it says about the reservation. */
  readonly reader_id?: string
  /** A letter of invitation that is attached to the mail. */
  readonly letter?: NonNullable<MailData['letter']>
  /** The reservation needs it, also if the template does not say so. */
  readonly needed?: boolean
  /** A part of the template's channels. The default is all of them. */
  readonly channels?: readonly MessageChannel[]
}

/** How one person was told, and why not over the other channels. */
export interface Told {
  readonly sent: readonly MessageChannel[]
  readonly leftOut: Readonly<Partial<Record<MessageChannel, LeftOut>>>
}

interface Asking {
  readonly db: Queryable
  readonly now: Date
  readonly deps: Pick<Work['deps'], 'config'>
}

/** Writes a template for one person. */
const writeTemplate = async (
  { db, now, deps }: Asking,
  { template_id, to, channels, reader_id, needed = false }: Omit<Wanted, 'letter'>,
) => {
  const stored = await templateOf(db, template_id)
  const template = { ...stored, needed: stored.needed || needed }
  const reservation =
    'reservation_id' in to
      ? found((await findReservationFacts(db, [to.reservation_id], now)).get(to.reservation_id))
      : undefined
  if (!reservation && textsOfReservations(template.texts).length > 0) throw new AppError('needs_reservation')
  const userId = reader_id ?? reservation?.user_id ?? ('user_id' in to ? to.user_id : '')
  const reader = found((await findReaders(db, [userId])).get(userId))
  const frame = { ...(await frameOf(db, deps.config.publicUrl)), isOffice: reader_id !== undefined }
  const chosen = channels ?? template.channels
  const written = writeFor(
    { ...template, channels: template.channels.filter((channel) => chosen.includes(channel)) },
    reader,
    reservation,
    frame,
  )
  const lacking = chosen.filter((channel) => !template.channels.includes(channel))
  const told: Told = {
    sent: chosen.filter((channel) => written[channel] !== undefined),
    leftOut: { ...Object.fromEntries(lacking.map((channel) => [channel, 'no_text' as const])), ...written.leftOut },
  }
  return { template, reader, reservation, frame, written, told }
}

/** How one person would be told, with what they would read. */
export interface Foretold extends Told {
  readonly message: MessageRead
}

/** Says how one person would be told, as `sendTemplate` tells them. Nothing is sent. */
export const foretellTemplate = async (asking: Asking, wanted: Wanted): Promise<Foretold> => {
  const { told, written, reader } = await writeTemplate(asking, wanted)
  const { app, mail, sms } = written
  const said = ({ language, subject, body }: { language: Language; subject: string; body: string }) => ({
    language,
    subject,
    body,
  })
  return {
    ...told,
    message: {
      reader: `${reader.first_name} ${reader.last_name}`,
      app: app ? said(app) : null,
      mail: mail ? said(mail) : null,
      sms: sms ? { language: sms.language, text: gsm(sms.text) } : null,
    },
  }
}

/**
 * Sends a template of the office to one person: rows of the outbox in the caller's transaction. People who opted out get
 * only what their reservation needs.
 * @throws not_found without the template, the reservation or the person; needs_reservation when the template says
 * something about a reservation and there is none
 */
export const sendTemplate = async (work: Work, { letter, ...wanted }: Wanted): Promise<Told> => {
  const { tx, now } = work
  const { template, reader, reservation, frame, written, told } = await writeTemplate(
    { db: tx, now, deps: work.deps },
    wanted,
  )
  const { mail, sms } = outgoingOf(written, reader, frame, template.needed)
  const notice = noticeOf(written, reader, reservation, frame)
  if (notice) {
    await insertNotifications(sqlIn(tx), now, [notice])
    for (const { room, event } of noticeHints([reader.id])) work.publish(room, event)
  }
  const lettered = mail && letter ? { ...mail, data: { ...mail.data, letter } } : mail
  await work.send(...[lettered, sms].filter((message) => message !== undefined))
  return told
}
