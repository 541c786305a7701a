import { defineTexts, type Language } from '@shiloh/contract/core'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import { z } from 'zod'
import { EXAMPLE } from '#platform/messaging/example'
import { noticeTemplate, type Templates } from '#platform/messaging/templates'
import { briefly } from '#platform/text/briefly'
import { translate } from '#platform/text/texts'
import type { Guest } from '../beds/beds.store.ts'

/** Messages about a room. When rooms are published: given, changed, taken. After a change: moved, lost. */
export type RoomMail = 'room_given' | 'room_changed' | 'room_taken' | 'room_moved' | 'room_lost'

const texts = defineTexts('server/room-mails', {
  hello: 'Dear {name},',
  room_given_subject: 'You have a room at {event}',
  room_given: 'The office has assigned you a room for your reservation {code}.',
  room_changed_subject: 'You have another room at {event}',
  room_changed: 'The office has assigned you another room for your reservation {code}.',
  room_taken_subject: 'You have no room at {event} for now',
  room_taken:
    'The office has unassigned the room of your reservation {code}. Your reservation and your bed are still confirmed: the office will assign you another room.',
  room_moved_subject: 'You have another room at {event}',
  room_moved: 'After a change, the room you had no longer suits your reservation {code}. You have another one.',
  room_lost_subject: 'You have no room at {event} for now',
  room_lost:
    'The room you had no longer suits your reservation {code}, and no other room is free now. Your reservation and your bed are still confirmed: the office will assign you a room.',
  /** Where one person sleeps. */
  bed: '{room}, bed {bed}',
  of: '{name}: {place}',
  without: '{name}: no room yet',
  open: 'Your reservation:',
})

const facts = z.object({
  name: z.string(),
  code: z.string(),
  reservation_id: z.string(),
  event: z.string(),
  /** All persons of the reservation. Older queued messages lack this field. */
  rooms: z.array(z.object({ name: z.string(), room: z.string().nullable(), bed: z.int().nullable() })).default([]),
})
type Facts = z.output<typeof facts>

/** Maximum lengths in a two-part SMS: the event's name, and the rooms. */
const SMS_EVENT = 40
const SMS_ROOMS = 80

/** Returns who sleeps where, one line per person. For a person alone the name is omitted. */
const linesOf = ({ rooms }: Facts, language: Language): string[] =>
  rooms.some(({ room }) => room !== null)
    ? rooms.map(({ name, room, bed }) => {
        if (room === null || bed === null) return translate(texts.without, language, { name })
        const place = translate(texts.bed, language, { room, bed: bedLetter(bed) })
        return rooms.length === 1 ? place : translate(texts.of, language, { name, place })
      })
    : []

const written = (kind: RoomMail, data: Facts, language: Language, publicUrl: string) => {
  const say = (key: RoomMail | `${RoomMail}_subject` | 'hello' | 'open', event = data.event) =>
    translate(texts[key], language, { name: data.name, code: data.code, event })
  const link = `/reservations/${data.reservation_id}`
  const lines = linesOf(data, language)
  const rooms = [...new Set(data.rooms.flatMap(({ room }) => room ?? []))].join('; ')
  return {
    subject: say(`${kind}_subject`),
    body: [say(kind), ...(lines.length > 0 ? [`${lines.join('; ')}.`] : [])].join(' '),
    link,
    sms: [
      `${say(`${kind}_subject`, briefly(data.event, SMS_EVENT))}, ${data.code}: ${briefly(rooms, SMS_ROOMS)}`.trim(),
      `${publicUrl}${link}`,
    ].join(' '),
    text: [say('hello'), say(kind), lines.join('\n'), `${say('open')}\n${publicUrl}${link}`]
      .filter((part) => part !== '')
      .join('\n\n'),
  }
}

const ROOMLESS = { name: EXAMPLE.name, code: EXAMPLE.code, reservation_id: EXAMPLE.id, event: EXAMPLE.event }
const BED = { name: EXAMPLE.full_name, room: EXAMPLE.room, bed: 1 }
const ROOM = { ...ROOMLESS, rooms: [BED] }
const ROOMS = { ...ROOMLESS, rooms: [BED, { name: 'Grace Quartey', room: null, bed: null }] }

const about = (kind: RoomMail) =>
  // Losing a room must reach the person, so this notice cannot be limited to the app.
  noticeTemplate(
    kind === 'room_lost' || kind === 'room_taken' ? 'reservation' : 'room',
    facts,
    (data, language, { publicUrl }) => written(kind, data, language, publicUrl),
    {
      group: 'rooms',
      examples: kind === 'room_lost' ? [ROOMLESS] : kind === 'room_taken' ? [ROOMLESS, ROOMS] : [ROOM, ROOMS],
    },
  )

export const roomTemplates: Templates = {
  room_given: about('room_given'),
  room_changed: about('room_changed'),
  room_taken: about('room_taken'),
  room_moved: about('room_moved'),
  room_lost: about('room_lost'),
}

/** Returns where all persons of a reservation sleep, in the shape of a message. */
export const roomsOf = (guests: readonly Guest[]): z.input<typeof facts>['rooms'] =>
  guests.map(({ name, place }) => ({
    name,
    room: place && `${place.block}, ${place.room}`,
    bed: place?.bed ?? null,
  }))
