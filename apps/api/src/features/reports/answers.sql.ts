import { type Language, localeOf } from '@shiloh/contract/core'
import {
  type AnswerValue,
  type FormDefinition,
  type FormQuestion,
  questionsOf,
  visibleQuestions,
} from '@shiloh/contract/forms/forms'
import { formatDate } from '@shiloh/contract/text/format'
import { sql } from 'kysely'
import {
  type AskedQuestion,
  askedAndGone,
  askedIn,
  finderOf,
  findFormNow,
  type StoredAnswer,
  VERSION_ANSWERED,
  wordsOfOptions,
} from '#features/reservations'
import type { Choice } from './events.store.ts'
import { GUEST, type Guest } from './people.sql.ts'
import type { ReportRow, Scope } from './report.ts'
import { reservations } from './scope.sql.ts'

/** More different numbers or days than these are only summed and listed one by one. */
const MOST_VALUES = 31

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns the questions that a report can be narrowed to: those of the form as it is now. */
export const findQuestions = async (scope: Scope): Promise<Choice[]> => {
  const form = await findFormNow(scope, scope.event.id, scope.query)
  return form ? askedIn(form).map(({ id, label }) => ({ value: id, name: label })) : []
}

interface Sum {
  readonly reservations: number
  readonly people: number
}

/** How many there are of those who are asked alike: by the participant types of a reservation, and by answers that decide. */
interface Alike extends Sum {
  readonly types: readonly string[]
  /** Their answers to questions that others depend on. Those to the others that not everybody is asked are `true`. */
  readonly given: Readonly<Record<string, AnswerValue | true>>
}

/** How many gave one answer. */
interface CountedAnswer extends StoredAnswer, Sum {}

/** An erased person has no answers, and is not among those who have not answered. */
const notErased = sql`main.erased_at is null`

const isForAll = ({ visible_when, participant_type_ids }: FormQuestion): boolean =>
  visible_when === null && participant_type_ids.length === 0

/** Counts each answer, and those who are asked alike. Who is asked what is decided once for all of them, by the form. */
const countGiven = async (
  scope: Scope,
  form: FormDefinition | undefined,
): Promise<{ alike: Alike[]; answers: CountedAnswer[] }> => {
  const questions = form ? questionsOf(form) : []
  const asking = [...new Set(questions.flatMap(({ visible_when }) => visible_when?.question_id ?? []))]
  const some = questions.filter((one) => !isForAll(one)).map(({ _id }) => _id)
  const byTypes = questions.some(({ participant_type_ids }) => participant_type_ids.length > 0)
  // For all of them at once: to look them up for each takes longer than everything else.
  const types = byTypes
    ? sql`left join (select d.reservation_id, array_agg(d.type order by d.type) as types from (
        select distinct p.reservation_id, o.participant_type_id::text as type from asked g
        join reservation_participants p on p.reservation_id = g.id
        join event_participant_types o on o.id = p.event_participant_type_id) d group by d.reservation_id) t on t.reservation_id = r.id`
    : sql`left join lateral (select null::text[] as types) t on true`
  const given =
    some.length > 0
      ? sql`left join (select a.reservation_id,
          jsonb_object_agg(a.question_id, case when a.question_id = any(${asking}::text[]) then a.value else 'true' end) as given
        from asked g join reservation_answers a on a.reservation_id = g.id and a.question_id = any(${[...asking, ...some]}::text[])
        group by a.reservation_id) a on a.reservation_id = r.id`
      : sql`left join lateral (select null::jsonb as given) a on true`
  // Texts are counted together: they are listed one by one.
  const texts = questions.flatMap(({ _id, type }) => (type === 'text' || type === 'textarea' ? [_id] : []))
  // One statement, so that both count the same moment.
  const { rows } = await sql<{ alike: Alike[]; answers: CountedAnswer[] }>`
    with asked as materialized (select r.id, r.persons, r.form_version_id ${reservations(scope)} and ${notErased})
    select
      (select coalesce(json_agg(x), '[]') from (
        select coalesce(t.types, '{}') as types, coalesce(a.given, '{}') as given, count(*) as reservations, sum(r.persons) as people
        from asked r ${types} ${given} group by 1, 2) x) as alike,
      (select coalesce(json_agg(x), '[]') from (
        select a.question_id, a.label, ${VERSION_ANSWERED} as version,
          case when a.question_id <> all(${texts}::text[]) then a.value end as value, count(*) as reservations, sum(r.persons) as people
        from asked r join reservation_answers a on a.reservation_id = r.id group by 1, 2, 3, 4) x) as answers`.execute(
    scope.db,
  )
  return rows[0] ?? { alike: [], answers: [] }
}

