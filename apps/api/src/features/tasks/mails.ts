import { defineTexts } from '@shiloh/contract/core'
import { formatDay } from '@shiloh/contract/text/format'
import { z } from 'zod'
import { EXAMPLE } from '#platform/messaging/example'
import { noticeTemplate, type Templates } from '#platform/messaging/templates'
import { briefly } from '#platform/text/briefly'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/task-mails', {
  assigned: 'A task for you: {title}',
  reminder: 'Due on {day}: {title}',
  commented: '{author} commented on “{title}”',
  due: 'Due on {day}.',
  open: 'Open it here:',
})

/** Maximum lengths in a two-part SMS. */
const SMS_TITLE = 80
const SMS_COMMENT = 140

export const taskLink = (id: string): string => `/admin/tasks-and-planning?task=${id}`

const named = z.object({ task_id: z.string(), title: z.string() })

const TASK = { task_id: EXAMPLE.id, title: 'Check the generators', due_on: '2027-01-15' }

export const templates: Templates = {
  task_assigned: noticeTemplate(
    'alert',
    named.extend({ due_on: z.string().nullable(), event: z.string().nullable() }),
    ({ task_id, title, due_on, event }, language, { publicUrl }) => {
      const subject = translate(texts.assigned, language, { title })
      const day = due_on === null ? null : formatDay(due_on, language)
      const facts = [event, day && translate(texts.due, language, { day })].filter((one) => one !== null)
      const link = taskLink(task_id)
      return {
        subject,
        body: facts.join(' · ') || title,
        link,
        sms: `${translate(texts.assigned, language, { title: briefly(title, SMS_TITLE) })} ${publicUrl}${link}`,
        text: [subject, ...facts, translate(texts.open, language), `${publicUrl}${link}`].join('\n\n'),
      }
    },
    { group: 'office', examples: [{ ...TASK, event: EXAMPLE.event }] },
  ),
  task_reminder: noticeTemplate(
    'alert',
    named.extend({ due_on: z.string() }),
    (data, language, { publicUrl }) => {
      const day = formatDay(data.due_on, language)
      const subject = translate(texts.reminder, language, { day, title: data.title })
      const link = taskLink(data.task_id)
      return {
        subject,
        body: translate(texts.due, language, { day }),
        link,
        sms: `${translate(texts.reminder, language, { day, title: briefly(data.title, SMS_TITLE) })} ${publicUrl}${link}`,
        text: [subject, translate(texts.open, language), `${publicUrl}${link}`].join('\n\n'),
      }
    },
    { group: 'office', examples: [TASK] },
  ),
  task_commented: noticeTemplate(
    'alert',
    named.extend({ author: z.string(), body: z.string() }),
    (data, language, { publicUrl }) => {
      const subject = translate(texts.commented, language, { author: data.author, title: data.title })
      const link = taskLink(data.task_id)
      return {
        subject,
        body: data.body,
        link,
        sms: `${briefly(subject, SMS_TITLE)}: ${briefly(data.body, SMS_COMMENT)}`,
        text: [subject, data.body, translate(texts.open, language), `${publicUrl}${link}`].join('\n\n'),
      }
    },
    { group: 'office', examples: [{ ...TASK, author: 'Grace Quartey', body: 'They call back tomorrow.' }] },
  ),
}
