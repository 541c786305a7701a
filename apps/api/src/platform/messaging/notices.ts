import { noticeChannels } from '@shiloh/contract/alerts/notices'
import type { Log } from '../log/log.ts'
import type { DirectMessage, Notice } from './messages.store.ts'
import type { Addressee, NewNotification } from './notices.store.ts'
import type { Templates } from './templates.ts'

interface Unfolded {
  readonly notifications: readonly NewNotification[]
  readonly messages: readonly DirectMessage[]
}

export interface Unfolding {
  readonly templates: Templates
  readonly publicUrl: string
  readonly sendsSms: boolean
  readonly log: Log
}

/**
 * Expands each notice to a row in the app and a message per channel that the person chose. A notice that cannot be
 * written still becomes messages, which then fail visibly in the log: it must not roll back the work that caused it.
 */
export const unfoldNotices = (
  { templates, publicUrl, sendsSms, log }: Unfolding,
  notices: readonly Omit<Notice, 'channel'>[],
  people: ReadonlyMap<string, Addressee>,
): Unfolded => {
  const notifications: NewNotification[] = []
  const messages: DirectMessage[] = []
  for (const { userId, template: name, data, trace, ...asked } of notices) {
    const person = people.get(userId)
    if (!person) continue
    const language = asked.language ?? person.language
    const notice = templates[name]?.notice
    try {
      if (!notice) throw new Error(`no notice ${name}`)
      const { subject, body, link } = notice.write(data, language, { publicUrl })
      notifications.push({ user_id: userId, kind: name, title: subject, body, language, link })
    } catch (error) {
      log.error({ err: error, template: name }, 'notice not written')
    }
    for (const channel of noticeChannels(notice?.topic ?? 'reservation', person, sendsSms)) {
      const to = channel === 'mail' ? person.email : person.phone
      if (to !== null) messages.push({ template: name, channel, to, userId, language, data, trace })
    }
  }
  return { notifications, messages }
}
