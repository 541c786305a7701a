import { Button, FileInput, Group, Modal } from '@mantine/core'
import { IMPORT_FIELD, type ImportReport, importReport } from '@shiloh/contract/admin-resource'
import type { Route } from '@shiloh/contract/core'
import { EXPORT_TYPES } from '@shiloh/contract/lists'
import { IconDownload, IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '#platform/client'
import { csvFile } from '#platform/csv'
import { saveFile } from '#platform/download'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { toastDone } from '../feedback/toast.tsx'
import { ImportSamples } from './import-samples.tsx'
import classes from './list.module.css'
import { texts } from './list-texts.ts'

interface ImportDialogProps {
  /** A route created with `importRoute`. */
  route: Route
  /** The list with the new rows. */
  stale: Route
  name: string
  onClose: () => void
}

/** The result of an import or dry run, and every rejected row with its reason. */
function Report({ report, name }: { report: ImportReport; name: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const { errors, refused } = report
  const rows = new Set(errors.map((error) => error.row)).size
  const download = () =>
    saveFile(
      csvFile(
        `${name}: ${t('import_problem')}`,
        [
          [t('import_row'), t('import_field'), t('import_problem')],
          ...errors.map(({ row, field, message }) => [String(row), field, message]),
        ],
        language,
      ),
    )
  return (
    <>
      <p role="status" className={classes.result}>
        {t('import_result', counts(report))}
      </p>
      {errors.length > 0 ? (
        <>
          <section className={classes.problems} aria-label={t('import_problem')}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th className={classes.numeric}>{t('import_row')}</th>
                  <th>{t('import_field')}</th>
                  <th>{t('import_problem')}</th>
                </tr>
              </thead>
              <tbody>
                {errors.map((error) => (
                  <tr key={`${error.row} ${error.field} ${error.code}`}>
                    <td className={classes.numeric}>{error.row}</td>
                    <td>{error.field}</td>
                    <td>{error.message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {rows < refused ? <p className="dim small">{t('import_more', { count: refused - rows })}</p> : null}
          <Button
            variant="subtle"
            leftSection={<IconDownload size={17} />}
            className={classes.download ?? ''}
            onClick={download}
          >
            {t('import_save_problems')}
          </Button>
        </>
      ) : null}
    </>
  )
}

/**
 * Import in two steps: a dry run that lists every rejected row, then the same file for real. Rejected rows stay
 * visible.
 */
export function ImportDialog({ route, stale, name, onClose }: ImportDialogProps) {
  const t = useT(texts)
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<ImportReport>()
  const act = useAct(route, [stale], { shown: true })
  const send = async (dryRun: boolean) => {
    if (!file) return
    const { data } = await act.mutateAsync({ body: { dry_run: dryRun }, files: { [IMPORT_FIELD]: file } })
    const result = importReport.parse(data)
    setReport(result)
    if (dryRun) return
    toastDone({ message: `${t('import_done')}. ${t('import_result', counts(result))}` })
    if (result.refused === 0) onClose()
  }
  const missing = act.error instanceof ApiError ? act.error.fields.map(({ field }) => field) : []
  const importable = report ? report.created + report.updated : 0
  const isDone = report !== undefined && !report.dry_run
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('import_title', { name })}
      closeButtonProps={{ 'aria-label': t('close') }}
      size={640}
    >
      {isDone ? (
        <p className="dim">{t('import_refused_hint')}</p>
      ) : (
        <>
          <p className="dim">{t('import_hint')}</p>
          <ImportSamples route={route} />
          <FileInput
            my="md"
            label={t('import_file')}
            placeholder={t('choose')}
            accept={`.csv,.xlsx,${Object.values(EXPORT_TYPES).join()}`}
            leftSection={<IconFileText size={18} stroke={1.75} />}
            value={file ?? null}
            onChange={(chosen) => {
              setFile(chosen ?? undefined)
              setReport(undefined)
              act.reset()
            }}
          />
        </>
      )}
      {act.error ? (
        <p role="alert" className={classes.problem}>
          {missing.length > 0 ? t('import_missing', { columns: missing.join(', ') }) : act.error.message}
        </p>
      ) : null}
      {report ? <Report report={report} name={name} /> : null}
      <Group justify="flex-end" mt="lg">
        {isDone ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : report ? (
          <Button loading={act.isPending} disabled={importable === 0} onClick={() => void send(false).catch(() => {})}>
            {t('import_apply', { count: importable })}
          </Button>
        ) : (
          <Button loading={act.isPending} disabled={!file} onClick={() => void send(true).catch(() => {})}>
            {t('import_check')}
          </Button>
        )}
      </Group>
    </Modal>
  )
}

const counts = ({ created, updated, unchanged, refused }: ImportReport) => ({ created, updated, unchanged, refused })
