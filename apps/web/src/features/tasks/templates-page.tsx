import { line } from '@shiloh/contract/core'
import { type TaskTemplate, taskRoutes, taskTemplateRoutes } from '@shiloh/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { text, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ResourcePage } from '#ui/list/resource-page'
import { texts } from './texts.ts'

const write = taskTemplateRoutes.create.body.shape
/** A checklist is typed in lines. */
const schema = z.object({
  name: write.name,
  description: write.description,
  items: z.array(
    z.object({
      _id: z.string().optional(),
      title: line(200),
      offset_days: z.int().min(-730).max(730),
      remind_days: z.int().min(0).max(60).nullable().optional(),
      role_id: z.string().nullable().optional(),
      lines: z.string().nullable().optional(),
      description: z.string().nullable().optional(),
    }),
  ),
})

/** `/admin/tasks-and-planning/templates`: what every event needs, in days relative to its start. */
export function TemplatesPage() {
  const t = useT(texts)
  const { data = [] } = useQuery({ ...queryOf(taskRoutes.assignees, {}), staleTime: 60_000 })
  const roles = data.filter(({ kind }) => kind === 'role').map(({ _id, name }) => ({ value: _id, label: () => name }))
  const first = ({ items }: TaskTemplate) => [...items].sort((a, b) => a.offset_days - b.offset_days)[0]?.title ?? ''
  return (
    <ResourcePage
      routes={taskTemplateRoutes}
      name="task-templates"
      title={text(texts, 'templates')}
      add={text(texts, 'add_template')}
      empty={{ title: text(texts, 'no_templates'), hint: text(texts, 'no_templates_hint') }}
      rowName={(row) => row.name}
      columns={[
        { key: 'name', header: text(texts, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
        { key: 'description', header: text(texts, 'description'), cell: (row) => row.description, wraps: true },
        { key: 'items', header: text(texts, 'items'), cell: (row) => t('item_count', { count: row.items.length }) },
        { key: 'label', header: text(texts, 'first'), cell: first, wraps: true },
      ]}
      phone={{ title: (row) => row.name, note: (row) => t('item_count', { count: row.items.length }) }}
      schema={schema}
      fresh={{ name: '', description: '', items: [] }}
      toForm={(row) => ({
        name: row.name,
        description: row.description,
        items: row.items.map(({ role, checklist, ...item }) => ({
          ...item,
          role_id: role?._id ?? null,
          lines: checklist.join('\n'),
        })),
      })}
      toBody={({ items, ...body }) => ({
        ...body,
        items: items.map(({ lines, ...item }) => ({
          ...item,
          checklist: (lines ?? '')
            .split('\n')
            .map((one) => one.trim())
            .filter(Boolean),
        })),
      })}
      sections={() => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(texts, 'name'), required: true },
            { kind: 'textarea', name: 'description', label: text(texts, 'description'), rows: 2 },
            {
              kind: 'rows',
              name: 'items',
              label: text(texts, 'items'),
              rowName: text(texts, 'item'),
              fresh: () => ({
                title: '',
                offset_days: -7,
                remind_days: null,
                role_id: null,
                lines: '',
                description: '',
              }),
              fields: [
                { kind: 'text', name: 'title', label: text(texts, 'item'), required: true },
                {
                  kind: 'number',
                  name: 'offset_days',
                  label: text(texts, 'offset'),
                  hint: text(texts, 'offset_hint'),
                  required: true,
                  half: true,
                  min: -730,
                  max: 730,
                },
                {
                  kind: 'number',
                  name: 'remind_days',
                  label: text(texts, 'remind'),
                  hint: text(texts, 'remind_hint'),
                  half: true,
                  min: 0,
                  max: 60,
                },
                { kind: 'select', name: 'role_id', label: text(texts, 'for_role'), choices: roles },
                { kind: 'textarea', name: 'lines', label: text(texts, 'checklist'), rows: 2 },
                { kind: 'textarea', name: 'description', label: text(texts, 'description'), rows: 2 },
              ],
            },
          ],
        },
      ]}
    />
  )
}
