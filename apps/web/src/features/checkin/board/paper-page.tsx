import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { boardRoutes } from '@shiloh/contract/checkin/board'
import { type Guest, type GuestState, guestRoutes, MAX_PAPER, type PaperRow } from '@shiloh/contract/checkin/guests'
import { pointDay } from '@shiloh/contract/checkin/point-days'
import type { Direction } from '@shiloh/contract/checkin/scans'
import type { DataOf } from '@shiloh/contract/core'
import { formatCount } from '@shiloh/contract/text/format'
import { dayIn, instantOf, wallTime } from '@shiloh/contract/text/zone'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, refetchAll, useAct } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { EmptyState } from '#ui/feedback/empty-state'
import { showFailure } from '#ui/feedback/failure'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { DayInput } from '#ui/form/day-input'
import { PageGuard } from '#ui/form/page-guard'
import { TimeInput } from '#ui/form/time-input'
import { ListFooter } from '#ui/list/list-footer'
import { PageHeader } from '#ui/shell/page-header'
import { pointLabel } from '../point-label.ts'
import { Moment } from './moment.tsx'
import classes from './paper.module.css'
import { type Entry, PaperResults } from './paper-results.tsx'
import { texts } from './paper-texts.ts'

type Board = DataOf<typeof boardRoutes.liveBoard>
type Points = Board['points']
type Order = 'name' | 'district,name'

const countsOut = (points: Points, pointId: string): boolean => {
  const rule = points.find(({ _id }) => _id === pointId)?.rule
  return rule === 'in_out' || rule === 'count'
}

/** Returns the gate, or what comes first. */
const firstPoint = (points: Points): string => (points.find(({ kind }) => kind === 'gate') ?? points[0])?._id ?? ''

