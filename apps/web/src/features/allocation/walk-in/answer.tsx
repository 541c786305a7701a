import { Button } from '@mantine/core'
import type { WalkIn, WalkInDone, WalkInRoom } from '@shiloh/contract/allocation/walk-in'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import { countNights } from '@shiloh/contract/reservations/nights'
import { formatDay, formatList, formatMoney, formatRange, formatTime } from '@shiloh/contract/text/format'
import { useId } from 'react'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { useReasons } from '../proposals/words.ts'
import { texts } from './texts.ts'
import classes from './walk-in.module.css'

type Group = WalkIn['groups'][number]

/** What the desk wants instead: another category, or other nights. */
export interface Wanted {
  readonly room_category_id?: string | undefined
  readonly check_in?: string | undefined
  readonly check_out?: string | undefined
}

const nameOf = ({ block, room }: Pick<WalkInRoom, 'block' | 'room'>): string => `${block} ${room}`

const useFloor = () => {
  const t = useT(texts)
  return ({ floor, accessible }: WalkInRoom): string =>
    [t('floor_name', { floor: String(floor) }), accessible ? t('accessible') : ''].filter(Boolean).join(', ')
}

/** The room of a group, and why it is the best. */
function Best({ group, index }: { group: Group; index: number }) {
  const t = useT(texts)
  const language = useLanguage()
  const say = useReasons()
  const floorOf = useFloor()
  const room = group.rooms[index]
  if (!room) return null
  return (
    <div>
      <p className={classes.room}>
        {nameOf(room)}
        <span>{t('bed', { count: room.beds.length, beds: formatList(room.beds.map(bedLetter), language) })}</span>
      </p>
      <p>
        {floorOf(room)}. {say.ofPlace(room)}.
      </p>
    </div>
  )
}

