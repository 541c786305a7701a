import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useT } from '#platform/i18n'
import classes from './board.module.css'
import { RoomCard } from './room-card.tsx'
import type { BoardRoom, Looked, Period } from './state.ts'
import { texts } from './texts.ts'

/** Width of a card with its gap, and of the column of floors, in pixels. */
const CARD = 148
const FLOOR = 104

/** For whom rooms are. */
const RULES = { male: 'men', female: 'women', family: 'family' } as const

interface Line {
  readonly key: string
  /** On the first line of a floor. */
  readonly floor: number | null
  /** On the first line of a block. */
  readonly block: string | null
  /** What all rooms of the floor have in common. On the first line of a floor. */
  readonly common: Common | null
  readonly rooms: readonly BoardRoom[]
}

interface Common {
  readonly category: string | null
  readonly rule: BoardRoom['gender_rule']
}

const commonOf = (rooms: readonly BoardRoom[]): Common => {
  const [first] = rooms
  return {
    category: first && rooms.every(({ category_id }) => category_id === first.category_id) ? first.category : null,
    rule: first && rooms.every(({ gender_rule }) => gender_rule === first.gender_rule) ? first.gender_rule : null,
  }
}

/** Cuts the rooms of each floor into lines of cards. */
const linesOf = (rooms: readonly BoardRoom[], across: number): Line[] => {
  const lines: Line[] = []
  let block = ''
  for (const [key, on] of Map.groupBy(rooms, (room) => `${room.block_id} ${room.floor}`))
    for (let from = 0; from < on.length; from += across) {
      const [first] = on
      const isNew = from === 0 && first?.block_id !== block
      block = first?.block_id ?? block
      lines.push({
        key: `${key} ${from}`,
        floor: from === 0 ? (first?.floor ?? 0) : null,
        block: isNew ? (first?.block ?? '') : null,
        common: from === 0 ? commonOf(on) : null,
        rooms: on.slice(from, from + across),
      })
    }
  return lines
}

export interface Landed {
  readonly roomId: string
}

interface GridProps {
  looked: Looked
  rooms: readonly BoardRoom[]
  period: Period
  chosen: ReadonlySet<string>
  moving: ReadonlySet<string>
  /** The room where somebody was placed just now, which is scrolled to. A new object for each time. */
  landed: Landed | null
  onChoose: (id: string, add: boolean) => void
  onPlace: (roomId: string) => void
}

/** The rooms by block and floor. Only those on the screen are drawn. */
export const RoomGrid = memo(function RoomGrid({ rooms, landed, ...card }: GridProps) {
  const t = useT(texts)
  const { ref: sized, width } = useElementSize<HTMLElement>()
  const scroller = useRef<HTMLElement>(null)
  const ref = useMergedRef(sized, scroller)
  useEffect(() => (scroller.current ? autoScrollForElements({ element: scroller.current }) : undefined), [])
  const isNarrow = width < 560
  const across = Math.max(1, Math.floor((width - (isNarrow ? 0 : FLOOR)) / CARD))
  const lines = useMemo(() => linesOf(rooms, across), [rooms, across])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 150,
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 2,
  })
  const latest = useRef({ lines, virtual })
  latest.current = { lines, virtual }
  useEffect(() => {
    if (!landed) return
    const { lines: drawn, virtual: list } = latest.current
    const at = drawn.findIndex((line) => line.rooms.some(({ _id }) => _id === landed.roomId))
    // A room that the filters hide stays hidden.
    if (at >= 0) list.scrollToIndex(at, { align: 'auto' })
  }, [landed])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={ref} className={classes.grid} tabIndex={0} aria-label={t('room_board')}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.line}
              data-first={line.floor !== null || undefined}
              style={{ transform: `translateY(${start}px)` }}
            >
              {line.block === null ? null : <h2>{line.block}</h2>}
              <div className={classes.lineBody} data-narrow={isNarrow || undefined}>
                <div className={classes.floor}>
                  {line.floor === null ? null : <h3>{t('floor_name', { floor: String(line.floor) })}</h3>}
                  {line.common === null ? null : (
                    <p className="small dim">
                      {[line.common.category, line.common.rule && t(RULES[line.common.rule])]
                        .filter(Boolean)
                        .join(', ')}
                    </p>
                  )}
                </div>
                <div className={classes.cards} style={{ gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}>
                  {line.rooms.map((room) => (
                    <RoomCard key={room._id} room={room} isLanded={landed?.roomId === room._id} {...card} />
                  ))}
                </div>
              </div>
            </div>
          )
        })}
      </div>
    </section>
  )
})
