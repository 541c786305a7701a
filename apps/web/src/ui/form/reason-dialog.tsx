import { Button, Group, Textarea } from '@mantine/core'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { splitFailure } from '#platform/form-errors'
import { useT } from '#platform/i18n'
import { Refusal } from '#ui/feedback/refusal'
import { texts } from '../base/texts.ts'
import classes from './form.module.css'
import { FormDialog } from './form-dialog.tsx'
import { MoneyInput } from './money-input.tsx'

interface ReasonDialogProps {
  /** The question. */
  title: string
  /** The consequences, with numbers. */
  children: ReactNode
  /** Also asks for an amount, which starts with the maximum. */
  amount?: { label: string; currency: string; most: number; tooMuch: string }
  reason: { label: string; hint?: string; required: boolean }
  /** Verb and object, with the amount if there is one. */
  action: (amount: number) => string
  /** The button that changes nothing, if “Cancel” could mean the action. */
  keep?: string
  danger?: boolean
  /** Performs it. A rejection by the server is shown here, and the input stays. */
  onAct: (given: { amount: number; reason: string }) => Promise<unknown>
  onClose: () => void
}

type Problem = { readonly amount?: string; readonly reason?: string; readonly rest?: string | undefined }

/** Asks why, and how much, before something that stays in the books. */
export function ReasonDialog({
  title,
  children,
  amount,
  reason,
  action,
  keep,
  danger,
  onAct,
  onClose,
}: ReasonDialogProps) {
  const t = useT(texts)
  const say = useT(fieldTexts)
  const [minor, setMinor] = useState<number | null>(amount?.most ?? null)
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<Problem>({})
  const [busy, setBusy] = useState(false)
  const amountField = useRef<HTMLInputElement>(null)
  const reasonField = useRef<HTMLTextAreaElement>(null)

  const check = (): Problem => ({
    ...(amount && !minor && { amount: say('required') }),
    ...(amount && minor !== null && minor > amount.most && { amount: amount.tooMuch }),
    ...(reason.required && words.trim() === '' && { reason: say('required') }),
  })
  const show = (found: Problem) => {
    setProblem(found)
    if (found.amount) amountField.current?.focus()
    else if (found.reason) reasonField.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    show(found)
    if (busy || found.amount || found.reason) return
    setBusy(true)
    try {
      await onAct({ amount: minor ?? 0, reason: words.trim() })
    } catch (error) {
      const { fields, rest } = splitFailure(error, (name) => name === 'amount' || name === 'reason')
      const told = (name: string) => fields.find((field) => field.name === name)?.message
      const [aboutAmount, aboutReason] = [told('amount'), told('reason')]
      show({ ...(aboutAmount && { amount: aboutAmount }), ...(aboutReason && { reason: aboutReason }), rest })
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormDialog onClose={onClose} title={title}>
      <form noValidate className={classes.ask} onSubmit={(event) => void submit(event)}>
        {problem.rest ? <Refusal>{problem.rest}</Refusal> : null}
        {children}
        {amount ? (
          <MoneyInput
            ref={amountField}
            data-autofocus
            label={amount.label}
            currency={amount.currency}
            value={minor}
            onChange={setMinor}
            error={problem.amount}
          />
        ) : null}
        <Textarea
          ref={reasonField}
          label={reason.label}
          {...(reason.hint && { description: reason.hint })}
          {...(!amount && { 'data-autofocus': true })}
          autosize
          minRows={2}
          maxLength={300}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          error={problem.reason}
        />
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={onClose}>
            {keep ?? t('cancel')}
          </Button>
          <Button type="submit" {...(danger && { color: 'red' })} loading={busy}>
            {action(minor ?? 0)}
          </Button>
        </Group>
      </form>
    </FormDialog>
  )
}
