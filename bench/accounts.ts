import type pg from 'pg'
import { signAccessToken } from '../apps/api/src/platform/auth/access-token.ts'
import type { Crypto } from '../apps/api/src/platform/auth/crypto.ts'

export interface Account {
  readonly id: string
  readonly token: string
}

export type AccountType = 'user' | 'admin' | 'vendor' | 'checkin_user'

/**
 * Creates accounts with one session each, in bulk. An administrator is an owner.
 *
 * @param from how many there are already: names and phones are numbered
 */
export const makeAccounts = async (
  db: pg.Pool,
  crypto: Crypto,
  { from, count, type }: { readonly from: number; readonly count: number; readonly type: AccountType },
): Promise<Account[]> => {
  const { rows } = await db.query<{ id: string; session_id: string }>(
    `with people as (
       insert into users (user_type, status, email, email_confirmed_at, first_name, last_name, phone, phone_verified_at, gender,
                          has_completed_basic_requirement, has_completed_additional_requirement)
       select $1, 'approved', 'bench-' || n || '@shiloh.example', now(), 'Kofi', 'Mensah ' || n, '+23320' || lpad(n::text, 7, '0'), now(), 'male', true, true
       from generate_series($2::int, $3::int) n returning id)
     insert into sessions (user_id, refresh_hash, expires_at) select id, id, now() + interval '1 day' from people
     returning user_id as id, id as session_id`,
    [type, from + 1, from + count],
  )
  if (type === 'admin')
    await db.query(
      `insert into user_roles (user_id, role_id) select u, r.id from unnest($1::text[]) u, roles r where r.is_owner`,
      [rows.map((row) => row.id)],
    )
  const now = new Date()
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      token: await signAccessToken(crypto, now, { sessionId: row.session_id, userId: row.id }),
    })),
  )
}
