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

/** The groups under which staff find the messages that are sent automatically. */
export type TemplateGroup = 'account' | 'reservations' | 'payments' | 'rooms' | 'office'

/** What staff see of a template whose texts they can change. */
interface Shown<Input, Output> {
  readonly group: TemplateGroup
  /** Data of examples, which together use all texts. */
  readonly examples: readonly Input[]
  /** The mail that replaces the text (`Extras`). Null if the text is the mail. */
  readonly html?: (data: Output, language: Language, frame: Frame) => string | null
}

/** Writes one message. Pure, except for `attach`. Its own schema checks the data. */
export interface Template {
  /** Absent where there is nothing of ours to change. */
  readonly shown?: Shown<unknown, unknown>
  readonly write: (data: unknown, language: Language, frame: Frame) => Written
  readonly notice?: {
    readonly topic: NoticeTopic
    readonly write: (data: unknown, language: Language, frame: Frame) => WrittenNotice
  }
  /** Looks up attachments when the mail is sent. Null for none. */
  readonly attach?: (data: unknown, language: Language, deps: Deps) => Promise<Extras | null>
}
export type Templates = Readonly<Record<string, Template>>

/** A text that the office left empty leaves no gap. */
const tidied = <W extends Written>(written: W): W => ({
  ...written,
  text: written.text.replace(/\n{3,}/g, '\n\n').trim(),
})

const parsing = <S extends z.ZodType>(
  schema: S,
  { group, examples, html }: Shown<z.input<S>, z.output<S>>,
): Shown<unknown, unknown> => ({
  group,
  examples,
  ...(html ? { html: (data, language, frame) => html(schema.parse(data), language, frame) } : {}),
})

/** Declares a template of a message to one address: its data, and its text in each language. */
export const template = <S extends z.ZodType>(
  schema: S,
  write: (data: z.output<S>, language: Language, frame: Frame) => Written,
  shown?: Shown<z.input<S>, z.output<S>>,
): Template => ({
  write: (data, language, frame) => tidied(write(schema.parse(data), language, frame)),
  ...(shown ? { shown: parsing(schema, shown) } : {}),
})

/** Declares a notice: for the app and the channels that people chose. */
export const noticeTemplate = <S extends z.ZodType>(
  topic: NoticeTopic,
  schema: S,
  write: (data: z.output<S>, language: Language, frame: Frame) => WrittenNotice,
  shown: Shown<z.input<S>, z.output<S>>,
  attach?: (data: z.output<S>, language: Language, deps: Deps) => Promise<Extras | null>,
): Template => {
  const parsed = (data: unknown, language: Language, frame: Frame) => tidied(write(schema.parse(data), language, frame))
  return {
    write: parsed,
    notice: { topic, write: parsed },
    shown: parsing(schema, shown),
    ...(attach ? { attach: (data, language, deps) => attach(schema.parse(data), language, deps) } : {}),
  }
}
