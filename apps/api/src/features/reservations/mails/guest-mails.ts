import { defineTexts } from '@shiloh/contract/core'
import { z } from 'zod'
import type { Sql } from '#platform/db/sql.store'
import { EXAMPLE } from '#platform/messaging/example'
import type { Notice } from '#platform/messaging/messages.store'
import { eventNamed } from '#platform/messaging/named'
import { noticeTemplate, type Templates } from '#platform/messaging/templates'
import { briefly } from '#platform/text/briefly'
import { translate } from '#platform/text/texts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { findPeople } from '../booking/snapshot.sql.ts'
import type { Held } from '../lifecycle/transitions.store.ts'

const texts = defineTexts('server/guest-mails', {
  hello: 'Dear {name},',
  subject: 'Your place at {event} is cancelled',
  cancelled: 'The reservation {code} of {who} for {event} is cancelled, and with it your place.',
  taken_out: 'You no longer have a place in the reservation {code} of {who} for {event}.',
  event: 'The page of the event says whether you can reserve a place of your own:',
})

const facts = z.object({
  name: z.string(),
  who: z.string(),
  code: z.string(),
  event: z.string(),
  event_slug: z.string(),
  /** The reservation goes on without this person. */
  taken_out: z.boolean(),
})

/** Maximum lengths in a two-part SMS. */
const SMS_NAME = 40
const SMS_EVENT = 40

const ABOUT = {
  name: EXAMPLE.name,
  who: EXAMPLE.full_name,
  code: EXAMPLE.code,
  event: EXAMPLE.event,
  event_slug: EXAMPLE.event_slug,
}

export const guestTemplates: Templates = {
  place_cancelled: noticeTemplate(
    'reservation',
    facts,
    ({ taken_out, event_slug, ...values }, language, { publicUrl }) => {
      const link = `/events/${event_slug}`
      const said = taken_out ? texts.taken_out : texts.cancelled
      const body = translate(said, language, values)
      const brief = { code: values.code, who: briefly(values.who, SMS_NAME), event: briefly(values.event, SMS_EVENT) }
      return {
        subject: translate(texts.subject, language, values),
        body,
        link,
        sms: `${translate(said, language, brief)} ${publicUrl}${link}`,
        text: [
          translate(texts.hello, language, values),
          body,
          `${translate(texts.event, language)}\n${publicUrl}${link}`,
        ].join('\n\n'),
      }
    },
    {
      group: 'reservations',
      examples: [
        { ...ABOUT, taken_out: false },
        { ...ABOUT, taken_out: true },
      ],
    },
  ),
}

/**
 * Returns the notices to linked spouses whose place ended: with the reservation, or because a change took them out.
 * Pass them to `work.send`.
 */
export const lostPlaces = async (
  sql: Sql,
  held: Pick<Held, 'userId' | 'code'>,
  offer: EventOffer,
  guestIds: readonly string[],
  takenOut: boolean,
): Promise<Notice[]> => {
  if (guestIds.length === 0) return []
  const people = await findPeople(sql, [held.userId, ...guestIds])
  const who = people.get(held.userId)?.name ?? ''
  return guestIds.flatMap((id) => {
    const person = people.get(id)
    if (!person) return []
    const { name } = person
    const data = { name, who, code: held.code, ...eventNamed(offer), event_slug: offer.slug, taken_out: takenOut }
    return [{ channel: 'notice' as const, template: 'place_cancelled', userId: id, data }]
  })
}