/** Everybody by name or district, with a tick each. */
function GuestList({
  eventId,
  direction,
  ticked,
  onTick,
  zone,
}: {
  eventId: string
  direction: Direction
  ticked: ReadonlyMap<string, Guest>
  onTick: (guest: Guest) => void
  zone: string
}) {
  const t = useT(texts)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [order, setOrder] = useState<Order>('name')
  const [all, setAll] = useState<'fitting' | 'all'>('fitting')
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(100)
  const field = useRef<HTMLInputElement>(null)
  const state: GuestState | undefined = all === 'all' ? undefined : direction === 'in' ? 'to_come' : 'inside'
  const query = { sort: order, page, page_size: size, ...(search && { search }), ...(state && { state }) } as const
  const { data, error, isPlaceholderData, refetch } = useQuery(
    queryOf(guestRoutes.listGuests, { params: { id: eventId }, query }),
  )
  const now = new Date()
  const first = data?.items[0]
  const isAnswered = typed.trim() === search && data !== undefined && !isPlaceholderData
  /** What was typed when Enter was pressed: its answer may still be on the way. */
  const [entered, setEntered] = useState('')
  const isDue = entered !== '' && isAnswered
  const tickFirst = useEffectEvent(() => {
    setEntered('')
    if (!first || entered !== search) return
    if (!ticked.has(first._id)) onTick(first)
    setTyped('')
    field.current?.focus()
  })
  // Enter ticks the first one found, so that a list is typed without the mouse.
  useEffect(() => {
    if (isDue) tickFirst()
  }, [isDue])
  const onEnter = (event: FormEvent) => {
    event.preventDefault()
    setEntered(typed.trim())
  }
  const change = (text: string) => {
    setEntered('')
    setTyped(text)
  }
  const narrowed = (act: () => void) => {
    act()
    setPage(1)
  }
  return (
    <section aria-label={t('guests')}>
      <form className={classes.filters} onSubmit={onEnter}>
        <TextInput
          ref={field}
          type="search"
          label={t('search')}
          description={t('search_hint')}
          value={typed}
          onChange={(event) => narrowed(() => change(event.currentTarget.value))}
          rightSection={typed === '' ? null : <CloseButton aria-label={t('clear_search')} onClick={() => change('')} />}
        />
        <div>
          <span id="paper-order">{t('order')}</span>
          <Segments
            labelledBy="paper-order"
            value={order}
            onChange={(value) => narrowed(() => setOrder(value))}
            choices={[
              { value: 'name', label: t('by_name') },
              { value: 'district,name', label: t('by_district') },
            ]}
          />
        </div>
        <div>
          <span id="paper-whom">{t('whom')}</span>
          <Segments
            labelledBy="paper-whom"
            value={all}
            onChange={(value) => narrowed(() => setAll(value))}
            choices={[
              { value: 'fitting', label: t(direction === 'in' ? 'to_come' : 'inside') },
              { value: 'all', label: t('everybody') },
            ]}
          />
        </div>
      </form>
      {error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Scaffold kind="list" rows={8} />
      ) : data.items.length === 0 ? (
        <EmptyState
          title={t('nobody_found')}
          hint={t(state ? 'nobody_found_hint' : 'nobody_found_at_all')}
          action={
            state ? (
              <Button variant="default" onClick={() => setAll('all')}>
                {t('show_everybody')}
              </Button>
            ) : null
          }
        />
      ) : (
        <>
          <ul className={classes.guests}>
            {data.items.map((guest) => (
              <li key={guest._id}>
                <Checkbox
                  checked={ticked.has(guest._id)}
                  onChange={() => onTick(guest)}
                  classNames={{ labelWrapper: classes.label ?? '' }}
                  label={
                    <span className={classes.guest}>
                      <b>{guest.name}</b>
                      <span className="code">{guest.code}</span>
                      <small>{[guest.district, guest.assembly].filter(Boolean).join(', ')}</small>
                      <small>
                        {guest.checked_in_at ? (
                          <>
                            {t(guest.checked_out_at ? 'left_at' : 'in_since')}{' '}
                            <Moment at={guest.checked_out_at ?? guest.checked_in_at} zone={zone} now={now} />
                          </>
                        ) : null}
                      </small>
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
          <ListFooter meta={data.meta} onPage={setPage} onPageSize={(next) => narrowed(() => setSize(next))} />
        </>
      )}
    </section>
  )
}

function Shown({ board: { event, points }, eventId }: { board: Board; eventId: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const zone = event.time_zone
  const queries = useQueryClient()
  const [pointId, setPointId] = useState(() => firstPoint(points))
  const [wanted, setWanted] = useState<Direction>('in')
  const [day, setDay] = useState<string | null>(() => dayIn(new Date(), zone))
  const [time, setTime] = useState(() => wallTime(new Date(), zone).slice(11, 16))
  const [ticked, setTicked] = useState<ReadonlyMap<string, Guest>>(new Map())
  const [entry, setEntry] = useState<Entry>()
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const enter = useAct(guestRoutes.enterPaper, [], { shown: true })
  const [busy, setBusy] = useState(false)
  const direction = countsOut(points, pointId) ? wanted : 'in'
  const count = formatCount(ticked.size, language)

  const ofDay = points.filter((point) => day === null || [null, day].includes(pointDay(point, zone)))

  const choosePoint = (id: string) => {
    setPointId(id)
    // A list of a sitting is of its time.
    const startsAt = points.find(({ _id }) => _id === id)?.starts_at
    if (startsAt) setTime(wallTime(startsAt, zone).slice(11, 16))
  }
  const chooseDay = (next: string | null) => {
    setDay(next)
    const chosen = points.find(({ _id }) => _id === pointId)
    if (next === null || !chosen || [null, next].includes(pointDay(chosen, zone))) return
    // The sitting of that name on the new day, and else the gate.
    const same = points.find((point) => point.name === chosen.name && pointDay(point, zone) === next)
    choosePoint(same?._id ?? firstPoint(points))
  }
  const tick = (guest: Guest) => {
    const next = new Map(ticked)
    if (!next.delete(guest._id)) next.set(guest._id, guest)
    setTicked(next)
  }
  const submit = async () => {
    const missing = { ...(day ? {} : { day: t('day_needed') }), ...(time ? {} : { time: t('time_needed') }) }
    setProblems(missing)
    if (!day || !time || busy) return
    setBusy(true)
    const at = instantOf(`${day} ${time}:00`, zone)
    const ids = [...ticked.keys()]
    const rows: PaperRow[] = []
    try {
      for (let from = 0; from < ids.length; from += MAX_PAPER) {
        const participant_ids = ids.slice(from, from + MAX_PAPER)
        const { data } = await enter.mutateAsync({
          params: { id: eventId },
          body: { point_id: pointId, direction, at, participant_ids },
        })
        rows.push(...data)
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const ofTime = error instanceof ApiError ? error.fields.find(({ field }) => field === 'at') : undefined
      if (ofTime) setProblems({ time: ofTime.message })
      else showFailure(error.message)
    } finally {
      setBusy(false)
    }
    if (rows.length === 0) return
    const guests = ticked
    const left = new Map(guests)
    // Who was not stored stays ticked, to be sent again.
    for (const { participant_id, outcome } of rows) if (outcome !== 'busy') left.delete(participant_id)
    setTicked(left)
    setEntry({ rows, guests })
    const stored = rows.filter(({ outcome }) => outcome === 'entered')
    const [one] = stored
    const name = stored.length === 1 && one ? guests.get(one.participant_id)?.name : undefined
    toastDone({ message: name ? t('entered_one', { name }) : t('entered', { count: stored.length }) })
    scrollTo({ top: 0 })
    await refetchAll(queries, [guestRoutes.listGuests, boardRoutes.liveBoard])
  }

  return (
    <>
      <PageGuard hasChanges={() => ticked.size > 0} />
      {entry ? <PaperResults entry={entry} eventId={eventId} zone={zone} onClose={() => setEntry(undefined)} /> : null}
      <div className={classes.sheet}>
        <DayInput label={t('day')} value={day} onChange={chooseDay} error={problems['day']} />
        <ChoiceSelect
          label={t('point')}
          value={pointId}
          onChange={choosePoint}
          choices={ofDay.map((point) => ({ value: point._id, label: pointLabel(point, zone, language) }))}
        />
        {countsOut(points, pointId) ? (
          <div>
            <span id="paper-way">{t('way')}</span>
            <Segments
              labelledBy="paper-way"
              value={direction}
              onChange={setWanted}
              choices={[
                { value: 'in', label: t('came') },
                { value: 'out', label: t('went') },
              ]}
            />
          </div>
        ) : null}
        <TimeInput label={t('time')} value={time} onChange={setTime} error={problems['time']} />
      </div>
      <GuestList eventId={eventId} direction={direction} ticked={ticked} onTick={tick} zone={zone} />
      {ticked.size > 0 ? (
        <div className={classes.bar} role="toolbar" aria-label={t('ticked', { count: ticked.size })} data-bottom-bar>
          <b role="status">{t('ticked', { count: ticked.size })}</b>
          <Button variant="default" onClick={() => setTicked(new Map())}>
            {t('untick')}
          </Button>
          <Button loading={busy} onClick={() => void submit()}>
            {t(direction === 'in' ? 'enter_in' : 'enter_out', { count })}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** `/admin/check-in/{id}/paper`: who came or left by a printed list, many at once. */
export function PaperPage() {
  const t = useT(texts)
  const { id } = useParams({ from: '/admin/check-in/$id/paper' })
  const { data, error, refetch } = useQuery(queryOf(boardRoutes.liveBoard, { params: { id } }))
  return (
    <>
      <PageHeader breadcrumbs={false} title={t('title')} note={data?.event.name} compact />
      {error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <Shown key={id} board={data} eventId={id} />
      ) : (
        <Scaffold kind="list" />
      )}
    </>
  )
}
