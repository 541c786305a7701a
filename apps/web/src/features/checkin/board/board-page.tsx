import { useThrottledCallback } from '@mantine/hooks'
import { boardRoutes } from '@shiloh/contract/checkin/board'
import { type GateDevice, gateDeviceRoutes } from '@shiloh/contract/checkin/devices'
import { dayOfEvent } from '@shiloh/contract/checkin/point-days'
import type { Direction } from '@shiloh/contract/checkin/scans'
import type { DataOf } from '@shiloh/contract/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { formatCount, formatDay } from '@shiloh/contract/text/format'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#platform/client'
import { useCurrentEvent } from '#platform/current-event'
import { useLanguage, useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import { type Figure, Strip } from '#ui/base/figures'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PickSelect } from '#ui/form/pick-select'
import { PageHeader } from '#ui/shell/page-header'
import classes from './board.module.css'
import { Curve } from './curve.tsx'
import { Devices } from './devices.tsx'
import { GateLists } from './gate-lists.tsx'
import { Latest } from './latest.tsx'
import { LookAt } from './look-at.tsx'
import { Points } from './points.tsx'
import { texts } from './texts.ts'

type Board = DataOf<typeof boardRoutes.liveBoard>

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

function useFigures({ counters, points }: Board, devices: readonly GateDevice[], eventId: string): readonly Figure[] {
  const t = useT(texts)
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  const percent = counters.expected === 0 ? 0 : Math.round((100 * counters.in) / counters.expected)
  const waiting = devices.filter(({ queue_length }) => queue_length > 0)
  const scans = (direction: Direction) => ({
    to: `/admin/check-in/${eventId}/scans`,
    search: { state: 'counted', direction },
  })
  const gates = points.filter(({ kind }) => kind === 'gate').length
  return [
    {
      label: t('expected'),
      value: count(counters.expected),
      note: t('to_come', { count: Math.max(0, counters.expected - counters.in) }),
    },
    { label: t('in'), value: count(counters.in), note: t('of_expected', { percent }), link: scans('in') },
    { label: t('out'), value: count(counters.out), note: t('may_return'), link: scans('out') },
    { label: t('inside'), value: count(counters.inside), note: t('at_gates', { count: gates }) },
    {
      label: t('waiting'),
      value: count(waiting.reduce((sum, { queue_length }) => sum + queue_length, 0)),
      note: t('on_devices', { count: waiting.length }),
    },
  ]
}

function Shown({ board, devices, eventId }: { board: Board; devices: readonly GateDevice[]; eventId: string }) {
  const t = useT(texts)
  const now = useNow()
  const figures = useFigures(board, devices, eventId)
  return (
    <>
      <Strip figures={figures} />
      <div className={classes.board}>
        <div className={classes.look}>
          <LookAt board={board} eventId={eventId} now={now} />
        </div>
        <div className={classes.main}>
          {board.points.length === 0 ? (
            <EmptyState
              title={t('no_points')}
              hint={t('no_points_hint')}
              action={
                <LinkButton
                  to="/admin/events/$id"
                  params={{ id: eventId }}
                  search={{ tab: 'check_in' }}
                  variant="default"
                >
                  {t('edit_points')}
                </LinkButton>
              }
            />
          ) : (
            <Curve board={board} now={now} />
          )}
          <div className={classes.pair}>
            {board.points.length === 0 ? null : (
              <div>
                <Points board={board} eventId={eventId} now={now} />
              </div>
            )}
            <div>
              <Devices devices={devices} eventId={eventId} event={board.event} now={now} />
            </div>
          </div>
          <Latest board={board} eventId={eventId} now={now} />
        </div>
      </div>
    </>
  )
}

/** `/admin/check-in/{id}`: who is inside, who is expected, what somebody should look at, and the devices, live. */
export function BoardPage() {
  const t = useT(texts)
  const language = useLanguage()
  const queries = useQueryClient()
  const { id } = useParams({ from: '/admin/check-in/$id' })
  const fresh = { refetchInterval: longest }
  const board = useQuery({ ...queryOf(boardRoutes.liveBoard, { params: { id } }), ...fresh })
  const devices = useQuery({ ...queryOf(gateDeviceRoutes.listDevices, { params: { id } }), ...fresh })
  const look = useThrottledCallback(() => {
    for (const route of [boardRoutes.liveBoard, gateDeviceRoutes.listDevices])
      void queries.invalidateQueries({ queryKey: keyOf(route) })
  }, 1000)
  useLive('checkin', (hint) => {
    const about = typeof hint === 'object' && hint !== null && 'event_id' in hint ? hint.event_id : id
    if (about === id) look()
  })
  const live = ({ event }: Board) => {
    const now = new Date()
    const { day, days } = dayOfEvent(event, now)
    const date = formatDay(now.toISOString(), language, event.time_zone)
    return day < 1 || day > days ? t('live') : t('live_day', { date, day, days })
  }
  // A reader who may not see it any more keeps nothing on the screen.
  const refused = [board.error, devices.error].find((error) => error instanceof ApiError && error.status < 500)
  const error = refused ?? (board.data ? undefined : board.error)
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        compact
        title={t('live_board')}
        note={board.data ? live(board.data) : t('live')}
        actions={
          <>
            <EventChoice chosen={id} />
            <GateLists eventId={id} />
            <LinkButton
              variant="default"
              leftSection={<IconListCheck size={18} />}
              to="/admin/check-in/$id/paper"
              params={{ id }}
            >
              {t('enter_paper')}
            </LinkButton>
          </>
        }
      />
      {error ? (
        <LoadFailed message={error.message} onRetry={() => void Promise.all([board.refetch(), devices.refetch()])} />
      ) : board.data ? (
        <Shown key={id} board={board.data} devices={devices.data ?? []} eventId={id} />
      ) : (
        <Scaffold kind="list" />
      )}
    </>
  )
}

/** Returns the time, every half minute anew. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
