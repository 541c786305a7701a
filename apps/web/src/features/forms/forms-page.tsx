import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { text, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { DateText } from '#ui/base/values'
import { RecordForm } from '#ui/form/record-form'
import { ListPage } from '#ui/list/list-page'
import { texts } from './texts.ts'

/** All forms, and a new one. */
export function FormsPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const create = useAct(eventFormRoutes.create, [eventFormRoutes.list], { shown: true })
  const [adding, setAdding] = useState(false)
  const made = useRef<string>(undefined)
  return (
    <>
      <ListPage
        route={eventFormRoutes.list}
        name="event-forms"
        title={text(texts, 'forms')}
        rowName={(row) => row.name}
        address={(row) => `/admin/event-forms/${row._id}`}
        create={{ label: text(texts, 'add_form'), permission: 'event_forms.create', onCreate: () => setAdding(true) }}
        empty={{ title: text(texts, 'no_forms'), hint: text(texts, 'no_forms_hint') }}
        columns={[
          { key: 'name', header: text(texts, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
          { key: 'description', header: text(texts, 'description'), cell: (row) => row.description },
          { key: 'section_count', header: text(texts, 'sections'), cell: (row) => row.section_count, numeric: true },
          { key: 'question_count', header: text(texts, 'questions'), cell: (row) => row.question_count, numeric: true },
          { key: 'events', header: text(texts, 'asked_by'), cell: (row) => row.events, numeric: true },
          {
            key: 'updated_at',
            header: text(texts, 'changed'),
            cell: (row) => <DateText value={row.updated_at} time />,
            sort: 'updated_at',
          },
        ]}
        phone={{
          title: (row) => row.name,
          note: (row) => t('phone_note', { questions: row.question_count, events: row.events }),
        }}
      />
      {adding ? (
        <RecordForm
          schema={eventFormRoutes.create.body.pick({ name: true, description: true })}
          title={t('add_form')}
          values={{ name: '', description: '' }}
          sections={[
            {
              fields: [
                {
                  kind: 'text',
                  name: 'name',
                  label: text(texts, 'name'),
                  hint: text(texts, 'name_hint'),
                  required: true,
                },
                { kind: 'textarea', name: 'description', label: text(texts, 'description') },
              ],
            },
          ]}
          onSave={async (body) => {
            const { data } = await create.mutateAsync({ body })
            made.current = data._id
          }}
          onDone={() => {
            setAdding(false)
            if (made.current) void navigate({ to: '/admin/event-forms/$id', params: { id: made.current } })
          }}
        />
      ) : null}
    </>
  )
}
