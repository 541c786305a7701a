import { Button, type ButtonProps } from '@mantine/core'
import { activityRoutes } from '@shiloh/contract/activities'
import { importRoutes } from '@shiloh/contract/imports'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { texts } from './texts.ts'

/**
 * The button that undoes an import. Whether that is possible is looked up when somebody asks: the server compares every
 * row, and looks for what uses it.
 */
export function UndoImport({
  importId,
  label,
  size,
}: {
  importId: string
  /** For screen readers, where several are on a page. */
  label?: string
  size?: ButtonProps['size']
}) {
  const t = useT(texts)
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const params = { id: importId }
  const check = useQuery({
    ...queryOf(importRoutes.checkUndo, { params }),
    enabled: asking,
    // Somebody may have used a row a moment ago.
    staleTime: 0,
    gcTime: 0,
  })
  const undo = useAct(importRoutes.undoImport, [
    importRoutes.getImport,
    importRoutes.listImports,
    importRoutes.checkUndo,
    activityRoutes.listActivities,
    activityRoutes.countActivities,
  ])
  const state = check.isFetching ? undefined : check.data
  return (
    <>
      <Button
        variant="default"
        {...(size !== undefined && { size })}
        {...(label !== undefined && { 'aria-label': label })}
        leftSection={<IconArrowBackUp size={17} />}
        onClick={() => setAsking(true)}
      >
        {t('undo')}
      </Button>
      <ConfirmDialog
        opened={asking}
        danger
        busy={undo.isPending}
        impossible={state?.allowed !== true}
        title={t('undo_title')}
        action={t('undo')}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          undo.mutate(
            { params },
            { onSuccess: () => toastDone({ message: t('undo_began') }), onSettled: () => setAsking(false) },
          )
        }
      >
        <p role="status">
          {check.error ? (
            check.error.message
          ) : !state ? (
            t('undo_check')
          ) : state.undone_at ? (
            t('undone_on', { when: formatDate(state.undone_at, language) })
          ) : state.allowed ? (
            t('undo_text', { created: state.created, updated: state.rows - state.created })
          ) : (
            <>
              {t('undo_gone')} {state.changed > 0 ? t('undo_changed', { count: state.changed }) : null}{' '}
              {state.used > 0 ? t('undo_used', { count: state.used }) : null}
            </>
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}
