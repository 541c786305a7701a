import { Button } from '@mantine/core'
import { dayOfEvent, pointDay } from '@shiloh/contract/checkin/point-days'
import { leaves } from '@shiloh/contract/checkin/scans'
import { formatCount, formatDay } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { dayIn } from '@shiloh/contract/text/zone'
import { IconDeviceMobile, IconScan, IconWifiOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { DateRange } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { Scaffold } from '#ui/feedback/scaffold'
import type { GateEngine } from './engine/engine.ts'
import classes from './gate.module.css'
import { NotNow } from './not-now.tsx'
import { groupPoints, isOfNow } from './point-choice.ts'
import { pointLabel } from './point-label.ts'
import { pointTime } from './point-time.ts'
import type { GateEvent } from './queries.ts'
import { Readiness } from './readiness.tsx'
import { Rehearsal } from './rehearsal.tsx'
import { useShiftWords } from './shift-panel.tsx'
import { texts } from './texts.ts'
import { useGateState } from './use-engine.ts'
import type { WorkerState } from './use-worker.ts'

interface StartProps {
  engine: GateEngine
  events: readonly GateEvent[]
  worker: WorkerState
  onAgain: () => void
  onStart: (place: { event_id: string; point_id: string }) => void
}

interface ChoiceProps {
  name: string
  isChosen: boolean
  onChoose: () => void
  title: string
  children: ReactNode
  aside?: string | undefined
  /** It can be left out on a phone. */
  isCount?: boolean
}

/** One line of a choice of few. */
function Choice({ name, isChosen, onChoose, title, children, aside, isCount }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span>
        <span className={classes.titled}>
          <b>{title}</b>
          {aside ? (
            <span className={classes.aside} data-count={isCount || undefined}>
              {aside}
            </span>
          ) : null}
        </span>
        {children}
      </span>
    </label>
  )
}

