import type { Route } from '@shiloh/contract/core'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import { ConfirmDialog } from '../feedback/error-dialog.tsx'
import { texts } from './resource-texts.ts'
import { Losing, UsesList, useUses } from './used-by.tsx'

interface RemovalDialogProps {
  /** The route that deletes the record. */
  route: Pick<Route, 'path'>
  id: string
  /** What it is called. */
  name: string
  /** The question. */
  title: string
  /** Verb and object. */
  action: string
  busy: boolean
  /** Offered while others use the record: "Deactivate it instead." */
  instead?: string
  /** Does that at once. */
  insteadAct?: { readonly label: string; readonly act: () => void }
  /** Asked in place of the question of a person whom something that stays refers to: they are erased. */
  erases?: { readonly title: string; readonly action: string; readonly text: string } | undefined
  /** The consequences. */
  children: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before one record is deleted, and says what uses it: that either keeps it, or loses it. */
export function RemovalDialog(props: RemovalDialogProps) {
  const { route, id, name, title, action, busy, instead, insteadAct, erases, children, onConfirm, onClose } = props
  const t = useT(texts)
  const uses = useUses(route, [id])?.[0]
  const blocking = uses?.filter(({ blocks }) => blocks) ?? []
  if (blocking.length > 0)
    return (
      <ConfirmDialog
        opened
        title={t('kept_named', { name })}
        {...(insteadAct
          ? { action: insteadAct.label, busy, onConfirm: insteadAct.act, onClose }
          : { action: t('understood'), onConfirm: onClose })}
      >
        <p>{t('used_by')}</p>
        <UsesList uses={blocking} />
        {instead ? <p>{instead}</p> : null}
      </ConfirmDialog>
    )
  const erasing = uses?.some(({ kept }) => kept) ? erases : undefined
  return (
    <ConfirmDialog
      opened
      danger
      busy={busy || !uses}
      title={erasing?.title ?? title}
      action={erasing?.action ?? action}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {erasing ? <p>{erasing.text}</p> : children}
      {uses ? (
        <Losing uses={uses} />
      ) : (
        <p className="dim" role="status">
          {t('looking')}
        </p>
      )}
    </ConfirmDialog>
  )
}
