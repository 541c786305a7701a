import { Button, VisuallyHidden } from '@mantine/core'
import type { Quote } from '@shiloh/contract/reservations/quote'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { QuoteLines } from '../parts/lines.tsx'
import classes from './reserve.module.css'
import { texts } from './texts.ts'

interface SummaryProps {
  quote: Quote
  deposit_percent: number | null
  /** The deposit is paid in cash. */
  isAtDesk?: boolean
  /** The participants, for the line of the participant type. */
  names: readonly string[]
  /** In an edit: the current price. */
  before?: number | undefined
  action: string
  busy: boolean
  onAction: () => void
  onBack: () => void
  /** Nothing at the event has a price. */
  isFree: boolean
  /** How it is paid, above the button. */
  note?: ReactNode
}

function Totals({
  quote,
  deposit_percent,
  isAtDesk = false,
  before,
  isFree,
}: Pick<SummaryProps, 'quote' | 'deposit_percent' | 'isAtDesk' | 'before' | 'isFree'>) {
  const t = useT(texts)
  const language = useLanguage()
  const money = (minor: number) => formatMoney(minor, quote.currency, language)
  const difference = quote.total - (before ?? quote.total)
  return (
    <>
      <div className={classes.row} data-total>
        <dt>{t('total')}</dt>
        <dd>{isFree ? t('free') : money(quote.total)}</dd>
      </div>
      {/* Below the sum, because it is no part of it. */}
      {before !== undefined ? (
        <div className={classes.row} data-quiet>
          <dt>{t('previous_total')}</dt>
          <dd>{money(before)}</dd>
        </div>
      ) : null}
      {difference !== 0 ? (
        <div className={classes.row} data-quiet>
          <dt>{t('difference')}</dt>
          <dd>
            {difference > 0 ? '+' : '−'}
            {money(Math.abs(difference))}
          </dd>
        </div>
      ) : null}
      {before === undefined && deposit_percent !== null && quote.total > 0 ? (
        <div className={classes.row} data-quiet>
          <dt>{t(isAtDesk ? 'due_desk' : 'due_now', { percent: deposit_percent })}</dt>
          <dd>{money(quote.deposit)}</dd>
        </div>
      ) : null}
    </>
  )
}

/** Several choices that follow each other are said as one. Milliseconds. */
const PAUSE_MS = 1000

/** Says a new total to somebody who does not see it. The first one is read with the summary. */
function SaidTotal({ total }: { total: string }) {
  const t = useT(texts)
  const [said, setSaid] = useState('')
  const last = useRef(total)
  useEffect(() => {
    if (total === last.current) return undefined
    const timer = setTimeout(() => {
      last.current = total
      setSaid(total)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [total])
  return <VisuallyHidden role="status">{said ? `${t('total')}: ${said}` : ''}</VisuallyHidden>
}

/** The price so far and the next button: beside the step from 900 px, a bar at the bottom below that. */
export function Summary({ action, busy, onAction, onBack, names, isFree, note, ...sums }: SummaryProps) {
  const t = useT(texts)
  const language = useLanguage()
  const [opened, setOpened] = useState(false)
  const { quote } = sums
  // A sum of nothing reads like a price of nothing.
  const isEmpty = quote.lines.length === 0 && sums.before === undefined && !isFree
  const total = isFree ? t('free') : formatMoney(quote.total, quote.currency, language)
  return (
    <aside className={classes.summary} aria-label={t('your_reservation')}>
      <div id="summary-lines" className={classes.rows} data-opened={opened || undefined}>
        <h2>{t('your_reservation')}</h2>
        {quote.lines.length === 0 ? <p className={classes.hint}>{t('nothing_yet')}</p> : null}
        <dl>
          <QuoteLines lines={quote.lines} names={names} />
          {isEmpty ? null : <Totals {...sums} isFree={isFree} />}
        </dl>
      </div>
      <div className={classes.bar}>
        {isEmpty ? (
          <p>{t('nothing_yet')}</p>
        ) : (
          <>
            <span>{t('total')}</span>
            <b>{total}</b>
            <button
              type="button"
              aria-expanded={opened}
              aria-controls="summary-lines"
              onClick={() => setOpened(!opened)}
            >
              {t(opened ? 'hide_details' : 'show_details')}
            </button>
          </>
        )}
      </div>
      <SaidTotal total={total} />
      {note ? <p className={classes.ways}>{note}</p> : null}
      <div className={classes.go}>
        <Button
          variant="subtle"
          color="gray"
          className={classes.back ?? ''}
          leftSection={<IconArrowLeft size={17} aria-hidden />}
          onClick={onBack}
        >
          {t('back')}
        </Button>
        <Button fullWidth className={classes.action ?? ''} aria-busy={busy} onClick={busy ? undefined : onAction}>
          {busy ? t('busy') : action}
        </Button>
      </div>
    </aside>
  )
}
