import { ActionIcon, Checkbox, Menu, NumberInput } from '@mantine/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { StaffWaiting } from '@shiloh/contract/reservations/views'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { ReasonDialog } from '#ui/form/reason-dialog'
import { texts } from './texts.ts'

export type WaitingAct = 'invite' | 'move' | 'remove'

const FROM: Readonly<Record<WaitingAct, readonly StaffWaiting['status'][]>> = {
  invite: ['waiting', 'expired'],
  move: ['waiting'],
  remove: ['waiting', 'offered'],
}
const ACTS = ['invite', 'move', 'remove'] as const satisfies readonly WaitingAct[]
const stale = [reservationRoutes.listWaiting, reservationRoutes.listWaitingOf]

interface WaitingMenuProps {
  entry: StaffWaiting
  phone?: boolean
  onAct: (act: WaitingAct) => void
}

/** What the office can do with one entry. Nothing once it has ended. */
export function WaitingMenu({ entry, phone = false, onAct }: WaitingMenuProps) {
  const t = useT(texts)
  const can = useCan()
  const acts = ACTS.filter((act) => FROM[act].includes(entry.status))
  if (acts.length === 0 || !can('waiting_list.update')) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={phone ? 44 : 36} aria-label={t('actions_of', { name: entry.user.name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map((act) => (
          <Menu.Item key={act} {...(act === 'remove' && { color: 'red' })} onClick={() => onAct(act)}>
            {t(act)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface WaitingDialogProps {
  entry: StaffWaiting
  onClose: () => void
}

const whole = (value: string | number): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

function Invite({ entry, onClose }: WaitingDialogProps) {
  const t = useT(texts)
  const [hours, setHours] = useState<number>()
  const invite = useAct(reservationRoutes.inviteWaiting, stale, { shown: true })
  const { name } = entry.user
  const isTurn = entry.place === 1
  return (
    <ReasonDialog
      title={t('invite_question', { name })}
      reason={{ label: t(isTurn ? 'reason_optional' : 'reason'), hint: t('reason_kept'), required: false }}
      action={() => t('invite')}
      onAct={async ({ reason }) => {
        const body = { ...(hours && { minutes: hours * 60 }), ...(reason && { reason }) }
        await invite.mutateAsync({ params: { id: entry._id }, body })
        toastDone({ message: t('invited', { name }) })
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('invite_text')}</p>
      {isTurn ? null : <p className="dim">{t('invite_early')}</p>}
      <NumberInput
        label={t('hours')}
        description={t('hours_hint')}
        min={1}
        max={720}
        allowDecimal={false}
        value={hours ?? ''}
        onChange={(value) => setHours(whole(value))}
      />
    </ReasonDialog>
  )
}

function Move({ entry, onClose }: WaitingDialogProps) {
  const t = useT(texts)
  const [place, setPlace] = useState(1)
  const move = useAct(reservationRoutes.moveWaiting, stale, { shown: true })
  const { name } = entry.user
  return (
    <ReasonDialog
      title={t('move_question', { name })}
      reason={{ label: t('reason'), hint: t('reason_kept'), required: true }}
      action={() => t('move')}
      onAct={async ({ reason }) => {
        const { data } = await move.mutateAsync({ params: { id: entry._id }, body: { place, reason } })
        toastDone({ message: data.place === null ? t('moved_on', { name }) : t('moved', { name, place: data.place }) })
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('move_text')}</p>
      <NumberInput
        label={t('new_place')}
        min={1}
        max={100_000}
        allowDecimal={false}
        value={place}
        onChange={(value) => setPlace(whole(value) ?? 1)}
      />
    </ReasonDialog>
  )
}

function Remove({ entry, onClose }: WaitingDialogProps) {
  const t = useT(texts)
  const [notify, setNotify] = useState(true)
  const remove = useAct(reservationRoutes.removeWaiting, stale, { shown: true })
  const { name } = entry.user
  return (
    <ReasonDialog
      title={t('remove_question', { name })}
      reason={{ label: t('reason_optional'), hint: t(notify ? 'reason_told' : 'reason_kept'), required: false }}
      action={() => t('remove')}
      danger
      onAct={async ({ reason }) => {
        await remove.mutateAsync({ params: { id: entry._id }, body: { notify, ...(reason && { reason }) } })
        toastDone({ message: t('removed', { name }) })
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('remove_text')}</p>
      <Checkbox label={t('tell')} checked={notify} onChange={(event) => setNotify(event.currentTarget.checked)} />
    </ReasonDialog>
  )
}

const DIALOGS = { invite: Invite, move: Move, remove: Remove } as const

/** Asks before an act on one entry, and does it. */
export function WaitingDialog({ act, ...props }: WaitingDialogProps & { act: WaitingAct }) {
  const Dialog = DIALOGS[act]
  return <Dialog {...props} />
}
