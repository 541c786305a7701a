import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { addDays } from '@shiloh/contract/nights'
import { paymentRoutes } from '@shiloh/contract/payments'
import { piecesOf, sumOfCounts, type Till, tillRoutes } from '@shiloh/contract/till'
import { IconChevronLeft, IconChevronRight, IconLock, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAccount } from '#platform/account'
import { formatAmount, formatDate, formatWeekday } from '#platform/format'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { parseDay } from '#platform/zone'
import { DateSetup } from '#ui/date-setup'
import { LinkButton } from '#ui/link-button'
import { MoneyInput } from '#ui/money-input'
import { PageHeader } from '#ui/page-header'
import { LoadFailed } from '#ui/page-states'
import { Scaffold } from '#ui/scaffold'
import { Segments } from '#ui/segments'
import { ToneBadge } from '#ui/status-badge'
import { toastDone } from '#ui/toast'
import { DateText, TimeText } from '#ui/values'
import { staleAfterMoney } from '../queries.ts'
import { texts as refunds } from '../refunds/texts.ts'
import { texts as payments } from '../texts.ts'
import classes from './closing.module.css'
import { texts as words } from './closing-texts.ts'
import { texts } from './texts.ts'
import { isDay, todayIn } from './today.ts'

/** An amount with the sign that an accountant writes. */
function useSigned(): (minor: number) => string {
  const language = useLanguage()
  return (minor) => (minor < 0 ? `−${formatAmount(-minor, language)}` : formatAmount(minor, language))
}

interface Books {
  readonly opening: number
  readonly expected: number
}
const booksOf = (till: Till, opening: number): Books => ({
  opening,
  expected: opening + till.taken - till.voided - till.given_back,
})

/** What the books say should be in the till, line by line. */
function ShouldBe({ till, books }: { till: Till; books: Books }) {
  const t = useT(words)
  const signed = useSigned()
  const numbers =
    till.first_receipt === null || till.last_receipt === null
      ? ''
      : `, ${t('numbers', { from: till.first_receipt, to: till.last_receipt })}`
  const lines = [
    ...(till.closing ? [[t('opening'), '', books.opening] as const] : []),
    [t('taken'), `${t('receipts', { count: till.receipts })}${numbers}`, till.taken],
    // Without `0 -`, nothing would be written as minus nothing.
    [t('voided'), '', 0 - till.voided],
    [t('given_back'), t('slips', { count: till.slips }), 0 - till.given_back],
  ] as const
  return (
    <dl className={classes.books}>
      {lines.map(([label, note, minor]) => (
        <div key={label}>
          <dt>
            {label}
            {note ? <span>{note}</span> : null}
          </dt>
          <dd>{signed(minor)}</dd>
        </div>
      ))}
      <div data-sum>
        <dt>{t('should_be', { currency: till.currency })}</dt>
        <dd>{signed(books.expected)}</dd>
      </div>
    </dl>
  )
}

