import { defineTexts, LANGUAGES, type Language, type Message } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import {
  type AutomaticDetail,
  type AutomaticMessage,
  type AutomaticPreview,
  type AutomaticText,
  automaticRoutes,
  type MailPart,
  TEXT_PLACES,
} from '@shiloh/contract/messaging/automatic'
import { MESSAGE_CHANNELS } from '@shiloh/contract/messaging/fields'
import { z } from 'zod'
import { bind, reads, writes } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import { gsm, smsParts } from '#platform/messaging/gsm'
import { mailParagraphs } from '#platform/messaging/mail-html'
import type { DirectMessage } from '#platform/messaging/messages.store'
import { type Templates, template } from '#platform/messaging/templates'
import type { Writer } from '#platform/messaging/written'
import { traceTexts, withOwnTexts } from '#platform/text/own-texts'
import { isRequired, placeholdersOf, problemOf } from '#platform/text/placeholders'
import { oursIn, translate } from '#platform/text/texts'
import * as store from './automatic.store.ts'
import { findReaders } from './people.store.ts'

const texts = defineTexts('server/automatic-messages', {
  unknown: 'There is no placeholder {name} in this text. Choose one with “Insert a field”.',
  missing: 'The placeholder {name} cannot be left out.',
  cases:
    'The cases of {name} cannot be read. Write them as in our text, with “other” as the last, or write only the placeholder.',
  empty_case: 'In one of its cases this text would be empty.',
  malformed: 'The braces in this text cannot be read: each opening brace needs a closing one.',
})

type Place = (typeof TEXT_PLACES)[number]
/** What one example of an automatic message looks like. */
interface Shown {
  readonly mail: { readonly subject: string; readonly text: string; readonly html: string | null } | null
  readonly app: { readonly title: string; readonly body: string } | null
  readonly sms: string | null
}

interface Piece {
  readonly message: Message
  part: MailPart | null
  readonly places: Set<Place>
  readonly examples: Set<number>
}
interface Automatic {
  readonly key: string
  readonly group: AutomaticMessage['group']
  readonly channels: AutomaticMessage['channels']
  readonly examples: number
  /** By id, in the order in which they are read. */
  readonly pieces: ReadonlyMap<string, Piece>
  /** @param organisation whose name the message says. Without it, that of the examples */
  readonly show: (example: number, language: Language, organisation?: string) => Shown
}

/** An SMS without a notice is a template of its own, named after its mail. */
const keyOf = (name: string): string => name.replace(/_sms$/, '')

/** Returns an example as this organisation would send it. */
const saidBy = (organisation: string | undefined, data: unknown): unknown =>
  organisation !== undefined && typeof data === 'object' && data !== null && 'organisation' in data
    ? { ...data, organisation }
    : data

const showWith =
  (parts: readonly Writer[], publicUrl: string) =>
  (example: number, language: Language, organisation?: string): Shown => {
    const frame = { publicUrl }
    let shown: Shown = { mail: null, app: null, sms: null }
    for (const each of parts) {
      const examples = each.shown?.examples ?? []
      const data = saidBy(organisation, examples[Math.min(example, examples.length - 1)])
      const html = each.shown?.html?.(data, language, frame) ?? null
      if (each.notice) {
        const { subject, text, body, sms } = each.notice.write(data, language, frame)
        shown = { mail: { subject, text, html }, app: { title: subject, body }, sms }
      } else {
        const { subject, text } = each.write(data, language, frame)
        shown = subject === '' ? { ...shown, sms: text } : { ...shown, mail: { subject, text, html } }
      }
    }
    return shown
  }