const NOBODY: Sum = { reservations: 0, people: 0 }
const plus = (one: Sum, other: Sum): Sum => ({
  reservations: one.reservations + other.reservations,
  people: one.people + other.people,
})
const minus = (one: Sum, other: Sum): Sum => ({
  reservations: one.reservations - other.reservations,
  people: one.people - other.people,
})
const sumOf = (rows: readonly Sum[]): Sum => rows.reduce(plus, NOBODY)

/** Writes an answer as its reader reads it. Null: a text. */
type Write = (question: AskedQuestion, answer: StoredAnswer) => string | null

const writer = async (scope: Scope, answers: readonly StoredAnswer[]): Promise<Write> => {
  const wordsOf = await wordsOfOptions(scope, answers)
  const number = new Intl.NumberFormat(localeOf(scope.language), { maximumFractionDigits: 2 })
  return ({ isText }, answer) => {
    const { value } = answer
    if (isText || value === null) return null
    if (typeof value === 'number') return number.format(value)
    return DAY.test(value) ? formatDate(value, scope.language, 'UTC', scope.dates) : (wordsOf(answer) ?? null)
  }
}

/** Returns how many were asked a question of the form and answered nothing, under whatever wording. */
const openOf = (
  { id }: AskedQuestion,
  form: FormDefinition,
  alike: readonly Alike[],
  answers: readonly CountedAnswer[],
): Sum => {
  const question = questionsOf(form).find(({ _id }) => _id === id)
  if (question && isForAll(question))
    return minus(sumOf(alike), sumOf(answers.filter(({ question_id }) => question_id === id)))
  return sumOf(
    alike.filter(
      ({ types, given }) =>
        !Object.hasOwn(given, id) && visibleQuestions(form, given, types).some(({ _id }) => _id === id),
    ),
  )
}

/** Returns what the numbers of a question come to. Undefined without numbers. */
const comesTo = (
  { say, language }: Scope,
  { isNumber }: AskedQuestion,
  answers: readonly CountedAnswer[],
): string | undefined => {
  const numbers = answers.flatMap(({ value, reservations: times }) =>
    typeof value === 'number' ? [{ sum: value * times, times }] : [],
  )
  const times = numbers.reduce((all, one) => all + one.times, 0)
  if (times === 0) return undefined
  const { format } = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 2 })
  const sum = numbers.reduce((all, one) => all + one.sum, 0)
  const average = format(sum / times)
  return isNumber ? say('answers_sum', { sum: format(sum), average }) : say('answers_average', { average })
}

interface Written {
  readonly label: string
  readonly some: readonly StoredAnswer[]
}

/** Orders numbers and days by value, and former options by their words. */
const byValue = (one: Written, other: Written, language: Language): number => {
  const [first, second] = [one.some[0]?.value, other.some[0]?.value]
  if (typeof first === 'number' && typeof second === 'number') return first - second
  const areDays = [first, second].every((value) => typeof value === 'string' && DAY.test(value))
  return areDays ? String(first).localeCompare(String(second)) : one.label.localeCompare(other.label, language)
}

