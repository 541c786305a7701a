import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { bedLetter, bedRoutes, type RoomGuests, type RoomSeeker } from '@shiloh/contract/reservations/beds'
import { IconWheelchair } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#platform/client'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { useBedReasons } from '#ui/base/bed-reasons'
import { LinkButton } from '#ui/base/link-button'
import { PersonLink } from '#ui/base/person-link'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { PageHeader } from '#ui/shell/page-header'
import { useBedActs } from '../detail/bed-acts.tsx'
import beds from '../detail/beds.module.css'
import { texts as bedTexts } from '../detail/beds-texts.ts'
import parts from '../detail/parts.module.css'
import { texts } from './texts.ts'

/** `10-01-2027 – 13-01-2027`. */
function useNights() {
  const language = useLanguage()
  return ({ check_in, check_out }: { check_in: string; check_out: string }) =>
    `${formatDate(check_in, language)} – ${formatDate(check_out, language)}`
}

type Guest = RoomGuests['guests'][number]

function GuestRow({ guest, busy, onTake }: { guest: Guest; busy: boolean; onTake: () => void }) {
  const t = useT(texts)
  const say = useT(bedTexts)
  const nights = useNights()
  return (
    <li className={beds.room}>
      <div>
        {guest.user_id ? <PersonLink id={guest.user_id} name={guest.name} /> : <b>{guest.name}</b>},{' '}
        {say('bed', { bed: bedLetter(guest.bed) })}
        <p className="dim small">
          {nights(guest)}, {guest.event},{' '}
          <Link to="/admin/reservations/$id" params={{ id: guest.reservation_id }} className="code">
            {guest.code}
          </Link>
        </p>
      </div>
      <Button variant="default" disabled={busy} aria-label={t('take_of', { name: guest.name })} onClick={onTake}>
        {say('take_away')}
      </Button>
    </li>
  )
}

function SeekerRow({ seeker, busy, onGive }: { seeker: RoomSeeker; busy: boolean; onGive: () => void }) {
  const t = useT(texts)
  const why = useBedReasons()
  const say = useT(bedTexts)
  const nights = useNights()
  const names = seeker.persons.map(({ name }) => name).join(', ')
  return (
    <li className={beds.room}>
      <div>
        <b>{names}</b>
        <p className="dim small">
          {nights(seeker)}, {seeker.event}, {seeker.room_category},{' '}
          <Link to="/admin/reservations/$id" params={{ id: seeker.reservation_id }} className="code">
            {seeker.code}
          </Link>
        </p>
        {seeker.near ? <p className="dim small">{t('near', { room: seeker.near })}</p> : null}
        {seeker.reasons.length > 0 ? <p className={beds.why}>{why(seeker.reasons)}</p> : null}
      </div>
      {seeker.reasons.length === 0 ? (
        <Button variant="default" disabled={busy} aria-label={t('place_of', { name: names })} onClick={onGive}>
          {say('keep')}
        </Button>
      ) : null}
    </li>
  )
}

/** `/admin/event-rooms/{id}`: the guests of a room, and people without a bed who could get one. */
export function RoomPage() {
  const t = useT(texts)
  const say = useT(bedTexts)
  const nights = useNights()
  const { id } = useParams({ from: '/admin/event-rooms/$id' })
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), 250)
  const { data, error, refetch } = useQuery(
    queryOf(bedRoutes.readRoomGuests, { params: { id }, query: search ? { search } : {} }),
  )
  const { isBusy, give, takeAway, asking } = useBedActs()
  if (!data) {
    if (error instanceof ApiError && error.status === 404)
      return <EmptyState title={t('gone')} action={<LinkButton to="/admin/event-rooms">{t('to_list')}</LinkButton>} />
    return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={8} />
  }
  const { room, guests, seekers, total } = data
  const name = `${room.block} ${room.name}`
  const about = [
    room.center,
    room.room_category,
    say('floor', { floor: String(room.floor) }),
    t('beds', { beds: room.beds }),
    room.gender_rule ? t(`gender_${room.gender_rule}`) : '',
  ]
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        title={name}
        note={
          <>
            {about.filter(Boolean).join(', ')}
            {room.accessible ? <IconWheelchair size={16} role="img" aria-label={say('accessible')} /> : null}
          </>
        }
      />
      {room.maintenance.length > 0 ? (
        <div className={parts.notes}>
          {room.maintenance.map((period) => (
            <p key={period.check_in}>{t('closed', { nights: nights(period) })}</p>
          ))}
        </div>
      ) : null}
      <div className={beds.halves}>
        <section>
          <h2>{t('guests')}</h2>
          {guests.length === 0 ? <p className="dim">{t('nobody')}</p> : null}
          <ul className={beds.rooms}>
            {guests.map((guest) => (
              <GuestRow
                key={`${guest.participant_id} ${guest.check_in}`}
                guest={guest}
                busy={isBusy}
                onTake={() =>
                  void takeAway(guest.reservation_id, [guest.participant_id], () =>
                    toastDone({ message: say('taken', { names: guest.name }) }),
                  )
                }
              />
            ))}
          </ul>
        </section>
        <section>
          <h2>{t('seekers')}</h2>
          <TextInput
            label={t('search')}
            description={t('search_hint')}
            value={words}
            maxLength={60}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          {seekers.length === 0 ? <p className="dim">{t('no_seekers')}</p> : null}
          <ul className={beds.rooms}>
            {seekers.map((seeker) => (
              <SeekerRow
                key={seeker.reservation_id}
                seeker={seeker}
                busy={isBusy}
                onGive={() =>
                  void give(
                    seeker.reservation_id,
                    room._id,
                    seeker.persons.map(({ participant_id }) => participant_id),
                    () =>
                      toastDone({
                        message: say('given', {
                          names: seeker.persons.map((one) => one.name).join(', '),
                          room: name,
                        }),
                      }),
                  )
                }
              />
            ))}
          </ul>
          {total > seekers.length ? <p className="dim small">{t('more', { count: total - seekers.length })}</p> : null}
        </section>
      </div>
      {asking}
    </>
  )
}
