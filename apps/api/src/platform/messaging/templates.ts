import type { NoticeTopic } from '@shiloh/contract/alerts/notices'
import type { Language } from '@shiloh/contract/core'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Attachment } from './messages.store.ts'
import type { Frame, Shown, Writer, Written, WrittenNotice } from './written.ts'

/** The parts of a mail in addition to its text. */
export interface Extras {
  /** Replaces the paragraphs made from the text. */
  readonly html?: string
  readonly attachments: readonly Attachment[]
}

/** A template, and its attachments. */
export interface Template extends Writer {
  /** Looks up attachments when the mail is sent. Null for none. */
  readonly attach?: (data: unknown, language: Language, deps: Deps) => Promise<Extras | null>
}
export type Templates = Readonly<Record<string, Template>>

/** A text that the office left empty leaves no gap. */
const tidied = <W extends Written>(written: W): W => ({
  ...written,
  text: written.text.replace(/\n{3,}/g, '\n\n').trim(),
})

const names = z.object({ translations: z.record(z.string(), z.record(z.string(), z.string())) })

/**
 * Returns the data of a message for a reader. Names of what the church writes come with their translations, as rows have
 * them, because the language is known only when the message is written.
 */
const dataFor = <S extends z.ZodType>(schema: S, data: unknown, language: Language): z.output<S> => {
  const { data: named } = names.safeParse(data)
  return schema.parse(named ? { ...Object(data), ...named.translations[language] } : data)
}

const parsing = <S extends z.ZodType>(
  schema: S,
  { group, examples, html }: Shown<z.input<S>, z.output<S>>,
): Shown<unknown, unknown> => ({
  group,
  examples,
  ...(html ? { html: (data, language, frame) => html(dataFor(schema, data, language), language, frame) } : {}),
})

/** Declares a template of a message to one address: its data, and its text in each language. */
export const template = <S extends z.ZodType>(
  schema: S,
  write: (data: z.output<S>, language: Language, frame: Frame) => Written,
  shown?: Shown<z.input<S>, z.output<S>>,
): Template => ({
  write: (data, language, frame) => tidied(write(dataFor(schema, data, language), language, frame)),
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
  const parsed = (data: unknown, language: Language, frame: Frame) =>
    tidied(write(dataFor(schema, data, language), language, frame))
  return {
    write: parsed,
    notice: { topic, write: parsed },
    shown: parsing(schema, shown),
    ...(attach ? { attach: (data, language, deps) => attach(dataFor(schema, data, language), language, deps) } : {}),
  }
}
