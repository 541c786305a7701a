import type { GateParticipant } from '@shiloh/contract/checkin/checkin'
import { formatDate, formatList, formatMoney, formatTime } from '@shiloh/contract/text/format'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { needsSans } from '#platform/letters'
import { type Device, deviceIdOf, placeOf } from './device.ts'
import { type Outcome, roomsOf, type Tone } from './outcome.ts'
import type { GateEvent } from './queries.ts'
import classes from './result.module.css'
import { texts } from './texts.ts'

/** The id of the text that a screen reader reads with the button for the next person. */
export const resultId = 'gate-result'

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
  undone: <path d="M22 12 8 26l14 14M9 26h32a17 17 0 0 1 0 34H28" strokeWidth="6" />,
}

interface Fact {
  readonly label: string
  readonly value: string
  readonly note?: string | undefined
}

const minutesSince = (instant: string) => Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / 60_000))

interface ResultProps {
  outcome: Outcome
  /** The scanned code, to compare with the ticket if nobody was found. */
  code: string
  device: Device
  event: GateEvent
}

/** When and where somebody entered before. */
function Entered({
  entered,
  device,
  zone,
}: {
  entered: NonNullable<GateParticipant['entered']>
  device: Device
  zone: string
}) {
  const t = useT(texts)
  const language = useLanguage()
  const { at, device_id, device: name } = entered
  const time = formatTime(at, zone).replace(' ', '\u00a0')
  const minutes = minutesSince(at)
  const isToday = formatDate(at, 'en', zone) === formatDate(new Date().toISOString(), 'en', zone)
  // Devices that are not registered carry their name in their id.
  const place = name === device_id ? placeOf(device_id) : name
  const isHere = device_id.split('.').at(-1) === deviceIdOf(device).split('.').at(-1)
  const when = () => {
    if (!isToday) return t('entered_on', { date: formatDate(at, language, zone), time })
    return minutes < 60 ? t('entered_ago', { time, minutes }) : t('entered_today', { time })
  }
  return (
    <p className={classes.note}>
      {when()} {isHere ? t('entered_here') : place ? t('entered_at', { place }) : t('entered_elsewhere')}
    </p>
  )
}

/** The result on its own background colour, legible from two metres by somebody in a hurry. */
export function Result({ outcome, code, device, event }: ResultProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { tone, result, direction, people } = outcome
  const [first] = people
  const money = (minor: number) => formatMoney(minor, first?.currency ?? 'GHS', language)
  const list = (words: readonly string[]) => formatList(words, language)

  const word = () => {
    if (tone === 'undone') return t('said_undone')
    return result === 'ok' ? t(`said_ok_${direction}`) : t(`said_${result}`)
  }
  const advice = () => {
    if (tone === 'undone') return t(direction === 'out' ? 'undone_in' : 'undone_out')
    if (result === 'ok' || result === 'already_redeemed') return undefined
    if (result === 'unpaid')
      return first && first.balance > 0 ? t('advice_unpaid', { amount: money(first.balance) }) : t('advice_unconfirmed')
    return result === 'invalid' && direction === 'out' ? t('advice_invalid_out') : t(`advice_${result}`)
  }
  const facts = (): Fact[] => {
    if (!first || tone === 'undone') return []
    const rooms = roomsOf(people)
    const [room] = rooms
    const found: Fact[] = []
    if (room && rooms.length === 1)
      found.push(
        { label: t('room'), value: room.name, note: t('block_floor', { block: room.block, floor: room.floor }) },
        { label: t('bed', { count: room.beds.length }), value: list(room.beds) },
      )
    else if (room)
      found.push({ label: t('rooms'), value: rooms.map(({ name, beds }) => `${name} ${beds.join(', ')}`).join(' · ') })
    else if (first.room_category) found.push({ label: t('room'), value: t('no_room_yet'), note: first.room_category })
    if (first.caterer) found.push({ label: t('meals'), value: first.caterer })
    if (first.balance > 0 && result !== 'unpaid') found.push({ label: t('to_pay'), value: money(first.balance) })
    if (result !== 'ok') found.push({ label: t('printed_code'), value: first.code })
    return found
  }
  const said = advice()
  const shown = facts()
  return (
    <section className={classes.result} data-tone={tone} id={resultId}>
      <p className={classes.word}>
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
        <p className={classes.name} data-many={people.length > 1 || undefined}>
          {people.map(({ _id, name }) => (
            <span key={_id} className={needsSans(name) ? 'akan' : undefined}>
              {name}
            </span>
          ))}
        </p>
      ) : code ? (
        <p className={classes.name}>{code}</p>
      ) : null}
      {first ? (
        <p className={classes.type}>
          {[first.title, first.participant_type].filter(Boolean).join(', ')}. {t('party', { count: first.party })}
        </p>
      ) : null}
      {said ? <p className={classes.note}>{said}</p> : null}
      {result === 'ok' && direction === 'in' && outcome.opensInDays > 0 ? (
        <p className={classes.note}>{t('begins_in', { days: outcome.opensInDays })}</p>
      ) : null}
      {result === 'already_redeemed' && first?.entered ? (
        <Entered entered={first.entered} device={device} zone={event.time_zone} />
      ) : null}
      {shown.length > 0 ? (
        <dl className={classes.facts}>
          {shown.map(({ label, value, note }) => (
            <div key={label} data-long={value.length > 9 || undefined}>
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
