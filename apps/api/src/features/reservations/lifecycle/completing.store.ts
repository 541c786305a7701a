import type { TxSql } from '#platform/db/sql.store'
import type { GivenAnswer } from '../booking/facts.rules.ts'

const SAVE = {
  name: 'reservations_save_additions',
  text: `
    with titles as (
      update reservation_participants p set title_id = o."titleId", designation_id = o."designationId"
      from json_to_recordset($2::json) as o(position smallint, "titleId" text, "designationId" text)
      where p.reservation_id = $1 and p.position = o.position)
    insert into reservation_answers (reservation_id, question_id, label, value, form_version_id)
    select $1, a.question_id, a.label, a.value, a.form_version_id
    from json_to_recordset($3::json) as a(question_id text, label text, value jsonb, form_version_id text)
    where not exists (select from reservation_answers x where x.reservation_id = $1 and x.question_id = a.question_id)`,
}

interface Additions {
  /** All persons, in their order. */
  readonly persons: readonly { readonly titleId: string | null; readonly designationId: string | null }[]
  /** All answers: those that were given before stay as they are. */
  readonly answers: readonly GivenAnswer[]
}

/** Saves titles, designations and answers that were missing. What waits for its payment stays as it is. */
export const saveAdditions = async (sql: TxSql, id: string, { persons, answers }: Additions): Promise<void> => {
  const titles = persons.map(({ titleId, designationId }, position) => ({ position, titleId, designationId }))
  await sql(SAVE, [id, JSON.stringify(titles), JSON.stringify(answers)])
}
