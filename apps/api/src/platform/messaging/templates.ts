import type { NoticeTopic } from '@shiloh/contract/alerts/notices'
import type { Language } from '@shiloh/contract/core'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Attachment } from './messages.store.ts'

/** A message as a person reads it. Every link and code is in the text. The HTML is made from the same text. */
export interface Written {
  /** Empty for an SMS. */
  readonly subject: string
  readonly text: string
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

interface Frame {
  readonly publicUrl: string
}

/** The parts of a mail in addition to its text. */
export interface Extras {
  /** Replaces the paragraphs made from the text. */
  readonly html: string
  readonly attachments: readonly Attachment[]
}

/** Writes one message. Pure, except for `attach`. Its own schema checks the data. */
export interface Template {
  readonly write: (data: unknown, language: Language, frame: Frame) => Written
  readonly notice?: {
    readonly topic: NoticeTopic
    readonly write: (data: unknown, language: Language, frame: Frame) => WrittenNotice
  }
  /** Looks up attachments when the mail is sent. Null for none. */
  readonly attach?: (data: unknown, language: Language, deps: Deps) => Promise<Extras | null>
}
export type Templates = Readonly<Record<string, Template>>

/** Declares a template of a message to one address: its data, and its text in each language. */
export const template = <S extends z.ZodType>(
  schema: S,
  write: (data: z.output<S>, language: Language, frame: Frame) => Written,
): Template => ({ write: (data, language, frame) => write(schema.parse(data), language, frame) })

/** Declares a notice: for the app and the channels that people chose. */
export const noticeTemplate = <S extends z.ZodType>(
  topic: NoticeTopic,
  schema: S,
  write: (data: z.output<S>, language: Language, frame: Frame) => WrittenNotice,
  attach?: (data: z.output<S>, language: Language, deps: Deps) => Promise<Extras | null>,
): Template => {
  const parsed = (data: unknown, language: Language, frame: Frame) => write(schema.parse(data), language, frame)
  return {
    write: parsed,
    notice: { topic, write: parsed },
    ...(attach ? { attach: (data, language, deps) => attach(schema.parse(data), language, deps) } : {}),
  }
}
