import { Button, NumberInput, TextInput } from '@mantine/core'
import { piecesOf, sumOfCounts, type Till, tillRoutes } from '@shiloh/contract/payments/till'
import { addDays } from '@shiloh/contract/reservations/nights'
import { formatAmount, formatWeekday } from '@shiloh/contract/text/format'
import { IconLock } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { Refusal } from '#ui/feedback/refusal'
import { toastDone } from '#ui/feedback/toast'
import { useFocused } from '#ui/form/first-field'
import { MoneyInput } from '#ui/form/money-input'
import { PageGuard } from '#ui/form/page-guard'
import { staleAfterMoney } from '../../queries.ts'
import { texts as payments } from '../../texts.ts'
import { booksOf, ShouldBe, useSigned } from './books.tsx'
import classes from './closing.module.css'
import { texts as words } from './texts.ts'

/** Counts on the left, books on the right, the difference in large type with its reason. */
export function OpenTill({ till }: { till: Till }) {
  const t = useT(words)
  const say = useT(payments)
  const language = useLanguage()
  const signed = useSigned()
  const pieces = piecesOf(till.currency)
  const [mode, setMode] = useState<'pieces' | 'sum'>(pieces.length > 0 ? 'pieces' : 'sum')
  const [opening, setOpening] = useState<number | null>(till.proposed_opening)
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const [sum, setSum] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const focused = useFocused(true)
  const [problem, setProblem] = useState<string>()
  const act = useAct(tillRoutes.closeTill, [...staleAfterMoney, tillRoutes.listClosings], { shown: true })
  const books = booksOf(till, opening ?? 0)
  const isCounted =
    mode === 'pieces' ? Object.values(counts).some((many) => many > 0) || books.expected === 0 : sum !== null
  const counted = mode === 'pieces' ? sumOfCounts(counts) : (sum ?? 0)
  const difference = counted - books.expected
  const dayName = `${formatWeekday(till.day, language)} ${formatDate(till.day, language)}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isCounted) setProblem(t('count_first'))
    else if (difference !== 0 && reason.trim() === '') setProblem(t('why_needed'))
    else
      act.mutate(
        {
          body: {
            day: till.day,
            cashier_id: till.cashier_id,
            currency: till.currency,
            opening: books.opening,
            expected: books.expected,
            ...(mode === 'pieces' ? { counts } : { counted }),
            ...(difference !== 0 && { reason: reason.trim() }),
          },
        },
        {
          onSuccess: () => toastDone({ message: t('closed', { day: dayName }) }),
          onError: (error) => setProblem(error.message),
        },
      )
  }
  return (
    <form className={classes.columns} noValidate onSubmit={submit}>
      <PageGuard hasChanges={() => reason.trim() !== '' || (mode === 'pieces' ? counted > 0 : sum !== null)} />
      <div>
        <div className={classes.head}>
          <h2>{t('count')}</h2>
          {pieces.length > 0 ? (
            <Segments
              label={t('how_counted')}
              value={mode}
              onChange={setMode}
              choices={[
                { value: 'pieces', label: t('by_pieces') },
                { value: 'sum', label: t('only_sum') },
              ]}
            />
          ) : null}
        </div>
        {mode === 'pieces' ? (
          <table className={classes.count}>
            <thead>
              <tr>
                <th data-number>{t('piece')}</th>
                <th data-number>{t('how_many')}</th>
                <th data-number>{till.currency}</th>
              </tr>
            </thead>
            <tbody>
              {pieces.map((piece) => {
                const name = piece % 100 === 0 ? String(piece / 100) : formatAmount(piece, language)
                const many = counts[piece] ?? 0
                return (
                  <tr key={piece}>
                    <th scope="row" data-number>
                      {name}
                    </th>
                    <td data-number>
                      <NumberInput
                        {...(piece === pieces[0] && { ref: focused })}
                        aria-label={t('how_many_of', { piece: name })}
                        min={0}
                        max={1_000_000}
                        allowDecimal={false}
                        allowNegative={false}
                        hideControls
                        placeholder="0"
                        value={many === 0 ? '' : many}
                        onChange={(typed) => setCounts({ ...counts, [piece]: Number(typed) || 0 })}
                      />
                    </td>
                    <td data-number className={many === 0 ? 'dim' : undefined}>
                      {formatAmount(piece * many, language)}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        ) : (
          <MoneyInput label={t('counted_sum')} currency={till.currency} value={sum} onChange={setSum} />
        )}
        <p className={classes.counted}>
          <b>{t('counted', { currency: till.currency })}</b>
          <span>{formatAmount(counted, language)}</span>
        </p>
      </div>
      <div>
        <h2>{t('what_should_be')}</h2>
        <MoneyInput label={t('opening')} currency={till.currency} value={opening} onChange={setOpening} />
        <ShouldBe till={till} books={books} />
        <p className={classes.difference} data-off={(isCounted && difference !== 0) || undefined}>
          <b>{t('difference')}</b>
          <span>{isCounted ? signed(difference) : '–'}</span>
        </p>
        {isCounted && difference !== 0 ? (
          <>
            <p className="dim small">
              {t(difference < 0 ? 'missing' : 'too_much', { amount: formatAmount(Math.abs(difference), language) })}
            </p>
            <TextInput
              label={t('why')}
              description={t('why_needed')}
              maxLength={300}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        ) : null}
        {problem ? <Refusal>{problem}</Refusal> : null}
        {till.allowed.includes('close') ? (
          <>
            <Button type="submit" fullWidth leftSection={<IconLock size={18} />} loading={act.isPending}>
              {t('sign', { day: dayName })}
            </Button>
            <p className="dim small">{t('after', { next: formatDate(addDays(till.day, 1), language) })}</p>
          </>
        ) : (
          <p className="dim small">{t('may_not')}</p>
        )}
        <p className="dim small">
          {say('cashier')}: {till.cashier}
        </p>
      </div>
    </form>
  )
}
