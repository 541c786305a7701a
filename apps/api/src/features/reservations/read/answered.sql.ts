import { type RawBuilder, sql } from 'kysely'
import type { AskedQuestion } from './answers.sql.ts'

// The filter of reservations by an answer. As in reports, an answer belongs to a question and an option in the words that they have now:
// what was answered to other words under the same id is not found (ADR 108).

/** The words of a question or an option `x` in every language. */
const labels = sql`array(select x.label union select t.value ->> 'label' from jsonb_each(x.translations) t)`

/** The condition that an answer `a` is to a question in its words of now. */
const isToNow = (question: string): RawBuilder<boolean> =>
  sql`(a.question_id = ${question} and a.label = any((select ${labels} from form_questions x where x.id = ${question})::text[]))`

/** The versions of the form in which an option had the words that it has now. They are few, and read once for a list. */
const versionsWith = (question: string, option: string) => sql`array(
  select v.id from form_questions q join form_sections s on s.id = q.section_id join form_versions v on v.form_id = s.form_id
  join question_options x on x.id = ${option}
  where q.id = ${question} and jsonb_path_query_first(v.definition, '$.sections[*].questions[*].options[*] ? (@._id == $id)',
    jsonb_build_object('id', ${option}::text)) ->> 'label' = any(${labels}))`

const givesValue = (question: string, value: string): RawBuilder<boolean> =>
  value.length === 24
    ? sql`(a.value = to_jsonb(${value}::text)
        and coalesce(a.form_version_id, r.form_version_id) = any((select ${versionsWith(question, value)})::text[]))`
    : sql`a.value = to_jsonb(${Number(value)}::int)`

const gave = (condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql`exists (select from reservation_answers a where a.reservation_id = r.id and ${condition})`

/** The condition that a question is asked of a reservation `r`, by its participant types and the answers that the question depends on. */
const isAsked = (question: string): RawBuilder<boolean> => sql`exists (
  select from form_questions q where q.id = ${question}
    and (q.participant_type_ids = '{}' or exists (select from reservation_participants p
      join event_participant_types o on o.id = p.event_participant_type_id
      where p.reservation_id = r.id and o.participant_type_id = any(q.participant_type_ids)))
    and (q.visible_when is null or exists (select from reservation_answers a where a.reservation_id = r.id
      and a.question_id = q.visible_when ->> 'question_id' and jsonb_exists(q.visible_when -> 'any_of', a.value #>> '{}'))))`

/** The condition that a reservation `r` is of an event that asks a question. So a list of all events looks at few of them. */
const isOfForm = (question: string): RawBuilder<boolean> => sql`r.event_id = any((select array(
  select e.id from form_questions q join form_sections s on s.id = q.section_id join events e on e.form_id = s.form_id
  where q.id = ${question}))::text[])`

/**
 * The condition that a reservation `r` has an answer.
 *
 * @param answer the id of a question, alone or with `.none`, an option or a score (`answerFilter` of the contract)
 */
export const hasAnswered = (answer: string): RawBuilder<boolean> => {
  const [question = '', value] = answer.split('.')
  // An erased person has no answers, and is not among those who have not answered. Who answered it in other words has.
  const condition =
    value === 'none'
      ? sql`(not ${gave(sql`a.question_id = ${question}`)} and ${isAsked(question)}
          and exists (select from users u where u.id = r.user_id and u.erased_at is null))`
      : gave(value === undefined ? isToNow(question) : sql`(${isToNow(question)} and ${givesValue(question, value)})`)
  return sql`(${isOfForm(question)} and ${condition})`
}

/** Returns the values of the filter for a question: its options, whether it was answered where it has none, and that it was not. */
export const answerChoices = ({ id, label, options }: AskedQuestion) => {
  const choice = (value: string, answer: string | null, is_none = false) => ({
    value,
    question: label,
    answer,
    is_none,
  })
  return [
    ...(options.length > 0
      ? options.map((option) => choice(`${id}.${option.value}`, option.label))
      : [choice(id, null)]),
    choice(`${id}.none`, null, true),
  ]
}
