import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { GENDERS } from '@shiloh/contract/identity/account'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { isLive } from '@shiloh/contract/reservations/states'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { IconSearch, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { useFocused } from '#ui/form/first-field'
import { texts } from './texts.ts'
import classes from './walk-in.module.css'

/** Who stands at the desk. */
export type Who =
  | {
      readonly kind: 'reservation' | 'user'
      readonly id: string
      readonly name: string
      readonly note: string
      readonly room?: string | null
    }
  | {
      readonly kind: 'person'
      readonly first_name: string
      readonly last_name: string
      readonly phone: string
      readonly gender: 'male' | 'female' | null
    }

const NEW: Who = { kind: 'person', first_name: '', last_name: '', phone: '', gender: null }
/** People that are listed of each kind. More are found by typing more. */
const LISTED = 6
/** Letters after which people are looked for. */
const SHORTEST = 2

interface SearchProps {
  eventId: string
  onChoose: (who: Who) => void
}

/** Finds people of the event by name, phone or code, and members who have no reservation. */
function Search({ eventId, onChoose }: SearchProps) {
  const t = useT(texts)
  const can = useCan()
  const focused = useFocused(true)
  const [typed, setTyped] = useState('')
  const [entered, setEntered] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), 200)
  const isAsked = settled.length >= SHORTEST
  const reservations = useQuery({
    ...queryOf(reservationRoutes.searchReservations, { query: { search: settled, event_id: eventId } }),
    enabled: isAsked && can('reservations.read'),
  })
  const users = useQuery({
    ...queryOf(authorizationRoutes.pickUsers, { query: { search: settled, user_type: 'user' } }),
    enabled: isAsked && can('users.read') && can('reservations.create'),
  })
  const live = isAsked ? (reservations.data ?? []).filter(({ status }) => isLive(status)).slice(0, LISTED) : []
  const namesOf = ({ participants, user }: (typeof live)[number]): string =>
    participants.map(({ name }) => name).join(', ') || user.name
  const stateOf = ({ room, room_category }: (typeof live)[number]): string =>
    room ?? (room_category ? t('without_bed') : t('without_nights'))
  const ofReservation = (one: (typeof live)[number]): Who => ({
    kind: 'reservation',
    id: one._id,
    name: namesOf(one),
    note: `${one.code}, ${stateOf(one)}`,
    room: one.room,
  })
  const known = new Set(live.map(({ user }) => user._id))
  const accounts = isAsked ? (users.data ?? []).filter(({ _id }) => !known.has(_id)).slice(0, LISTED) : []
  const hits: readonly Who[] = [
    ...live.map(ofReservation),
    ...accounts.map(({ _id, name }): Who => ({ kind: 'user', id: _id, name, note: t('without_reservation') })),
  ]
  // Enter chooses the only hit, also when it is pressed before the answer came.
  const isAnswered = entered !== '' && entered === settled && !reservations.isFetching && !users.isFetching
  const latest = useRef({ hits, onChoose })
  latest.current = { hits, onChoose }
  useEffect(() => {
    const [only, ...more] = latest.current.hits
    if (isAnswered && only && more.length === 0) latest.current.onChoose(only)
  }, [isAnswered])
  const isEmpty = isAsked && !reservations.isFetching && !users.isFetching && live.length + accounts.length === 0
  return (
    <>
      <TextInput
        ref={focused}
        type="search"
        label={t('search')}
        leftSection={<IconSearch size={18} />}
        value={typed}
        maxLength={100}
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          setEntered(typed.trim())
        }}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setEntered('')
        }}
      />
      <div aria-live="polite">{isEmpty ? <p className="dim">{t('nobody_found')}</p> : null}</div>
      {live.length > 0 ? (
        <div className={classes.found}>
          <h3>{t('with_reservation')}</h3>
          {live.map((one) => (
            <button key={one._id} type="button" className={classes.one} onClick={() => onChoose(ofReservation(one))}>
              <b>{namesOf(one)}</b>
              <span className="small dim">{[one.code, one.participant_type.name, stateOf(one)].join(', ')}</span>
            </button>
          ))}
        </div>
      ) : null}
      {accounts.length > 0 ? (
        <div className={classes.found}>
          <h3>{t('with_account')}</h3>
          {accounts.map(({ _id, name, phone, email }) => (
            <button
              key={_id}
              type="button"
              className={classes.one}
              onClick={() => onChoose({ kind: 'user', id: _id, name, note: t('without_reservation') })}
            >
              <b>{name}</b>
              <span className="small dim">{phone ? formatPhone(phone) : (email ?? '')}</span>
            </button>
          ))}
        </div>
      ) : null}
      {can('reservations.create') ? (
        <div>
          <Button variant="default" leftSection={<IconUserPlus size={18} />} onClick={() => onChoose(nameOf(typed))}>
            {t('new_person')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** What was typed is the name, unless it is a number or a code. */
const nameOf = (typed: string): Who => {
  const words = typed.trim().split(/\s+/)
  if (/\d/.test(typed) || typed.trim() === '') return NEW
  return {
    ...NEW,
    first_name: words.slice(0, -1).join(' ') || (words[0] ?? ''),
    last_name: words.length > 1 ? (words.at(-1) ?? '') : '',
  }
}

interface WhoPartProps {
  eventId: string
  who: Who | null
  onChange: (who: Who | null) => void
  errorOf: (field: string) => string | undefined
}

/** The person at the desk: found, or registered with the bed. */
export function WhoPart({ eventId, who, onChange, errorOf }: WhoPartProps) {
  const t = useT(texts)
  const focused = useFocused(true)
  const elsewhere = (
    <Button variant="default" onClick={() => onChange(null)}>
      {t('somebody_else')}
    </Button>
  )
  if (!who) return <Search eventId={eventId} onChoose={onChange} />
  if (who.kind !== 'person')
    return (
      <div className={classes.chosen}>
        <p>
          <b>{who.name}</b>
          <br />
          <span className="small dim">{who.note}</span>
        </p>
        {elsewhere}
      </div>
    )
  const field = (name: 'first_name' | 'last_name' | 'phone') => ({
    label: t(name),
    value: who[name],
    maxLength: 100,
    autoComplete: 'off',
    error: errorOf(`person.${name}`),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...who, [name]: event.currentTarget.value }),
  })
  return (
    <>
      <div className={classes.chosen}>
        <p>
          <b>{t('new_person')}</b>
          <br />
          <span className="small dim">{t('not_registered')}</span>
        </p>
        {elsewhere}
      </div>
      <div className={classes.pair}>
        <TextInput ref={focused} {...field('first_name')} />
        <TextInput {...field('last_name')} />
      </div>
      <div>
        <Segments
          label={t('gender')}
          value={who.gender ?? ''}
          choices={GENDERS.map((value) => ({ value, label: t(value) }))}
          onChange={(gender) => onChange({ ...who, gender })}
        />
      </div>
      <div className={classes.pair}>
        <TextInput {...field('phone')} type="tel" inputMode="tel" />
      </div>
    </>
  )
}
