import { Button, Group, Menu, TextInput } from '@mantine/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { OfferedAction } from '@shiloh/contract/reservations/states'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatMoney } from '@shiloh/contract/text/format'
import { instantOf } from '@shiloh/contract/text/zone'
import {
  IconArrowBackUp,
  IconCash,
  IconCheck,
  IconClockPlus,
  IconDots,
  IconFileDownload,
  IconGift,
  IconId,
  IconMail,
  IconMailPlus,
  IconPencil,
  IconWorld,
  IconX,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { saveFile } from '#platform/download'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { toastDone } from '#ui/feedback/toast'
import { DayInput } from '#ui/form/day-input'
import { FormDialog } from '#ui/form/form-dialog'
import { ReasonDialog } from '#ui/form/reason-dialog'
import { texts as dialogTexts } from '../../../../ui/base/texts.ts'
import { texts as messageLinkTexts } from '../../../../ui/list/message-link-texts.ts'
import { TakeCashDialog } from '../../../payments/index.ts'
import { staleAfterStaffAct } from '../queries.ts'
import { texts as common } from '../texts.ts'
import { InvitationDialog } from './invitation-dialog.tsx'
import { texts } from './texts.ts'

interface Props {
  reservation: ReservationView
}
type DialogProps = Props & { onClose: () => void }

function WaiveDialog({ reservation, onClose }: DialogProps) {
  const t = useT(texts)
  const language = useLanguage()
  const act = useAct(reservationRoutes.waiveBalance, staleAfterStaffAct, { shown: true })
  const { balance, currency, user } = reservation
  const money = (minor: number) => formatMoney(minor, currency, language)
  return (
    <ReasonDialog
      title={t('waive_question', { name: user.name })}
      amount={{
        label: t('waive_amount'),
        currency,
        most: balance,
        tooMuch: t('waive_most', { amount: money(balance) }),
      }}
      reason={{ label: t('reason'), required: true }}
      action={(amount) => t('waive_action', { amount: money(amount) })}
      onClose={onClose}
      onAct={async (body) => {
        await act.mutateAsync({ params: { id: reservation._id }, body })
        toastDone({ message: t('waive_done', { amount: money(body.amount) }) })
        onClose()
      }}
    >
      <p>{t('waive_text')}</p>
    </ReasonDialog>
  )
}

const DAY_MS = 86_400_000

/** Keeps a partly paid place. The default is a week from now. */
export function KeepDialog({ reservation, onClose }: DialogProps) {
  const t = useT(texts)
  const act = useAct(reservationRoutes.keepReservation, staleAfterStaffAct, { shown: true })
  const { user, event } = reservation
  const [until, setUntil] = useState<string | null>(
    new Date(Math.min(Date.now() + 7 * DAY_MS, Date.parse(event.ends_at))).toISOString().slice(0, 10),
  )
  const keep = () => {
    if (!until) return
    act.mutate(
      { params: { id: reservation._id }, body: { until: instantOf(`${until}T18:00`, event.time_zone) } },
      {
        onSuccess: () => {
          toastDone({ message: t('keep_done') })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog onClose={onClose} title={t('keep_question', { name: user.name })} closeLabel={t('keep_not')}>
      <p>{t('keep_text')}</p>
      <DayInput
        mt="md"
        label={t('keep_until')}
        value={until ?? null}
        onChange={setUntil}
        error={act.error ? act.error.message : undefined}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('keep_not')}
        </Button>
        <Button data-saves loading={act.isPending} disabled={!until} onClick={keep}>
          {t('keep_action')}
        </Button>
      </Group>
    </FormDialog>
  )
}

/** Cancels and refunds everything that was paid. */
export function GiveBackDialog({ reservation, onClose }: DialogProps) {
  const t = useT(texts)
  const language = useLanguage()
  const act = useAct(reservationRoutes.cancelReservation, staleAfterStaffAct, { shown: true })
  const { paid, currency, participants, user } = reservation
  const amount = formatMoney(paid, currency, language)
  return (
    <ReasonDialog
      title={t('give_back_question', { amount, name: user.name })}
      reason={{ label: t('reason_optional'), hint: t('reason_told'), required: false }}
      action={() => t('give_back')}
      danger
      onClose={onClose}
      onAct={async ({ reason }) => {
        await act.mutateAsync({
          params: { id: reservation._id },
          body: { refund: 'full', ...(reason ? { reason } : {}) },
        })
        toastDone({ message: t('give_back_done', { amount }) })
        onClose()
      }}
    >
      <p>
        {t('cancel_frees', { count: participants.length })} {t('give_back_text', { amount })}
      </p>
    </ReasonDialog>
  )
}

function CancelDialog({ reservation, onClose }: DialogProps) {
  const t = useT(texts)
  const language = useLanguage()
  const act = useAct(reservationRoutes.cancelReservation, staleAfterStaffAct, { shown: true })
  const { paid, currency, participants, user, refund_if_cancelled: back } = reservation
  const money = (minor: number) => formatMoney(minor, currency, language)
  const refund = () => {
    if (paid <= 0) return t('cancel_unpaid')
    return back > 0
      ? t('cancel_refund', { paid: money(paid), refund: money(back) })
      : t('cancel_no_refund', { paid: money(paid) })
  }
  return (
    <ReasonDialog
      title={t('cancel_question', { name: user.name })}
      reason={{ label: t('reason_optional'), hint: t('reason_told'), required: false }}
      action={() => t('cancel')}
      keep={t('cancel_keep')}
      danger
      onClose={onClose}
      onAct={async ({ reason }) => {
        await act.mutateAsync({ params: { id: reservation._id }, body: reason ? { reason } : {} })
        toastDone({ message: t('cancel_done') })
        onClose()
      }}
    >
      <p>
        {t('cancel_frees', { count: participants.length })} {refund()}
      </p>
    </ReasonDialog>
  )
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** Sends the ticket again, also to an address other than the account's. */
function SendAgainDialog({ reservation, onClose }: Props & { onClose: () => void }) {
  const t = useT(texts)
  const say = useT(dialogTexts)
  const send = useAct(reservationRoutes.sendAgain, [], { shown: true })
  const { _id: id, user } = reservation
  const [to, setTo] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate(
      { params: { id }, body: { what: 'ticket', ...(to.trim() ? { to: to.trim() } : {}) } },
      {
        onSuccess: () => {
          toastDone({ message: t('sent_again') })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog onClose={onClose} title={t('send_again_question', { name: user.name })}>
      <form noValidate onSubmit={submit}>
        <p>{t('send_again_hint')}</p>
        <TextInput
          mt="md"
          type="email"
          inputMode="email"
          autoComplete="off"
          data-autofocus
          label={t('other_address')}
          value={to}
          maxLength={254}
          onChange={(changed) => setTo(changed.currentTarget.value)}
          error={send.error?.message}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="subtle" color="gray" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {t('send_again')}
          </Button>
        </Group>
      </form>
    </FormDialog>
  )
}

/** The allowed actions on the reservation: the next step filled, the rest beside it or under "More". */
export function Acts({ reservation }: Props) {
  const t = useT(texts)
  const say = useT(common)
  const navigate = useNavigate()
  // Made at the desk just now, and to be paid immediately; or opened for its letter of invitation, or to be cancelled.
  const { cash, room, letter, cancel } = useSearch({ from: '/admin/reservations/$id' })
  const approve = useAct(reservationRoutes.approveReservation, staleAfterStaffAct)
  const pdf = useMutation({
    mutationFn: () => call(reservationRoutes.generatePdf, { params: { id: reservation._id } }),
    onSuccess: ({ base64, mime, file_name }) =>
      saveFile({ blob: new Blob([bytesOf(base64)], { type: mime }), name: file_name }),
  })
  const { _id: id, user, code, event, balance, currency } = reservation
  const may = (action: OfferedAction) => reservation.allowed.includes(action)
  const isValid = reservation.status === 'active' || reservation.status === 'redeemed'
  const canMessage = useCan()('reservations.email')
  const canSend = canMessage && isValid
  const [doing, setDoing] = useState<
    'take_cash' | 'waive' | 'keep' | 'give_back' | 'cancel' | 'send_again' | 'invite' | undefined
  >(() => {
    if (cash && may('take_cash')) return 'take_cash'
    if (letter && canSend) return 'invite'
    return cancel && may('cancel') ? 'cancel' : undefined
  })
  const canPrint = useCan()('reservations.print_badges') && isValid
  const write = useT(messageLinkTexts)
  const over = () => {
    setDoing(undefined)
    // The room comes after the receipt, if the cash secured the place.
    const search = room && isValid ? { room } : {}
    if (cash || letter || cancel)
      void navigate({ to: '/admin/reservations/$id', params: { id }, search, replace: true })
  }
  const dialogs: Readonly<Record<NonNullable<typeof doing>, () => ReactNode>> = {
    take_cash: () => (
      <Suspense>
        <TakeCashDialog
          payable={{ _id: id, name: user.name, code, event: event.name, balance, due: reservation.due_now, currency }}
          onClose={over}
        />
      </Suspense>
    ),
    waive: () => <WaiveDialog reservation={reservation} onClose={over} />,
    keep: () => <KeepDialog reservation={reservation} onClose={over} />,
    give_back: () => <GiveBackDialog reservation={reservation} onClose={over} />,
    cancel: () => <CancelDialog reservation={reservation} onClose={over} />,
    invite: () => <InvitationDialog reservation={reservation} onClose={over} />,
    send_again: () => <SendAgainDialog reservation={reservation} onClose={over} />,
  }
  return (
    <>
      {may('edit') ? (
        <LinkButton
          variant="default"
          leftSection={<IconPencil size={18} />}
          to="/admin/reservations/$id/edit"
          params={{ id }}
        >
          {t('edit')}
        </LinkButton>
      ) : null}
      {may('download') || may('waive') || may('cancel') || canMessage || canPrint ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconDots size={18} />} loading={pdf.isPending}>
              {t('more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {may('download') ? (
              <Menu.Item leftSection={<IconFileDownload size={17} />} onClick={() => pdf.mutate()}>
                {t('pdf')}
              </Menu.Item>
            ) : null}
            {canPrint ? (
              <Menu.Item
                leftSection={<IconId size={17} />}
                onClick={() =>
                  void navigate({ to: '/admin/badges', search: { event_id: reservation.event_id, ids: id } })
                }
              >
                {t('print_badges')}
              </Menu.Item>
            ) : null}
            {canSend ? (
              <Menu.Item leftSection={<IconWorld size={17} />} onClick={() => setDoing('invite')}>
                {t('invitation')}
              </Menu.Item>
            ) : null}
            {canSend ? (
              <Menu.Item leftSection={<IconMail size={17} />} onClick={() => setDoing('send_again')}>
                {t('send_again')}
              </Menu.Item>
            ) : null}
            {canMessage ? (
              <Menu.Item
                leftSection={<IconMailPlus size={17} />}
                onClick={() =>
                  void navigate({ to: '/admin/messages/new', search: { event_id: reservation.event_id, ids: id } })
                }
              >
                {write('message_selected')}
              </Menu.Item>
            ) : null}
            {may('waive') ? (
              <Menu.Item leftSection={<IconGift size={17} />} onClick={() => setDoing('waive')}>
                {t('waive')}
              </Menu.Item>
            ) : null}
            {may('keep') ? (
              <Menu.Item leftSection={<IconClockPlus size={17} />} onClick={() => setDoing('keep')}>
                {t('keep')}
              </Menu.Item>
            ) : null}
            {may('cancel') && reservation.paid > 0 ? (
              <Menu.Item
                c="var(--bad)"
                leftSection={<IconArrowBackUp size={17} />}
                onClick={() => setDoing('give_back')}
              >
                {t('give_back_all')}
              </Menu.Item>
            ) : null}
            {may('cancel') ? (
              <Menu.Item c="var(--bad)" leftSection={<IconX size={17} />} onClick={() => setDoing('cancel')}>
                {t('cancel')}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {may('approve') ? (
        <Button
          leftSection={<IconCheck size={18} />}
          loading={approve.isPending}
          onClick={() =>
            approve.mutate(
              { params: { id } },
              { onSuccess: () => toastDone({ message: t('approved_done', { name: user.name }) }) },
            )
          }
        >
          {say('approve')}
        </Button>
      ) : null}
      {may('take_cash') ? (
        <Button leftSection={<IconCash size={18} />} onClick={() => setDoing('take_cash')}>
          {t('take_cash')}
        </Button>
      ) : null}
      {doing ? dialogs[doing]() : null}
    </>
  )
}
