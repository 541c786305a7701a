import { RATINGS } from '@shiloh/contract/feedback'
import { sql } from 'kysely'
import type { ReportRow, Scope } from './report.ts'
import { reservations } from './scope.sql.ts'

const said = sql`join event_feedback f on f.reservation_id = r.id`

const nameOf = ({ say }: Scope, rating: number): string => {
  const known = RATINGS.find((one) => one === rating)
  return known ? say(`rating_${known}`) : String(rating)
}

/** Returns each rating with how often it was given, the best first. */
export const countRatings = async (scope: Scope): Promise<ReportRow[]> => {
  const { rows } = await sql<{ rating: number; answers: number }>`
    select f.rating, count(*)::int as answers ${reservations(scope, said)} group by f.rating`.execute(scope.db)
  const total = rows.reduce((sum, { answers }) => sum + answers, 0)
  if (total === 0) return []
  return RATINGS.toReversed().map((rating) => {
    const answers = rows.find((row) => row.rating === rating)?.answers ?? 0
    return { label: nameOf(scope, rating), answers, share_of_answers: Math.round((answers / total) * 100) }
  })
}

/** Returns what each guest said, the newest first. */
export const listFeedback = async (scope: Scope): Promise<ReportRow[]> => {
  const { rows } = await sql<{ rating: number }>`
    select f.rating, f.words, r.code, r.id as reservation_id, main.id as user_id,
      main.first_name || ' ' || main.last_name as name,
      (select name from church_units where id = main.assembly_id) as assembly
    ${reservations(scope, said)} order by f.updated_at desc, r.id`.execute(scope.db)
  return rows.map((row) => ({ ...row, rating: nameOf(scope, row.rating) }))
}
