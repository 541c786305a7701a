import { type GetTextComment, type GetTextTranslations, po } from 'gettext-parser'

/** One text of a catalogue. */
export interface Entry {
  /** The context of the entry: `staff/events.save`. */
  readonly id: string
  readonly english: string
  /** Empty where it is not translated yet. */
  readonly translation: string
  /** The file that declares the text. */
  readonly reference: string
  /** The English source of the translation, if it has changed since. */
  readonly previous?: string | undefined
  /** The translation must be reviewed. */
  readonly fuzzy: boolean
  /** A translator's note. */
  readonly note?: string | undefined
}

export interface PoFile {
  readonly headers: Readonly<Record<string, string>>
  readonly entries: readonly Entry[]
}

/** Tells editors to check the message as ICU MessageFormat. */
const ICU = 'icu-message-format'
const PREVIOUS = 'msgid '

/** Parses a catalogue. Throws if the file is not PO. */
export function readPo(text: string): PoFile {
  const { headers, translations } = po.parse(text)
  const entries = Object.values(translations).flatMap((messages) =>
    Object.values(messages).flatMap(({ msgctxt, msgid, msgstr, comments = {} }): Entry[] =>
      msgctxt === undefined || msgid === ''
        ? []
        : [
            {
              id: msgctxt,
              english: msgid,
              translation: msgstr[0] ?? '',
              reference: comments.reference ?? '',
              previous: previousOf(comments),
              fuzzy: flagsOf(comments).includes('fuzzy'),
              note: comments.translator || undefined,
            },
          ],
    ),
  )
  return { headers, entries }
}

const flagsOf = ({ flag = '' }: GetTextComment) => flag.split(',').map((one) => one.trim())

/** Returns the text of `#| msgid "Save"`, which can be folded over several lines. */
function previousOf({ previous }: GetTextComment): string | undefined {
  if (!previous?.startsWith(PREVIOUS)) return undefined
  const lines = previous.slice(PREVIOUS.length).split('\n')
  return lines.map((line): string => JSON.parse(line.trim())).join('')
}

/** Writes a catalogue, sorted by id, so that a change of a text changes its lines and no others. */
export function writePo({ headers, entries }: PoFile): string {
  const translations: GetTextTranslations['translations'] = {}
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id, english, translation, reference, previous, fuzzy, note } of sorted) {
    const flags = fuzzy ? ['fuzzy', ICU] : [ICU]
    const comments: GetTextComment = { reference, flag: flags.join(', ') }
    if (note !== undefined) comments.translator = note
    if (previous !== undefined) comments.previous = `${PREVIOUS}${JSON.stringify(previous)}`
    translations[id] = { [english]: { msgctxt: id, msgid: english, msgstr: [translation], comments } }
  }
  return `${po.compile({ charset: 'utf-8', headers, translations }, { foldLength: 0 }).toString().trimEnd()}\n`
}

/** Returns the header that translation tools need: the language and its plural forms, which ICU texts do not use. */
export function headersOf(code: string, locale: string): Record<string, string> {
  const rules = new Intl.PluralRules(locale)
  const forms = rules.resolvedOptions().pluralCategories.length
  const singular = rules.select(0) === 'one' ? 'n > 1' : 'n != 1'
  return {
    'Project-Id-Version': 'Shiloh',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'MIME-Version': '1.0',
    Language: poLanguage(code, locale),
    'Plural-Forms': forms === 1 ? 'nplurals=1; plural=0;' : `nplurals=2; plural=(${singular});`,
  }
}

/** Returns `de`, or a code with its country if the language alone means another one: `pt` is Brazilian, so `pt_PT`. */
function poLanguage(code: string, locale: string): string {
  const { region } = new Intl.Locale(locale)
  return region === new Intl.Locale(code).maximize().region ? code : locale.replace('-', '_')
}
