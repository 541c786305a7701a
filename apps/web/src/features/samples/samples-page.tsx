import { Button } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { IMPORTED, sampleFileRoutes } from '@shiloh/contract/sample-files'
import { formatCount } from '@shiloh/contract/text/format'
import { IconDownload } from '@tabler/icons-react'
import { z } from 'zod'
import { call } from '#platform/api'
import { text, useLanguage, useT } from '#platform/i18n'
import { ResourcePage } from '#ui/list/resource-page'
import { downloadAsked } from '../../ui/feedback/download.ts'
import { useModelWords } from '../authorization/index.ts'
import { texts } from './texts.ts'

type Sample = DataOf<typeof sampleFileRoutes.list>

const schema = sampleFileRoutes.create.body.extend({ file: z.file().optional() })

/** A link to the file itself, beside the row that opens its form. */
function Download({ sample }: { sample: Sample }) {
  const t = useT(texts)
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={16} />}
      aria-label={`${t('download')}: ${sample.file_name}`}
      onClick={(event) => {
        event.stopPropagation()
        void downloadAsked(call(sampleFileRoutes.download, { params: { id: sample._id } }))
      }}
    >
      {sample.file_name}
    </Button>
  )
}

/** `/admin/sample-csv-file`: the office's own files for imports. */
export function SamplesPage() {
  const t = useT(texts)
  const language = useLanguage()
  const { ofResource } = useModelWords()
  const choices = IMPORTED.map((resource) => ({ value: resource, label: () => ofResource(resource) }))
  return (
    <ResourcePage
      routes={sampleFileRoutes}
      name="sample-files"
      title={text(texts, 'samples')}
      add={text(texts, 'add')}
      empty={{ title: text(texts, 'none'), hint: text(texts, 'none_hint') }}
      rowName={(row) => row.title}
      filters={[{ kind: 'choice', key: 'resource', label: text(texts, 'list'), choices }]}
      columns={[
        { key: 'title', header: text(texts, 'title'), cell: (row) => <b>{row.title}</b>, sort: 'title' },
        { key: 'resource', header: text(texts, 'list'), cell: (row) => ofResource(row.resource), sort: 'resource' },
        { key: 'description', header: text(texts, 'description'), cell: (row) => row.description, wraps: true },
        { key: 'file_name', header: text(texts, 'file'), cell: (row) => <Download sample={row} /> },
        {
          key: 'file_size',
          header: text(texts, 'size'),
          cell: (row) => t('kilobytes', { count: formatCount(Math.ceil(row.file_size / 1000), language) }),
          numeric: true,
        },
      ]}
      phone={{
        title: (row) => row.title,
        note: (row) => ofResource(row.resource),
        acts: (row) => <Download sample={row} />,
      }}
      schema={schema}
      fresh={{}}
      toForm={({ title, resource, description }) => ({ title, resource, description })}
      sections={(row) => [
        {
          fields: [
            { kind: 'text', name: 'title', label: text(texts, 'title'), required: true },
            { kind: 'select', name: 'resource', label: text(texts, 'list'), required: true, choices },
            {
              kind: 'file',
              name: 'file',
              label: text(texts, 'file'),
              hint: row ? text(texts, 'file_kept', { name: row.file_name }) : text(texts, 'file_hint'),
              required: !row,
              accept: '.xlsx,.csv',
            },
            { kind: 'textarea', name: 'description', label: text(texts, 'description') },
          ],
        },
      ]}
    />
  )
}
