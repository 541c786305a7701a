import { useThrottledCallback } from '@mantine/hooks'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import type { ScanResult } from '@shiloh/contract/checkin/scans'
import type { DataOf } from '@shiloh/contract/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { formatCount } from '@shiloh/contract/text/format'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAccount } from '#platform/account'
import { useCurrentEvent } from '#platform/current-event'
import { useLanguage, useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import { type Figure, Strip } from '#ui/base/figures'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { TimeText } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PickSelect } from '#ui/form/pick-select'
import { PageHeader } from '#ui/shell/page-header'
import classes from './board.module.css'
import { texts } from './texts.ts'

type Board = DataOf<typeof checkinRoutes.liveBoard>

const tones: Readonly<Record<ScanResult, Tone>> = {
  ok: 'ok',
  already_redeemed: 'warn',
  unpaid: 'bad',
  cancelled: 'bad',
  no_meal: 'bad',
  not_now: 'warn',
  wrong_event: 'bad',
  not_found: 'bad',
  invalid: 'bad',
}
/** Hints can be lost with the connection. The board refreshes after this time at the latest. */
const longest = 15_000

function EventChoice({ chosen }: { chosen: string | undefined }) {
  const t = useT(texts)
  const navigate = useNavigate()
  return (
    <PickSelect
      aria-label={t('event')}
      placeholder={t('choose_event')}
      w={320}
      maw="100%"
      route={adminEventRoutes.pickEvents}
      value={chosen ?? null}
      onChange={(event) => void navigate({ to: '/admin/check-in/$id', params: { id: event._id } })}
    />
  )
}

/** `/admin/check-in`: the board of the current event; without one, the choice of an event. */
export function ChooseBoardPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const { event, isLoading } = useCurrentEvent()
  const id = event?._id
  useEffect(() => {
    if (id) void navigate({ to: '/admin/check-in/$id', params: { id }, replace: true })
  }, [id, navigate])
  if (id || isLoading) return <Scaffold kind="list" />
  return (
    <>
      <PageHeader breadcrumbs={false} compact title={t('live_board')} actions={<EventChoice chosen={undefined} />} />
      <EmptyState title={t('choose_event')} hint={t('choose_event_hint')} />
    </>
  )
}

function useFigures({ counters }: Board): readonly Figure[] {
  const t = useT(texts)
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  const percent = counters.expected === 0 ? 0 : Math.round((100 * counters.in) / counters.expected)
  return [
    { label: t('inside'), value: count(counters.inside) },
    { label: t('in'), value: count(counters.in), note: t('of_expected', { percent }) },
    { label: t('out'), value: count(counters.out) },
    {
      label: t('expected'),
      value: count(counters.expected),
      note: t('to_come', { count: Math.max(0, counters.expected - counters.in) }),
    },
  ]
}

function Latest({ board }: { board: Board }) {
  const t = useT(texts)
  const zone = useAccount().organisation.time_zone
  if (board.latest.length === 0) return <EmptyState title={t('nobody')} hint={t('nobody_hint')} />
  return (
    <section className={classes.latest}>
      <h2>{t('latest')}</h2>
      <table>
        <thead>
          <tr>
            <th>{t('when')}</th>
            <th>{t('guest')}</th>
            <th data-wide>{t('code')}</th>
            <th data-wide>{t('way')}</th>
            <th>{t('result')}</th>
            <th data-wide>{t('device')}</th>
          </tr>
        </thead>
        <tbody>
          {board.latest.map((scan) => (
            <tr key={scan._id}>
              <td>
                <TimeText value={scan.at} zone={zone} />
              </td>
              <th scope="row">{scan.name ?? t('unknown')}</th>
              <td data-wide>
                <span className="code">{scan.code}</span>
              </td>
              <td data-wide>{t(`way_${scan.direction}`)}</td>
              <td>
                <ToneBadge tone={tones[scan.result]}>{t(`result_${scan.result}`)}</ToneBadge>
              </td>
              <td data-wide>{scan.device_id}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Shown({ board }: { board: Board }) {
  return (
    <>
      <Strip figures={useFigures(board)} />
      <Latest board={board} />
    </>
  )
}

/** `/admin/check-in/{id}`: who is inside, who is expected, and the latest scans, live. */
export function BoardPage() {
  const t = useT(texts)
  const queries = useQueryClient()
  const { id } = useParams({ from: '/admin/check-in/$id' })
  const { data, error, refetch } = useQuery({
    ...queryOf(checkinRoutes.liveBoard, { params: { id } }),
    refetchInterval: longest,
  })
  const look = useThrottledCallback(
    () => void queries.invalidateQueries({ queryKey: keyOf(checkinRoutes.liveBoard) }),
    1000,
  )
  useLive('checkin', look)
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        compact
        title={t('live_board')}
        note={t('live')}
        actions={<EventChoice chosen={id} />}
      />
      {data ? (
        <Shown board={data} />
      ) : error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Scaffold kind="list" />
      )}
    </>
  )
}
