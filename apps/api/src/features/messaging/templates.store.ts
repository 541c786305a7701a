import type { BodyOf, QueryOf } from '@shiloh/contract/core'
import type { messageTemplateRoutes } from '@shiloh/contract/messaging/templates'
import { sql } from 'kysely'
import type { MessageTemplates } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'

type Routes = typeof messageTemplateRoutes

const templates = {
  table: 't',
  sort: {},
  filter: {
    search: (words) => contains(words, 't.name', 't.purpose'),
    channel: (channel) => sql<boolean>`${channel} = any(t.channels)`,
  },
} as const satisfies ListSql<Routes['listMessageTemplates'], MessageTemplates>

const select = (db: Queryable) =>
  db
    .selectFrom('message_templates as t')
    .select(['t.id', 't.name', 't.purpose', 't.channels', 't.texts', 't.needed', 't.created_at', 't.updated_at'])

export const listTemplates = (db: Queryable, query: QueryOf<Routes['listMessageTemplates']>) =>
  paginate(select(db), query, templates)

export const findTemplate = (db: Queryable, id: string) => select(db).where('t.id', '=', id).executeTakeFirst()
export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>

const columnsOf = ({ texts, ...values }: BodyOf<Routes['updateMessageTemplate']>) =>
  patchSet({ ...values, texts: texts && JSON.stringify(texts) })

export const insertTemplate = (tx: Tx, now: Date, values: BodyOf<Routes['createMessageTemplate']>) =>
  tx
    .insertInto('message_templates')
    .values({ ...values, texts: JSON.stringify(values.texts), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateTemplate = async (
  tx: Tx,
  now: Date,
  id: string,
  values: BodyOf<Routes['updateMessageTemplate']>,
) => {
  await tx
    .updateTable('message_templates')
    .set({ ...columnsOf(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteTemplate = async (tx: Tx, id: string) => {
  await tx.deleteFrom('message_templates').where('id', '=', id).execute()
}

/** Returns the texts of these templates. */
export const findTexts = (db: Queryable, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('message_templates')
        .select(['id', 'texts'])
        .where('id', 'in', [...ids])
        .execute()

/** Returns the name of a workflow with one of these triggers that sends a template. */
export const findUseWithoutReservation = async (
  db: Queryable,
  id: string,
  triggers: readonly string[],
): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select w.name from workflows w
    where w.trigger = any(${[...triggers]}::text[])
      and jsonb_path_exists(w.steps, '$.**.template_id ? (@ == $id)', jsonb_build_object('id', ${id}::text))
    order by w.name limit 1`.execute(db)
  return rows[0]?.name
}
