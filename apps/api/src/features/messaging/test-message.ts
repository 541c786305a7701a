import { MESSAGE_CHANNELS, type MessageChannel } from '@shiloh/contract/messaging/fields'
import { findReservationFacts } from '#features/reservations'
import type { WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import type { Addressed } from './bulk.store.ts'
import { findReaders } from './people.store.ts'
import { type Asked, readerOf } from './preview.ts'
import { frameOf, outgoingOf } from './send.ts'
import { writeFor } from './write.ts'

/**
 * Sends the caller what the chosen reader of an audience would get, to the caller's own addresses.
 * @returns the channels over which it was sent
 * @throws not_found for an audience without anybody
 */
export const sendTest = async (
  ctx: WriteContext,
  audience: readonly Addressed[],
  asked: Asked,
): Promise<{ sent: MessageChannel[] }> => {
  const { channels, texts, needed } = asked
  const chosen = found(await readerOf(ctx.tx, audience, asked))
  const self = found((await findReaders(ctx.tx, [ctx.caller.id])).get(ctx.caller.id))
  const frame = await frameOf(ctx.tx, ctx.deps.config.publicUrl)
  const { reservation_id } = chosen.one
  const facts = await findReservationFacts(ctx.tx, reservation_id === null ? [] : [reservation_id], ctx.now)
  const { email, phone } = self
  const reader = { ...chosen.reader, id: self.id, email, phone }
  const written = writeFor({ channels, texts, needed: true }, reader, facts.get(reservation_id ?? ''), frame)
  const { mail, sms } = outgoingOf(written, reader, frame, needed)
  await ctx.send(...[mail, sms].filter((message) => message !== undefined))
  return { sent: MESSAGE_CHANNELS.filter((channel) => (channel === 'mail' && mail) || (channel === 'sms' && sms)) }
}
