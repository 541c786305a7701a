import { defineTexts } from '@shiloh/contract/core'
import { z } from 'zod'
import { EXAMPLE } from '#platform/messaging/example'
import { noticeTemplate, type Templates } from '#platform/messaging/templates'
import { briefly } from '#platform/text/briefly'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/workflow-mails', {
  asked: 'Your approval is asked for: {question}',
  about: 'About: {about}',
  open: 'Answer it here:',
})

/** Maximum length of a question in a two-part SMS. */
const SMS_QUESTION = 120
export const APPROVALS_LINK = '/admin/workflow/approvals'

export const templates: Templates = {
  workflow_approval: noticeTemplate(
    'alert',
    z.object({ question: z.string(), about: z.string() }),
    ({ question, about }, language, { publicUrl }) => {
      const subject = translate(texts.asked, language, { question })
      const body = translate(texts.about, language, { about })
      return {
        subject,
        body,
        link: APPROVALS_LINK,
        sms: `${translate(texts.asked, language, { question: briefly(question, SMS_QUESTION) })} ${publicUrl}${APPROVALS_LINK}`,
        text: [subject, body, translate(texts.open, language), `${publicUrl}${APPROVALS_LINK}`].join('\n\n'),
      }
    },
    {
      group: 'office',
      examples: [{ question: 'Send the visa letter?', about: `${EXAMPLE.full_name}, ${EXAMPLE.code}` }],
    },
  ),
}
