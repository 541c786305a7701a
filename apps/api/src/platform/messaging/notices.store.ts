import { isLanguage, type Language } from '@shiloh/contract/core'
import type { Translations } from '@shiloh/contract/text/translations'
import { z } from 'zod'
import type { Sql, TxSql } from '../db/sql.store.ts'

/** The recipient of a notice, with their channels. */
export interface Addressee {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly language: Language
  readonly mail: boolean
  readonly sms: boolean
  readonly muted: readonly string[]
}

const ADDRESSEES = {
  name: 'notices_addressees',
  text: `
    select id, email::text as email, phone, language, coalesce((notify->>'mail')::boolean, true) as mail,
      coalesce((notify->>'sms')::boolean, true) as sms, coalesce(notify->'muted', '[]') as muted
    from users where id = any($1) and erased_at is null`,
}

const LOCK_ADDRESSEES = {
  name: 'notices_lock_addressees',
  text: `${ADDRESSEES.text} order by id for key share`,
}

type AddresseeRow = Omit<Addressee, 'language' | 'muted'> & { readonly language: string; readonly muted: unknown }

const muted = z.array(z.string())

const byId = (rows: readonly AddresseeRow[]): Map<string, Addressee> =>
  new Map(
    rows.map((row) => [
      row.id,
      { ...row, language: isLanguage(row.language) ? row.language : 'en', muted: muted.parse(row.muted) },
    ]),
  )

/** Returns the people of these accounts, without those who are gone or erased. */
export const findAddressees = async (sql: Sql, ids: readonly string[]): Promise<Map<string, Addressee>> =>
  byId(await sql<AddresseeRow>(ADDRESSEES, [[...new Set(ids)]]))

/** `findAddressees` for who writes to them in the same transaction: nobody of them is erased meanwhile. */
export const lockAddressees = async (sql: TxSql, ids: readonly string[]): Promise<Map<string, Addressee>> =>
  byId(await sql<AddresseeRow>(LOCK_ADDRESSEES, [[...new Set(ids)]]))

/** A notice in the app. */
export interface NewNotification {
  readonly user_id: string
  readonly kind: string
  readonly title: string
  readonly body: string
  readonly language: Language
  /** The same in the other languages that it was written in. */
  readonly translations?: Translations<'title' | 'body'>
  /** A page of the app, without its origin. */
  readonly link: string | null
}

const NOTIFY = {
  name: 'notices_insert',
  text: `
    insert into notifications (user_id, kind, title, body, link, language, translations, created_at)
    select user_id, kind, title, body, link, language, coalesce(translations, '{}'), $2
    from json_to_recordset($1::json) as n(user_id text, kind text, title text, body text, link text, language text,
      translations jsonb)`,
}

/** Inserts notices in the app. The caller hints their pages (`notifications.changed`). */
export const insertNotifications = async (sql: TxSql, now: Date, rows: readonly NewNotification[]): Promise<void> => {
  if (rows.length > 0) await sql(NOTIFY, [JSON.stringify(rows), now])
}

const FORGET = {
  name: 'notices_forget',
  text: `
    delete from notifications n using users u
    where u.id = n.user_id and u.user_type = 'admin' and n.link = any($1::text[]) and ($2::text[] is null
      or exists (select from unnest($2::text[]) as a (words) where right(n.title, length(words) + 2) = ': ' || words
        or right(n.body, length(words) + 2) = ': ' || words))`,
}

/**
 * Deletes the notices to staff about somebody whose account is erased or deleted.
 *
 * @param about what their title or text ends with, where others have the same link: of two people with one name, those of both go
 */
export const forgetNotifications = async (
  sql: TxSql,
  { links, about }: { readonly links: readonly string[]; readonly about?: readonly string[] },
): Promise<void> => {
  if (about?.length !== 0) await sql(FORGET, [[...links], about ? [...about] : null])
}
