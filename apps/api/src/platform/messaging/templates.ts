import type { NoticeTopic } from '@shiloh/contract/alerts/notices'
import type { Language } from '@shiloh/contract/core'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Attachment } from './messages.store.ts'

/** A message as a person reads it. Every link and code is in the text; the HTML is made from the same text. */
export interface Written {
  /** Of an SMS: empty. */
  readonly subject: string
  readonly text: string
}

/** A notice in its three sizes: the mail, the row in the app (its title is the subject), the SMS. */
export interface WrittenNotice extends Written {
  /** One sentence. */
  readonly body: string
  /** A page of the app, without its origin; null where the text says everything. */
  readonly link: string | null
  /** With its link, if any; two parts at most. */
  readonly sms: string
}

interface Frame {
  readonly publicUrl: string
}

/** What a mail carries beside its words. */
export interface Extras {
  /** Stands in the mail in place of the paragraphs made from the text. */
  readonly html: string
  readonly attachments: readonly Attachment[]
}

/** Writes one message. Pure, except for `attach`; what it is given is checked by its own schema. */
export interface Template {
  readonly write: (data: unknown, language: Language, frame: Frame) => Written
  readonly notice?: {
    readonly topic: NoticeTopic
    readonly write: (data: unknown, language: Language, frame: Frame) => WrittenNotice
  }
  /** Looks up, when a mail is sent, what belongs into it at that moment; null: nothing. */
  readonly attach?: (data: unknown, language: Language, deps: Deps) => Promise<Extras | null>
}
export type Templates = Readonly<Record<string, Template>>

/** Declares a template of a message to one address: the data it needs, and how it is written in each language. */
export const template = <S extends z.ZodType>(
  schema: S,
  write: (data: z.output<S>, language: Language, frame: Frame) => Written,
): Template => ({ write: (data, language, frame) => write(schema.parse(data), language, frame) })

/** Declares a notice: what a person is told in the app and by the channels they chose. */
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
