import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { Tooltip, VisuallyHidden } from '@mantine/core'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import { formatList } from '@shiloh/contract/text/format'
import { IconBellOff, IconDoorEnter, IconLock, IconPinFilled, IconVolumeOff, IconWheelchair } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { useBedReasons } from '#ui/base/bed-reasons'
import classes from './board.module.css'
import {
  type BoardPerson,
  type BoardRoom,
  type Fit,
  fitOf,
  freeIn,
  isUntold,
  type Looked,
  type Period,
} from './state.ts'
import { texts } from './texts.ts'

interface GuestProps {
  person: BoardPerson
  bed: number
  isChosen: boolean
  chosen: ReadonlySet<string>
  onChoose: (id: string, add: boolean) => void
}

/** Somebody in their bed: a button that selects them, and can be dragged. */
function Guest({ person, bed, isChosen, chosen, onChoose }: GuestProps) {
  const t = useT(texts)
  const element = useRef<HTMLButtonElement>(null)
  const dragged = useRef<ReadonlySet<string>>(chosen)
  dragged.current = isChosen ? chosen : new Set([person.participantId])
  useEffect(() => {
    if (!element.current) return undefined
    return draggable({ element: element.current, getInitialData: () => ({ ids: [...dragged.current] }) })
  }, [])
  return (
    <button
      ref={element}
      type="button"
      className={classes.guest}
      aria-pressed={isChosen}
      title={person.name}
      onClick={(event) => onChoose(person.participantId, event.ctrlKey || event.metaKey || event.shiftKey)}
    >
      <span className={classes.letter}>{bedLetter(bed)}</span>
      <span className={classes.name}>{person.name}</span>
      {person.bed?.pinned ? <IconPinFilled size={13} role="img" aria-label={t('pinned')} /> : null}
      {isUntold(person) ? (
        <IconBellOff size={13} role="img" aria-label={t('not_told')} className={classes.untold} />
      ) : null}
      {person.here ? <IconDoorEnter size={14} role="img" aria-label={t('arrived')} className={classes.here} /> : null}
    </button>
  )
}

interface FreeBedProps {
  roomId: string
  bed: number
  isClosed: boolean
  /** Nobody of those who are dragged can sleep in the room. */
  isImpossible: boolean
}

/** A free bed: people are dropped on it. */
function FreeBed({ roomId, bed, isClosed, isImpossible }: FreeBedProps) {
  const t = useT(texts)
  const element = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ roomId, bed }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [roomId, bed])
  return (
    <div ref={element} className={classes.free} data-over={(isOver && !isImpossible) || undefined}>
      <span className={classes.letter} aria-hidden>
        {bedLetter(bed)}
      </span>
      {isOver && !isImpossible ? <span>{t('drop_here')}</span> : <span className={classes.dashes} aria-hidden />}
      {isClosed ? null : <VisuallyHidden>{t('bed_free', { bed: bedLetter(bed) })}</VisuallyHidden>}
    </div>
  )
}

interface CardProps {
  looked: Looked
  room: BoardRoom
  period: Period
  chosen: ReadonlySet<string>
  /** Who is placed here by a drop: the dragged people, else the chosen ones. */
  moving: ReadonlySet<string>
  /** Somebody was placed here just now. */
  isLanded: boolean
  onChoose: (id: string, add: boolean) => void
  onPlace: (roomId: string) => void
}

