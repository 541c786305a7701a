import { setImmediate } from 'node:timers/promises'
import type { Language } from '@shiloh/contract/core'
import type { LeftOut, MessagePreview } from '@shiloh/contract/messaging/bulk'
import {
  hasTextFor,
  MESSAGE_CHANNELS,
  MESSAGE_FIELDS,
  type MessageChannel,
  type MessageTexts,
  needsReservation,
} from '@shiloh/contract/messaging/fields'
import { findReservationFacts } from '#features/reservations'
import type { Queryable } from '#platform/db/db'
import { gsm, smsParts } from '#platform/messaging/gsm'
import type { Addressed } from './bulk.store.ts'
import { findReaders, type Reader } from './people.store.ts'
import { priceOfParts } from './price.ts'
import { decideChannel, type Frame, writeFor } from './write.ts'

/** People looked up at once, so that concurrent requests do not wait for all of them. */
const AT_ONCE = 500

/** What is written, and who reads it. */
export interface Asked {
  readonly channels: readonly MessageChannel[]
  readonly texts: MessageTexts
  readonly needed: boolean
  readonly reader_id?: string | undefined
  readonly at: number
  readonly language?: Language | undefined
  /** Read by an example instead of a person: the caller may not see people. */
  readonly isExample?: boolean
}

/** A reader who does not exist and whom every channel reaches. */
const EXAMPLE: Reader = {
  id: '',
  deactivated: false,
  first_name: MESSAGE_FIELDS.first_name.example,
  last_name: MESSAGE_FIELDS.last_name.example,
  title: MESSAGE_FIELDS.title.example,
  assembly: MESSAGE_FIELDS.assembly.example,
  email: 'isaac.quartey@example.org',
  phone: '+233245553652',
  email_confirmed: true,
  phone_verified: true,
  language: 'en',
  mail: true,
  sms: true,
  muted: false,
}

/** Returns the person whose message is shown, in the language that is shown. */
export const readerOf = async (
  db: Queryable,
  audience: readonly Addressed[],
  { reader_id, at, language, isExample = false }: Asked,
) => {
  if (isExample)
    return audience.length === 0
      ? undefined
      : {
          index: 0,
          one: { user_id: EXAMPLE.id, reservation_id: null },
          reader: { ...EXAMPLE, language: language ?? EXAMPLE.language },
        }
  const found = audience.findIndex(({ user_id }) => user_id === reader_id)
  const index = found >= 0 ? found : Math.min(at, audience.length - 1)
  const one = audience[index]
  const reader = one && (await findReaders(db, [one.user_id])).get(one.user_id)
  return one && reader ? { index, one, reader: { ...reader, language: language ?? reader.language } } : undefined
}

/** Returns who gets a message and who does not, and how one of them reads it. */
export const previewOf = async (
  db: Queryable,
  now: Date,
  audience: readonly Addressed[],
  asked: Asked,
  frame: Frame,
): Promise<MessagePreview> => {
  const { channels, texts, needed } = asked
  const reached = { app: 0, mail: 0, sms: 0 }
  const leftOut = new Map<string, { channel: MessageChannel; reason: LeftOut; people: number }>()
  const languages: Partial<Record<Language, number>> = {}
  let people = 0
  let reachedPeople = 0
  let parts = 0
  // The text of another language is taken where the reader's own is missing: a channel has a text for all or nobody.
  const written = new Set(channels.filter((channel) => Object.values(texts).some((text) => hasTextFor(text, channel))))
  const countsParts = written.has('sms')
  // Counting the parts of SMS needs the reservations if the SMS differ by what these say.
  const withReservations = countsParts && Object.values(texts).some(({ sms }) => needsReservation(sms))
  const count = (reader: Reader) => {
    people += 1
    languages[reader.language] = (languages[reader.language] ?? 0) + 1
    let isReached = false
    for (const channel of channels) {
      const reason = decideChannel(reader, channel, needed) ?? (written.has(channel) ? null : 'no_text')
      if (reason === null) {
        reached[channel] += 1
        isReached = true
        continue
      }
      const key = `${channel} ${reason}`
      const row = leftOut.get(key) ?? { channel, reason, people: 0 }
      leftOut.set(key, { ...row, people: row.people + 1 })
    }
    if (isReached) reachedPeople += 1
  }
  for (let from = 0; from < audience.length; from += AT_ONCE) {
    const some = audience.slice(from, from + AT_ONCE)
    const readers = await findReaders(
      db,
      some.map(({ user_id }) => user_id),
    )
    const facts = withReservations
      ? await findReservationFacts(
          db,
          some.flatMap(({ reservation_id }) => reservation_id ?? []),
          now,
        )
      : new Map()
    for (const { user_id, reservation_id } of some) {
      const reader = readers.get(user_id)
      if (!reader) continue
      count(reader)
      if (!countsParts) continue
      const { sms } = writeFor({ channels: ['sms'], texts, needed }, reader, facts.get(reservation_id ?? ''), frame)
      if (sms) parts += smsParts(gsm(sms.text))
    }
    await setImmediate()
  }
  const shownReader = await readerOf(db, audience, asked)
  return {
    again: null,
    people,
    reached: reachedPeople,
    channels: reached,
    left_out: [...leftOut.values()],
    languages,
    sms_parts: parts,
    sms_cost: countsParts ? await priceOfParts(db, parts) : null,
    reader: shownReader ? await shown(db, now, shownReader, asked, frame) : null,
  }
}

const shown = async (
  db: Queryable,
  now: Date,
  { index, one, reader }: NonNullable<Awaited<ReturnType<typeof readerOf>>>,
  { texts, needed, isExample = false }: Asked,
  frame: Frame,
): Promise<MessagePreview['reader']> => {
  const { reservation_id } = one
  const facts =
    reservation_id === null ? undefined : (await findReservationFacts(db, [reservation_id], now)).get(reservation_id)
  // Every channel is shown, so that a text can be read before its channel is chosen.
  const { leftOut, app, mail, sms } = writeFor(
    { channels: MESSAGE_CHANNELS, texts, needed: true },
    reader,
    facts,
    frame,
  )
  const text = sms && gsm(sms.text)
  return {
    _id: isExample ? null : reader.id,
    at: index,
    name: `${reader.first_name} ${reader.last_name}`,
    language: reader.language,
    email: reader.email,
    phone: reader.phone,
    left_out: {
      ...leftOut,
      ...Object.fromEntries(
        MESSAGE_CHANNELS.flatMap((channel) => {
          const reason = decideChannel(reader, channel, needed)
          return reason === null ? [] : [[channel, reason]]
        }),
      ),
    },
    app: app ?? null,
    mail: mail ?? null,
    sms:
      sms && text !== undefined
        ? { language: sms.language, text, characters: text.length, parts: smsParts(text) }
        : null,
  }
}
