import { Button, TextInput } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { deskRoutes, type MobileNetwork } from '@shiloh/contract/payments/desk'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconArrowLeft, IconCash, IconDeviceMobile, IconDoorEnter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import classes from './desk.module.css'
import { texts } from './texts.ts'
import { Voucher } from './voucher.tsx'

type Owed = DataOf<typeof deskRoutes.getDeskPayment>

/** Milliseconds between two questions about a prompt, and how long a phone waits for its owner. */
const ASK_MS = 3000
const PATIENCE_MS = 130_000

type Step =
  | { readonly kind: 'choose' | 'cash' | 'prompt' }
  | { readonly kind: 'voucher'; readonly reference: string }
  | { readonly kind: 'waiting'; readonly reference: string; readonly since: number }
  | { readonly kind: 'paid'; readonly note: string | undefined }

interface DeskPaymentProps {
  code: string
  onPaid: () => void
  /** Scans the person again. */
  onAgain: () => void
}

/** What somebody owes, and the two ways to pay it at the gate. */
export function DeskPayment({ code, onPaid, onAgain }: DeskPaymentProps) {
  const { data } = useQuery({
    ...queryOf(deskRoutes.getDeskPayment, { params: { code } }),
    // Without the right there is nothing to draw, and no reason to ask again.
    retry: false,
    staleTime: 0,
  })
  // After the payment nothing is left to pay: the receipt stays on the screen.
  const first = useRef<Owed>(undefined)
  if (data && data.balance > 0) first.current ??= data
  return first.current ? <Pay code={code} owed={first.current} onPaid={onPaid} onAgain={onAgain} /> : null
}

function Pay({ code, owed, onPaid, onAgain }: DeskPaymentProps & { owed: Owed }) {
  const t = useT(texts)
  const language = useLanguage()
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [problem, setProblem] = useState<string>()
  const [phone, setPhone] = useState(owed.phone ?? '')
  const [network, setNetwork] = useState<MobileNetwork>(owed.networks[0] ?? 'mtn')
  const cash = useAct(deskRoutes.takeCashAtGate, [deskRoutes.getDeskPayment], { shown: true })
  const prompt = useAct(deskRoutes.promptAtGate, [], { shown: true })
  // What is owed is read again after a payment, and would be nothing.
  const [amount] = useState(() => formatMoney(owed.balance, owed.currency, language))
  const params = { code }
  const go = (next: Step) => {
    setProblem(undefined)
    setStep(next)
  }
  const refused = (error: unknown) => {
    if (!(error instanceof Error)) throw error
    setProblem(error instanceof ApiError && error.code === 'stale' ? t('changed') : error.message)
  }
  const take = () =>
    cash.mutateAsync({ params, body: { balance: owed.balance, currency: owed.currency } }).then(({ data }) => {
      const number = data.receipt_number === null ? undefined : String(data.receipt_number).padStart(6, '0')
      go({ kind: 'paid', note: number && t('receipt', { number }) })
      onPaid()
    }, refused)
  const send = () =>
    prompt
      .mutateAsync({ params, body: { phone, network } })
      .then(
        ({ data: { reference, needs_voucher } }) =>
          go(needs_voucher ? { kind: 'voucher', reference } : { kind: 'waiting', reference, since: Date.now() }),
        refused,
      )
  const back = (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={20} aria-hidden />}
      onClick={() => go({ kind: 'choose' })}
    >
      {t('back')}
    </Button>
  )
  const said = problem ? (
    <p role="alert" className={classes.problem}>
      {problem}
    </p>
  ) : null
  switch (step.kind) {
    case 'choose':
      return (
        <div className={classes.desk}>
          {said}
          <Button
            variant="default"
            leftSection={<IconCash size={22} aria-hidden />}
            onClick={() => go({ kind: 'cash' })}
          >
            {t('take_cash', { amount })}
          </Button>
          {owed.networks.length > 0 ? (
            <Button
              variant="default"
              leftSection={<IconDeviceMobile size={22} aria-hidden />}
              onClick={() => go({ kind: 'prompt' })}
            >
              {t('prompt')}
            </Button>
          ) : null}
        </div>
      )
    case 'cash':
      return (
        <div className={classes.desk}>
          <p className={classes.question}>{t('cash_question', { amount })}</p>
          {said}
          {/* Stands where the button was that led here: a double tap must not take money. */}
          {back}
          <Button loading={cash.isPending} onClick={({ detail }) => detail < 2 && void take()}>
            {t('cash_yes', { amount })}
          </Button>
        </div>
      )
    case 'prompt':
      return (
        <form
          className={classes.desk}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!prompt.isPending) void send()
          }}
        >
          <TextInput
            label={t('phone')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            size="md"
            value={phone}
            error={problem}
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
          <Segments
            label={t('network')}
            choices={owed.networks.map((value) => ({ value, label: t(`network_${value}`) }))}
            value={network}
            onChange={setNetwork}
          />
          <Button type="submit" loading={prompt.isPending}>
            {t('send', { amount })}
          </Button>
          {back}
        </form>
      )
    case 'voucher':
      return (
        <Voucher
          code={code}
          reference={step.reference}
          back={back}
          onSent={() => go({ kind: 'waiting', reference: step.reference, since: Date.now() })}
        />
      )
    case 'waiting':
      return (
        <Waiting
          code={code}
          reference={step.reference}
          since={step.since}
          phone={phone}
          onPaid={() => {
            go({ kind: 'paid', note: undefined })
            onPaid()
          }}
          onEnd={(reason) => {
            go({ kind: 'choose' })
            setProblem(reason)
          }}
        />
      )
    default:
      return (
        <div className={classes.desk}>
          <p role="status" className={classes.paid}>
            {t('paid', { amount })}
            {step.note ? <small>{step.note}</small> : null}
          </p>
          <Button leftSection={<IconDoorEnter size={22} aria-hidden />} onClick={onAgain}>
            {t('check_again')}
          </Button>
        </div>
      )
  }
}

interface WaitingProps {
  code: string
  reference: string
  since: number
  phone: string
  onPaid: () => void
  onEnd: (reason: string | undefined) => void
}

/** Asks every few seconds whether the person has confirmed. */
function Waiting({ code, reference, since, phone, onPaid, onEnd }: WaitingProps) {
  const t = useT(texts)
  // The newest functions, so that one prompt is followed once.
  const then = useRef({ t, onPaid, onEnd })
  then.current = { t, onPaid, onEnd }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const look = async () => {
      // Without an answer it asks again: the network of a gate comes and goes.
      const answer = await call(deskRoutes.checkPrompt, { params: { code, reference } }).catch(() => undefined)
      if (isLeft) return
      const { t: say, onPaid: paid, onEnd: end } = then.current
      if (answer?.balance === 0) return paid()
      if (answer && answer.status !== 'started' && answer.status !== 'created') return end(say('declined'))
      if (Date.now() - since > PATIENCE_MS) return end(say('too_long'))
      timer = setTimeout(() => void look(), ASK_MS)
    }
    void look()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [code, reference, since])
  return (
    <div className={classes.desk}>
      <p role="status" className={classes.question}>
        {t('waiting', { phone })}
      </p>
      <p className={classes.note}>{t('waiting_hint')}</p>
      <Button variant="default" onClick={() => onEnd(undefined)}>
        {t('stop_waiting')}
      </Button>
    </div>
  )
}
