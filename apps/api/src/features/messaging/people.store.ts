import { isLanguage, type Language } from '@shiloh/contract/core'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Queryable } from '#platform/db/db'

/** A reader of a message, with the ways to reach them. */
export interface Reader {
  readonly id: string
  readonly deactivated: boolean
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
  readonly phone: string | null
  readonly email_confirmed: boolean
  readonly phone_verified: boolean
  readonly language: Language
  /** The person's choice. */
  readonly mail: boolean
  readonly sms: boolean
  /** Keeps what is not needed to the app. */
  readonly muted: boolean
  readonly title: string | null
  readonly assembly: string | null
}

const muted = z.array(z.string())

/** Returns these people, by id. Erased accounts are left out. */
export const findReaders = async (db: Queryable, ids: readonly string[]): Promise<Map<string, Reader>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<Reader, 'language' | 'muted'> & { language: string; muted: unknown }>`
    select u.id, u.status = 'deactivated' as deactivated, u.first_name, u.last_name, u.email::text as email, u.phone, u.language,
      u.email_confirmed_at is not null as email_confirmed, u.phone_verified_at is not null as phone_verified,
      coalesce((u.notify->>'mail')::boolean, true) as mail, coalesce((u.notify->>'sms')::boolean, true) as sms,
      coalesce(u.notify->'muted', '[]') as muted, t.name as title, a.name as assembly
    from users u left join titles t on t.id = u.title_id left join church_units a on a.id = u.assembly_id
    where u.id = any(${[...ids]}::text[]) and u.erased_at is null`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        language: isLanguage(row.language) ? row.language : 'en',
        muted: muted.parse(row.muted).includes('announcement'),
      },
    ]),
  )
}
