import { buffer } from 'node:stream/consumers'
import type { Language } from '@shiloh/contract/core'
import type { LodgingPayer, ReservationView } from '@shiloh/contract/reservations/views'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import type { Attachment } from '#platform/messaging/messages.store'
import { invitationLetter } from './invitation-letter.ts'
import { findRecord } from './records.store.ts'
import { OWNER } from './show.ts'
import { letterFacts } from './ticket-facts.ts'
import { reservationView } from './views.ts'

/** What a letter of invitation says. */
interface Wanted {
  readonly language: Language
  readonly lodging: LodgingPayer
  /** Which answers are printed. The default is none. */
  readonly prints?: (questionId: string) => boolean
}

const isConfirmed = ({ status }: Pick<ReservationView, 'status'>) => status === 'active' || status === 'redeemed'

/** Draws the letter of a reservation. @throws illegal_transition while the place is not confirmed, or no longer */
export const drawLetter = async (
  { deps, db, now }: { readonly deps: Deps; readonly db: Queryable; readonly now: Date },
  view: ReservationView,
  { language, lodging, prints = () => false }: Wanted,
) => {
  if (!isConfirmed(view)) throw new AppError('illegal_transition')
  const facts = await letterFacts(deps, db, view, language)
  return {
    name: `invitation-${view.code}.pdf`,
    mime: 'application/pdf',
    body: invitationLetter(view, facts, { lodging, prints }, { language, now }),
  }
}

/** @throws not_found; illegal_transition while no letter can be written, because the place is not confirmed */
export const letterAllowed = async (db: Queryable, reservationId: string): Promise<void> => {
  if (!isConfirmed(found(await findRecord(db, reservationId, 'en')))) throw new AppError('illegal_transition')
}

/** Returns the letter for a mail, or null if the place is not confirmed when the mail is sent. */
export const letterFile = async (
  deps: Deps,
  { reservation_id, ...wanted }: Wanted & { readonly reservation_id: string },
): Promise<Attachment | null> => {
  const record = await findRecord(deps.db, reservation_id, wanted.language)
  const now = deps.clock()
  const view = record && reservationView(deps, record, now, OWNER)
  if (!view || !isConfirmed(view)) return null
  const { name, mime, body } = await drawLetter({ deps, db: deps.db, now }, view, wanted)
  return { name, mime, bytes: await buffer(body) }
}