function Entries({ till, zone }: { till: Till; zone: string }) {
  const t = useT(words)
  const say = useT(payments)
  const name = useT(refunds)
  const signed = useSigned()
  if (till.entries.length === 0) return <p className="dim">{t('no_entries')}</p>
  return (
    <section className={classes.part}>
      <h2>{t('entries')}</h2>
      <table>
        <thead>
          <tr>
            <th>{name('kind_of_entry')}</th>
            <th data-number>{name('number')}</th>
            <th data-wide>{say('when')}</th>
            <th>{say('guest')}</th>
            <th data-wide>{say('code')}</th>
            <th data-number>{say('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {till.entries.map((entry) => (
            <tr key={entry._id} data-void={entry.kind === 'void' || undefined}>
              <td>{name(`entry_${entry.kind}`)}</td>
              <td data-number>{entry.number}</td>
              <td data-wide>
                <TimeText value={entry.at} zone={zone} />
              </td>
              <th scope="row">{entry.person}</th>
              <td data-wide>
                <span className="code">{entry.reservation_code}</span>
              </td>
              <td data-number>{signed(entry.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ByEvent({ till }: { till: Till }) {
  const t = useT(words)
  const signed = useSigned()
  if (till.by_event.length === 0) return null
  return (
    <section className={classes.part}>
      <h2>{t('by_event')}</h2>
      <table>
        <tbody>
          {till.by_event.map((row) => (
            <tr key={row.event_name}>
              <th scope="row">{row.event_name}</th>
              <td data-number>{t('receipts', { count: row.receipts })}</td>
              <td data-number>{signed(row.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Counts left, books right; the difference in large type, with its reason. */
function OpenTill({ till }: { till: Till }) {
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
        {problem ? (
          <p role="alert" className={classes.refusal}>
            {problem}
          </p>
        ) : null}
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

/** The day as it was signed: the paper itself. */
function LockedTill({ till, closing, zone }: { till: Till; closing: NonNullable<Till['closing']>; zone: string }) {
  const t = useT(words)
  const desk = useT(texts)
  const language = useLanguage()
  const signed = useSigned()
  const pieces = Object.entries(closing.counts ?? {})
    .map(([piece, many]) => [Number(piece), many] as const)
    .filter(([, many]) => many > 0)
    .sort(([a], [b]) => b - a)
  return (
    <article className={classes.paper}>
      <header>
        <p>
          <b>{t('closing_number', { number: closing.number })}</b>
        </p>
        <p>
          {t('signed_by', { name: closing.signed_by })} <DateText value={closing.signed_at} zone={zone} time />
        </p>
      </header>
      <div className={classes.columns}>
        <div>
          <h2>{t('counted_heading')}</h2>
          <dl className={classes.books}>
            {pieces.map(([piece, many]) => (
              <div key={piece}>
                <dt>
                  {piece % 100 === 0 ? piece / 100 : formatAmount(piece, language)} × {many}
                </dt>
                <dd>{formatAmount(piece * many, language)}</dd>
              </div>
            ))}
            <div data-sum>
              <dt>{t('counted', { currency: closing.currency })}</dt>
              <dd>{formatAmount(closing.counted, language)}</dd>
            </div>
          </dl>
        </div>
        <div>
          <h2>{t('what_should_be')}</h2>
          <ShouldBe till={till} books={{ opening: closing.opening, expected: closing.expected }} />
          <p className={classes.difference} data-off={closing.difference !== 0 || undefined}>
            <b>{t('difference')}</b>
            <span>{signed(closing.difference)}</span>
          </p>
          {closing.reason ? <p>{closing.reason}</p> : null}
        </div>
      </div>
      <div className={classes.signatures}>
        <p>
          {desk('counted_by')}: {closing.signed_by}
        </p>
        <p>{desk('received_by')}</p>
      </div>
    </article>
  )
}

/** The tills of the day, and the days before: what is open, and what is locked. */
function Others({ day, till }: { day: string; till: Till }) {
  const t = useT(words)
  const signed = useSigned()
  const today = useQuery(queryOf(paymentRoutes.cashClosing, { query: { day } }))
  const earlier = useQuery(queryOf(tillRoutes.listClosings, { query: {} }))
  const others = (today.data?.by_cashier ?? []).filter(({ cashier_id }) => cashier_id !== till.cashier_id)
  const closings = (earlier.data?.items ?? []).slice(0, 8)
  const openDays = till.open_days.filter((open) => open !== day)
  return (
    <div data-no-print>
      {others.length > 0 ? (
        <section className={classes.part}>
          <h2>{t('other_tills')}</h2>
          <table>
            <tbody>
              {others.map((row) => (
                <tr key={row.cashier_id}>
                  <th scope="row">
                    <LinkButton variant="subtle" to="/admin/cash/closing" search={{ day, cashier_id: row.cashier_id }}>
                      {row.name}
                    </LinkButton>
                  </th>
                  <td>{row.closing_id ? t('locked') : t('open')}</td>
                  <td data-number>{signed(row.net)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {openDays.length > 0 ? (
        <section className={classes.part}>
          <h2>{t('open_days')}</h2>
          {openDays.slice(0, 14).map((open) => (
            <LinkButton
              key={open}
              variant="subtle"
              to="/admin/cash/closing"
              search={{ day: open, cashier_id: till.cashier_id }}
            >
              <DateText value={open} />
            </LinkButton>
          ))}
        </section>
      ) : null}
      {closings.length > 0 ? (
        <section className={classes.part}>
          <h2>{t('earlier')}</h2>
          <table>
            <tbody>
              {closings.map((closing) => (
                <tr key={closing._id}>
                  <th scope="row">
                    <LinkButton
                      variant="subtle"
                      to="/admin/cash/closing"
                      search={{ day: closing.day, cashier_id: closing.cashier_id }}
                    >
                      <DateText value={closing.day} />
                    </LinkButton>
                  </th>
                  <td data-wide>{closing.cashier}</td>
                  <td data-number>{signed(closing.counted)}</td>
                  <td data-number className={closing.difference === 0 ? 'dim' : undefined}>
                    {signed(closing.difference)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </div>
  )
}

/** `/admin/cash/closing?day=&cashier_id=`: one cashier's day, to count, sign and lock; locked, it is the paper itself. */
export function ClosingPage() {
  const t = useT(words)
  const desk = useT(texts)
  const say = useT(payments)
  const navigate = useNavigate()
  const { organisation } = useAccount()
  const { time_zone: zone, name } = organisation
  const today = todayIn(zone)
  const { day: wanted, cashier_id: cashier } = useSearch({ from: '/admin/cash/closing' })
  const day = isDay(wanted) ? wanted : today
  const { data, error, refetch } = useQuery({
    ...queryOf(tillRoutes.getTill, { query: { day, ...(cashier && { cashier_id: cashier }) } }),
    staleTime: 0,
    placeholderData: undefined,
  })
  const go = (to: string) =>
    void navigate({
      to: '/admin/cash/closing',
      search: { ...(to !== today && { day: to }), ...(cashier && { cashier_id: cashier }) },
    })
  return (
    <div className={classes.page}>
      <PageHeader
        breadcrumbs={false}
        compact
        title={say('closing')}
        note={
          <span>
            <span className={classes.onPaper}>{name}, </span>
            {data ? (
              <ToneBadge tone={data.closing ? 'ok' : 'warn'}>{data.closing ? t('locked') : t('open')}</ToneBadge>
            ) : null}{' '}
            <DateText value={day} />
            {data ? `, ${data.cashier}` : ''}
          </span>
        }
        actions={
          <div className={classes.tools} data-no-print>
            <ActionIcon
              variant="default"
              size="var(--control)"
              aria-label={desk('previous_day')}
              onClick={() => go(addDays(day, -1))}
            >
              <IconChevronLeft size={18} />
            </ActionIcon>
            <DateSetup>
              <DateInput
                aria-label={say('day')}
                valueFormat="DD-MM-YYYY"
                dateParser={parseDay}
                maxDate={today}
                value={day}
                onChange={(next) => next && go(next)}
              />
            </DateSetup>
            <ActionIcon
              variant="default"
              size="var(--control)"
              aria-label={desk('next_day')}
              disabled={day >= today}
              onClick={() => go(addDays(day, 1))}
            >
              <IconChevronRight size={18} />
            </ActionIcon>
            <Button variant="default" leftSection={<IconPrinter size={18} />} onClick={() => print()}>
              {data?.closing ? desk('print') : t('print_draft')}
            </Button>
          </div>
        }
      />
      {!data ? (
        error ? (
          <LoadFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Scaffold rows={5} />
        )
      ) : (
        <>
          {data.closing ? (
            <LockedTill till={data} closing={data.closing} zone={zone} />
          ) : (
            <OpenTill key={`${data.day} ${data.cashier_id}`} till={data} />
          )}
          <ByEvent till={data} />
          <Entries till={data} zone={zone} />
          <Others day={day} till={data} />
        </>
      )}
    </div>
  )
}