/** The other rooms that are possible. */
function Others({ group, index, onChoose }: { group: Group; index: number; onChoose: (index: number) => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const say = useReasons()
  const floorOf = useFloor()
  const name = useId()
  if (group.rooms.length < 2) return null
  return (
    <fieldset className={classes.others}>
      <legend>
        {group.names.join('') === '' ? t('other_rooms') : t('rooms_for', { names: formatList(group.names, language) })}
      </legend>
      {group.rooms.map((one, at) => (
        <label key={one.room_id} className={classes.other}>
          <input type="radio" name={name} checked={at === index} onChange={() => onChoose(at)} />
          <span>
            <b>{nameOf(one)}</b>{' '}
            <span className="small dim">
              {floorOf(one)}. {say.ofPlace(one)}.
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Why there is no bed, and what is free instead. */
function Instead({ found, onWant }: { found: WalkIn; onWant: (wanted: Wanted) => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const say = useReasons()
  const { stay, groups, categories, other_nights: parts, event } = found
  const more = (minor: number): string =>
    minor === 0 ? '' : t(minor > 0 ? 'more' : 'less', { price: formatMoney(Math.abs(minor), event.currency, language) })
  const others = categories.filter(({ room_category_id }) => room_category_id !== stay.room_category_id)
  return (
    <>
      <div>
        <h2>{t('none')}</h2>
        {groups.map(({ names, left }) =>
          left ? (
            <p key={names.join()}>
              {groups.length > 1 ? `${formatList(names, language)}: ` : ''}
              {say.causeOf({ ...left, room_category: stay.room_category, persons: [], elsewhere: [], holders: [] })}
            </p>
          ) : null,
        )}
      </div>
      <div className={classes.instead}>
        <h3>{t('instead')}</h3>
        {others.length + parts.length === 0 ? <p className="dim">{t('nothing_instead')}</p> : null}
        {others.map(({ room_category_id, room_category, beds, price }) => (
          <button
            key={room_category_id}
            type="button"
            className={classes.one}
            onClick={() => onWant({ room_category_id, check_in: stay.check_in, check_out: stay.check_out })}
          >
            <b>{t('free_in', { category: room_category, count: beds })}</b>
            <span className="small dim">{more(price.more)}</span>
          </button>
        ))}
        {parts.map(({ room_category_id, room_category, check_in, check_out }) => (
          <button
            key={`${room_category_id} ${check_in} ${check_out}`}
            type="button"
            className={classes.one}
            onClick={() => onWant({ room_category_id, check_in, check_out })}
          >
            <b>{formatRange(check_in, check_out, language, 'UTC')}</b>
            <span className="small dim">{room_category}</span>
          </button>
        ))}
      </div>
      {can('waiting_list.read') ? (
        <div>
          <LinkButton variant="default" to="/admin/waiting-list" search={{ event_id: event._id }}>
            {t('waiting_list')}
          </LinkButton>
        </div>
      ) : null}
    </>
  )
}

interface AnswerProps {
  found: WalkIn
  /** Who has which room already. */
  home: { readonly name: string; readonly room: string } | null
  eachNight: number | undefined
  /** As what somebody is registered, and its price: for those without a reservation. */
  type: { readonly name: string; readonly price: number } | undefined
  /** The place of the chosen room in each group. */
  chosen: readonly number[]
  busy: boolean
  onChoose: (group: number, room: number) => void
  onWant: (wanted: Wanted) => void
  /** The form that the button submits, so that Enter in a field does it too. */
  formId: string
}

/** The best bed at once, and one button that gives it. */
export function Answer({ found, home, eachNight, type, chosen, busy, onChoose, onWant, formId }: AnswerProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { groups, stay, price, event, persons, reservation } = found
  if (persons.length === 0)
    return <EmptyState title={home ? t('has_room', home) : t('all_housed')} hint={t('all_housed_hint')} />
  if (found.checked_in && reservation)
    return (
      <>
        <h2>{t('checked_in')}</h2>
        <p>{t('checked_in_hint')}</p>
        <div>
          <LinkButton variant="default" to="/admin/reservations/$id" params={{ id: reservation._id }}>
            {t('open')}
          </LinkButton>
        </div>
      </>
    )
  if (groups.some(({ rooms }) => rooms.length === 0)) return <Instead found={found} onWant={onWant} />
  // Nobody pays again for nights that they have.
  const isReserved = reservation !== null && price.more === 0 && price.nights > 0
  const money = (minor: number) => formatMoney(minor, event.currency, language)
  return (
    <>
      <h2>{t('best')}</h2>
      {groups.map((group, index) => (
        <div key={group.names.join()} className={classes.group}>
          {groups.length > 1 || persons.length > 1 ? <b>{formatList(group.names, language)}</b> : null}
          <Best group={group} index={chosen[index] ?? 0} />
        </div>
      ))}
      <p className={classes.price}>
        {t(isReserved ? 'nights_had' : 'nights', {
          count: countNights(stay.check_in, stay.check_out),
          category: stay.room_category,
          price: money(price.nights),
        })}
        <br />
        <span className="small dim">
          {formatRange(stay.check_in, stay.check_out, language, 'UTC')}
          {eachNight === undefined || isReserved ? null : `; ${t('each_night', { price: money(eachNight) })}`}
        </span>
        {type ? (
          <>
            <br />
            {t('place', { type: type.name, price: money(type.price) })}
            <br />
            <b>{t('total', { price: money(type.price + price.nights) })}</b>
          </>
        ) : null}
        {price.more !== 0 && price.more !== price.nights ? (
          <>
            <br />
            <b>{t(price.more > 0 ? 'more' : 'less', { price: money(Math.abs(price.more)) })}</b>
          </>
        ) : null}
      </p>
      <div>
        <Button size="md" type="submit" form={formId} loading={busy}>
          {t('give', { count: persons.length })}
        </Button>
      </div>
      {groups.map((group, index) => (
        <Others
          key={group.names.join()}
          group={group}
          index={chosen[index] ?? 0}
          onChoose={(room) => onChoose(index, room)}
        />
      ))}
    </>
  )
}

/** What they have now, what is to be paid, and the next person. */
export function Done({ done, zone, onNext }: { done: WalkInDone; zone: string | undefined; onNext: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const { reservation, places } = done
  const { _id: id, balance, currency, hold_expires_at: until } = reservation
  return (
    <div role="status" className={classes.places}>
      <h2>{t('given')}</h2>
      <p className="small">
        <span className="code">{reservation.code}</span>
      </p>
      {places.map((place) => (
        <div key={`${place.name} ${place.room} ${place.bed}`}>
          <p className={classes.room}>{t('bed_of', { room: nameOf(place), bed: bedLetter(place.bed) })}</p>
          <p>
            {place.name}, {formatRange(place.check_in, place.check_out, language, 'UTC')}
          </p>
        </div>
      ))}
      {places.length === 0 ? <p>{t('no_room_yet')}</p> : null}
      {balance > 0 ? (
        <p>
          <b>{t('to_pay', { price: formatMoney(balance, currency, language) })}</b>
          {until ? (
            <>
              <br />
              {t('held', {
                time: `${formatDay(until, language, zone)}, ${formatTime(until, language, zone)}`,
              })}
            </>
          ) : null}
        </p>
      ) : null}
      <div className={classes.acts}>
        {balance > 0 && can('payments.take_cash') ? (
          <LinkButton to="/admin/reservations/$id" params={{ id }} search={{ cash: 'take' }}>
            {t('take_cash')}
          </LinkButton>
        ) : null}
        <Button variant={balance > 0 ? 'default' : 'filled'} data-autofocus onClick={onNext}>
          {t('next')}
        </Button>
        <LinkButton variant="default" to="/admin/reservations/$id" params={{ id }}>
          {t('open')}
        </LinkButton>
      </div>
    </div>
  )
}
