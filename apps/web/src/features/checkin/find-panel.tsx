import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import type { PointKind } from '@shiloh/contract/checkin/points'
import type { Direction } from '@shiloh/contract/checkin/scans'
import { formatMoney, formatTime, formatWeekday } from '@shiloh/contract/text/format'
import { IconCircleCheck, IconCircleDashed, IconDoorExit, IconSearch } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import type { GateEngine } from './engine/engine.ts'
import classes from './gate.module.css'
import { byReservation, isThere, roomsOf } from './outcome.ts'
import { PanelHead } from './panel-head.tsx'
import { type GateEvent, shortestSearch, useFoundPeople } from './queries.ts'
import { texts } from './texts.ts'
import { useGateState } from './use-engine.ts'

type Enter = (person: GateParticipant, direction: Direction, everybody: boolean) => void

/** Milliseconds after the last key before the search starts. */
const pause = 250

function Standing({
  person,
  kind,
  zone,
  hasExit,
}: Pick<PartyProps, 'kind' | 'zone' | 'hasExit'> & { person: GateParticipant }) {
  const t = useT(texts)
  const language = useLanguage()
  const { checked_in_at, checked_out_at, entered } = person
  const dayOf = (instant: string) => formatDate(instant, language, zone)
  const today = dayOf(new Date().toISOString())
  const when = (instant: string) => {
    const time = formatTime(instant, language, zone)
    return dayOf(instant) === today ? time : `${formatWeekday(instant, language, zone)} ${dayOf(instant)}, ${time}`
  }
  if (kind !== 'gate') {
    const way = hasExit ? 'inside' : kind === 'meal' ? 'eaten' : 'scanned'
    return entered ? (
      <span className={classes.standing} data-tone="ok">
        <IconCircleCheck size={17} aria-hidden />
        {t(way === 'inside' ? 'inside_since' : `${way}_at`, { time: when(entered.at) })}
      </span>
    ) : (
      <span className={classes.standing}>
        <IconCircleDashed size={17} aria-hidden />
        {t(way === 'inside' ? 'not_here_yet' : `not_${way}_yet`)}
      </span>
    )
  }
  if (checked_in_at && !checked_out_at)
    return (
      <span className={classes.standing} data-tone="ok">
        <IconCircleCheck size={17} aria-hidden />
        {t('inside_since', { time: when(checked_in_at) })}
      </span>
    )
  if (checked_out_at)
    return (
      <span className={classes.standing}>
        <IconDoorExit size={17} aria-hidden />
        {t('outside_since', { time: when(checked_out_at) })}
      </span>
    )
  return (
    <span className={classes.standing}>
      <IconCircleDashed size={17} aria-hidden />
      {t('not_here_yet')}
    </span>
  )
}

interface PartyProps {
  people: readonly GateParticipant[]
  /** Of the point at which they are looked for. */
  kind: PointKind
  zone: string
  hasExit: boolean
  onEnter: Enter
}