/** A room with its beds. While people are chosen or dragged, it says whether they can sleep here, and why not. */
export const RoomCard = memo(function RoomCard({
  looked,
  room,
  period,
  chosen,
  moving,
  isLanded,
  onChoose,
  onPlace,
}: CardProps) {
  const t = useT(texts)
  const language = useLanguage()
  const why = useBedReasons()
  const element = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ roomId: room._id }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [room._id])
  const tonight = (stay: Period) => stay.check_in < period.check_out && period.check_in < stay.check_out
  const closed = room.maintenance.find(tonight)
  const guests = (looked.sleeping.get(room._id) ?? []).filter(({ bed }) => bed && tonight(bed))
  const others = room.others.filter(tonight)
  const free = freeIn(looked, room, period)
  const isKept = room.kept_title_ids.length + room.kept_designation_ids.length > 0
  // Who sleeps here already is offered nothing.
  const isHome = [...moving].every((id) => looked.people.get(id)?.bed?.room_id === room._id)
  const fit: Fit | null = moving.size > 0 && !isHome ? fitOf(looked, room, moving) : null
  const rule = room.gender_rule
  const name = `${room.block} ${room.name}`
  // A card is narrow: of many, the first is named, and all when it is pointed at.
  const keptWords = (): string => {
    const [first, ...more] = room.kept_for
    if (first === undefined) return t('kept')
    return more.length === 0 ? t('kept_for', { names: first }) : t('kept_for_more', { name: first, count: more.length })
  }
  return (
    <section
      ref={element}
      aria-label={name}
      className={classes.room}
      data-closed={closed ? true : undefined}
      data-fit={fit ? (fit.fits === moving.size ? 'all' : fit.fits > 0 ? 'some' : 'none') : undefined}
      data-over={isOver || undefined}
      data-landed={isLanded || undefined}
    >
      <header>
        <h4>{room.name}</h4>
        {room.accessible ? <IconWheelchair size={14} role="img" aria-label={t('accessible')} /> : null}
        {room.quiet ? <IconVolumeOff size={14} role="img" aria-label={t('quiet')} /> : null}
        <span className="small dim">{closed ? null : free === 0 ? t('full') : t('free', { count: free })}</span>
      </header>
      {closed ? null : (
        <div className={classes.fill} data-full={free === 0 || undefined} aria-hidden>
          <span style={{ width: `${(100 * (room.beds - free)) / room.beds}%` }} />
        </div>
      )}
      {rule || isKept ? (
        <p className={classes.rule}>
          {rule ? t(rule === 'male' ? 'men' : rule === 'female' ? 'women' : 'family') : null}
          {rule && isKept ? ', ' : null}
          {room.kept_for.length > 1 ? (
            <Tooltip label={formatList(room.kept_for, language)} events={{ hover: true, focus: true, touch: true }}>
              <button type="button">{keptWords()}</button>
            </Tooltip>
          ) : isKept ? (
            keptWords()
          ) : null}
        </p>
      ) : null}
      {closed ? (
        <p className={classes.closed}>
          <IconLock size={14} aria-hidden /> {t('closed', { reason: closed.reason })}
        </p>
      ) : null}
      <div className={classes.beds}>
        {Array.from({ length: room.beds }, (_, index) => index + 1).map((bed) => {
          const here = guests.filter((guest) => guest.bed?.bed === bed)
          const other = others.filter((one) => one.bed === bed)
          if (here.length + other.length === 0)
            return (
              <FreeBed
                key={bed}
                roomId={room._id}
                bed={bed}
                isClosed={closed !== undefined}
                isImpossible={fit?.fits === 0}
              />
            )
          return (
            <div key={bed}>
              {here.map((person) => (
                <Guest
                  key={person.participantId}
                  person={person}
                  bed={bed}
                  isChosen={chosen.has(person.participantId)}
                  chosen={chosen}
                  onChoose={onChoose}
                />
              ))}
              {other.map((one) => (
                <div key={`${one.check_in} ${one.party}`} className={classes.other}>
                  <span className={classes.letter}>{bedLetter(bed)}</span>
                  <span className={classes.name}>
                    {one.event === null ? t('taken') : t('other_event', { event: one.event })}
                  </span>
                </div>
              ))}
            </div>
          )
        })}
      </div>
      {/* The line is always there: nothing may move while somebody drags. */}
      <div className={classes.say}>
        {fit && fit.fits > 0 ? (
          <button type="button" className={classes.place} onClick={() => onPlace(room._id)}>
            {fit.fits === moving.size ? t('drop_here') : t('some_fit', { fits: fit.fits, count: moving.size })}
          </button>
        ) : null}
        {fit && fit.fits === 0 ? (
          <p className={classes.no} title={why(fit.reasons)}>
            {fit.reasons[0] ? t(`short_${fit.reasons[0]}`) : null}
          </p>
        ) : null}
      </div>
    </section>
  )
})
