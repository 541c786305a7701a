import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Identical refusals within a few seconds. */
export interface SecurityEntry {
  readonly first_at: Date
  readonly at: Date
  readonly kind: 'refused' | 'invalid' | 'limit' | 'overflow'
  readonly code: string
  readonly method: string
  readonly path: string
  readonly fields: readonly string[]
  readonly user_id: string | null
  readonly ip: string
  readonly user_agent: string
  readonly request_id: string
  readonly count: number
}

/**
 * Writes the collected entries in one statement. An account that was deleted in the meantime is omitted from its row, and
 * of one that was erased the address and the browser.
 */
export const saveSecurityEntries = async (db: Db, entries: readonly SecurityEntry[]): Promise<void> => {
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(first_at timestamptz, at timestamptz, kind text, code text,
        method text, path text, fields jsonb, user_id text, ip text, user_agent text, request_id text, count int)),
    accounts as materialized (
      select id, erased_at from users where id = any(array(select user_id from given)) order by id for key share)
    insert into security_logs (first_at, at, kind, code, method, path, fields, user_id, ip, user_agent, request_id, count)
    select e.first_at, e.at, e.kind, e.code, e.method, e.path, array(select jsonb_array_elements_text(e.fields)), u.id,
      case when u.erased_at is null then e.ip else '' end, case when u.erased_at is null then e.user_agent else '' end, e.request_id, e.count
    from given e
    left join accounts u on u.id = e.user_id`.execute(db)
}
