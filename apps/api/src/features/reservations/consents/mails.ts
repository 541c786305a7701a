import { defineTexts } from '@shiloh/contract/core'
import { z } from 'zod'
import { EXAMPLE } from '#platform/messaging/example'
import { noticeTemplate, type Templates, template } from '#platform/messaging/templates'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/consent-mails', {
  subject: 'Your consent is needed: {event}',
  body: 'Somebody under 18 wants to take part in {event} ({organisation}) without a parent, and has named you as their parent or guardian. Open the link to see who it is, and to agree or refuse. You do not need an account. If you know nothing about this, ignore this message.',
  sms: '{event}: your consent as a parent or guardian is needed: {link}',
  given_subject: 'The consent for {who} has arrived',
  given: 'A parent or guardian has agreed that {who} takes part in {event}.',
  refused_subject: 'No consent for {who}',
  refused:
    'The guardian who was asked has not agreed that {who} takes part in {event}. Ask another parent or guardian, or talk to the office.',
})

const request = z.object({ event: z.string(), organisation: z.string(), token: z.string() })

/** Returns the URL of a link's page. The token is in the fragment, which servers and proxies do not log. */
const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/consent#${token}`

const answer = z.object({ who: z.string(), event: z.string(), reservation_id: z.string() })

const answered = (kind: 'given' | 'refused') =>
  noticeTemplate(
    'reservation',
    answer,
    (data, language, { publicUrl }) => {
      const link = `/reservations/${data.reservation_id}`
      const said = translate(texts[kind], language, data)
      return {
        subject: translate(texts[`${kind}_subject`], language, data),
        body: said,
        link,
        sms: `${said} ${publicUrl}${link}`,
        text: `${said}\n\n${publicUrl}${link}`,
      }
    },
    {
      group: 'reservations',
      examples: [{ who: 'Kojo Quartey', event: EXAMPLE.event, reservation_id: EXAMPLE.id }],
    },
  )

/** What staff see of the request. */
const asked = {
  group: 'reservations',
  examples: [{ event: EXAMPLE.event, organisation: EXAMPLE.organisation, token: EXAMPLE.token }],
} as const

export const consentTemplates: Templates = {
  // A stranger might read it, so nothing that a member typed is quoted.
  give_consent: template(
    request,
    (given, language, { publicUrl }) => ({
      subject: translate(texts.subject, language, given),
      text: [translate(texts.body, language, given), linkOf(publicUrl, given.token)].join('\n\n'),
    }),
    asked,
  ),
  give_consent_sms: template(
    request,
    (given, language, { publicUrl }) => ({
      subject: '',
      text: translate(texts.sms, language, { ...given, link: linkOf(publicUrl, given.token) }),
    }),
    asked,
  ),
  consent_given: answered('given'),
  consent_refused: answered('refused'),
}
