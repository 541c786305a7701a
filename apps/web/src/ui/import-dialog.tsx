import { Button, FileInput, Group, Modal } from '@mantine/core'
import { IMPORT_FIELD, type ImportReport, importReport } from '@shiloh/contract/admin-resource'
import type { Route } from '@shiloh/contract/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import classes from './list.module.css'
import { texts } from './list-texts.ts'
import { toastDone } from './toast.tsx'

interface ImportDialogProps {
  /** A route made with `importRoute`. */
  route: Route
  /** The list that shows the new rows. */
  stale: Route
  name: string
  onClose: () => void
}

/** Import in two steps: a dry run that names every refused row, then the same file for real. */
export function ImportDialog({ route, stale, name, onClose }: ImportDialogProps) {
  const t = useT(texts)
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<ImportReport>()
  const act = useAct(route, [stale])
  const send = async (dryRun: boolean) => {
    if (!file) return
    const { data } = await act.mutateAsync({ body: { dry_run: dryRun }, files: { [IMPORT_FIELD]: file } })
    const result = importReport.parse(data)
    if (dryRun) {
      setReport(result)
      return
    }
    toastDone({ message: `${t('import_done')}. ${t('import_result', counts(result))}` })
    onClose()
  }
  const importable = report ? report.created + report.updated : 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('import_title', { name })}
      closeButtonProps={{ 'aria-label': t('close') }}
      size={640}
    >
      <p className="dim">{t('import_hint')}</p>
      <FileInput
        my="md"
        label={t('import_file')}
        placeholder={t('choose')}
        accept=".csv,text/csv"
        leftSection={<IconFileText size={18} stroke={1.75} />}
        value={file ?? null}
        onChange={(chosen) => {
          setFile(chosen ?? undefined)
          setReport(undefined)
        }}
      />
      {act.error ? (
        <p role="alert" className={classes.problem}>
          {act.error.message}
        </p>
      ) : null}
      {report ? (
        <>
          <p role="status">{t('import_result', counts(report))}</p>
          {report.errors.length > 0 ? (
            <div className={classes.scroll}>
              <table className={classes.table}>
                <thead>
                  <tr>
                    <th className={classes.numeric}>{t('import_row')}</th>
                    <th>{t('import_field')}</th>
                    <th>{t('import_problem')}</th>
                  </tr>
                </thead>
                <tbody>
                  {report.errors.map((error) => (
                    <tr key={`${error.row} ${error.field} ${error.code}`}>
                      <td className={classes.numeric}>{error.row}</td>
                      <td>{error.field}</td>
                      <td>{error.message}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ) : null}
        </>
      ) : null}
      <Group justify="flex-end" mt="lg">
        {report ? (
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
