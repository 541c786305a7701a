/** Notices to a person: always in the app, and also by the channels that the person chose. */

/** `optional`: the person can turn off mail and SMS for it. Other notices always leave the app too. */
export const NOTICE_TOPICS = {
  reservation: { optional: false },
  payment: { optional: false },
  waiting_list: { optional: false },
  room: { optional: true },
  support: { optional: true },
  announcement: { optional: true },
  /** Alerts, for staff. */
  alert: { optional: true },
} as const

export type NoticeTopic = keyof typeof NOTICE_TOPICS

/** Topics that a person can restrict to the app. */
export const OPTIONAL_TOPICS = ['room', 'support', 'announcement', 'alert'] as const satisfies readonly NoticeTopic[]

export type NoticeChannel = 'mail' | 'sms'

interface Reachable {
  readonly email: string | null
  readonly phone: string | null
  /** The person's choice. */
  readonly mail: boolean
  readonly sms: boolean
  readonly muted: readonly string[]
}

/**
 * Returns the channels by which a notice leaves the app: at least one, if the person has an address or number for it. A
 * person who chose SMS but has no phone gets mail. `sendsSms`: the installation has an SMS provider.
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
