import { Button } from '@mantine/core'
import { IconHistory, IconScan, IconSearch, IconUserCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '#platform/i18n'
import { DeskHelp } from './desk/desk-help.tsx'
import type { DeskState } from './desk/desk-state.ts'
import { PrintBadge } from './desk/print-badge.tsx'
import type { GateEngine } from './engine/engine.ts'
import classes from './gate.module.css'
import type { Panel } from './panels.ts'
import { texts } from './texts.ts'
import { useGateState } from './use-engine.ts'
import type { Gate, GateView, Who } from './use-gate.ts'

/** Results after which somebody gets a badge. */
const PRINTED = new Set<string>(['ok', 'already_redeemed'])

/** The primary next step: large, and triggered by Enter and Space because it takes the focus. */
function Next({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} className={classes.next ?? ''} leftSection={icon} onClick={onClick} fullWidth>
      {label}
    </Button>
  )
}

/** Acts beside the next step that are in sight. More of them would leave too little room for the result. */
const MOST_ACTS = 2

interface ActsProps {
  acts: readonly ReactNode[]
  /** Those in sight. */
  room?: number
  /** Drawn before the others, with its own part behind "More". */
  first?: (isMore: boolean) => ReactNode
}

/** One row of acts; those that do not fit are behind "More". */
function Acts({ acts, room = MOST_ACTS, first }: ActsProps) {
  const t = useT(texts)
  const [isMore, setMore] = useState(false)
  return (
    <div className={classes.pair} data-open={isMore || undefined}>
      {first?.(isMore)}
      {isMore ? acts : acts.slice(0, room)}
      {acts.length > room && !isMore ? (
        <Button className={classes.more ?? ''} variant="default" aria-expanded={false} onClick={() => setMore(true)}>
          {t('more')}
        </Button>
      ) : null}
    </div>
  )
}

/** Lets those of a party in, or out, who are ticked. */
function WhoActs({ gate, view, find, isMeal }: { gate: Gate; view: Who; find: ReactNode; isMeal: boolean }) {
  const t = useT(texts)
  const open = view.party.filter(gate.isOpen)
  const ticked = open.filter(({ _id }) => view.ticked.has(_id))
  return (
    <div className={classes.actions}>
      <Button
        className={classes.next ?? ''}
        leftSection={<IconUserCheck size={24} aria-hidden />}
        disabled={ticked.length === 0}
        onClick={() => gate.enterWho(ticked)}
        fullWidth
      >
        {ticked.length === 0
          ? t(`tick_who_${view.direction}`)
          : t(view.direction === 'out' ? 'people_out' : isMeal ? 'people_served' : 'people_in', {
              count: ticked.length,
            })}
      </Button>
      <Acts
        acts={[
          ...(open.length > 1
            ? [
                <Button key="all" variant="default" onClick={() => gate.enterWho(open)}>
                  {t(view.direction === 'out' ? 'everybody_out' : isMeal ? 'serve_count' : 'everybody_in', {
                    count: open.length,
                  })}
                </Button>,
              ]
            : []),
          <Button key="back" variant="default" onClick={gate.leaveWho}>
            {t('back')}
          </Button>,
          find,
        ]}
      />
    </div>
  )
}

interface GateActionsProps {
  gate: Gate
  engine: GateEngine
  eventId: string
  /** A label printer is connected. */
  hasPrinter: boolean
  /** What the desk can do about the balance of the last result. */
  desk: DeskState
  /** The point is a sitting. */
  isMeal: boolean
  onDesk: (state: DeskState) => void
  onOpen: (panel: Panel) => void
}

