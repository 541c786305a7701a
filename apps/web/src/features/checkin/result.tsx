import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import { isServed, type PointKind } from '@shiloh/contract/checkin/points'
import { leaves, scanWord } from '@shiloh/contract/checkin/scans'
import { formatDay, formatList, formatMoney, formatTime, unbroken } from '@shiloh/contract/text/format'
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import type { Crowd } from './crowd.ts'
import type { CopyState } from './engine/db.ts'
import type { Entered as EnteredScans } from './engine/gate.ts'
import { type Outcome, roomsOf, sittingOf, type Tone } from './outcome.ts'
import { pointTime } from './point-time.ts'
import type { GateEvent } from './queries.ts'
import classes from './result.module.css'
import { texts } from './texts.ts'
import type { Paid } from './use-gate.ts'

const shapes: Readonly<Record<Tone, ReactNode>> = {
  ok: (
    <>
      <circle cx="34" cy="34" r="31" strokeWidth="5" />
      <path d="m20 35 10 10 19-21" strokeWidth="6" />
    </>
  ),
  used: (
    <>
      <path d="M34 6 64 60H4Z" strokeWidth="5" />
      <path d="M34 25v17m0 9v.5" strokeWidth="6" />
    </>
  ),
  invalid: (
    <>
      <path d="M21.5 3.5h25l18 18v25l-18 18h-25l-18-18v-25z" strokeWidth="5" />
      <path d="m24 24 20 20m0-20-20 20" strokeWidth="6" />
    </>
  ),
  paid: (
    <>
      <circle cx="34" cy="34" r="31" strokeWidth="5" />
      <path d="m20 35 10 10 19-21" strokeWidth="6" />
    </>
  ),
  undone: <path d="M22 12 8 26l14 14M9 26h32a17 17 0 0 1 0 34H28" strokeWidth="6" />,
}

interface Fact {
  readonly label: string
  readonly value: string
  readonly note?: string | undefined
  /** It has a row of its own, and is never broken. */
  readonly isAmount?: boolean
}

/** What somebody is: title and participant type. */
const roleOf = ({ title, participant_type }: GateParticipant): string =>
  [title, participant_type].filter(Boolean).join(', ')

const minutesSince = (instant: string) => Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / 60_000))

interface ResultProps {
  outcome: Outcome
  entered: EnteredScans
  event: GateEvent
  /** Undefined: this phone has no copy of the event yet. */
  point: CopyState['points'][number] | undefined
  points: CopyState['points']
  /** Undefined at gates. */
  crowd: Crowd | undefined
  deviceId: string | undefined
  /** What was paid here since the scan. */
  paid: Paid | undefined
  /** Why the last try to pay here was of no use. */
  declined: string | undefined
  /** The person who stands here can take the money. */
  canTake: boolean
  /** The events of this account. */
  events: readonly Pick<GateEvent, '_id' | 'name'>[]
}

/** When and where somebody entered before. */
function Entered({
  entered,
  deviceId,
  kind,
  zone,
}: {
  entered: NonNullable<GateParticipant['entered']>
  deviceId: string | undefined
  /** Of the point. */
  kind: PointKind
  zone: string
}) {
  const t = useT(texts)
  const language = useLanguage()
  const { at, device_id, device } = entered
  const time = formatTime(at, language, zone).replace(' ', '\u00a0')
  const minutes = minutesSince(at)
  const isToday = formatDate(at, 'en', zone) === formatDate(new Date().toISOString(), 'en', zone)
  const when = () => {
    if (isServed(kind))
      return isToday
        ? `${t(kind === 'meal' ? 'eaten_at' : 'scanned_at', { time })}.`
        : t('served_at', { time, date: formatDate(at, language, zone) })
    if (!isToday) return t('entered_on', { date: formatDate(at, language, zone), time })
    return minutes < 60 ? t('entered_ago', { time, minutes }) : t('entered_today', { time })
  }
  return (
    <p className={classes.note}>
      {when()}{' '}
      {device_id === deviceId
        ? t('entered_here')
        : device && device !== device_id
          ? t('entered_at', { place: device })
          : t('entered_elsewhere')}
    </p>
  )
}

