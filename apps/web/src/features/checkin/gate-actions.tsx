import { Button } from '@mantine/core'
import { IconArrowBackUp, IconHistory, IconScan, IconSearch, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '#platform/i18n'
import { DeskHelp } from './desk/desk-help.tsx'
import { PrintBadge } from './desk/print-badge.tsx'
import type { GateEngine } from './engine/engine.ts'
import classes from './gate.module.css'
import type { Panel } from './panels.ts'
import { resultId } from './result.tsx'
import { texts } from './texts.ts'
import { useGateState } from './use-engine.ts'
import type { Gate } from './use-gate.ts'

/** Results after which somebody gets a badge. */
const PRINTED = new Set<string>(['ok', 'already_redeemed'])

/** The primary next step: large, and triggered by Enter and Space because it takes the focus. */
function Next({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button
      ref={button}
      className={classes.next ?? ''}
      leftSection={icon}
      aria-describedby={resultId}
      onClick={onClick}
      fullWidth
    >
      {label}
    </Button>
  )
}

/** Numbers that are offered for a part of a party. */
const MOST_PARTS = 4

/** A couple or family that arrives together: one press for those who are here. */
function Together({ here, party, onEnter }: { here: number; party: number; onEnter: (together: number) => void }) {
  const t = useT(texts)
  const parts = Array.from({ length: Math.min(MOST_PARTS, party - here - 1) }, (_, index) => here + 1 + index)
  return (
    <fieldset className={classes.together} aria-label={t('together')}>
      <Button variant="default" leftSection={<IconUsers size={20} aria-hidden />} onClick={() => onEnter(party)}>
        {t('everybody_here', { count: party })}
      </Button>
      {parts.map((count) => (
        <Button key={count} variant="default" onClick={() => onEnter(count)}>
          {t('some_here', { count })}
        </Button>
      ))}
    </fieldset>
  )
}

interface GateActionsProps {
  gate: Gate
  engine: GateEngine
  eventId: string
  /** A label printer is connected. */
  hasPrinter: boolean
  onOpen: (panel: Panel) => void
}

/** The possible actions: find somebody, take the next one, undo. */
export function GateActions({ gate, engine, eventId, hasPrinter, onOpen }: GateActionsProps) {
  const t = useT(texts)
  const isOnline = useGateState(engine).lostAt === null
  const { view } = gate
  const find = (
    <Button variant="default" leftSection={<IconSearch size={20} aria-hidden />} onClick={() => onOpen('find')}>
      {t('find')}
    </Button>
  )
  if (view.kind === 'open' || view.kind === 'failed')
    return (
      <div className={classes.actions}>
        <Next label={t('next')} icon={<IconScan size={24} aria-hidden />} onClick={gate.next} />
        <div className={classes.pair}>{find}</div>
      </div>
    )
  if (view.kind !== 'said')
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
  const { outcome, entered } = view
  const [person] = outcome.people
  const others =
    person && outcome.tone === 'ok' && outcome.direction === 'in' ? person.party - outcome.people.length : 0
  return (
    <div className={classes.actions}>
      <Next label={t('next')} icon={<IconScan size={24} aria-hidden />} onClick={gate.next} />
      {person && others > 0 ? (
        <Together
          here={outcome.people.length}
          party={person.party}
          onEnter={(together) => gate.enterTogether(person, together)}
        />
      ) : null}
      {person && outcome.tone !== 'undone' ? (
        <DeskHelp
          person={person}
          isOnline={isOnline}
          onChanged={() => engine.hint()}
          onAgain={() => {
            const [scan] = entered.scans
            if (scan?.code) gate.enterCode(scan.code, outcome.direction)
            else gate.enterPerson(person, outcome.direction, false)
          }}
        />
      ) : null}
      {person && hasPrinter && PRINTED.has(outcome.result) ? (
        <PrintBadge
          key={person._id}
          person={person}
          eventId={eventId}
          scanned={entered.scans[0]?.code ?? null}
          isOnline={isOnline}
        />
      ) : null}
      <div className={classes.pair}>
        {outcome.tone !== 'undone' && entered.scans.some(engine.canUndo) ? (
          <Button variant="default" leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={gate.undo}>
            {t('undo')}
          </Button>
        ) : null}
        {find}
      </div>
    </div>
  )
}
