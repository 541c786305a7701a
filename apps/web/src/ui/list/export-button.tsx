import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { type TextRef, useT, useText } from '#platform/i18n'
import { useRemembered } from '#platform/remembered'
import { Segments } from '../base/segments.tsx'
import classes from './list.module.css'
import { texts } from './list-texts.ts'

/** One meaning of a row: the value of `rows` in the export's query. */
export interface ExportWay {
  readonly label: TextRef
  readonly rows: string
}

const remembered = z.object({
  format: z.enum(['xlsx', 'csv']),
  shownOnly: z.boolean(),
  headers: z.enum(['words', 'names']),
})

/** How a list is exported. */
export interface ExportChoice extends z.output<typeof remembered> {
  readonly rows?: string
}

interface ExportButtonProps {
  ways: readonly ExportWay[] | undefined
  /** The screen shows columns, which can be chosen. */
  hasColumns: boolean
  onExport: (choice: ExportChoice) => Promise<void>
  /** Only the icon, where there is little room. */
  compact?: boolean
}

/** Asks how to export the list, and remembers it for the next time. */
export function ExportButton({ ways, hasColumns, onExport, compact = false }: ExportButtonProps) {
  const t = useT(texts)
  const text = useText()
  const [opened, setOpened] = useState(false)
  const [busy, setBusy] = useState(false)
  const [choice, setChoice] = useRemembered<z.output<typeof remembered>>('export', remembered, {
    format: 'xlsx',
    shownOnly: false,
    headers: 'words',
  })
  const [rows, setRows] = useState(ways?.[0]?.rows)
  // Every person has a row of their own, with other columns than the list.
  const hasShown = hasColumns && rows === ways?.[0]?.rows
  const save = async () => {
    setBusy(true)
    await onExport({ ...choice, shownOnly: hasShown && choice.shownOnly, ...(rows !== undefined && { rows }) })
    setBusy(false)
    setOpened(false)
  }
  return (
    <Popover position="bottom-end" trapFocus opened={opened} onChange={setOpened} width={320}>
      <Popover.Target>
        {compact ? (
          <ActionIcon size={36} variant="subtle" aria-label={t('export')} onClick={() => setOpened(!opened)}>
            <IconDownload size={18} stroke={1.75} />
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => setOpened(!opened)}>
            {t('export')}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown className={classes.export ?? ''}>
        {ways && rows !== undefined ? (
          <div>
            <p>{t('rows')}</p>
            <Segments
              label={t('rows')}
              choices={ways.map((way) => ({ value: way.rows, label: text(way.label) }))}
              value={rows}
              onChange={setRows}
            />
          </div>
        ) : null}
        <div>
          <p>{t('export_file')}</p>
          <Segments
            label={t('export_file')}
            choices={[
              { value: 'xlsx', label: 'Excel (XLSX)' },
              { value: 'csv', label: 'CSV' },
            ]}
            value={choice.format}
            onChange={(format) => setChoice({ ...choice, format })}
          />
        </div>
        {hasShown ? (
          <div>
            <p>{t('columns')}</p>
            <Segments
              label={t('columns')}
              choices={[
                { value: 'all', label: t('export_all_columns') },
                { value: 'shown', label: t('export_shown_columns') },
              ]}
              value={choice.shownOnly ? 'shown' : 'all'}
              onChange={(columns) => setChoice({ ...choice, shownOnly: columns === 'shown' })}
            />
          </div>
        ) : null}
        <div>
          <p>{t('export_headers')}</p>
          <Segments
            label={t('export_headers')}
            choices={[
              { value: 'words', label: t('export_words') },
              { value: 'names', label: t('export_names') },
            ]}
            value={choice.headers}
            onChange={(headers) => setChoice({ ...choice, headers })}
          />
          <p className="dim small">{choice.headers === 'words' ? t('export_words_hint') : t('export_names_hint')}</p>
        </div>
        <Button loading={busy} leftSection={<IconDownload size={18} />} onClick={() => void save()}>
          {t('export_download')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
