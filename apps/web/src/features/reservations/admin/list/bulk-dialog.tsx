import { Button, Group, Progress, Textarea } from '@mantine/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { AdminReservationRow } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { FormDialog } from '#ui/form/form-dialog'
import { staleAfterStaffAct } from '../queries.ts'
import { texts as common } from '../texts.ts'
import { actOnEach, type Outcome } from './each.ts'
import classes from './list.module.css'
import { texts } from './texts.ts'

export type BulkAct = 'approve' | 'cancel'

interface BulkDialogProps {
  act: BulkAct
  rows: readonly AdminReservationRow[]
  /** Clears the selection if everything succeeded. */
  onDone: () => void
  onClose: () => void
}

/** Whether an act changes a reservation. */
export const applies: Readonly<Record<BulkAct, (row: AdminReservationRow) => boolean>> = {
  approve: ({ status, needs_approval, approved_at }) => status === 'pending' && needs_approval && approved_at === null,
  cancel: ({ status }) => status === 'pending' || status === 'active',
}

const sum = (rows: readonly AdminReservationRow[], of: (row: AdminReservationRow) => number): number =>
  rows.reduce((all, row) => all + of(row), 0)

/** Approves or cancels several reservations: explains the consequences, shows progress, and lists rejections. */
export function BulkDialog({ act, rows, onDone, onClose }: BulkDialogProps) {
  const t = useT(texts)
  const say = useT(common)
  const language = useLanguage()
  const { organisation } = useAccount()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [finished, setFinished] = useState<number>()
  const [outcome, setOutcome] = useState<Outcome<AdminReservationRow>>()
  const fitting = rows.filter(applies[act])
  const count = fitting.length
  const others = rows.length - count
  const paid = sum(fitting, (row) => row.paid)

  const run = async () => {
    setFinished(0)
    const result = await actOnEach(
      fitting,
      ({ _id }) =>
        act === 'approve'
          ? call(reservationRoutes.approveReservation, { params: { id: _id } })
          : call(reservationRoutes.cancelReservation, {
              params: { id: _id },
              body: reason.trim() ? { reason: reason.trim() } : {},
            }),
      setFinished,
    )
    await Promise.all(staleAfterStaffAct.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })))
    if (result.done > 0) toastDone({ message: t(act === 'approve' ? 'approved' : 'cancelled', { count: result.done }) })
    if (result.refused.length === 0) onDone()
    else setOutcome(result)
  }

  const content = () => {
    if (outcome)
      return (
        <>
          <p>{t('refused', { count: outcome.refused.length })}</p>
          <ul className={classes.refused}>
            {outcome.refused.map(({ row, reason: why }) => (
              <li key={row._id}>
                <span className="code">{row.code}</span> {row.user.name}: {why}
              </li>
            ))}
          </ul>
        </>
      )
    if (count === 0) return <p>{t(act === 'approve' ? 'approve_none' : 'cancel_none')}</p>
    return (
      <>
        <p>
          {act === 'approve' ? t('approve_text') : t('cancel_text', { persons: sum(fitting, (row) => row.persons) })}{' '}
          {act === 'cancel' && paid > 0
            ? t('cancel_money', { amount: formatMoney(paid, fitting[0]?.currency ?? organisation.currency, language) })
            : ''}
        </p>
        {others > 0 ? <p className="dim">{t('left_alone', { count: others })}</p> : null}
        {act === 'cancel' ? (
          <Textarea
            label={t('reason')}
            description={t('reason_hint')}
            autosize
            minRows={2}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : null}
        {finished === undefined ? null : (
          <div>
            <Progress value={(100 * finished) / count} aria-label={t('working', { done: finished, count })} />
            <p className="dim small num">{t('working', { done: finished, count })}</p>
          </div>
        )}
      </>
    )
  }
  const isOver = outcome !== undefined || count === 0

  return (
    <FormDialog
      busy={finished !== undefined && !isOver}
      onClose={onClose}
      title={
        outcome
          ? say('reservations')
          : t(act === 'approve' ? 'approve_question' : 'cancel_question', { count: count || rows.length })
      }
    >
      <div className={classes.dialog}>
        {content()}
        <Group justify="flex-end">
          {isOver ? (
            <Button onClick={onClose}>{say('close')}</Button>
          ) : (
            <>
              <Button variant="subtle" color="gray" disabled={finished !== undefined} onClick={onClose}>
                {t('keep')}
              </Button>
              <Button
                {...(act === 'cancel' && { color: 'red' })}
                loading={finished !== undefined}
                onClick={() => void run()}
              >
                {t(act === 'approve' ? 'approve_action' : 'cancel_action', { count })}
              </Button>
            </>
          )}
        </Group>
      </div>
    </FormDialog>
  )
}
