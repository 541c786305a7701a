import { defineTexts } from '@shiloh/contract/core'
import { z } from 'zod'
import { EXAMPLE } from '#platform/messaging/example'
import { noticeTemplate, type Template, type Templates } from '#platform/messaging/templates'
import { translator } from '#platform/text/texts'
import type { SpouseNotice } from './spouse-unlink.ts'

/** Texts about links between accounts, for the app, mails and SMS. */
const spouseTexts = defineTexts('server/spouse-mails', {
  hello: 'Dear {name},',
  asked_subject: '{who} asks to link your accounts',
  asked_body:
    'You are on the spouse list of {who}. If you are married, confirm it in your account; if not, decline. Nobody will know that you declined.',
  linked_subject: 'Your account is linked to {who}',
  linked_body:
    '{who} has confirmed it. When one of you reserves for both, the other has a place too and cannot take a second one.',
  office_asked_subject: 'Are you married to {who}?',
  office_asked_body:
    'Our office would like to link your accounts, so that each of you can reserve for both. It happens only if both of you confirm it. Confirm or decline it in your account.',
  office_linked_subject: 'Your account is linked to {who}',
  office_linked_body:
    '{by} of our office has confirmed that you are married: {reason}. When one of you reserves for both, the other has a place too and cannot take a second one. If this is wrong, end the link in your account.',
  unlinked_subject: 'Your account is no longer linked to {who}',
  unlinked_body: 'What you reserved together stays as it is.',
})

const words = z.object({
  name: z.string(),
  who: z.string(),
  event: z.string().optional(),
  codes: z.string().optional(),
  /** The administrator who confirmed a link, and why. */
  by: z.string().optional(),
  reason: z.string().optional(),
})

const PATH = '/spouse'

const notice = (kind: SpouseNotice): Template =>
  noticeTemplate(
    'reservation',
    words,
    (data, language, { publicUrl }) => {
      const say = translator(spouseTexts, language)
      const subject = say(`${kind}_subject`, data)
      const body = say(`${kind}_body`, { by: '', reason: '', ...data })
      return {
        subject,
        body,
        link: PATH,
        sms: `${subject}: ${publicUrl}${PATH}`,
        text: [say('hello', data), body, `${publicUrl}${PATH}`].join('\n\n'),
      }
    },
    {
      group: 'account',
      examples: [{ name: EXAMPLE.name, who: 'Grace Quartey', by: 'Abena Osei-Bonsu', reason: 'I saw the certificate' }],
    },
  )

export const spouseTemplates: Templates = {
  spouse_asked: notice('asked'),
  spouse_linked: notice('linked'),
  spouse_unlinked: notice('unlinked'),
  spouse_office_asked: notice('office_asked'),
  spouse_office_linked: notice('office_linked'),
}