function Party({ people, kind, zone, hasExit, onEnter }: PartyProps) {
  const t = useT(texts)
  const language = useLanguage()
  const [first] = people
  if (!first) return null
  const [room] = roomsOf(people)
  const isAlone = people.length === 1
  const about = [
    ...(isAlone ? [first.title, first.participant_type] : []),
    <span key="code" className={classes.whole}>
      {first.code}
    </span>,
    room ? (
      <span key="room" className={classes.whole}>
        {t('room_number', { room: room.name })}
      </span>
    ) : undefined,
  ].filter(Boolean)
  const wayOf = (person: GateParticipant): Direction => (hasExit && isThere(person, kind === 'gate') ? 'out' : 'in')
  const actOf = (person: GateParticipant) =>
    wayOf(person) === 'out' ? 'check_out' : kind === 'meal' ? 'serve' : 'check_in'
  // Somebody who has eaten, or has their key, gets nothing a second time.
  const isDone = (person: GateParticipant): boolean => !hasExit && isThere(person, kind === 'gate')
  const way: Direction = people.every((person) => wayOf(person) === 'out') ? 'out' : 'in'
  // Those for whom there is something to do, with those whom the search did not find.
  const left =
    way === 'out' ? first.party : first.party - people.filter((person) => isThere(person, kind === 'gate')).length
  return (
    <li className={classes.party}>
      {people.map((person) => (
        <div key={person._id} className={classes.person}>
          <div>
            <b>{person.name}</b>
            {isAlone ? null : (
              <span className="dim">{[person.title, person.participant_type].filter(Boolean).join(', ')}</span>
            )}
            <Standing person={person} kind={kind} zone={zone} hasExit={hasExit} />
          </div>
          {isDone(person) ? null : (
            <Button
              variant={wayOf(person) === 'out' ? 'default' : 'filled'}
              aria-label={t(`${actOf(person)}_name`, { name: person.name })}
              onClick={() => onEnter(person, wayOf(person), false)}
            >
              {t(actOf(person) === 'check_in' ? 'check_in_act' : actOf(person) === 'serve' ? 'serve_act' : 'check_out')}
            </Button>
          )}
        </div>
      ))}
      <div className={classes.person}>
        <p className="dim">
          {about.map((part, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have an order, and no identity
            <Fragment key={nth}>
              {nth > 0 ? ' · ' : ''}
              {part}
            </Fragment>
          ))}
          {first.balance > 0 ? (
            <b className={classes.due}>
              {t('still_to_pay', { amount: formatMoney(first.balance, first.currency, language) })}
            </b>
          ) : null}
        </p>
        {left > 1 || (left === 1 && first.party > people.length) ? (
          <Button variant="default" onClick={() => onEnter(first, way, true)}>
            {t(way === 'out' ? 'everybody_out' : kind === 'meal' ? 'serve_count' : 'everybody_in', {
              count: left,
            })}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

interface FindPanelProps {
  engine: GateEngine
  event: GateEvent
  pointId: string
  kind: PointKind
  hasExit: boolean
  onBack: () => void
  onEnter: Enter
}

/** Finds people by name, phone number or code, if their phone is empty or they left their ticket at home. */
export function FindPanel({ engine, event, pointId, kind, hasExit, onBack, onEnter }: FindPanelProps) {
  const t = useT(texts)
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), pause)
  const { lostAt, canSearch } = useGateState(engine)
  const { people, total, error, isOld, retry } = useFoundPeople(engine, event._id, pointId, search)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const found = () => {
    if (lostAt !== null && !canSearch) return <p>{t('find_without_index')}</p>
    if (search.length < shortestSearch) return <p className="dim">{t('find_hint')}</p>
    if (error) return <LoadFailed message={error.message} onRetry={retry} />
    if (!people) return <Scaffold rows={4} kind="list" />
    if (people.length === 0)
      return (
        <EmptyState
          title={t('nobody_found', { search })}
          hint={t(lostAt === null ? 'nobody_found_hint' : 'nobody_found_here_hint')}
        />
      )
    return (
      <>
        <p className="dim" role="status">
          {total > people.length ? t('first_of_found', { shown: people.length, total }) : t('found', { count: total })}
        </p>
        <ul className={classes.parties} aria-busy={isOld}>
          {byReservation(people).map((party) => (
            <Party
              key={party[0]?.reservation_id}
              people={party}
              kind={kind}
              zone={event.time_zone}
              hasExit={hasExit}
              onEnter={onEnter}
            />
          ))}
        </ul>
      </>
    )
  }
  return (
    <>
      <PanelHead title={t('find')} onBack={onBack} />
      <TextInput
        ref={field}
        type="search"
        label={t('find_label')}
        leftSection={<IconSearch size={18} aria-hidden />}
        autoComplete="off"
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {found()}
    </>
  )
}
