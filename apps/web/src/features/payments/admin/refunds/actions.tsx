import { Button, Group, TextInput } from '@mantine/core'
import { isOnlineProvider } from '@shiloh/contract/payments/payments'
import { type Refund, type RefundAct, refundRoutes } from '@shiloh/contract/payments/refunds'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconArrowBackUp, IconCash, IconCircleCheck, IconHelpCircle, IconPrinter, IconX } from '@tabler/icons-react'
import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Refusal } from '#ui/feedback/refusal'
import { toastDone } from '#ui/feedback/toast'
import { FormDialog } from '#ui/form/form-dialog'
import { ReasonDialog } from '#ui/form/reason-dialog'
import cash from '../cash.module.css'
import { staleAfterMoney } from '../queries.ts'
import { texts as payments } from '../texts.ts'
import { useTillReason } from '../till-reason.tsx'
import { RefundSlip } from './slip.tsx'
import { texts } from './texts.ts'

interface DialogProps {
  refund: Refund
  onClose: () => void
}

/** Returns a function that reports the result of an action. A refund that was only asked about is not requested again. */
function useSaid(act?: RefundAct): (refund: Refund) => void {
  const t = useT(texts)
  const language = useLanguage()
  return (refund) =>
    toastDone({
      message: t(act === 'ask' && refund.status === 'requested' ? 'said_still' : `said_${refund.status}`, {
        amount: formatMoney(refund.amount, refund.currency, language),
        name: refund.person,
        error: refund.last_error ?? '',
      }),
    })
}

interface AskProps {
  title: string
  text: string
  action: string
  onAct: () => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

/** A question with its consequences. A rejection by the server stays in the dialog. */
export function AskDialog({ title, text, action, onAct, onClose, children }: AskProps) {
  const t = useT(texts)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await onAct()
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog onClose={onClose} title={title}>
      <form noValidate className={cash.form} onSubmit={(event) => void submit(event)}>
        {problem ? <Refusal>{problem}</Refusal> : null}
        <p>{text}</p>
        {children}
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {action}
          </Button>
        </Group>
      </form>
    </FormDialog>
  )
}

function useWords(refund: Refund) {
  const language = useLanguage()
  return { amount: formatMoney(refund.amount, refund.currency, language), name: refund.person }
}

function SendDialog({ refund, onClose }: DialogProps) {
  const t = useT(texts)
  const say = useT(payments)
  const words = useWords(refund)
  const said = useSaid()
  const act = useAct(refundRoutes.sendRefund, staleAfterMoney, { shown: true })
  const provider = isOnlineProvider(refund.provider) ? refund.provider : 'sandbox'
  return (
    <AskDialog
      title={t('send_question', words)}
      text={t('send_text', { provider: say(`provider_${provider}`) })}
      action={t('act_send')}
      onClose={onClose}
      onAct={async () => said((await act.mutateAsync({ params: { id: refund._id } })).data)}
    />
  )
}

function CashDialog({ refund, onClose, onDone }: DialogProps & { onDone: (refund: Refund) => void }) {
  const t = useT(texts)
  const words = useWords(refund)
  const said = useSaid()
  const [to, setTo] = useState(refund.person)
  const till = useTillReason()
  const act = useAct(refundRoutes.giveBackCash, staleAfterMoney, { shown: true })
  return (
    <AskDialog
      title={t('cash_question', words)}
      text={t('cash_text')}
      action={t('act_cash')}
      onClose={onClose}
      onAct={async () => {
        const body = { paid_to: to, ...till.body }
        const { data } = await till.watch(act.mutateAsync({ params: { id: refund._id }, body }))
        said(data)
        onDone(data)
      }}
    >
      <TextInput
        label={t('paid_to')}
        data-autofocus
        maxLength={200}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {till.field}
    </AskDialog>
  )
}

function OutsideDialog({ refund, onClose }: DialogProps) {
  const t = useT(texts)
  const words = useWords(refund)
  const said = useSaid()
  const act = useAct(refundRoutes.settleRefundOutside, staleAfterMoney, { shown: true })
  return (
    <ReasonDialog
      title={t('outside_question', words)}
      reason={{ label: t('how'), required: true }}
      action={() => t('act_outside')}
      onClose={onClose}
      onAct={async ({ reason }) => {
        said((await act.mutateAsync({ params: { id: refund._id }, body: { reason } })).data)
        onClose()
      }}
    >
      <p>{t('outside_text', words)}</p>
    </ReasonDialog>
  )
}

function WithdrawDialog({ refund, onClose }: DialogProps) {
  const t = useT(texts)
  const say = useT(payments)
  const words = useWords(refund)
  const said = useSaid()
  const act = useAct(refundRoutes.withdrawRefund, staleAfterMoney, { shown: true })
  return (
    <ReasonDialog
      title={t('withdraw_question', words)}
      reason={{ label: say('reason'), hint: say('reason_needed'), required: true }}
      action={() => t('act_withdraw')}
      danger
      onClose={onClose}
      onAct={async ({ reason }) => {
        said((await act.mutateAsync({ params: { id: refund._id }, body: { reason } })).data)
        onClose()
      }}
    >
      <p>{t('withdraw_text', words)}</p>
    </ReasonDialog>
  )
}

const icons: Readonly<Record<RefundAct, ComponentType<{ size?: number | string }>>> = {
  send: IconArrowBackUp,
  cash: IconCash,
  outside: IconCircleCheck,
  withdraw: IconX,
  ask: IconHelpCircle,
}

/** The allowed actions on a refund as buttons, with their dialogs. */
export function RefundButtons({ refund }: { refund: Refund }) {
  const t = useT(texts)
  const can = useCan()
  const said = useSaid('ask')
  const [doing, setDoing] = useState<RefundAct>()
  const [slip, setSlip] = useState<Refund>()
  const ask = useAct(refundRoutes.askAboutRefund, staleAfterMoney)
  const over = () => setDoing(undefined)
  const acts = refund.allowed.filter((act) => can(act === 'cash' ? 'payments.refund_cash' : 'payments.refund'))
  const begin = (act: RefundAct) => {
    if (act !== 'ask') setDoing(act)
    else ask.mutate({ params: { id: refund._id } }, { onSuccess: ({ data }) => said(data) })
  }
  const shared = { refund, onClose: over }
  return (
    <>
      {refund.slip_number !== null ? (
        <Button variant="default" leftSection={<IconPrinter size={17} />} onClick={() => setSlip(refund)}>
          {t('act_print')}
        </Button>
      ) : null}
      {acts.map((act, index) => {
        const Icon = icons[act]
        return (
          <Button
            key={act}
            variant={index === 0 && act !== 'ask' ? 'filled' : 'default'}
            leftSection={<Icon size={17} />}
            loading={act === 'ask' && ask.isPending}
            onClick={() => begin(act)}
          >
            {t(`act_${act}`)}
          </Button>
        )
      })}
      {doing === 'send' ? <SendDialog {...shared} /> : null}
      {doing === 'cash' ? <CashDialog {...shared} onDone={setSlip} /> : null}
      {doing === 'outside' ? <OutsideDialog {...shared} /> : null}
      {doing === 'withdraw' ? <WithdrawDialog {...shared} /> : null}
      {slip ? <RefundSlip refund={slip} onPrinted={() => setSlip(undefined)} /> : null}
    </>
  )
}
