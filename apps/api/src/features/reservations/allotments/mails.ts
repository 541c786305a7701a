import { defineTexts } from '@shiloh/contract/core'
import { formatDay } from '@shiloh/contract/text/format'
import { z } from 'zod'
import { EXAMPLE } from '#platform/messaging/example'
import { noticeTemplate, type Templates } from '#platform/messaging/templates'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/allotment-mails', {
  hello: 'Dear {name},',
  subject: 'Beds for {group} go back on {day}',
  body: '{count, plural, one {# bed} other {# beds}} ({category}) for {group} at {event} are still empty. {number, plural, one {# of them goes} other {# of them go}} back on {day}. Tell the office who will sleep in them.',
})

const facts = z.object({
  allotment_id: z.string(),
  name: z.string(),
  event: z.string(),
  held_for: z.string(),
  room_category: z.string(),
  held: z.int(),
  beds: z.int(),
  on_day: z.string(),
})

/** To the leader of a group, some days before empty beds go back. */
export const allotmentTemplates: Templates = {
  allotment_reminder: noticeTemplate(
    'reservation',
    facts,
    (
      { allotment_id, name, event, held_for: group, room_category: category, held, beds, on_day },
      language,
      { publicUrl },
    ) => {
      const link = `/allotments/${allotment_id}`
      const day = formatDay(on_day, language)
      const subject = translate(texts.subject, language, { group, day })
      const body = translate(texts.body, language, { group, event, category, count: held, number: beds, day })
      return {
        subject,
        body,
        link,
        sms: `${body} ${publicUrl}${link}`,
        text: [translate(texts.hello, language, { name }), body, `${publicUrl}${link}`].join('\n\n'),
      }
    },
    {
      group: 'rooms',
      examples: [
        {
          ...{
            allotment_id: EXAMPLE.id,
            name: EXAMPLE.name,
            event: EXAMPLE.event,
            held_for: 'Kasoa District',
            room_category: 'Standard',
          },
          ...{ held: 19, beds: 15, on_day: '2027-01-04' },
        },
      ],
    },
  ),
}