/** The possible actions: find somebody, take the next one, undo. */
export function GateActions({ gate, onOpen, ...props }: GateActionsProps) {
  const t = useT(texts)
  const { view } = gate
  const find = (
    <Button
      key="find"
      variant="default"
      leftSection={<IconSearch size={20} aria-hidden />}
      onClick={() => onOpen('find')}
    >
      {t('find')}
    </Button>
  )
  if (view.kind === 'who') return <WhoActs gate={gate} view={view} find={find} isMeal={props.isMeal} />
  if (view.kind === 'open' || view.kind === 'failed')
    return (
      <div className={classes.actions}>
        <Next label={t('next')} icon={<IconScan size={24} aria-hidden />} onClick={gate.next} />
        <Acts acts={[find]} />
      </div>
    )
  if (view.kind === 'said')
    return <SaidActs key={view.entered.scans[0]?.scan_id} gate={gate} view={view} find={find} {...props} />
  return (
    <div className={classes.actions}>
      <div className={classes.pair}>
        {find}
        <Button
          className={classes.onPhones ?? ''}
          variant="default"
          leftSection={<IconHistory size={20} aria-hidden />}
          onClick={() => onOpen('history')}
        >
          {t('latest')}
        </Button>
      </div>
    </div>
  )
}

interface SaidActsProps extends Omit<GateActionsProps, 'onOpen'> {
  view: Extract<GateView, { kind: 'said' }>
  find: ReactNode
}

/** The actions after a scan. */
function SaidActs({ gate, engine, view, eventId, hasPrinter, desk, onDesk, find }: SaidActsProps) {
  const t = useT(texts)
  const isOnline = useGateState(engine).lostAt === null
  const { outcome, entered, paid } = view
  const [person] = outcome.people
  const [scan] = entered.scans
  const others =
    person && outcome.tone === 'ok' && outcome.direction === 'in' ? person.party - outcome.people.length : 0
  const again = () => {
    if (scan?.code) gate.enterCode(scan.code, outcome.direction)
    else if (person) gate.enterPerson(person, outcome.direction, false)
  }
  if (paid)
    return (
      <div className={classes.actions}>
        <Next label={t('check_paid')} icon={<IconUserCheck size={24} aria-hidden />} onClick={again} />
        <Acts
          key="paid"
          acts={[
            <Button key="next" variant="default" onClick={gate.next}>
              {t('next')}
            </Button>,
            find,
          ]}
        />
      </div>
    )
  const acts = [
    person && others > 0 ? (
      <Button key="others" variant="default" onClick={() => gate.enterOthers(person)}>
        {person.party === 2 ? t('both_here') : t('who_else')}
      </Button>
    ) : null,
    person && hasPrinter && PRINTED.has(outcome.result) && outcome.tone !== 'undone' ? (
      <PrintBadge
        key={`print ${person._id}`}
        people={[person, ...outcome.people.slice(1)]}
        eventId={eventId}
        scanned={scan?.code ?? null}
        isOnline={isOnline}
      />
    ) : null,
    outcome.tone !== 'undone' && entered.scans.some(engine.canUndo) ? (
      <Button key="undo" variant="default" onClick={gate.undo}>
        {t('undo_line')}
      </Button>
    ) : null,
    find,
  ].filter((act) => act !== null)
  const help =
    person && outcome.tone !== 'undone' && outcome.result !== 'wrong_event' && person.balance > 0 && isOnline
      ? (isMore: boolean) => (
          <DeskHelp
            person={person}
            isMore={isMore}
            onState={onDesk}
            onDeclined={gate.decline}
            onPaid={(how) => {
              // The server knows that it is paid: the device can decide again.
              engine.hint()
              gate.pay(how)
            }}
          />
        )
      : undefined
  const isTaking = help !== undefined && desk === 'taking'
  return (
    <div className={classes.actions}>
      {/* What was undone is a result of its own, after which Enter goes on. */}
      {isTaking ? null : (
        <Next key={outcome.tone} label={t('next')} icon={<IconScan size={24} aria-hidden />} onClick={gate.next} />
      )}
      <Acts acts={isTaking ? [] : acts} room={help && desk === 'may' ? 0 : MOST_ACTS} {...(help && { first: help })} />
    </div>
  )
}
