import type { identityRoutes } from '@shiloh/contract/identity/identity'
import { useState } from 'react'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { ConfirmDialog, ErrorDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { texts } from './texts.ts'

interface RemoveDialogProps {
  person: { readonly _id: string; readonly name: string }
  route: typeof identityRoutes.removeFamilyMember | typeof identityRoutes.removeSpouse
  /** The list that the person is on. */
  list: typeof identityRoutes.listFamily | typeof identityRoutes.listSpouses
  onClose: () => void
}

/** Asks, then removes somebody from a list. A rejection opens its own dialog. */
export function RemoveDialog({ person: { _id, name }, route, list, onClose }: RemoveDialogProps) {
  const t = useT(texts)
  const remove = useAct(route, [list])
  const [refusal, setRefusal] = useState<string>()
  if (refusal)
    return (
      <ErrorDialog opened onClose={onClose}>
        {refusal}
      </ErrorDialog>
    )
  return (
    <ConfirmDialog
      opened
      danger
      title={t('remove_question', { name })}
      action={t('remove_named', { name })}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={async () => {
        try {
          await remove.mutateAsync({ params: { id: _id } })
          toastDone({ message: t('removed', { name }) })
          onClose()
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          setRefusal(error.message)
        }
      }}
    >
      {t('remove_text', { name })}
    </ConfirmDialog>
  )
}