/** Where somebody scans today: the event, the point, and whether this phone can do it without a network. */
export function Start({ engine, events, worker, onAgain, onStart }: StartProps) {
  const t = useT(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const { panel } = useSearch({ from: '/check-in' })
  const { organisation } = useAccount()
  const state = useGateState(engine)
  const shiftWords = useShiftWords(organisation.time_zone)
  const now = engine.serverNow()
  const isOver = (event: GateEvent) => Date.parse(event.ends_at) < now
  const sorted = [...events.filter((event) => !isOver(event)), ...events.filter(isOver).reverse()]
  const [eventId, setEventId] = useState(sorted[0]?._id)
  const [pointId, setPointId] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const [withOthers, setWithOthers] = useState(false)
  useEffect(() => {
    if (eventId) void engine.select(eventId)
  }, [engine, eventId])
  const copy = state.copy?.event._id === eventId ? state.copy : null
  const event = sorted.find(({ _id }) => _id === eventId)
  const groups = copy && groupPoints(copy.points, copy.event.time_zone, new Date(now))
  const point = copy?.points.find(({ _id }) => _id === pointId) ?? groups?.today[0] ?? groups?.others[0]

  if (!event)
    return (
      <>
        <h1>{t('check_in')}</h1>
        <EmptyState
          title={t('no_event')}
          hint={[t('no_event_hint'), organisation.phone && formatPhone(organisation.phone), organisation.email]
            .filter(Boolean)
            .join(' ')}
          action={
            <Button variant="default" onClick={onAgain}>
              {t('look_again')}
            </Button>
          }
        />
      </>
    )
  if (panel === 'rehearse' && copy && point)
    return (
      <Rehearsal
        engine={engine}
        copy={copy}
        point={point}
        onEnd={() => void navigate({ to: '/check-in', search: {}, replace: true })}
      />
    )
  if (isAsked && point)
    return (
      <NotNow
        point={point}
        zone={event.time_zone}
        now={now}
        onAccept={() => onStart({ event_id: event._id, point_id: point._id })}
        onBack={() => setAsked(false)}
      />
    )
  const about = (one: GateEvent) => {
    if (one.opens_in_days > 0)
      return (
        <span className={classes.notToday}>
          {t('opens_in', { days: one.opens_in_days })}{' '}
          <span className={classes.whole}>{formatDay(one.starts_at, language, one.time_zone)}</span>
        </span>
      )
    return (
      <span className="dim">
        {isOver(one) ? `${t('over')} ` : `${t('day_of', dayOfEvent(one, new Date(now)))} `}
        <DateRange from={one.starts_at} to={one.ends_at} zone={one.time_zone} />
      </span>
    )
  }
  const people = (one: NonNullable<typeof point>) => {
    const count = one.kind === 'gate' ? event.counters.inside : event.points.find(({ _id }) => _id === one._id)?.people
    const shown = formatCount(count ?? 0, language)
    if (one.kind === 'meal') return t('people_eaten', { count: shown })
    return t(leaves(one.rule) ? 'people_inside' : 'people_came', { count: shown })
  }
  const zone = event.time_zone
  const isToday = (one: NonNullable<typeof point>) => pointDay(one, zone) === dayIn(new Date(now), zone)
  const choice = (one: NonNullable<typeof point>) => {
    const isNow = one.kind === 'meal' && one.starts_at !== null && isOfNow(one, event.time_zone, new Date(now))
    return (
      <Choice
        key={one._id}
        name="point"
        title={one.name}
        isChosen={one._id === point?._id}
        onChoose={() => setPointId(one._id)}
        aside={people(one)}
      >
        <span>
          {one.starts_at === null ? null : (
            <span className={isNow ? classes.now : undefined}>
              {isNow ? `${t('now')}, ` : ''}
              {pointTime(one, zone, language, { day: !isToday(one) })}.{' '}
            </span>
          )}
          <span className="dim">
            {one.name === t(`kind_${one.kind}`) ? '' : `${t(`kind_${one.kind}`)}. `}
            {t(`rule_${one.rule}`)}
          </span>
        </span>
      </Choice>
    )
  }
  return (
    <>
      <p className={classes.phoneName}>
        <IconDeviceMobile size={18} stroke={1.75} aria-hidden />
        {state.device?.name}
      </p>
      <h1>{t('where')}</h1>
      <h2 id="gate-event">{t('event')}</h2>
      <div role="radiogroup" aria-labelledby="gate-event" className={classes.choices}>
        {sorted.map((one) => (
          <Choice
            key={one._id}
            name="event"
            title={one.name}
            isChosen={one._id === eventId}
            onChoose={() => {
              setEventId(one._id)
              setPointId(undefined)
            }}
            isCount
            aside={t('count', {
              in: formatCount(one.counters.in, language),
              expected: formatCount(one.counters.expected, language),
            })}
          >
            {about(one)}
          </Choice>
        ))}
      </div>
      <h2 id="gate-point">{t('point')}</h2>
      {groups ? (
        <>
          <div role="radiogroup" aria-labelledby="gate-point" className={classes.choices}>
            {groups.today.map(choice)}
            {withOthers ? groups.others.map(choice) : null}
          </div>
          {groups.others.length > 0 && !withOthers ? (
            <Button variant="default" onClick={() => setWithOthers(true)}>
              {t('other_days', { count: groups.others.length })}
            </Button>
          ) : null}
        </>
      ) : state.lostAt === null ? (
        <Scaffold rows={3} kind="list" />
      ) : (
        <p>{t('no_copy')}</p>
      )}
      <p className="dim">
        {state.shift ? `${shiftWords(state.shift)} ` : ''}
        {t('no_sign_out')}
      </p>
      <h2>{t('without_network')}</h2>
      <Readiness engine={engine} copy={copy} worker={worker} />
      <Button
        variant="default"
        leftSection={<IconWifiOff size={20} aria-hidden />}
        disabled={!point}
        fullWidth
        onClick={() => void navigate({ to: '/check-in', search: { panel: 'rehearse' } })}
      >
        {t('rehearse')}
      </Button>
      <div className={classes.foot}>
        <Button
          className={classes.next ?? ''}
          leftSection={<IconScan size={24} aria-hidden />}
          disabled={!point}
          fullWidth
          onClick={() => {
            if (!point) return
            if (isOfNow(point, event.time_zone, new Date(now))) onStart({ event_id: event._id, point_id: point._id })
            else setAsked(true)
          }}
        >
          {point ? t('start_at', { point: pointLabel(point, event.time_zone, language, { time: false }) }) : t('start')}
        </Button>
      </div>
    </>
  )
}
