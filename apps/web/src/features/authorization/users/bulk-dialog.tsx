import { authorizationRoutes, type Person } from '@shiloh/contract/authorization'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { texts } from '../texts.ts'

/** An action on the selected people. */
export interface BulkWork {
  readonly act: 'approve' | 'deactivate'
  readonly rows: readonly Person[]
  readonly clear: () => void
}

const routes = { approve: authorizationRoutes.approveUser, deactivate: authorizationRoutes.deactivateUser }
const reached = { approve: 'approved', deactivate: 'deactivated' } as const

/**
 * Approves or deactivates several accounts after explaining the consequences. Accounts already in that status are left
 * alone.
 */
export function BulkDialog({ work: { act, rows, clear }, onDone }: { work: BulkWork; onDone: () => void }) {
  const t = useT(texts)
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const meant = rows.filter(({ status }) => status !== reached[act])
  const apply = async () => {
    setBusy(true)
    const outcomes = await Promise.allSettled(meant.map(({ _id }) => call(routes[act], { params: { id: _id } })))
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    const count = outcomes.length - refused.length
    if (count > 0) toastDone({ message: t(`${act}_done`, { count }) })
    const [first] = refused
    if (first instanceof Error) showFailure(first.message)
    await Promise.all(
      [authorizationRoutes.listUsers, authorizationRoutes.getUser].map((route) =>
        queries.invalidateQueries({ queryKey: keyOf(route) }),
      ),
    )
    clear()
    onDone()
  }
  if (meant.length === 0)
    return (
      <ConfirmDialog opened title={t(`${act}_nobody`)} action={t('understood')} onConfirm={onDone}>
        <p>{t('bulk_nobody_hint')}</p>
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      opened
      title={t(`${act}_question_many`, { count: meant.length, name: meant[0]?.name ?? '' })}
      action={t(`${act}_many`)}
      danger={act === 'deactivate'}
      busy={busy}
      onConfirm={() => void apply()}
      onClose={onDone}
    >
      <p>{t(`${act}_text_many`)}</p>
    </ConfirmDialog>
  )
}
