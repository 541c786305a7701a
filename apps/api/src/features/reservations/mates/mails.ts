import { defineTexts } from '@shiloh/contract/core'
import { z } from 'zod'
import { EXAMPLE } from '#platform/messaging/example'
import { noticeTemplate, type Templates } from '#platform/messaging/templates'
import { briefly } from '#platform/text/briefly'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/room-mate-mails', {
  room_mate_asked_subject: '{name} would like to share a room with you',
  room_mate_asked: '{name} would like to share a room with you at {event}. Accept or decline it with your reservation:',
  room_mate_accepted_subject: '{name} would like to share the room',
  room_mate_accepted:
    '{name} has accepted: you both wish to share a room at {event}. We fulfil wishes as far as rooms allow.',
})

const facts = z.object({ name: z.string(), event: z.string(), reservation_id: z.string() })

/** Maximum lengths in a two-part SMS. */
const SMS_NAME = 40
const SMS_EVENT = 60

const about = (kind: 'room_mate_asked' | 'room_mate_accepted') =>
  noticeTemplate(
    'room',
    facts,
    (data, language, { publicUrl }) => {
      const link = `/reservations/${data.reservation_id}`
      const subject = translate(texts[`${kind}_subject`], language, { name: data.name })
      const body = translate(texts[kind], language, { name: data.name, event: data.event })
      const brief = { name: briefly(data.name, SMS_NAME), event: briefly(data.event, SMS_EVENT) }
      return {
        subject,
        body,
        link,
        sms: `${translate(texts[kind], language, brief)} ${publicUrl}${link}`,
        text: `${body}\n${publicUrl}${link}`,
      }
    },
    {
      group: 'rooms',
      examples: [{ name: EXAMPLE.full_name, event: EXAMPLE.event, reservation_id: EXAMPLE.id }],
    },
  )

export const mateTemplates: Templates = {
  room_mate_asked: about('room_mate_asked'),
  room_mate_accepted: about('room_mate_accepted'),
}