/** Returns what a text is in its mail, from the element that it is in. */
const partOf = (html: string, at: number, english: string): MailPart => {
  const before = html.slice(0, at)
  const tag = /<(?<name>\w+)[^<]*$/.exec(before)?.groups?.['name']
  if (tag === 'img') return 'picture'
  if (tag === 'h1') return 'heading'
  const row = before.lastIndexOf('<tr')
  if (row > before.lastIndexOf('</tr>'))
    return before.slice(row).split('<td').length > 2 ? 'table_value' : 'table_label'
  if (/^Dear \{/.test(english)) return 'greeting'
  if (before.lastIndexOf('<p') === html.lastIndexOf('<p') && english.endsWith('.') && html.includes('<table'))
    return 'footer'
  if (tag === 'a') return 'link'
  return english.endsWith(':') ? 'before_link' : 'paragraph'
}

/** Finds the texts of a message by writing its examples with marked texts. */
const piecesOf = (examples: number, show: Automatic['show']): Map<string, Piece> => {
  const pieces = new Map<string, Piece>()
  const note = (message: Message, example: number, place: Place, part: MailPart | null) => {
    // Texts that pages show too are not changed here: a mail and its page say the same.
    if (!message.id.startsWith('server/')) return
    const known = pieces.get(message.id) ?? { message, part, places: new Set(), examples: new Set() }
    pieces.set(message.id, known)
    known.places.add(place)
    known.examples.add(example)
    known.part ??= part
  }
  for (let example = 0; example < examples; example += 1) {
    const { result, messagesIn, placeOf } = traceTexts(() => show(example, 'en'))
    const read: readonly (readonly [Place, string | undefined])[] = [
      ['subject', result.mail?.subject],
      ['mail', result.mail ? `${result.mail.html ?? ''}${result.mail.text}` : undefined],
      ['app', result.app?.body],
      ['sms', result.sms ?? undefined],
    ]
    const html = result.mail ? (result.mail.html ?? mailParagraphs(result.mail)) : ''
    for (const [place, text] of read)
      for (const message of messagesIn(text ?? '')) {
        const at = place === 'mail' ? placeOf(html, message) : -1
        note(message, example, place, at < 0 ? null : partOf(html, at, message.english))
      }
  }
  return pieces
}

type Writers = Deps['messenger']['templates']

const collect = (templates: Writers, publicUrl: string): Map<string, Automatic> => {
  const parts = Map.groupBy(
    Object.entries(templates).filter(([, { shown }]) => shown !== undefined),
    ([name]) => keyOf(name),
  )
  return new Map(
    [...parts].flatMap(([key, named]) => {
      const own = named.map(([, each]) => each)
      const [first] = own
      if (!first?.shown) return []
      const examples = Math.max(...own.map((each) => each.shown?.examples.length ?? 0))
      const show = showWith(own, publicUrl)
      const shown = show(0, 'en')
      const channels = MESSAGE_CHANNELS.filter((channel) => shown[channel] !== null)
      const pieces = piecesOf(examples, show)
      return [[key, { key, group: first.shown.group, channels, examples, pieces, show }]]
    }),
  )
}

const collected = new WeakMap<Writers, Map<string, Automatic>>()
/** Returns all automatic messages of the product, by key. They are found once. */
const automaticOf = ({ messenger, config }: Deps): Map<string, Automatic> => {
  const known = collected.get(messenger.templates) ?? collect(messenger.templates, config.publicUrl)
  collected.set(messenger.templates, known)
  return known
}

const oneOf = (deps: Deps, key: string): Automatic => found(automaticOf(deps).get(key))

const isOutdated = ({ message }: Piece, row: store.OverrideRow, language: Language): boolean =>
  row.ours !== oursIn(message, language) || problemOf(row.text, message.english) !== null

const briefOf = (
  { key, group, channels, pieces }: Automatic,
  rows: ReadonlyMap<string, readonly store.OverrideRow[]>,
): Omit<AutomaticMessage, 'subject' | 'says'> => {
  const own = [...pieces.keys()].flatMap((id) => rows.get(id) ?? [])
  const last = own.toSorted((a, b) => b.updated_at.getTime() - a.updated_at.getTime())[0]
  const inLanguages = (holds: (row: store.OverrideRow, language: Language) => boolean) =>
    LANGUAGES.filter((language) => own.some((row) => row.language === language && holds(row, language)))
  return {
    key,
    group,
    channels: [...channels],
    changed: inLanguages(() => true),
    outdated: inLanguages((row, language) => {
      const piece = pieces.get(row.text_id)
      return piece !== undefined && isOutdated(piece, row, language)
    }),
    updated_at: last?.updated_at.toISOString() ?? null,
    author: last?.author ?? null,
  }
}

const say = (problem: NonNullable<ReturnType<typeof problemOf>>, language: Language): string => {
  const name = `{${problem.name}}`
  if (problem.code === 'malformed_text') return translate(texts.malformed, language)
  if (problem.code === 'empty_case') return translate(texts.empty_case, language)
  if (problem.code === 'wrong_cases') return translate(texts.cases, language, { name })
  return translate(problem.code === 'unknown_placeholder' ? texts.unknown : texts.missing, language, { name })
}

const isOptional = ({ places }: Piece): boolean => !places.has('subject') && !places.has('sms')

const textView = (
  id: string,
  piece: Piece,
  all: ReadonlyMap<string, Automatic>,
  key: string,
  rows: readonly store.OverrideRow[],
  reader: Language,
): AutomaticText => {
  const placeholders = placeholdersOf(piece.message.english)
  const inLanguage = (language: Language) => {
    const row = rows.find((each) => each.language === language)
    const ours = oursIn(piece.message, language)
    const problem = row ? problemOf(row.text, piece.message.english) : null
    return {
      ours,
      text: row?.text ?? null,
      ours_then: row && row.ours !== ours ? row.ours : null,
      problem: problem ? say(problem, reader) : null,
      updated_at: row?.updated_at.toISOString() ?? null,
      author: row?.author ?? null,
    }
  }
  return {
    id,
    places: TEXT_PLACES.filter((place) => piece.places.has(place)),
    examples: [...piece.examples],
    part: piece.part,
    placeholders: [...placeholders.keys()].map((name) => ({ name, required: isRequired(name) })),
    has_cases: [...placeholders.values()].some((kind) => kind !== 'plain'),
    optional: isOptional(piece),
    also_in: [...all.values()].filter((each) => each.key !== key && each.pieces.has(id)).map((each) => each.key),
    languages: { en: inLanguage('en'), de: inLanguage('de'), fr: inLanguage('fr'), pt: inLanguage('pt') },
  }
}

/** Returns what its reader sees first. */
const subjectOf = ({ mail, sms }: Shown): string => mail?.subject ?? sms ?? ''

const examplesOf = (one: Automatic, language: Language, organisation: string): Shown[] =>
  Array.from({ length: one.examples }, (_, at) => one.show(at, language, organisation))

/** A message in the list: found by what it says, too. */
const listedOf = (
  one: Automatic,
  rows: ReadonlyMap<string, readonly store.OverrideRow[]>,
  language: Language,
  organisation: string,
): AutomaticMessage => {
  const own = [...one.pieces.keys()].flatMap((id) => rows.get(id) ?? [])
  const shown = withOwnTexts(inUse(one, own), () => examplesOf(one, language, organisation))
  const said = shown.flatMap(({ mail, app, sms }) => [mail?.subject, mail?.text, app?.title, app?.body, sms])
  return {
    ...briefOf(one, rows),
    subject: shown[0] ? subjectOf(shown[0]) : '',
    says: [...new Set(said.filter((each) => each))].join('\n'),
  }
}

const detailOf = async (ctx: ReadContext, key: string): Promise<AutomaticDetail> => {
  const all = automaticOf(ctx.deps)
  const one = oneOf(ctx.deps, key)
  const written = await store.findOverrides(ctx.db, [...one.pieces.keys()])
  const organisation = await store.findOrganisationName(ctx.db)
  const rows = Map.groupBy(written, ({ text_id }) => text_id)
  return {
    ...briefOf(one, rows),
    examples: withOwnTexts(inUse(one, written), () => examplesOf(one, ctx.language, organisation).map(subjectOf)),
    texts: [...one.pieces].map(([id, piece]) => textView(id, piece, all, key, rows.get(id) ?? [], ctx.language)),
  }
}

type Tried = z.output<typeof automaticRoutes.changeAutomaticMessage.body>

/** @throws invalid_input, naming each text that cannot be used and why */
const requireUsable = ({ pieces }: Automatic, tried: Tried['texts']): void => {
  const problems = Object.entries(tried).flatMap(([id, text]): FieldError[] => {
    const piece = pieces.get(id)
    const field = `texts.${id}`
    if (!piece) return [{ field, code: 'unknown_choice' }]
    if (text === null) return []
    if (text === '' && !isOptional(piece)) return [{ field, code: 'required' }]
    const problem = problemOf(text, piece.message.english)
    if (!problem) return []
    const code = (
      {
        malformed_text: 'invalid',
        wrong_cases: 'invalid',
        empty_case: 'required',
        unknown_placeholder: 'unknown_field',
        missing_placeholder: 'required',
      } as const
    )[problem.code]
    return [{ field, code, says: (language) => say(problem, language) }]
  })
  if (problems.length > 0) throw invalid(problems)
}

/** A subject is one line. */
const tidied = ({ pieces }: Automatic, tried: Tried['texts']): Tried['texts'] =>
  Object.fromEntries(
    Object.entries(tried).map(([id, text]) => [
      id,
      text !== null && pieces.get(id)?.places.has('subject') ? text.replace(/\s+/g, ' ') : text,
    ]),
  )

/** What the office wrote, as far as it can be used. */
const inUse = ({ pieces }: Automatic, rows: readonly store.OverrideRow[]) =>
  rows.flatMap(({ text_id: id, language, text }) => {
    const piece = pieces.get(id)
    return piece && problemOf(text, piece.message.english) === null ? [{ id, language, text }] : []
  })

const tryOut = async (
  ctx: ReadContext,
  key: string,
  { language, texts: tried, example }: Tried & { readonly example: number },
): Promise<Shown> => {
  const one = oneOf(ctx.deps, key)
  const given = tidied(one, tried)
  requireUsable(one, given)
  if (example >= one.examples) throw invalid([{ field: 'example', code: 'too_big' }])
  // This process may not have read the latest texts yet.
  const rows = await store.findOverrides(ctx.db, [...one.pieces.keys()])
  const texts = [...inUse(one, rows), ...Object.entries(given).map(([id, text]) => ({ id, language, text }))]
  const organisation = await store.findOrganisationName(ctx.db)
  return withOwnTexts(texts, () => one.show(example, language, organisation))
}

const plainPicture = (html: string): string =>
  html.replace(/<img[^>]*alt="([^"]*)"[^>]*>/g, (_, alt: string) => (alt === '' ? '' : `<span>[${alt}]</span>`))

