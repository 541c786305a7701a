import { Button, TextInput } from '@mantine/core'
import { deskRoutes } from '@shiloh/contract/payments/desk'
import { type ReactNode, useState } from 'react'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import classes from './desk.module.css'
import { texts } from './texts.ts'

interface VoucherProps {
  code: string
  reference: string
  back: ReactNode
  /** The network asks on the phone now. */
  onSent: () => void
}

/** The voucher that the person makes on their phone and reads to the desk. */
export function Voucher({ code, reference, back, onSent }: VoucherProps) {
  const t = useT(texts)
  const [voucher, setVoucher] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutateAsync, isPending } = useAct(deskRoutes.submitVoucher, [], { shown: true })
  const send = async () => {
    setProblem(undefined)
    try {
      const { data } = await mutateAsync({ params: { code, reference }, body: { voucher: voucher.replace(/\D/g, '') } })
      if (!data.needs_voucher) return onSent()
      setProblem(t('voucher_unknown'))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setProblem(error.message)
    }
  }
  return (
    <form
      className={classes.desk}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void send()
      }}
    >
      <TextInput
        label={t('voucher')}
        description={t('voucher_hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        size="md"
        data-autofocus
        value={voucher}
        error={problem}
        onChange={(event) => setVoucher(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending}>
        {t('voucher_send')}
      </Button>
      {back}
    </form>
  )
}
