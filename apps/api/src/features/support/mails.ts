import { defineTexts } from '@shiloh/contract/core'
import { z } from 'zod'
import { EXAMPLE } from '#platform/messaging/example'
import { noticeTemplate, type Templates } from '#platform/messaging/templates'
import { briefly } from '#platform/text/briefly'
import { translate } from '#platform/text/texts'

const supportTexts = defineTexts('server/support-mails', {
  answered: 'The office answered: {subject}',
  files: 'Files, in the conversation: {files}',
  reply: 'Write back here:',
})

/** Maximum length of a title in a two-part SMS. */
const SMS_TITLE = 80
const SMS_EXCERPT = 100

/** The answer is part of the message: complete by mail and in the app, its beginning by SMS. */
export const supportTemplates: Templates = {
  ticket_answered: noticeTemplate(
    'support',
    z.object({
      subject: z.string(),
      body: z.string(),
      /** Names of the attachments. */
      files: z.array(z.string()).default([]),
      ticket_id: z.string(),
    }),
    (data, language, { publicUrl }) => {
      const link = `/support/${data.ticket_id}`
      const subject = translate(supportTexts.answered, language, { subject: data.subject })
      const brief = translate(supportTexts.answered, language, { subject: briefly(data.subject, SMS_TITLE) })
      return {
        subject,
        body: data.body,
        link,
        sms: `${brief}. ${briefly(data.body, SMS_EXCERPT)} ${publicUrl}${link}`,
        text: [
          // The office greets in its answer, if it likes.
          data.body,
          ...(data.files.length > 0 ? [translate(supportTexts.files, language, { files: data.files.join(', ') })] : []),
          translate(supportTexts.reply, language),
          `${publicUrl}${link}`,
        ].join('\n\n'),
      }
    },
    {
      group: 'office',
      examples: [
        {
          subject: 'Another room',
          body: 'We have a room for you now.',
          files: ['Directions.pdf'],
          ticket_id: EXAMPLE.id,
        },
      ],
    },
  ),
}