/** The mail as HTML, with its pictures in words. */
const mailOf = ({ subject, text, html }: NonNullable<Shown['mail']>): string =>
  html === null ? mailParagraphs({ subject, text }) : plainPicture(html)

/** Keeps the structure of a mail. The page that shows it has styles of its own, and may not have those of a mail. */
const withoutStyle = (html: string): string => html.replace(/ (?:style|class|role)="[^"]*"/g, '')

const previewOf = ({ mail, app, sms }: Shown): AutomaticPreview => {
  const text = sms === null ? null : gsm(sms)
  return {
    mail: mail && { subject: mail.subject, html: withoutStyle(mailOf(mail)) },
    app,
    sms: text === null ? null : { text, characters: text.length, parts: smsParts(text) },
  }
}

const trial = z.object({ subject: z.string(), text: z.string(), html: z.string().nullable().default(null) })
/** A test to oneself: the message is complete. */
export const trialTemplates: Templates = {
  automatic_trial: {
    ...template(trial, ({ subject, text }) => ({ subject, text })),
    attach: async (data) => {
      const { html } = trial.parse(data)
      return html === null ? null : { html, attachments: [] }
    },
  },
}

const trialOf = (
  { mail, sms }: Shown,
  language: Language,
  reader: { readonly id: string; readonly email: string | null; readonly phone: string | null },
): DirectMessage[] => {
  const common = { template: 'automatic_trial', userId: reader.id, language }
  return [
    ...(mail && reader.email !== null
      ? [
          {
            ...common,
            channel: 'mail' as const,
            to: reader.email,
            data: { ...mail, html: mail.html && plainPicture(mail.html) },
          },
        ]
      : []),
    ...(sms !== null && reader.phone !== null
      ? [{ ...common, channel: 'sms' as const, to: reader.phone, data: { subject: '', text: gsm(sms) } }]
      : []),
  ]
}

