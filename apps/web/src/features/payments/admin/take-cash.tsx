import { Button, TextInput } from '@mantine/core'
import { cashNumber } from '@shiloh/contract/payments/money'
import { type Payment, paymentRoutes } from '@shiloh/contract/payments/payments'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconPrinter } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { splitFailure } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Refusal } from '#ui/feedback/refusal'
import { FormDialog } from '#ui/form/form-dialog'
import { MoneyInput } from '#ui/form/money-input'
import classes from './cash.module.css'
import { staleAfterMoney } from './queries.ts'
import { type PaidFor, Slip } from './slip.tsx'
import { texts } from './texts.ts'

/** The subject of a cash payment. */
export interface Payable extends PaidFor {
  readonly _id: string
  readonly balance: number
  /** What is due now of it: the deposit, or all of it. */
  readonly due: number
  readonly currency: string
}

interface TakeCashFormProps {
  payable: Payable
  onTaken: (payment: Payment) => void
  /** Focuses the amount immediately. For pages; a dialog does it by itself. */
  focused?: boolean
  onCancel?: () => void
}

/**
 * The amount, initially what is due now, and the button that takes it. A retry after a lost response takes it only once.
 */
export function TakeCashForm({ payable, onTaken, focused = false, onCancel }: TakeCashFormProps) {
  const t = useT(texts)
  const language = useLanguage()
  const act = useAct(paymentRoutes.takeCash, staleAfterMoney, { shown: true })
  const [amount, setAmount] = useState<number | null>(payable.due > 0 ? payable.due : payable.balance)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<{ amount?: string | undefined; rest?: string | undefined }>({})
  const field = useRef<HTMLInputElement>(null)
  const money = (minor: number) => formatMoney(minor, payable.currency, language)
  const rest = payable.balance - (amount ?? 0)
  const after = () => {
    if (rest > 0) return t('balance_after', { amount: money(rest) })
    return rest < 0 ? t('too_much', { amount: money(payable.balance) }) : t('paid_after')
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (act.isPending) return
    if (!amount || rest < 0) {
      setProblem({ amount: amount ? t('too_much', { amount: money(payable.balance) }) : t('amount_needed') })
      field.current?.focus()
      return
    }
    setProblem({})
    try {
      const { data } = await act.mutateAsync({
        params: { id: payable._id },
        body: { amount, currency: payable.currency, ...(note.trim() && { note: note.trim() }) },
      })
      onTaken(data)
    } catch (error) {
      const failure = splitFailure(error, (name) => name === 'amount')
      setProblem({ amount: failure.fields[0]?.message, rest: failure.rest })
      if (failure.fields.length > 0) field.current?.focus()
    }
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      {problem.rest ? <Refusal>{problem.rest}</Refusal> : null}
      <MoneyInput
        ref={field}
        autoFocus={focused}
        data-autofocus
        size="lg"
        label={t('amount_received')}
        description={after()}
        currency={payable.currency}
        value={amount}
        onChange={setAmount}
        onFocus={(event) => event.currentTarget.select()}
        error={problem.amount}
      />
      <TextInput
        label={t('note_optional')}
        description={t('note_hint')}
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        {onCancel ? (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            {t('cancel')}
          </Button>
        ) : null}
        <Button type="submit" loading={act.isPending}>
          {amount ? t('take_amount', { amount: money(amount) }) : t('take_cash')}
        </Button>
      </div>
    </form>
  )
}

interface TakenProps {
  payment: Payment
  payable: Payable
  /** The label of the button that continues. */
  next: string
  onNext: () => void
}

/** Cash was taken: the receipt's number, large, and the slip. */
export function Taken({ payment, payable, next, onNext }: TakenProps) {
  const t = useT(texts)
  const language = useLanguage()
  const [printing, setPrinting] = useState(false)
  const money = (minor: number) => formatMoney(minor, payment.currency, language)
  const rest = payable.balance - payment.amount
  return (
    <div className={classes.taken}>
      <div role="status">
        <p className={classes.number}>{t('receipt_number', { number: cashNumber(payment.receipt_number ?? 0) })}</p>
        <p>{t('taken', { amount: money(payment.amount), name: payable.name })}</p>
        <p className="dim">{rest > 0 ? t('rest_open', { amount: money(rest) }) : t('rest_paid')}</p>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" leftSection={<IconPrinter size={18} />} onClick={() => setPrinting(true)}>
          {t('print_receipt')}
        </Button>
        <Button autoFocus data-autofocus onClick={onNext}>
          {next}
        </Button>
      </div>
      {printing ? <Slip payment={payment} paidFor={payable} onPrinted={() => setPrinting(false)} /> : null}
    </div>
  )
}

/** Takes cash in a dialog, and then shows the receipt. */
export function TakeCashDialog({ payable, onClose }: { payable: Payable; onClose: () => void }) {
  const t = useT(texts)
  const [taken, setTaken] = useState<{ payment: Payment; payable: Payable }>()
  return (
    <FormDialog onClose={onClose} title={taken ? t('receipt') : t('take_cash')}>
      {taken ? (
        <Taken {...taken} next={t('done')} onNext={onClose} />
      ) : (
        <TakeCashForm payable={payable} onTaken={(payment) => setTaken({ payment, payable })} onCancel={onClose} />
      )}
    </FormDialog>
  )
}