/** The result on its own background colour, legible from two metres by somebody in a hurry. */
export function Result({
  outcome,
  entered,
  event,
  point,
  points,
  crowd,
  deviceId,
  paid,
  declined,
  canTake,
  events,
}: ResultProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { tone, result, direction, people } = outcome
  const [first] = people
  const isGate = point === undefined || point.kind === 'gate' || point.kind === 'hall'
  const code = entered.scans[0]?.name ?? ''
  const money = (minor: number) => formatMoney(minor, first?.currency ?? 'GHS', language)
  const list = (words: readonly string[]) => formatList(words, language)

  const whenOf = (at: string) =>
    `${formatDay(at, language, event.time_zone)}, ${formatTime(at, language, event.time_zone)}`
  const other = first && first.event_id !== event._id ? events.find(({ _id }) => _id === first.event_id) : undefined

  // Somebody with a code of another event, or a reservation of today, is not on this phone.
  const isNotHere = result === 'not_found' && entered.copyAt !== null
  const isExpired = result === 'cancelled' && first?.status === 'failed'
  const about = { kind: point?.kind ?? null, direction, isKnown: first !== undefined }

  const word = () => {
    if (tone === 'undone') return t('said_undone')
    if (tone === 'paid') return t('said_paid')
    if (isExpired) return t('said_expired')
    if (isNotHere) return t('said_not_on_phone')
    if (result === 'ok' && direction === 'in' && point && isServed(point.kind))
      return t(`said_ok_${point.kind}`, { count: Math.max(1, outcome.moved.length) })
    if (result === 'ok') return t(`said_ok_${direction}`)
    if (result === 'no_meal' && first?.caterer) return t('said_not_here')
    return t(`said_${scanWord(result, about)}`)
  }
  const advice = () => {
    if (tone === 'undone')
      return t(point && !leaves(point.rule) ? 'undone_once' : `undone_${direction}`, {
        count: Math.max(1, people.length),
      })
    if (tone === 'paid') return [paid?.receipt, t('paid_not_in')].filter(Boolean).join('. ')
    if (result === 'ok' || result === 'already_redeemed') return undefined
    if (scanWord(result, about) === 'not_inside') return t('advice_not_inside')
    if (isExpired) return t('advice_expired')
    if (isNotHere) return t('advice_not_on_phone')
    if (result === 'no_meal' && first?.caterer) {
      const sitting = sittingOf(first, points, Date.now())
      return sitting
        ? t('advice_ordered', { sitting: sitting.name, caterer: first.caterer })
        : t('advice_other_caterer', { caterer: first.caterer })
    }
    if (result === 'unpaid' && first && first.balance > 0) return canTake ? undefined : t('advice_unpaid')
    if (result === 'unpaid') return t('advice_unconfirmed')
    if (result === 'not_now' && point?.starts_at)
      return t('advice_not_now_at', {
        point: point.name,
        time: unbroken(pointTime(point, event.time_zone, language) ?? ''),
      })
    if (result === 'wrong_event' && other) return t('advice_other_event', { event: other.name })
    return result === 'invalid' && direction === 'out' ? t('advice_invalid_out') : t(`advice_${result}`)
  }
  const facts = (): Fact[] => {
    if (!first || tone === 'undone') return []
    if (paid) return [{ label: t('paid_here'), value: paid.amount, isAmount: true }]
    const rooms = roomsOf(people)
    const [room] = rooms
    const found: Fact[] = []
    const isThere = result === 'ok' || result === 'already_redeemed'
    const hasRoom = isThere && (isGate || point?.kind === 'key_desk')
    if (room && rooms.length === 1 && hasRoom)
      found.push(
        { label: t('room'), value: room.name, note: t('block_floor', { block: room.block, floor: room.floor }) },
        { label: t('bed', { count: room.beds.length }), value: list(room.beds) },
      )
    else if (room && hasRoom)
      found.push({ label: t('rooms'), value: rooms.map(({ name, beds }) => `${name} ${beds.join(', ')}`).join(' · ') })
    else if (first.room_category && hasRoom)
      found.push({ label: t('room'), value: t('no_room_yet'), note: first.room_category })
    if (first.caterer && isThere && (isGate || point?.kind === 'meal'))
      found.push({ label: t('meals'), value: first.caterer })
    const isOwed = first.balance > 0 && result !== 'wrong_event'
    if (isOwed) found.push({ label: t('to_pay'), value: money(first.balance), isAmount: true })
    return found
  }
  const said = advice()
  const shown = facts()
  return (
    <section className={classes.result} data-tone={tone} id="gate-result">
      {point ? (
        <p className={classes.at}>
          {leaves(point.rule) ? t('at_point_way', { point: point.name, way: t(`direction_${direction}`) }) : point.name}
        </p>
      ) : null}
      <p className={classes.word} data-long={isLong(word()) || undefined}>
        <svg
          viewBox="0 0 68 68"
          fill="none"
          stroke="currentColor"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {shapes[tone]}
        </svg>
        <span>{word()}</span>
      </p>
      {people.length > 0 ? (
        <p className={classes.name} data-many={people.length > 2 ? 'party' : people.length > 1 ? 'pair' : undefined}>
          {people.map((person) => (
            <span key={person._id}>
              {person.name}
              {people.length > 1 ? <small>{roleOf(person)}</small> : null}
            </span>
          ))}
        </p>
      ) : code ? (
        <p className={classes.name}>
          <span className="unbroken">{code}</span>
        </p>
      ) : null}
      {first ? (
        <p className={classes.type}>
          {people.length > 1 ? null : `${roleOf(first)}${first.party > 1 ? '. ' : ''}`}
          {first.party > 1 ? <span className={classes.whole}>{t('party', { count: first.party })}</span> : null}
          {result === 'ok' ? null : <span className={classes.whole}> · {first.code}</span>}
        </p>
      ) : null}
      {said ? <p className={classes.note}>{said}</p> : null}
      {declined ? (
        <p role="alert" className={classes.note}>
          {declined}
        </p>
      ) : null}
      {result === 'ok' && direction === 'in' && tone !== 'undone' && crowd?.capacity && crowd.isFull ? (
        <p className={classes.note}>{t('full_note', { people: crowd.people, capacity: crowd.capacity })}</p>
      ) : null}
      {result === 'ok' && direction === 'in' && event.opens_in_days > 0 ? (
        <p className={classes.note}>{t('begins_in', { days: event.opens_in_days })}</p>
      ) : null}
      {result === 'already_redeemed' && first?.entered ? (
        <Entered entered={first.entered} deviceId={deviceId} kind={point?.kind ?? 'gate'} zone={event.time_zone} />
      ) : null}
      {entered.isCopyOld && entered.copyAt ? (
        <p className={classes.note}>{t('decided_on_old', { time: whenOf(entered.copyAt) })}</p>
      ) : null}
      {shown.length > 0 ? (
        <dl className={classes.facts}>
          {shown.map(({ label, value, note, isAmount }) => (
            <div key={label} data-long={(!isAmount && value.length > 9) || undefined} data-amount={isAmount}>
              <dt>{label}</dt>
              <dd>
                {value}
                {note ? <small>{note}</small> : null}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  )
}

/** Whether a text has a word that a phone does not hold in the largest letters: it must not be cut. */
const isLong = (text: string): boolean => text.split(/\s+/).some((word) => word.length > 12)

function Plain({ icon, word, name, hint }: { icon: ReactNode; word: string; name: string; hint: string }) {
  return (
    <section className={classes.result} data-tone="unsent" id="gate-result">
      <p className={classes.word} data-long={isLong(word) || undefined}>
        {icon}
        <span>{word}</span>
      </p>
      {name ? <p className={classes.name}>{name}</p> : null}
      <p className={classes.note}>{hint}</p>
    </section>
  )
}

/** A scan about which neither this phone nor the server can say anything yet. */
export function Open({ name }: { name: string }) {
  const t = useT(texts)
  return (
    <Plain
      icon={<IconCloudOff size={68} stroke={1.75} aria-hidden />}
      word={t('open')}
      name={name}
      hint={t('open_hint')}
    />
  )
}

/** The phone could not keep the scan, so nothing was shown about it. */
export function Failed() {
  const t = useT(texts)
  return (
    <Plain
      icon={<IconAlertTriangle size={68} stroke={1.75} aria-hidden />}
      word={t('failed')}
      name=""
      hint={t('failed_hint')}
    />
  )
}
