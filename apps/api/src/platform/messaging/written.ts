import type { NoticeTopic } from '@shiloh/contract/alerts/notices'
import type { Language } from '@shiloh/contract/core'

/** A message as a person reads it. Every link and code is in the text. The HTML is made from the same text. */
export interface Written {
  /** Empty for an SMS. */
  readonly subject: string
  readonly text: string
  /** The text has the marks of the office: bold words and lists (`text/marks.ts` of the contract). */
  readonly marked?: boolean
  /** Where the reader can unsubscribe, for messages that they can do without. */
  readonly unsubscribe?: string
}

/** A notice in its three forms: the mail, the row in the app (titled with the subject), and the SMS. */
export interface WrittenNotice extends Written {
  /** One sentence. */
  readonly body: string
  /** A page of the app, without its origin. Null if the text is complete without one. */
  readonly link: string | null
  /** With its link, if any. Two parts at most. */
  readonly sms: string
}

export interface Frame {
  readonly publicUrl: string
}

/** The groups under which staff find the messages that are sent automatically. */
export type TemplateGroup = 'account' | 'reservations' | 'payments' | 'rooms' | 'office'

/** What staff see of a template whose texts they can change. */
export interface Shown<Input, Output> {
  readonly group: TemplateGroup
  /** Data of examples, which together use all texts. */
  readonly examples: readonly Input[]
  /** The mail that replaces the text (`Extras`). Null if the text is the mail. */
  readonly html?: (data: Output, language: Language, frame: Frame) => string | null
}

/** Writes one message. Pure. Its own schema checks the data. */
export interface Writer {
  /** Absent where there is nothing of ours to change. */
  readonly shown?: Shown<unknown, unknown>
  readonly write: (data: unknown, language: Language, frame: Frame) => Written
  readonly notice?: {
    readonly topic: NoticeTopic
    readonly write: (data: unknown, language: Language, frame: Frame) => WrittenNotice
  }
}
