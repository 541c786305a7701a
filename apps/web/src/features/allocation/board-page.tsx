import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { addDays, nightsBetween } from '@shiloh/contract/reservations/nights'
import { formatCount, formatList, formatWeekday } from '@shiloh/contract/text/format'
import { IconArrowBackUp, IconBed, IconBellOff, IconDoorEnter, IconPinFilled } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentEvent } from '#platform/current-event'
import { useLanguage, useT } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { useBedReasons } from '#ui/base/bed-reasons'
import { LinkButton } from '#ui/base/link-button'
import { Segments } from '#ui/base/segments'
import { EmptyState } from '#ui/feedback/empty-state'
import { showFailure } from '#ui/feedback/failure'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { PageHeader } from '#ui/shell/page-header'
import { useScreenKeys } from '#ui/shell/screen-keys'
import classes from './board.module.css'
import { Finder } from './finder.tsx'
import { PrintLists } from './print-lists.tsx'
import { Propose } from './proposals/propose.tsx'
import { Publish } from './publishing/publish.tsx'
import { type Landed, RoomGrid } from './room-grid.tsx'
import { fitOf, type Looked, NO_FILTER, type RoomFilter, roomsShown, waitingParties } from './state.ts'
import { texts } from './texts.ts'
import { Tray, WAITING_LIST } from './tray.tsx'
import { type BoardActs, type Refusal, useBoard } from './use-board.ts'

/** Returns the people of these reservations who have no bed yet. */
const peopleOf = ({ people }: Pick<Looked, 'people'>, ids: string | undefined): ReadonlySet<string> => {
  const wanted = new Set(ids?.split(','))
  const found = [...people.values()].filter(({ reservationId, bed }) => wanted.has(reservationId) && !bed)
  return found.length === 0 ? NOBODY : new Set(found.map(({ participantId }) => participantId))
}

/** `/admin/reservations/rooms`: the room board of an event. */
export function BoardPage() {
  useScreenKeys('rooms')
  const t = useT(texts)
  const search = useSearch({ strict: false, select: listSearch })
  const { event, isLoading } = useCurrentEvent()
  const eventId = search['event_id'] ?? event?._id
  if (eventId) return <LoadedBoard key={eventId} eventId={eventId} />
  return isLoading ? <Scaffold /> : <EmptyState title={t('choose_event')} hint={t('choose_event_hint')} />
}

function LoadedBoard({ eventId }: { eventId: string }) {
  const t = useT(texts)
  const board = useBoard(eventId)
  const { looked, error, refetch } = board
  if (error && !looked) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!looked) return <Scaffold />
  if (looked.board.rooms.size === 0 || !looked.board.nights)
    return (
      <>
        <PageHeader breadcrumbs={false} compact title={t('room_board')} />
        <EmptyState title={t('no_rooms')} hint={t('no_rooms_hint')} />
      </>
    )
  return <BoardScreen eventId={eventId} looked={looked} nights={looked.board.nights} board={board} />
}

interface ConflictsProps {
  refusals: readonly Refusal[]
  looked: Looked
  onDismiss: () => void
}

/** What could not be done, and who was faster. It stays until it is read. */
function Conflicts({ refusals, looked, onDismiss }: ConflictsProps) {
  const t = useT(texts)
  const why = useBedReasons()
  if (refusals.length === 0) return null
  const sentence = ({ id, name, answer }: Refusal): string => {
    if (answer.code === 'stale') {
      const place = answer.persons.find(({ participant_id }) => participant_id === id)?.place
      const by = answer.by ?? t('somebody')
      return place ? t('moved_by', { by, name, room: `${place.block} ${place.room}` }) : t('moved_away', { by, name })
    }
    const reason = why(answer.reasons) || (answer.message ?? '')
    return t('refused', { name: looked.people.get(id)?.name ?? name, reason })
  }
  return (
    <div role="alert" className={`${classes.conflicts} ${classes.over}`}>
      <b>{t('conflicts')}</b>
      <ul>
        {refusals.map((one) => (
          <li key={one.key}>{sentence(one)}</li>
        ))}
      </ul>
      <Button variant="default" onClick={onDismiss}>
        {t('dismiss')}
      </Button>
    </div>
  )
}

