import { defineTexts, language } from '@shiloh/contract/core'
import { LODGING_PAYERS } from '@shiloh/contract/reservations/views'
import { z } from 'zod'
import { letterFile } from '#features/reservations'
import { type Templates, template } from '#platform/messaging/templates'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/office-mails', {
  unsubscribe: 'You get this message from {organisation}. Choose which messages you want:',
})

/** The page on which a person chooses what reaches them outside the app. */
export const preferencesUrl = (publicUrl: string): string => `${publicUrl}/auth/account`

const written = z.object({
  subject: z.string().default(''),
  text: z.string(),
  organisation: z.string(),
  /** A message that the reservation needs cannot be unsubscribed from. */
  needed: z.boolean(),
  /** Attached as a PDF. Its language is the reader's if absent. */
  letter: z
    .object({
      reservation_id: z.string(),
      language: language.nullable(),
      lodging: z.enum(LODGING_PAYERS),
    })
    .optional(),
})
export type MailData = z.output<typeof written>

/** A message that the office wrote: complete, in the language of its reader. */
export const officeTemplates: Templates = {
  office_mail: {
    ...template(written, ({ subject, text, organisation, needed }, language, { publicUrl }) => ({
      subject,
      marked: true,
      text: needed
        ? text
        : `${text}\n\n${translate(texts.unsubscribe, language, { organisation })}\n${preferencesUrl(publicUrl)}`,
      ...(needed ? {} : { unsubscribe: preferencesUrl(publicUrl) }),
    })),
    attach: async (data, language, deps) => {
      const { letter } = written.parse(data)
      const file = letter && (await letterFile(deps, { ...letter, language: letter.language ?? language }))
      return file ? { attachments: [file] } : null
    },
  },
  office_sms: template(written, ({ text }) => ({ subject: '', text })),
}
