import { Modal, TextInput } from '@mantine/core'
import { IconWheelchair } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useT } from '#platform/i18n'
import { useBedReasons } from '#ui/base/bed-reasons'
import classes from './board.module.css'
import { type BoardRoom, type Fit, fitOf, freeIn, isNamed, type Looked, type Period, roomsShown } from './state.ts'
import { texts } from './texts.ts'

/** Rooms that are listed. Others are found by typing more. */
const LISTED = 40

interface Candidate {
  readonly room: BoardRoom
  readonly fit: Fit
}

/** Returns the rooms with these words: the one of that name, then those that take everybody, then those with a reason against them. */
const candidatesOf = (looked: Looked, search: string, ids: ReadonlySet<string>, period: Period): Candidate[] => {
  const found = roomsShown(looked, { block: null, category: null, free: false, accessible: false, search }, period).map(
    (room): Candidate => ({ room, fit: fitOf(looked, room, ids) }),
  )
  return found
    .sort(
      (a, b) =>
        Number(isNamed(b.room, search)) - Number(isNamed(a.room, search)) ||
        b.fit.fits - a.fit.fits ||
        a.fit.reasons.length - b.fit.reasons.length,
    )
    .slice(0, LISTED)
}

interface FinderProps {
  looked: Looked
  ids: ReadonlySet<string>
  /** Who they are. */
  names: string
  period: Period
  onPlace: (roomId: string) => void
  onClose: () => void
}

/** Finds a room by typing. Enter places the chosen people in the highlighted one. */
export function Finder({ looked, ids, names, period, onPlace, onClose }: FinderProps) {
  const t = useT(texts)
  const why = useBedReasons()
  const listId = useId()
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  /** The impossible room that was asked for. */
  const [refused, setRefused] = useState<string>()
  const found = useMemo(() => candidatesOf(looked, search, ids, period), [looked, search, ids, period])
  const no = found.find(({ room }) => room._id === refused)
  const at = Math.min(active, found.length - 1)
  const take = ({ room, fit }: Candidate) => {
    if (fit.fits > 0) onPlace(room._id)
    else setRefused(room._id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const current = found[at]
    if (event.key === 'ArrowDown') setActive(Math.min(found.length - 1, at + 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(0, at - 1))
    else if (event.key === 'Enter' && current) take(current)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('finder_title', { count: ids.size, names })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[at] ? `${listId}-${found[at].room._id}` : undefined}
        label={t('find_room')}
        description={t('finder_hint', { room: [...looked.board.rooms.values()][0]?.name ?? '' })}
        value={search}
        error={
          no ? t('finder_no', { room: `${no.room.block} ${no.room.name}`, reason: why(no.fit.reasons) }) : undefined
        }
        maxLength={60}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setActive(0)
          setRefused(undefined)
        }}
      />
      {found.length === 0 ? <p className="dim">{t('finder_none')}</p> : null}
      {found.length > 0 ? (
        <div id={listId} role="listbox" aria-label={t('find_room')} className={classes.found}>
          {found.map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            <div
              key={one.room._id}
              id={`${listId}-${one.room._id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              aria-disabled={one.fit.fits === 0}
              className={classes.candidate}
              onClick={() => take(one)}
            >
              <b>
                {one.room.block} <span className={classes.roomName}>{one.room.name}</span>
              </b>
              <span className="small dim">
                {one.room.category}, {t('floor_name', { floor: String(one.room.floor) })}
                {one.room.accessible ? <IconWheelchair size={14} role="img" aria-label={t('accessible')} /> : null}
              </span>
              <span className="small">{t('free', { count: freeIn(looked, one.room, period) })}</span>
              {one.fit.fits < ids.size ? (
                <span className={classes.why}>
                  {one.fit.fits > 0 ? `${t('some_fit', { fits: one.fit.fits, count: ids.size })}. ` : ''}
                  {why(one.fit.reasons)}
                </span>
              ) : null}
            </div>
          ))}
        </div>
      ) : null}
    </Modal>
  )
}