/** What the signs of the board mean. */
function Legend() {
  const t = useT(texts)
  return (
    <ul className={classes.legend} aria-label={t('legend')}>
      <li>
        <IconDoorEnter size={15} aria-hidden className={classes.here} /> {t('arrived')}
      </li>
      <li>
        <IconPinFilled size={14} aria-hidden /> {t('pinned')}
      </li>
      <li>
        <IconBellOff size={14} aria-hidden className={classes.untold} /> {t('not_told')}
      </li>
      <li>
        <span className={classes.freeSign} aria-hidden /> {t('free_bed')}
      </li>
      <li>
        <span className={classes.closedSign} aria-hidden /> {t('closed_room')}
      </li>
    </ul>
  )
}

const ALL = 'all'
/** How long a room where somebody was placed stands out. */
const LANDED_MS = 2500
const NOBODY: ReadonlySet<string> = new Set()

const idsIn = (data: Record<string | symbol, unknown>): ReadonlySet<string> =>
  new Set(Array.isArray(data['ids']) ? data['ids'].filter((id): id is string => typeof id === 'string') : [])

interface ScreenProps {
  eventId: string
  looked: Looked
  nights: { readonly check_in: string; readonly check_out: string }
  board: BoardActs
}

function BoardScreen({ eventId, looked, nights, board }: ScreenProps) {
  const t = useT(texts)
  const why = useBedReasons()
  const language = useLanguage()
  // The people of reservations that were selected in a list are chosen already.
  const { ids: asked } = useSearch({ strict: false, select: listSearch })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => peopleOf(looked, asked))
  // Reservations that wait for payment or approval, or have no nights, are not on the board.
  const absent = new Set(asked?.split(',').filter((id) => id !== '' && !looked.board.parties.has(id))).size
  const [dragged, setDragged] = useState(NOBODY)
  const [isFinding, setFinding] = useState(false)
  const [landed, setLanded] = useState<Landed | null>(null)
  useEffect(() => {
    if (!landed) return undefined
    const timer = setTimeout(() => setLanded(null), LANDED_MS)
    return () => clearTimeout(timer)
  }, [landed])
  const cameFrom = useRef<HTMLElement>(null)
  // Who works with the keyboard goes on where they were.
  useEffect(() => {
    if (!isFinding) cameFrom.current?.focus()
  }, [isFinding])
  const [filter, setFilter] = useState(NO_FILTER)
  const [night, setNight] = useState(ALL)
  const blocks = useMemo(
    () => [...new Map([...looked.board.rooms.values()].map((room) => [room.block_id, room.block]))],
    [looked],
  )
  const categories = useMemo(
    () => [...new Map([...looked.board.rooms.values()].map((room) => [room.category_id, room.category]))],
    [looked],
  )
  const [rooms, setRooms] = useState<RoomFilter>({
    block: null,
    category: null,
    free: false,
    accessible: false,
    search: '',
  })
  const period = useMemo(
    () => (night === ALL ? nights : { check_in: night, check_out: addDays(night, 1) }),
    [night, nights],
  )
  /** Filters that are set and can be folded away. */
  const narrowing = [rooms.category !== null, rooms.free, rooms.accessible].filter(Boolean).length
  // Typing stays immediate while the lists follow.
  const sought = useDeferredValue(filter)
  const soughtRooms = useDeferredValue(rooms)
  const parties = useMemo(() => waitingParties(looked, sought), [looked, sought])
  const shown = useMemo(() => roomsShown(looked, soughtRooms, period), [looked, soughtRooms, period])

  const isHoused = [...chosen].some((id) => looked.people.get(id)?.bed)
  const isPinned =
    isHoused &&
    [...chosen].every((id) => {
      const bed = looked.people.get(id)?.bed
      return !bed || bed.pinned === true
    })
  /** Runs an act and says how many it changed. */
  const run = async (act: Promise<number>, say: (count: number) => string): Promise<void> => {
    try {
      const count = await act
      if (count > 0) toastDone({ message: say(count) })
    } catch (error) {
      showFailure(error instanceof Error ? error.message : String(error))
    }
  }
  const namesOf = (ids: Iterable<string>): string =>
    formatList(
      [...ids].flatMap((id) => looked.people.get(id)?.name ?? []),
      language,
    )
  const place = (ids: ReadonlySet<string>, roomId: string, bed?: number) => {
    const room = looked.board.rooms.get(roomId)
    if (!room || ids.size === 0) return
    const fit = fitOf(looked, room, ids)
    if (fit.fits === 0) {
      showFailure(t('finder_no', { room: `${room.block} ${room.name}`, reason: why(fit.reasons) }))
      return
    }
    setFinding(false)
    setChosen(NOBODY)
    void run(board.place(ids, roomId, bed), (count) => {
      setLanded({ roomId })
      return t('placed', { count, names: namesOf(ids), room: `${room.block} ${room.name}` })
    })
  }
  // The place of those who lose their bed is gone from the room: they are in the list now, and so is the focus.
  const isFreeing = useRef(false)
  useEffect(() => {
    if (!isFreeing.current || document.activeElement !== document.body || looked.waiting === 0) return
    isFreeing.current = false
    document.getElementById(WAITING_LIST)?.focus()
  }, [looked])
  const unassign = () => {
    isFreeing.current = true
    void run(board.unassign(chosen), (count) => t('unassigned', { count, names: namesOf(chosen) }))
  }
  const pin = () => {
    const isPinning = !isPinned
    void run(board.pin(chosen), (count) =>
      t(isPinning ? 'pinned_now' : 'unpinned_now', { count, names: namesOf(chosen) }),
    )
  }
  const undo = () => {
    const ids = board.undoes
    void run(board.undo(), (count) => t('undone', { count, names: namesOf(ids) }))
  }
  const findFor = (ids: ReadonlySet<string>) => {
    if (ids.size === 0) return
    setChosen(ids)
    const focused = document.activeElement
    cameFrom.current = focused instanceof HTMLElement ? focused : null
    setFinding(true)
  }
  const find = () => findFor(chosen)
  useHotkeys([
    ['A', find],
    ['U', unassign],
    ['P', pin],
    ['mod+Z', undo],
    ['Escape', () => setChosen(NOBODY)],
  ])

  const choose = (id: string, add: boolean) => {
    const next = new Set(add ? chosen : [])
    if (chosen.has(id) && (add || chosen.size === 1)) next.delete(id)
    else next.add(id)
    setChosen(next)
  }
  const moving = dragged.size > 0 ? dragged : chosen
  // The grid is drawn again only when what it shows changes.
  const latest = useRef({ place, choose, moving })
  latest.current = { place, choose, moving }
  const onChoose = useCallback((id: string, add: boolean) => latest.current.choose(id, add), [])
  const onPlace = useCallback((roomId: string) => latest.current.place(latest.current.moving, roomId), [])
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setDragged(idsIn(source.data)),
        onDrop: ({ source, location }) => {
          setDragged(NOBODY)
          const data = Object.assign({}, ...[...location.current.dropTargets].reverse().map((target) => target.data))
          const { roomId, bed }: { roomId?: unknown; bed?: unknown } = data
          if (typeof roomId === 'string')
            latest.current.place(idsIn(source.data), roomId, typeof bed === 'number' ? bed : undefined)
        },
      }),
    [],
  )

  return (
    <div className={classes.page}>
      <PageHeader
        breadcrumbs={false}
        compact
        title={t('room_board')}
        note={
          <span>
            {t('figures', { taken: formatCount(looked.taken, language), beds: formatCount(looked.beds, language) })}
            {', '}
            {t('people_waiting', { count: looked.waiting })}
          </span>
        }
        actions={
          <div className={classes.acts}>
            <Button
              variant="default"
              title={t(board.canUndo ? 'undo' : 'nothing_to_undo')}
              leftSection={<IconArrowBackUp size={18} />}
              disabled={!board.canUndo || board.isBusy}
              onClick={undo}
            >
              {t('undo')}
            </Button>
            <LinkButton
              variant="default"
              title={t('at_desk')}
              to="/admin/reservations/rooms/walk-in"
              search={{ event_id: eventId }}
              leftSection={<IconBed size={18} />}
            >
              {t('at_desk')}
            </LinkButton>
            <PrintLists eventId={eventId} block={rooms.block} />
            <Publish eventId={eventId} untold={looked.untold} />
            <Propose eventId={eventId} waiting={looked.waiting} />
          </div>
        }
      />
      <div className={classes.bar}>
        {blocks.length > 1 ? (
          <ChoiceSelect
            aria-label={t('block')}
            placeholder={t('all_blocks')}
            value={rooms.block}
            choices={blocks.map(([value, label]) => ({ value, label }))}
            onChange={(block) => setRooms({ ...rooms, block })}
            onClear={() => setRooms({ ...rooms, block: null })}
          />
        ) : null}
        <div className={classes.nights}>
          <Segments
            label={t('night')}
            value={night}
            choices={[
              { value: ALL, label: t('all_nights') },
              ...nightsBetween(nights.check_in, nights.check_out).map((value) => ({
                value,
                label: `${formatWeekday(value, language)} ${Number(value.slice(8))}`,
              })),
            ]}
            onChange={setNight}
          />
        </div>
        <TextInput
          aria-label={t('find_room')}
          placeholder={t('find_room')}
          value={rooms.search}
          maxLength={60}
          onChange={(event) => setRooms({ ...rooms, search: event.currentTarget.value })}
        />
        <details className={classes.fold}>
          <summary>{t('room_filters', { count: narrowing })}</summary>
          <div className={classes.folded}>
            {categories.length > 1 ? (
              <ChoiceSelect
                aria-label={t('category')}
                placeholder={t('category')}
                value={rooms.category}
                choices={categories.map(([value, label]) => ({ value, label }))}
                onChange={(category) => setRooms({ ...rooms, category })}
                onClear={() => setRooms({ ...rooms, category: null })}
              />
            ) : null}
            <Checkbox
              label={t('free_only')}
              checked={rooms.free}
              onChange={(event) => setRooms({ ...rooms, free: event.currentTarget.checked })}
            />
            <Checkbox
              label={t('accessible_only')}
              checked={rooms.accessible}
              onChange={(event) => setRooms({ ...rooms, accessible: event.currentTarget.checked })}
            />
          </div>
        </details>
      </div>
      {absent > 0 ? (
        <p role="status" className={classes.conflicts}>
          {t('not_here', { count: absent })}
        </p>
      ) : null}
      <div className={classes.board}>
        <RoomGrid
          looked={looked}
          rooms={shown}
          period={period}
          chosen={chosen}
          moving={moving}
          landed={landed}
          onChoose={onChoose}
          onPlace={onPlace}
        />
        <Tray
          looked={looked}
          parties={parties}
          filter={filter}
          onFilter={setFilter}
          chosen={chosen}
          onChoose={setChosen}
          onFind={findFor}
        />
        {/* Above the board: nothing may move while somebody drags. */}
        <Conflicts refusals={board.refusals} looked={looked} onDismiss={board.dismiss} />
      </div>
      <div className={classes.foot}>
        {chosen.size === 0 ? (
          <>
            <p className="small dim">{t('keys_hint')}</p>
            <Legend />
          </>
        ) : (
          <>
            <b aria-live="polite">{t('chosen', { count: chosen.size })}</b>
            <Button disabled={board.isBusy} onClick={find}>
              {t('find')}
            </Button>
            {isHoused ? (
              <>
                <Button variant="default" disabled={board.isBusy} onClick={unassign}>
                  {t('unassign')}
                </Button>
                <Button variant="default" disabled={board.isBusy} onClick={pin}>
                  {t(isPinned ? 'unpin' : 'pin')}
                </Button>
              </>
            ) : null}
            <Button variant="default" onClick={() => setChosen(NOBODY)}>
              {t('clear')}
            </Button>
          </>
        )}
      </div>
      {isFinding ? (
        <Finder
          looked={looked}
          ids={chosen}
          names={namesOf(chosen)}
          period={nights}
          onPlace={(roomId) => place(chosen, roomId)}
          onClose={() => setFinding(false)}
        />
      ) : null}
    </div>
  )
}
