import type { DataOf } from '@shiloh/contract/core'
import { IMPORT_STATES, type ImportState, importRoutes } from '@shiloh/contract/imports'
import { IMPORTED } from '@shiloh/contract/sample-files'
import { formatCount } from '@shiloh/contract/text/format'
import { text, useLanguage, useT } from '#platform/i18n'
import { PersonLink } from '#ui/base/person-link'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import { useModelWords } from '../authorization/index.ts'
import { texts } from './texts.ts'

type Row = DataOf<typeof importRoutes.listImports>

const TONES: Readonly<Record<ImportState, Tone>> = {
  draft: 'mute',
  running: 'warn',
  completed: 'ok',
  failed: 'bad',
  stopped: 'warn',
  undone: 'mute',
  undoing: 'warn',
}

/** `/admin/imports`: every import with who, when, the file, its figures and its state. */
export function ImportsPage() {
  const t = useT(texts)
  const language = useLanguage()
  const { ofResource } = useModelWords()
  const badge = ({ state }: Row) => <ToneBadge tone={TONES[state]}>{t(`state_${state}`)}</ToneBadge>
  const figure = (key: 'created' | 'updated' | 'unchanged' | 'refused') => ({
    key,
    header: text(texts, key),
    numeric: true,
    cell: (row: Row) => (row.state === 'draft' ? nothing : formatCount(row[key], language)),
  })
  return (
    <ListPage
      route={importRoutes.listImports}
      name="imports"
      exportRoute={importRoutes.exportImports}
      title={text(texts, 'imports')}
      live="activities"
      rowName={(row) => row.file_name}
      address={(row) => `/admin/imports/${row._id}`}
      empty={{ title: text(texts, 'none'), hint: text(texts, 'none_hint') }}
      filters={[
        {
          kind: 'choice',
          key: 'resource',
          label: text(texts, 'into'),
          choices: IMPORTED.map((value) => ({ value, label: () => ofResource(value) })),
        },
        {
          kind: 'choice',
          key: 'state',
          label: text(texts, 'state'),
          choices: IMPORT_STATES.map((value) => ({ value, label: text(texts, `state_${value}`) })),
        },
      ]}
      columns={[
        {
          key: 'created_at',
          header: text(texts, 'when'),
          cell: (row) => <DateText value={row.created_at} time />,
          sort: 'created_at',
        },
        { key: 'file_name', header: text(texts, 'file'), cell: (row) => <b>{row.file_name}</b>, sort: 'file_name' },
        { key: 'resource', header: text(texts, 'into'), cell: (row) => ofResource(row.resource), sort: 'resource' },
        {
          key: 'started_by',
          header: text(texts, 'by'),
          cell: (row) =>
            row.started_by ? <PersonLink id={row.started_by._id} name={row.started_by.name} type="admin" /> : nothing,
        },
        figure('created'),
        figure('updated'),
        figure('unchanged'),
        figure('refused'),
        { key: 'state', header: text(texts, 'state'), cell: badge },
      ]}
      phone={{
        title: (row) => row.file_name,
        note: (row) => (
          <>
            {ofResource(row.resource)}, <DateText value={row.created_at} time />
          </>
        ),
        badge,
      }}
    />
  )
}
