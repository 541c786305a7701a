import { Button } from '@mantine/core'
import { type ImportedResource, sampleFileRoutes } from '@shiloh/contract/sample-files'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { downloadAsked } from '../../ui/feedback/download.ts'
import classes from './imports.module.css'
import { texts } from './texts.ts'

/** Files to fill in: an empty one with the columns of the import, and the office's own. */
export function ImportSamples({ resource }: { resource: ImportedResource }) {
  const t = useT(texts)
  const can = useCan()
  const own = useQuery({
    ...queryOf(sampleFileRoutes.list, { query: { resource } }),
    enabled: can('sample_csv_files.read'),
  })
  return (
    <ul className={classes.samples} aria-label={t('samples')}>
      <li>
        <span>{t('template')}</span>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={16} />}
            aria-label={`${t('template')}: ${format.toUpperCase()}`}
            onClick={() =>
              void downloadAsked(
                call(sampleFileRoutes.template, { params: { resource }, query: { format, headers: 'words' } }),
              )
            }
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </li>
      {own.data?.items.map(({ _id, title, description, file_name }) => (
        <li key={_id}>
          <span>
            {title}
            {description ? <small className="dim">{description}</small> : null}
          </span>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={16} />}
            aria-label={`${title}: ${file_name}`}
            onClick={() => void downloadAsked(call(sampleFileRoutes.download, { params: { id: _id } }))}
          >
            {file_name.slice(file_name.lastIndexOf('.') + 1).toUpperCase()}
          </Button>
        </li>
      ))}
    </ul>
  )
}
