import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { FileAnswer } from '#platform/client'
import { useT } from '#platform/i18n'
import { downloadAsked } from '../../ui/feedback/download.ts'
import { texts } from './export-texts.ts'

/** Saves what a page shows as a table. `ask` requests the file from the server. */
export function ExportMenu({ ask }: { ask: (format: 'csv' | 'xlsx') => Promise<FileAnswer> }) {
  const t = useT(texts)
  const download = (format: 'csv' | 'xlsx') => void downloadAsked(ask(format))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} />}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download('xlsx')}>{t('as_xlsx')}</Menu.Item>
        <Menu.Item onClick={() => download('csv')}>{t('as_csv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
