import {
  type AnswerValue,
  type FormDefinition,
  formDefinition,
  formInLanguage,
  formOfChurch,
  questionsOf,
} from '@shiloh/contract/forms/forms'
import type { Language } from '@shiloh/contract/text/language'
import { type RawBuilder, sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { ReadContext } from '#platform/context'

/** One option of a question, or one score of a rating. */
interface AskedOption {
  readonly value: AnswerValue
  readonly label: string
}

/** A question of an event in one wording. Answers that were given to another wording belong to another question. */
export interface AskedQuestion {
  readonly id: string
  /** Tells the wordings of a question apart. */
  readonly key: string
  /** In the reader's language. */
  readonly label: string
  /** In every language: answers have the label that they were given to. */
  readonly labels: ReadonlySet<string>
  readonly options: readonly AskedOption[]
  /** Numbers can be added up. The scores of a rating cannot. */
  readonly isNumber: boolean
  readonly isText: boolean
  /** Its answers are days. */
  readonly isDay: boolean
}

/** What tells whose answer it is. */
export interface GivenTo {
  readonly question_id: string
  readonly label: string
}

/** Who reads, and in which language. */
type Reader = Pick<ReadContext, 'db' | 'language'>

/** The form that an event has now: as it is asked, in the language of the church, and in that of the reader. */
export interface FormNow {
  readonly church: FormDefinition
  readonly reader: FormDefinition
}

/** Returns the form of an event that the reader can see. Undefined without one. */
export const findFormNow = async (
  { db, language }: Reader,
  eventId: string,
  query: object,
): Promise<FormNow | undefined> => {
  const { rows } = await sql<{ definition: unknown; language: Language; own: Language }>`
    select v.definition, v.language, (select language from client_groups) as own
    from events e join form_versions v on v.form_id = e.form_id
    where e.id = ${eventId} and ${shown(query, { event: 'e.id' })}
    order by v.created_at desc, v.id desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const church = formOfChurch(formDefinition.parse(row.definition), row.language, row.own)
  return { church, reader: formInLanguage(church, { reader: language, own: row.own }) }
}

/** Returns the questions of a form in their order. */
export const askedIn = ({ church, reader }: FormNow): AskedQuestion[] => {
  const told = questionsOf(reader)
  return questionsOf(church).map(({ _id, label, translations = {}, type, rating_scores }, index) => ({
    id: _id,
    key: _id,
    label: told[index]?.label ?? label,
    labels: new Set([label, ...Object.values(translations).flatMap((one) => one?.label ?? [])]),
    options:
      rating_scores.length > 0
        ? rating_scores.map((score) => ({ value: score, label: String(score) }))
        : (told[index]?.options ?? []).map((option) => ({ value: option._id, label: option.label })),
    isNumber: type === 'number',
    isText: type === 'text' || type === 'textarea',
    isDay: type === 'date',
  }))
}

/** The version that an answer `a` of a reservation `r` was given to. */
export const VERSION_ANSWERED = sql`coalesce(a.form_version_id, r.form_version_id)`

const keyOf = ({ question_id, label }: GivenTo): string => `${question_id} ${label}`

/** Returns the question that an answer was given to. */
export const questionOf = (questions: readonly AskedQuestion[], given: GivenTo): AskedQuestion | undefined =>
  questions.find(({ id, labels }) => id === given.question_id && labels.has(given.label)) ??
  questions.find(({ key }) => key === keyOf(given))

/** The same for many answers: each wording is compared once. */
export const finderOf = (questions: readonly AskedQuestion[]): ((given: GivenTo) => AskedQuestion | undefined) => {
  const found = new Map<string, AskedQuestion | undefined>()
  return (given) => {
    const key = keyOf(given)
    if (!found.has(key)) found.set(key, questionOf(questions, given))
    return found.get(key)
  }
}

/** What was answered under one wording of a question. */
interface Wording extends GivenTo {
  readonly version: string | null
  readonly isNumber: boolean
  readonly isDay?: boolean
}

/**
 * Returns the questions of an event: those of its form as it is now, and behind them what else was answered, by the label that it was
 * answered by.
 *
 * @param given the wordings that were answered
 */
export const askedAndGone = async (
  { db, language }: Reader,
  form: FormNow | undefined,
  given: readonly Wording[],
): Promise<AskedQuestion[]> => {
  const now = form ? askedIn(form) : []
  const former = given.filter((one) => questionOf(now, one) === undefined)
  if (former.length === 0) return now
  const { rows } = await sql<{ label: string }>`
    select w.label from unnest(${former.map(({ question_id }) => question_id)}::text[], ${former.map(({ label }) => label)}::text[],
        ${former.map(({ version }) => version)}::text[]) with ordinality g(question, label, version, position),
      answer_in_language(g.question, g.label, 'null'::jsonb, g.version, ${language}) w
    order by g.position`.execute(db)
  const gone = former.map(
    (one, index): AskedQuestion => ({
      id: one.question_id,
      key: keyOf(one),
      label: rows[index]?.label ?? one.label,
      labels: new Set([one.label]),
      options: [],
      isNumber: one.isNumber,
      isText: false,
      isDay: one.isDay ?? false,
    }),
  )
  return [...now, ...gone.sort((one, other) => one.label.localeCompare(other.label, language))]
}

/** Returns the questions of an event's form, and those that the reservations `r` of a condition answered otherwise. */
export const findAsked = async (
  reader: Reader,
  form: FormNow | undefined,
  answered: RawBuilder<unknown>,
): Promise<AskedQuestion[]> => {
  const { rows } = await sql<Wording>`
    select a.question_id, a.label, max(${VERSION_ANSWERED}::text) as version, bool_and(jsonb_typeof(a.value) = 'number') as "isNumber",
      coalesce(bool_and(jsonb_path_exists(v.definition, '$.sections[*].questions[*] ? (@._id == $id && @.type == "date")',
        jsonb_build_object('id', a.question_id))), false) as "isDay"
    from reservations r join reservation_answers a on a.reservation_id = r.id left join form_versions v on v.id = ${VERSION_ANSWERED}
    where ${answered} group by a.question_id, a.label`.execute(reader.db)
  return askedAndGone(reader, form, rows)
}

/** An answer as it is stored. */
export interface StoredAnswer extends GivenTo {
  readonly version: string | null
  readonly value: AnswerValue | null
}

const OPTION = /^[0-9a-f]{24}$/
const nameOf = ({ question_id, label, version, value }: StoredAnswer): string =>
  `${question_id} ${value} ${version} ${label}`

/** What options are called. Given again, only what is not in it yet is looked up. */
export type OptionWords = Map<string, string | undefined>

/**
 * Returns what the chosen options of answers are called in the reader's language: the words that they had when they were chosen. Each
 * wording is looked up once. Undefined: the answer is no option.
 *
 * @param words what has been looked up for the same reader
 */
export const wordsOfOptions = async (
  { db, language }: Reader,
  answers: readonly StoredAnswer[],
  words: OptionWords = new Map(),
): Promise<(answer: StoredAnswer) => string | undefined> => {
  const chosen = [
    ...new Map(
      answers.flatMap((one) => {
        if (typeof one.value !== 'string' || !OPTION.test(one.value)) return []
        const name = nameOf(one)
        return words.has(name) ? [] : [[name, one] as const]
      }),
    ),
  ]
  if (chosen.length > 0) {
    const column = (of: (answer: StoredAnswer) => unknown) => sql`${chosen.map(([, answer]) => of(answer))}::text[]`
    const { rows } = await sql<{ words: string | null }>`
      select w.words from unnest(${column((one) => one.question_id)}, ${column((one) => one.label)}, ${column((one) => one.value)},
          ${column((one) => one.version)}) with ordinality g(question, label, value, version, position),
        answer_in_language(g.question, g.label, to_jsonb(g.value), g.version, ${language}) w
      order by g.position`.execute(db)
    for (const [index, [name]] of chosen.entries()) words.set(name, rows[index]?.words ?? undefined)
  }
  return (answer) => (typeof answer.value === 'string' ? words.get(nameOf(answer)) : undefined)
}

/** One answer of a reservation. */
export interface AnswerRow extends GivenTo {
  readonly reservation_id: string
  readonly value: AnswerValue
  /** What the chosen option was called, in the reader's language. */
  readonly words: string | undefined
}

/** Returns the answers of reservations, with the words that they were given to. @param words as of `wordsOfOptions` */
export const findAnswersOf = async (
  reader: Reader,
  reservationIds: readonly string[],
  words?: OptionWords,
): Promise<AnswerRow[]> => {
  const ids = sql`any(${[...reservationIds]}::text[])`
  // Named twice: joined without it, the reservations of the whole church are read for each chunk of an export.
  const { rows } = await sql<StoredAnswer & Omit<AnswerRow, 'words'>>`
    select a.reservation_id, a.question_id, a.label, a.value, ${VERSION_ANSWERED} as version
    from reservation_answers a join reservations r on r.id = a.reservation_id
    where a.reservation_id = ${ids} and r.id = ${ids}`.execute(reader.db)
  const wordsOf = await wordsOfOptions(reader, rows, words)
  return rows.map((row) => ({ ...row, words: wordsOf(row) }))
}
