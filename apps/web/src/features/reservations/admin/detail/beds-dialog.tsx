import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type BedCandidate, bedLetter, bedRoutes } from '@shiloh/contract/reservations/beds'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { IconBed, IconWheelchair } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { useBedReasons } from '#ui/base/bed-reasons'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { useBedActs } from './bed-acts.tsx'
import classes from './beds.module.css'
import { texts } from './beds-texts.ts'

interface RoomRowProps {
  room: BedCandidate
  busy: boolean
  onGive: () => void
}

/** One room: the beds left, or why it cannot be assigned. */
function RoomRow({ room, busy, onGive }: RoomRowProps) {
  const t = useT(texts)
  const why = useBedReasons()
  const fits = room.reasons.length === 0
  const floor = t('floor', { floor: String(room.floor) })
  return (
    <li className={classes.room}>
      <div>
        <b>
          {room.block} <span className="code">{room.room}</span>
        </b>
        <p className="dim small">
          {room.room_category}, {floor}
          {room.accessible ? <IconWheelchair size={14} role="img" aria-label={t('accessible')} /> : null}
          {', '}
          {t('beds_left', { left: room.beds_left, beds: room.beds })}
        </p>
        {fits ? null : <p className={classes.why}>{why(room.reasons)}</p>}
      </div>
      {fits ? (
        <Button
          variant="default"
          disabled={busy}
          aria-label={t('give_of', { room: `${room.block} ${room.room}` })}
          onClick={onGive}
        >
          {t(room.is_home ? 'keep' : 'give')}
        </Button>
      ) : null}
    </li>
  )
}

/** Assigns a room to persons of a reservation, moves them, or removes the bed. */
function BedsDialog({ reservation, onClose }: { reservation: ReservationView; onClose: () => void }) {
  const t = useT(texts)
  const why = useBedReasons()
  const language = useLanguage()
  const [chosen, setChosen] = useState(() => reservation.participants.map(({ _id }) => _id))
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), 250)
  const params = { id: reservation._id }
  const { data, error, refetch } = useQuery({
    ...queryOf(bedRoutes.readBeds, {
      params,
      query: {
        ...(chosen.length > 0 ? { participant_ids: chosen.join(',') } : {}),
        ...(search ? { search } : {}),
      },
    }),
  })
  const names = (data?.persons ?? [])
    .filter(({ participant_id }) => chosen.includes(participant_id))
    .map(({ name }) => name)
    .join(', ')
  const { isBusy, give, takeAway, asking } = useBedActs()
  const done = (message: string) => () => {
    toastDone({ message })
    onClose()
  }
  const stay = reservation.accommodation
  // A reason that applies to every room is shown once, above the list.
  const wall = (['too_small', 'couple'] as const).find(
    (reason) => data && data.rooms.length > 0 && data.rooms.every(({ reasons }) => reasons.includes(reason)),
  )
  const placed = data?.persons.some(({ participant_id, place }) => place && chosen.includes(participant_id))
  // The question replaces the dialog, so that two never overlap.
  if (asking) return asking
  return (
    <Modal opened onClose={onClose} size="lg" title={t('title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <div className={classes.dialog}>
        {stay ? (
          <p className="dim">
            {stay.name}, {formatDate(stay.check_in, language)} – {formatDate(stay.check_out, language)}
          </p>
        ) : null}
        {data ? (
          <Checkbox.Group label={t('who')} value={chosen} onChange={setChosen}>
            <div className={classes.persons}>
              {data.persons.map(({ participant_id, name, place, needs_ground_floor }) => (
                <Checkbox
                  key={participant_id}
                  value={participant_id}
                  label={name}
                  description={[
                    place ? `${place.block} ${place.room}, ${t('bed', { bed: bedLetter(place.bed) })}` : t('no_room'),
                    needs_ground_floor ? t('needs_ground_floor') : '',
                  ]
                    .filter(Boolean)
                    .join('. ')}
                />
              ))}
            </div>
          </Checkbox.Group>
        ) : null}
        <TextInput
          label={t('search')}
          description={t('search_hint')}
          value={words}
          maxLength={60}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {error && !data ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <Scaffold kind="list" rows={4} /> : null}
        {data && data.rooms.length === 0 ? <p className="dim">{t('no_rooms')}</p> : null}
        {wall && chosen.length > 0 ? (
          <p role="status" className={classes.why}>
            {wall === 'couple' ? why(['couple']) : t('choose_fewer', { count: chosen.length })}
          </p>
        ) : null}
        {data && chosen.length > 0 && !wall ? (
          <ul className={classes.rooms}>
            {data.rooms.map((room) => (
              <RoomRow
                key={room.room_id}
                room={room}
                busy={isBusy}
                onGive={() =>
                  void give(
                    reservation._id,
                    room.room_id,
                    chosen,
                    done(t('given', { names, room: `${room.block} ${room.room}` })),
                  )
                }
              />
            ))}
          </ul>
        ) : null}
        {data && !wall && data.total > data.rooms.length ? (
          <p className="dim small">{t('more', { count: data.total - data.rooms.length })}</p>
        ) : null}
        {placed ? (
          <Button
            variant="default"
            color="red"
            disabled={isBusy}
            onClick={() => void takeAway(reservation._id, chosen, done(t('taken', { names })))}
          >
            {t('take_away')}
          </Button>
        ) : null}
      </div>
    </Modal>
  )
}

/** Opens the choice of rooms if somebody of the reservation has nights and the user can assign rooms. */
export function GiveRoom({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const can = useCan()
  const navigate = useNavigate()
  const { _id: id, status, accommodation, participants } = reservation
  const { room, cash } = useSearch({ from: '/admin/reservations/$id' })
  const [open, setOpen] = useState(false)
  if (!accommodation || (status !== 'active' && status !== 'redeemed') || !can('reservations.assign_rooms')) return null
  const without = participants.filter((one) => one.room === null).length
  // From the desk: once it is confirmed and the receipt is closed.
  const isNext = room === 'give' && cash === undefined && without > 0
  const close = () => {
    setOpen(false)
    if (room) void navigate({ to: '/admin/reservations/$id', params: { id }, search: {}, replace: true })
  }
  return (
    <>
      <div className={classes.bar}>
        <p className={without > 0 ? classes.why : 'dim'}>
          {without > 0 ? t('without', { count: without }) : t('all_placed')}
        </p>
        <Button variant="default" leftSection={<IconBed size={18} />} onClick={() => setOpen(true)}>
          {t(without > 0 ? 'give_room' : 'change_room')}
        </Button>
      </div>
      {open || isNext ? <BedsDialog reservation={reservation} onClose={close} /> : null}
    </>
  )
}
