import { defineTexts } from '@shiloh/contract/core'
import { z } from 'zod'
import { type Templates, template } from '#platform/messenger'
import { translate } from '#platform/texts'

export const supportTexts = defineTexts({
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
export const ticketPath = (ticketId: string): string => `/support/${ticketId}`

export const supportTemplates: Templates = {
  ticket_answered: template(
    z.object({ name: z.string(), subject: z.string(), body: z.string(), ticket_id: z.string() }),
    (data, language, { publicUrl }) => ({
      subject: translate(supportTexts.answered, language, { subject: data.subject }),
      text: [
        translate(supportTexts.hello, language, { name: data.name }),
        data.body,
        translate(supportTexts.read, language),
        `${publicUrl}${ticketPath(data.ticket_id)}`,
      ].join('\n\n'),
    }),
  ),
}
