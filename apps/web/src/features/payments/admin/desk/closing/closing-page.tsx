import { ActionIcon, Button } from '@mantine/core'
import { tillRoutes } from '@shiloh/contract/payments/till'
import { addDays } from '@shiloh/contract/reservations/nights'
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { CalendarInput } from '#ui/form/calendar-input'
import { PageHeader } from '#ui/shell/page-header'
import { texts as payments } from '../../texts.ts'
import { texts } from '../texts.ts'
import { isDay, todayIn } from '../today.ts'
import classes from './closing.module.css'
import { ByEvent, Entries } from './entries.tsx'
import { LockedTill } from './locked-till.tsx'
import { OpenTill } from './open-till.tsx'
import { Others } from './others.tsx'
import { texts as words } from './texts.ts'

/**
 * `/admin/cash/closing?day=&cashier_id=`: one cashier's day, to count, sign and lock. Once locked, it is the closing
 * document.
 */
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
            <CalendarInput aria-label={say('day')} maxDate={today} value={day} onChange={(next) => next && go(next)} />
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
