import { defineTexts } from '@shiloh/contract/core'
import { z } from 'zod'
import { noticeTemplate, type Templates } from '#platform/templates'
import { translate } from '#platform/texts'

const supportTexts = defineTexts({
  answered: {
    en: 'The office answered: {subject}',
    de: 'Das Büro hat geantwortet: {subject}',
    fr: 'Le secrétariat a répondu : {subject}',
    pt: 'A secretaria respondeu: {subject}',
  },
  hello: { en: 'Dear {name},', de: 'Guten Tag {name},', fr: 'Bonjour {name},', pt: 'Olá {name},' },
  read: {
    en: 'Read and answer it here:',
    de: 'Hier können Sie alles lesen und antworten:',
    fr: 'Pour lire et répondre :',
    pt: 'Leia e responda aqui:',
  },
})

/** Where a person finds their ticket. */
const ticketPath = (ticketId: string): string => `/support/${ticketId}`

/** What is shown of an answer beside its title. */
const EXCERPT = 200

export const supportTemplates: Templates = {
  ticket_answered: noticeTemplate(
    'support',
    z.object({ name: z.string(), subject: z.string(), body: z.string(), ticket_id: z.string() }),
    (data, language, { publicUrl }) => {
      const subject = translate(supportTexts.answered, language, { subject: data.subject })
      const link = ticketPath(data.ticket_id)
      return {
        subject,
        body: data.body.slice(0, EXCERPT),
        link,
        sms: `${translate(supportTexts.answered, language, { subject: data.subject.slice(0, 80) })} ${publicUrl}${link}`,
        text: [
          translate(supportTexts.hello, language, { name: data.name }),
          data.body,
          translate(supportTexts.read, language),
          `${publicUrl}${link}`,
        ].join('\n\n'),
      }
    },
  ),
}
