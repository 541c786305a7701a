import type { QueryOf } from '@shiloh/contract/core'
import type { TemplateItems, taskTemplateRoutes } from '@shiloh/contract/tasks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { TaskTemplates } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'

type Routes = typeof taskTemplateRoutes

const templates = {
  table: 'm',
  sort: {},
  filter: { search: (words) => contains(words, 'm.name', 'm.description') },
} as const satisfies ListSql<Routes['list'], TaskTemplates>

const items = z.array(
  z.object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    offset_days: z.int(),
    remind_days: z.int().nullable(),
    role: z.object({ _id: z.string(), name: z.string() }).nullable(),
    checklist: z.array(z.string()),
  }),
)

const select = (db: Queryable) =>
  db
    .selectFrom('task_templates as m')
    .select(['m.id as _id', 'm.name', 'm.description', 'm.created_at', 'm.updated_at'])
    .select(
      sql<unknown>`coalesce((select json_agg(json_build_object('_id', i.id, 'title', i.title, 'description', i.description,
          'offset_days', i.offset_days, 'remind_days', i.remind_days, 'checklist', i.checklist,
          'role', case when r.id is not null then json_build_object('_id', r.id, 'name', r.name) end) order by i.position)
        from task_template_items i left join roles r on r.id = i.role_id where i.template_id = m.id), '[]')`.as(
        'items',
      ),
    )

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]
const parsed = (row: Row) => ({ ...row, items: items.parse(row.items) })

export const listTemplates = async (db: Queryable, query: QueryOf<Routes['list']>) => {
  const { items: rows, total } = await paginate(select(db), query, templates)
  return { items: rows.map(parsed), total }
}

export const findTemplate = async (db: Queryable, id: string) => {
  const row = await select(db).where('m.id', '=', id).executeTakeFirst()
  return row && parsed(row)
}

export const pickTemplates = (db: Queryable, search: string | undefined) =>
  db
    .selectFrom('task_templates as m')
    .select(['m.id as _id', 'm.name'])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 'm.name')))
    .orderBy('m.name')
    .limit(200)
    .execute()

export const lockTemplate = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('task_templates').select('id').where('id', '=', id).forUpdate().execute()
}

export const insertTemplate = async (tx: Tx, now: Date, values: { name: string; description?: string | undefined }) => {
  const { id } = await tx
    .insertInto('task_templates')
    .values({ ...patchSet({ ...values }), name: values.name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateTemplate = async (
  tx: Tx,
  now: Date,
  id: string,
  values: { name?: string | undefined; description?: string | undefined },
) => {
  await tx
    .updateTable('task_templates')
    .set({ ...patchSet({ ...values }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Replaces the items. Those with the id of one of the template stay the same, so that their tasks are not made again. */
export const saveItems = async (tx: Tx, templateId: string, wanted: TemplateItems): Promise<void> => {
  const kept = wanted.flatMap(({ _id }) => (_id === undefined ? [] : [_id]))
  await tx
    .deleteFrom('task_template_items')
    .where('template_id', '=', templateId)
    .where(sql<boolean>`id <> all(${kept}::text[])`)
    .execute()
  for (const [position, { _id, ...item }] of wanted.entries()) {
    const values = {
      ...item,
      position,
      description: item.description ?? '',
      remind_days: item.remind_days ?? null,
      role_id: item.role_id ?? null,
    }
    const changed =
      _id === undefined
        ? undefined
        : await tx
            .updateTable('task_template_items')
            .set(values)
            .where('id', '=', _id)
            .where('template_id', '=', templateId)
            .returning('id')
            .executeTakeFirst()
    if (!changed)
      await tx
        .insertInto('task_template_items')
        .values({ ...values, template_id: templateId })
        .execute()
  }
}

/** Counts the unfinished tasks that a template has made. */
export const countUnfinished = async (db: Queryable, templateId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('tasks as t')
    .innerJoin('task_template_items as i', 'i.id', 't.template_item_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('i.template_id', '=', templateId)
    .where('t.status', '<>', 'done')
    .executeTakeFirstOrThrow()
  return count
}

export const deleteTemplate = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('task_templates').where('id', '=', id).execute()
}

/** Returns the status of an event, or undefined if there is none. */
export const findEventStatus = async (db: Queryable, id: string): Promise<string | undefined> =>
  (await db.selectFrom('events').select('status').where('id', '=', id).executeTakeFirst())?.status
