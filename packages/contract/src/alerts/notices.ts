/** What a person is told of their life here: always in the app, and by the channels they chose. */

/** `optional`: anyone who does not want it by mail or SMS can say so. The others are never only in the app. */
export const NOTICE_TOPICS = {
  reservation: { optional: false },
  payment: { optional: false },
  waiting_list: { optional: false },
  room: { optional: true },
  support: { optional: true },
  announcement: { optional: true },
  /** Of staff: what waits for them. */
  alert: { optional: true },
} as const

export type NoticeTopic = keyof typeof NOTICE_TOPICS

/** The topics that can be kept to the app. */
export const OPTIONAL_TOPICS = ['room', 'support', 'announcement', 'alert'] as const satisfies readonly NoticeTopic[]

export type NoticeChannel = 'mail' | 'sms'

interface Reachable {
  readonly email: string | null
  readonly phone: string | null
  /** What the person chose. */
  readonly mail: boolean
  readonly sms: boolean
  readonly muted: readonly string[]
}

/**
 * By which channels a notice leaves the app. At least one, as far as there is an address or a number: a person who chose SMS and
 * has no phone gets the mail. `sendsSms`: the installation has an SMS provider.
 */
export const noticeChannels = (topic: NoticeTopic, person: Reachable, sendsSms: boolean): NoticeChannel[] => {
  if (NOTICE_TOPICS[topic].optional && person.muted.includes(topic)) return []
  const hasMail = person.email !== null
  const hasSms = person.phone !== null && (sendsSms || !hasMail)
  const chosen: NoticeChannel[] = [
    ...(hasMail && person.mail ? (['mail'] as const) : []),
    ...(hasSms && person.sms ? (['sms'] as const) : []),
  ]
  if (chosen.length > 0) return chosen
  if (hasMail) return ['mail']
  return hasSms ? ['sms'] : []
}
