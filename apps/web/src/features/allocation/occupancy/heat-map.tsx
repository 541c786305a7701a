import type { Occupancy, OccupancyRoom } from '@shiloh/contract/allocation/occupancy'
import { addDays } from '@shiloh/contract/reservations/nights'
import { formatCount, formatDay, formatWeekday } from '@shiloh/contract/text/format'
import { IconLock, IconWheelchair } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useMemo, useRef } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { useScreenKeys } from '#ui/shell/screen-keys'
import { cellsOf, floorsOf, lanesOf, levelOf, totalsOf } from './heat.ts'
import classes from './occupancy.module.css'
import { texts } from './texts.ts'

const FLOORS = ['floor_0', 'floor_1', 'floor_2', 'floor_3', 'floor_4', 'floor_5'] as const

interface RowProps {
  room: OccupancyRoom
  from: string
  /** The nights in words, for the names of the cells. */
  days: readonly string[]
}

/** A room with its nights. Cells are found by their data, so that a row is drawn once. */
const RoomRow = memo(function RoomRow({ room, from, days }: RowProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { name, beds, kept_for, accessible } = room
  const kept = kept_for.length > 0 ? t('kept_for', { names: kept_for.join(', ') }) : undefined
  const dayAt = (night: number) => days[night] ?? formatDay(addDays(from, night), language, 'UTC')
  return (
    <tr data-room={room._id}>
      <th scope="row" title={kept}>
        <span>
          {name}
          {kept ? <IconLock size={12} role="img" aria-label={kept} /> : null}
          {accessible ? <IconWheelchair size={13} role="img" aria-label={t('accessible')} /> : null}
        </span>
      </th>
      <td>{beds}</td>
      {cellsOf(room, from).map(({ night, span, taken, reason }) => (
        <td
          key={night}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid are moved through by keys
          role="gridcell"
          tabIndex={-1}
          colSpan={span}
          data-night={night}
          data-span={span}
          data-level={levelOf(taken, beds)}
          data-closed={(reason !== null && taken === 0) || undefined}
          data-conflict={(reason !== null && taken > 0) || taken > beds || undefined}
          aria-label={
            reason === null
              ? t('cell', { room: name, day: dayAt(night), taken, beds })
              : taken > 0
                ? t('cell_conflict', { room: name, day: dayAt(night), reason, taken, beds })
                : t('cell_closed', { room: name, from: dayAt(night), until: dayAt(night + span), reason })
          }
        >
          <span>{taken > 0 ? taken : reason}</span>
        </td>
      ))}
    </tr>
  )
})

interface HeatMapProps {
  seen: Occupancy
  /** The event that the office works on. Its lane stands out. */
  eventId: string | undefined
  /** Called with the cell that was chosen. */
  onOpen: (room: OccupancyRoom, night: number, cell: HTMLElement) => void
}