export const automaticEndpoints = bind(automaticRoutes, {
  listAutomaticMessages: reads(async (ctx) => {
    const rows = Map.groupBy(await store.findOverrides(ctx.db), ({ text_id }) => text_id)
    const organisation = await store.findOrganisationName(ctx.db)
    return [...automaticOf(ctx.deps).values()].map((each) => listedOf(each, rows, ctx.language, organisation))
  }),
  getAutomaticMessage: reads((ctx, { params }) => detailOf(ctx, params.key)),
  previewAutomaticMessage: reads(async (ctx, { params, body }) => previewOf(await tryOut(ctx, params.key, body))),
  testAutomaticMessage: writes(async (ctx, { params, body }) => {
    const shown = await tryOut(ctx, params.key, body)
    const reader = found((await findReaders(ctx.tx, [ctx.caller.id])).get(ctx.caller.id))
    const messages = trialOf(shown, body.language, reader)
    await ctx.send(...messages)
    return { sent: MESSAGE_CHANNELS.filter((channel) => messages.some((each) => each.channel === channel)) }
  }),
  changeAutomaticMessage: writes(async (ctx, { params, body: { language, texts: given } }) => {
    const one = oneOf(ctx.deps, params.key)
    const wanted = tidied(one, given)
    requireUsable(one, wanted)
    const ids = Object.keys(wanted)
    if (ids.length === 0) throw new AppError('invalid_input', { fields: [{ field: 'texts', code: 'required' }] })
    const before = (await store.findOverrides(ctx.tx, ids)).filter((row) => row.language === language)
    const overrides = Object.entries(wanted).flatMap(([id, text]) => {
      const piece = one.pieces.get(id)
      const ours = piece ? oursIn(piece.message, language) : ''
      return text === null || text === ours ? [] : [{ id, language, text, ours }]
    })
    await store.saveOverrides(ctx.tx, ctx.now, ctx.caller.id, overrides)
    const kept = new Set(overrides.map(({ id }) => id))
    await store.deleteOverrides(
      ctx.tx,
      language,
      ids.filter((id) => !kept.has(id)),
    )
    ctx.audit({
      action: 'change_texts',
      resource: 'messages',
      objectId: params.key,
      before: { language, texts: Object.fromEntries(before.map(({ text_id, text }) => [text_id, text])) },
      after: { language, texts: Object.fromEntries(overrides.map(({ id, text }) => [id, text])) },
    })
    ctx.deps.messenger.forgetOwnTexts()
    return detailOf(ctx, params.key)
  }),
})
