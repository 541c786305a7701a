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