/** Rooms by nights. One stop of the Tab key; the arrow keys move within. */
export function HeatMap({ seen: { rooms, events, from, until }, eventId, onOpen }: HeatMapProps) {
  useScreenKeys('grid')
  const t = useT(texts)
  const language = useLanguage()
  const stop = useRef<HTMLElement>(null)
  const nights = useMemo(() => nightsOf(from, until), [from, until])
  const days = useMemo(() => nights.map((night) => formatDay(night, language, 'UTC')), [nights, language])
  const floors = useMemo(() => floorsOf(rooms), [rooms])
  const totals = useMemo(() => totalsOf(rooms, nights.length), [rooms, nights])
  const lanes = useMemo(() => lanesOf(events, from, nights.length), [events, from, nights])
  const most = Math.max(...totals)

  /** Makes a cell the one that Tab comes to. */
  const settle = (cell: HTMLElement) => {
    if (stop.current) stop.current.tabIndex = -1
    cell.tabIndex = 0
    stop.current = cell
  }
  const open = (cell: HTMLElement) => {
    const room = rooms.find(({ _id }) => _id === cell.closest('tr')?.dataset['room'])
    if (room) onOpen(room, Number(cell.dataset['night']), cell)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const cell = cellAt(event.target)
    if (!cell) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      open(cell)
      return
    }
    const next = neighbour(event.currentTarget, cell, event.key, nights.length)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved through by keys
      role="grid"
      aria-label={t('occupancy')}
      aria-readonly="true"
      className={classes.map}
      onFocus={({ target }) => {
        const cell = cellAt(target)
        if (cell) settle(cell)
      }}
      onClick={({ target }) => {
        const cell = cellAt(target)
        if (cell) open(cell)
      }}
      onKeyDown={onKeyDown}
      // The first cell can be reached before any was used.
      ref={(table) => {
        const first = table?.querySelector('td[data-night]')
        if (first instanceof HTMLElement && !stop.current?.isConnected) settle(first)
      }}
    >
      <colgroup>
        <col className={classes.rooms} />
        <col className={classes.beds} />
      </colgroup>
      <thead>
        {lanes.map((lane) => (
          <tr key={lane[0]?.id} className={classes.lane}>
            <td colSpan={2} />
            {lane.map((band, index) => {
              const before = lane[index - 1]
              const gap = band.night - (before ? before.night + before.span : 0)
              return [
                gap > 0 ? <td key={`${band.id}-gap`} colSpan={gap} /> : null,
                <th
                  key={band.id}
                  scope="colgroup"
                  colSpan={band.span}
                  title={band.name}
                  aria-current={band.id === eventId || undefined}
                >
                  <span>{band.name}</span>
                </th>,
              ]
            })}
          </tr>
        ))}
        <tr className={classes.days}>
          <th scope="col">{t('room')}</th>
          <th scope="col">{t('beds')}</th>
          {nights.map((night) => (
            <th
              key={night}
              scope="col"
              data-event={events.some(({ check_in, check_out }) => check_in <= night && night < check_out) || undefined}
            >
              {formatWeekday(night, language)}
              <b>{Number(night.slice(8))}</b>
            </th>
          ))}
        </tr>
        <tr className={classes.totals}>
          <th scope="row" colSpan={2}>
            {t('beds_taken')}
          </th>
          {totals.map((total, index) => (
            <td
              key={nights[index]}
              data-most={(total > 0 && total === most) || undefined}
              data-zero={total === 0 || undefined}
            >
              <span>{formatCount(total, language)}</span>
            </td>
          ))}
        </tr>
      </thead>
      {floors.map(({ key, floor, rooms: on, beds }) => (
        <tbody key={key}>
          <tr className={classes.floor}>
            <th scope="rowgroup" colSpan={2 + nights.length}>
              <span>
                {t(FLOORS[floor] ?? 'floor_0')} <small>{t('rooms_of_floor', { rooms: on.length, beds })}</small>
              </span>
            </th>
          </tr>
          {on.map((room) => (
            <RoomRow key={room._id} room={room} from={from} days={days} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

const nightsOf = (from: string, until: string): string[] => {
  const nights: string[] = []
  for (let night = from; night < until; night = addDays(night, 1)) nights.push(night)
  return nights
}

const cellAt = (target: EventTarget): HTMLElement | null => {
  const cell = target instanceof Element ? target.closest('td[data-night]') : null
  return cell instanceof HTMLElement ? cell : null
}

/** A page of rooms, for the keys that move by one. */
const PAGE = 10

/** Returns the cell to which a key leads. */
const neighbour = (table: HTMLElement, cell: HTMLElement, key: string, nights: number): HTMLElement | undefined => {
  const row = cell.closest('tr')
  const night = Number(cell.dataset['night'])
  const span = Number(cell.dataset['span'])
  switch (key) {
    case 'ArrowLeft':
      return inRow(row, night - 1)
    case 'ArrowRight':
      return inRow(row, night + span)
    case 'Home':
      return inRow(row, 0)
    case 'End':
      return inRow(row, nights - 1)
    case 'ArrowUp':
    case 'ArrowDown':
    case 'PageUp':
    case 'PageDown': {
      const rows = [...table.querySelectorAll('tr[data-room]')]
      const by = (key.startsWith('Page') ? PAGE : 1) * (key.endsWith('Up') ? -1 : 1)
      const at = rows.findIndex((one) => one.isSameNode(row ?? null))
      return inRow(rows[Math.min(rows.length - 1, Math.max(0, at + by))], night)
    }
    default:
      return undefined
  }
}

/** Returns the cell of a row that has this night. */
const inRow = (row: Element | null | undefined, night: number): HTMLElement | undefined =>
  [...(row?.querySelectorAll('td[data-night]') ?? [])].flatMap((cell) =>
    cell instanceof HTMLElement &&
    Number(cell.dataset['night']) <= night &&
    night < Number(cell.dataset['night']) + Number(cell.dataset['span'])
      ? [cell]
      : [],
  )[0]