/** Returns each question with how many gave each answer, what numbers come to, and how many have not answered. */
export const countAnswers = async (scope: Scope): Promise<ReportRow[]> => {
  const { say, filters } = scope
  const form = await findFormNow(scope, scope.event.id, scope.query)
  const { alike, answers } = await countGiven(scope, form?.church)
  const wordings = answers.map((one) => ({ ...one, isNumber: typeof one.value === 'number' }))
  const unique = [...new Map(wordings.map((one) => [`${one.question_id} ${one.label}`, one])).values()]
  const questions = await askedAndGone(scope, form, unique)
  const write = await writer(scope, answers)
  const wanted = questions.filter(({ id }) => filters.question?.includes(id) ?? true)
  const placed = Map.groupBy(answers, finderOf(questions))
  return wanted.flatMap((question) => {
    const own = placed.get(question) ?? []
    const isNow = question.key === question.id
    const answered = sumOf(own)
    const row = (answer: string, { reservations: count, people }: Sum, more: object = {}) => ({
      section: question.label,
      answer,
      reservations: count,
      people,
      ...more,
    })
    const each = (answer: string, sum: Sum, filter?: string) =>
      row(answer, sum, {
        answer_filter: filter,
        answers: sum.reservations,
        share_of_answers: answered.reservations > 0 ? Math.round((sum.reservations / answered.reservations) * 100) : 0,
        ...(isNow && { question_id: question.id }),
      })
    const offered = new Set(question.options.map(({ label }) => label))
    const written = Map.groupBy(own, (one) => write(question, one))
    const others = [...written]
      .flatMap(([label, some]) => (label === null || offered.has(label) ? [] : [{ label, some }]))
      .sort((one, other) => byValue(one, other, scope.language))
    const texts = [
      ...(written.get(null) ?? []),
      ...(others.length > MOST_VALUES ? others.flatMap(({ some }) => some) : []),
    ]
    const total = comesTo(scope, question, own)
    return [
      ...question.options.map(({ label, value }) =>
        each(label, sumOf(written.get(label) ?? []), isNow ? `${question.id}.${value}` : undefined),
      ),
      ...(others.length > MOST_VALUES ? [] : others.map(({ label, some }) => each(label, sumOf(some)))),
      ...(texts.length > 0
        ? [each(say('answered'), sumOf(texts), isNow && others.length <= MOST_VALUES ? question.id : undefined)]
        : []),
      ...(total === undefined ? [] : [row(total, answered)]),
      ...(isNow && form
        ? [
            row(say('not_answered'), openOf(question, form.church, alike, answers), {
              answer_filter: `${question.id}.none`,
            }),
          ]
        : []),
    ]
  })
}

interface GivenAnswer extends StoredAnswer {
  readonly reservation_id: string
  readonly value: AnswerValue
}

/** Returns each answer with who gave it, by question and name. */
export const listAnswers = async (scope: Scope): Promise<ReportRow[]> => {
  const { filters, db } = scope
  const form = await findFormNow(scope, scope.event.id, scope.query)
  // Who answered is read and sorted once for each reservation, not for each of its answers.
  const [{ rows: guests }, { rows: answers }] = await Promise.all([
    sql<Guest & { readonly people: number }>`
      select ${GUEST}, r.persons as people
      ${reservations(scope)} and ${notErased} order by main.last_name, main.first_name, r.id`.execute(db),
    sql<GivenAnswer>`
      select a.reservation_id, a.question_id, a.label, a.value, ${VERSION_ANSWERED} as version
      ${reservations(scope, sql`join reservation_answers a on a.reservation_id = r.id`)}
        ${filters.question ? sql`and a.question_id = any(${[...filters.question]}::text[])` : sql``}`.execute(db),
  ])
  const wordings = new Map(answers.map((one) => [`${one.question_id} ${one.label}`, one]))
  const questions = await askedAndGone(
    scope,
    form,
    [...wordings.values()].map((one) => ({ ...one, isNumber: typeof one.value === 'number' })),
  )
  const write = await writer(scope, answers)
  const given = Map.groupBy(answers, ({ reservation_id }) => reservation_id)
  const rows = guests.flatMap((guest) => (given.get(guest.reservation_id) ?? []).map((answer) => ({ guest, answer })))
  const questionOf = finderOf(questions)
  const placed = Map.groupBy(rows, ({ answer }) => questionOf(answer))
  return questions.flatMap((question) =>
    (placed.get(question) ?? []).map(({ guest, answer }) => ({
      ...guest,
      section: question.label,
      answer: write(question, answer) ?? String(answer.value),
      answers: 1,
    })),
  )
}
