import { Button, TextInput } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { deskRoutes, type MobileNetwork, networkOf } from '@shiloh/contract/payments/desk'
import { cashNumber } from '@shiloh/contract/payments/money'
import { formatMoney } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { IconArrowLeft, IconCash, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import type { Paid } from '../use-gate.ts'
import classes from './desk.module.css'
import type { DeskProps } from './desk-state.ts'
import { texts } from './texts.ts'
import { Voucher } from './voucher.tsx'

type Owed = DataOf<typeof deskRoutes.getDeskPayment>

/** Milliseconds between two questions about a prompt, and how long a phone waits for its owner. */
const ASK_MS = 3000
const PATIENCE_MS = 130_000

type Step =
  | { readonly kind: 'choose' | 'cash' | 'prompt' }
  | { readonly kind: 'voucher'; readonly reference: string; readonly phone: string }
  /** `sent`: false while it is not known whether the phone was asked. */
  | {
      readonly kind: 'waiting'
      readonly reference: string
      readonly since: number
      readonly sent: boolean
      readonly phone: string
    }

/** A second touch of a double tap comes within this time. Milliseconds. */
const DOUBLE_TAP_MS = 600

/** What somebody owes, and the two ways to pay it at the gate. */
export function DeskPayment({ person, ...props }: DeskProps) {
  const { data, isError } = useQuery({
    ...queryOf(deskRoutes.getDeskPayment, { params: { code: person.code } }),
    // Without the right there is nothing to draw, and no reason to ask again.
    retry: false,
    staleTime: 0,
  })
  // While a payment is under way, another one can make it nothing.
  const first = useRef<Owed>(undefined)
  if (data && data.balance > 0) first.current ??= data
  const { onState } = props
  const cannot = first.current === undefined && (isError || data !== undefined)
  useEffect(() => {
    if (cannot) onState('cannot')
  }, [cannot, onState])
  return first.current ? <Pay {...props} code={person.code} owed={first.current} /> : null
}

function Pay({
  code,
  owed,
  isMore,
  onState,
  onPaid: pay,
  onDeclined,
}: Omit<DeskProps, 'person'> & { readonly code: string; readonly owed: Owed }) {
  const t = useT(texts)
  const language = useLanguage()
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [problem, setProblem] = useState<string>()
  const [phone, setPhone] = useState(owed.phone ?? '')
  const [chosen, setChosen] = useState<MobileNetwork>()
  const byNumber = owed.networks.find((one) => one === networkOf(phone))
  const network = chosen ?? byNumber ?? owed.networks[0] ?? 'mtn'
  const cash = useAct(deskRoutes.takeCashAtGate, [deskRoutes.getDeskPayment], { shown: true })
  const prompt = useAct(deskRoutes.promptAtGate, [], { shown: true })
  // What is owed is read again after a payment, and would be nothing.
  const [amount] = useState(() => formatMoney(owed.balance, owed.currency, language))
  const params = { code }
  const onPaid = (receipt: string | undefined) => pay({ amount, receipt } satisfies Paid)
  const isTaking = step.kind !== 'choose'
  useEffect(() => onState(isTaking ? 'taking' : 'may'), [isTaking, onState])
  const askedAt = useRef(0)
  const go = (next: Step) => {
    setProblem(undefined)
    onDeclined(undefined)
    askedAt.current = performance.now()
    setStep(next)
  }
  const refused = (error: unknown) => {
    if (!(error instanceof Error)) throw error
    if (!(error instanceof ApiError)) return setProblem(error.message)
    const number = error.fields.find(({ field }) => field === 'phone')
    setProblem(error.code === 'stale' ? t('changed') : (number ?? error).message)
  }
  const take = () =>
    cash.mutateAsync({ params, body: { balance: owed.balance, currency: owed.currency } }).then(({ data }) => {
      const number = data.receipt_number === null ? undefined : cashNumber(data.receipt_number)
      onPaid(number && t('receipt', { number }))
    }, refused)
  const send = () =>
    prompt
      .mutateAsync({ params, body: { phone, network } })
      .then(
        ({ data: { reference, needs_voucher, sent, phone: asked } }) =>
          go(
            needs_voucher
              ? { kind: 'voucher', reference, phone: asked }
              : { kind: 'waiting', reference, since: Date.now(), sent, phone: asked },
          ),
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
        <>
          <Button
            variant="default"
            leftSection={<IconCash size={20} aria-hidden />}
            onClick={() => go({ kind: 'cash' })}
          >
            {t('cash')}
          </Button>
          {isMore && owed.networks.length > 0 ? (
            <Button
              variant="default"
              leftSection={<IconDeviceMobile size={20} aria-hidden />}
              onClick={() => go({ kind: 'prompt' })}
            >
              {t('prompt')}
            </Button>
          ) : null}
        </>
      )
    case 'cash':
      return (
        <div className={classes.desk}>
          <p className={classes.question}>{t('cash_question', { amount })}</p>
          {said}
          <Button
            loading={cash.isPending}
            onClick={({ detail }) => {
              // A double tap on the button that led here must not take money.
              if (detail < 2 && performance.now() - askedAt.current > DOUBLE_TAP_MS) void take()
            }}
          >
            {t('cash_yes', { amount })}
          </Button>
          {back}
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
            onChange={setChosen}
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
          onSent={() => go({ ...step, kind: 'waiting', since: Date.now(), sent: true })}
        />
      )
    default:
      return (
        <Waiting
          code={code}
          reference={step.reference}
          since={step.since}
          isSent={step.sent}
          phone={step.phone}
          wanted={phone}
          onPaid={() => onPaid(t('reference', { reference: step.reference }))}
          onEnd={(reason) => {
            go({ kind: 'choose' })
            onDeclined(reason)
          }}
        />
      )
  }
}

interface WaitingProps {
  code: string
  reference: string
  since: number
  isSent: boolean
  phone: string
  /** The number that was entered: another one may still be asked. */
  wanted: string
  onPaid: () => void
  onEnd: (reason: string | undefined) => void
}

/** The last digits are the same however a number is written. */
const isSameNumber = (one: string, other: string): boolean =>
  one.replace(/\D/g, '').slice(-9) === other.replace(/\D/g, '').slice(-9)

/** Asks every few seconds whether the person has confirmed. */
function Waiting({ code, reference, since, isSent, phone, wanted, onPaid, onEnd }: WaitingProps) {
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
        {t(isSent ? 'waiting' : 'waiting_unsure', { phone: formatPhone(phone) })}
      </p>
      <p className={classes.note}>{t(isSameNumber(phone, wanted) ? 'waiting_hint' : 'waiting_other')}</p>
      <Button variant="default" onClick={() => onEnd(undefined)}>
        {t('stop_waiting')}
      </Button>
    </div>
  )
}
