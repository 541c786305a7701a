import { ActionIcon, Button, Menu } from '@mantine/core'
import { cashNumber } from '@shiloh/contract/payments/money'
import { type Payment, paymentRoutes } from '@shiloh/contract/payments/payments'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconArrowBackUp, IconDotsVertical, IconPrinter, IconReceiptOff } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { ReasonDialog } from '#ui/form/reason-dialog'
import { staleAfterMoney } from './queries.ts'
import { type PaidFor, Slip } from './slip.tsx'
import { texts } from './texts.ts'
import { useTillReason } from './till-reason.tsx'

interface PaymentProps {
  payment: Payment
  paidFor: PaidFor
}

function VoidDialog({ payment, paidFor, onClose }: PaymentProps & { onClose: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const act = useAct(paymentRoutes.voidCash, staleAfterMoney, { shown: true })
  const number = cashNumber(payment.receipt_number ?? 0)
  return (
    <ReasonDialog
      title={t('void_question', { number })}
      reason={{ label: t('reason'), hint: t('reason_needed'), required: true }}
      action={() => t('void')}
      danger
      onClose={onClose}
      onAct={async ({ reason }) => {
        await act.mutateAsync({ params: { id: payment._id }, body: { reason } })
        toastDone({ message: t('void_done', { number }) })
        onClose()
      }}
    >
      <p>{t('void_text', { name: paidFor.name, amount: formatMoney(payment.captured, payment.currency, language) })}</p>
    </ReasonDialog>
  )
}

function RefundDialog({ payment, paidFor, onClose }: PaymentProps & { onClose: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const act = useAct(paymentRoutes.refundPayment, staleAfterMoney, { shown: true })
  const money = (minor: number) => formatMoney(minor, payment.currency, language)
  // The amount when the dialog opened: the server rejects a second click.
  const [most] = useState(payment.refundable)
  const till = useTillReason()
  return (
    <ReasonDialog
      title={t('refund_question', { name: paidFor.name })}
      amount={{
        label: t('refund_amount'),
        currency: payment.currency,
        most,
        tooMuch: t('refund_most', { amount: money(most) }),
      }}
      reason={{ label: t('reason'), hint: t('reason_needed'), required: true }}
      action={(amount) => t('refund_action', { amount: money(amount) })}
      danger
      onClose={onClose}
      onAct={async (given) => {
        const body = { ...given, refundable: most, ...till.body }
        await till.watch(act.mutateAsync({ params: { id: payment._id }, body }))
        toastDone({ message: t('refund_done', { amount: money(given.amount) }) })
        onClose()
      }}
    >
      <p>
        {payment.provider === 'cash'
          ? t('refund_cash')
          : t('refund_online', { provider: t(`provider_${payment.provider}`) })}
      </p>
      {till.field}
    </ReasonDialog>
  )
}

interface Action {
  readonly key: 'print' | 'void' | 'refund'
  readonly label: string
  readonly icon: ComponentType<{ size?: number | string }>
}

/** Returns the allowed actions on a payment, with their dialogs. */
function usePaymentActions({ payment, paidFor }: PaymentProps): {
  actions: readonly Action[]
  start: (key: Action['key']) => void
  dialog: ReactNode
} {
  const t = useT(texts)
  const can = useCan()
  const [doing, setDoing] = useState<Action['key']>()
  const over = () => setDoing(undefined)
  const { provider, status, refunded } = payment
  const isCash = provider === 'cash'
  const isPaid = status === 'paid' || status === 'refund_due'
  const actions: Action[] = [
    ...(isCash ? [{ key: 'print', label: t('print_receipt'), icon: IconPrinter } as const] : []),
    ...(isCash && status === 'paid' && refunded === 0 && can('payments.void_cash')
      ? [{ key: 'void', label: t('void'), icon: IconReceiptOff } as const]
      : []),
    ...(isPaid && payment.refundable > 0 && can('payments.refund')
      ? [{ key: 'refund', label: t('refund'), icon: IconArrowBackUp } as const]
      : []),
  ]
  const shared = { payment, paidFor }
  const dialogs = {
    print: <Slip {...shared} onPrinted={over} />,
    void: <VoidDialog {...shared} onClose={over} />,
    refund: <RefundDialog {...shared} onClose={over} />,
  }
  return { actions, start: setDoing, dialog: doing ? dialogs[doing] : null }
}

/** A small menu, beside a payment of a list. */
export function PaymentMenu(props: PaymentProps & { name: string }) {
  const t = useT(texts)
  const { actions, start, dialog } = usePaymentActions(props)
  if (actions.length === 0) return <span />
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={36} aria-label={t('actions_of', { name: props.name })}>
            <IconDotsVertical size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ key, label, icon: Icon }) => (
            <Menu.Item key={key} leftSection={<Icon size={17} />} onClick={() => start(key)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  )
}

/** Buttons, where a payment is shown alone. */
export function PaymentButtons(props: PaymentProps) {
  const { actions, start, dialog } = usePaymentActions(props)
  return (
    <>
      {actions.map(({ key, label, icon: Icon }) => (
        <Button key={key} variant="default" leftSection={<Icon size={17} />} onClick={() => start(key)}>
          {label}
        </Button>
      ))}
      {dialog}
    </>
  )
}
