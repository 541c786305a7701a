import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { useRemembered } from '#platform/remembered'
import { Mark } from '#ui/base/mark'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { AccountCorner } from '#ui/shell/account-corner'
import type { GateEngine } from './engine/engine.ts'
import classes from './gate.module.css'
import { Gate } from './gate.tsx'
import { NamePhone } from './name-phone.tsx'
import { NotYet } from './not-yet.tsx'
import { useGateEvents } from './queries.ts'
import { Start } from './start.tsx'
import { texts } from './texts.ts'
import { useEngine, useGateState } from './use-engine.ts'
import { useWorker } from './use-worker.ts'

const acceptedSchema = z.object({ event_id: z.string(), day: z.string() }).nullable()
const placeSchema = z.object({ event_id: z.string(), point_id: z.string() }).nullable()

/** The page before the gate opens: the product's name, and the way out. */
function Entrance({ children }: { children: ReactNode }) {
  const { organisation } = useAccount()
  return (
    <>
      <header className={classes.entrance}>
        <span className={classes.brand}>
          <Mark />
          {organisation.name}
        </span>
        <AccountCorner />
      </header>
      <main id="content" className={classes.narrow}>
        {children}
      </main>
    </>
  )
}

/** `/check-in`: opens this phone's gate. */
export function GatePage() {
  const t = useT(texts)
  const { user } = useAccount()
  const opened = useEngine(user?._id ?? '')
  // The gate is an app of its own: the browser takes the first manifest that a page names.
  useEffect(() => document.querySelector('link[href="/app.webmanifest"]')?.remove(), [])
  const reload = <Button onClick={() => location.reload()}>{t('reload')}</Button>
  return (
    <>
      <link rel="manifest" href="/gate.webmanifest" />
      <link rel="apple-touch-icon" href="/icons/gate-180.png" />
      {opened.kind === 'open' ? (
        <Opened engine={opened.engine} />
      ) : (
        <Entrance>
          <h1>{t('check_in')}</h1>
          {opened.kind === 'opening' ? (
            <Scaffold rows={4} kind="list" />
          ) : (
            <EmptyState title={t(opened.kind)} hint={t(`${opened.kind}_hint`)} action={reload} />
          )}
        </Entrance>
      )}
    </>
  )
}

/** The gate of this phone: its name once, then the event and the point of the shift, then the scans. */
function Opened({ engine }: { engine: GateEngine }) {
  const t = useT(texts)
  const state = useGateState(engine)
  const { data, error, refetch } = useGateEvents(engine)
  const [place, setPlace] = useRemembered('gate-place', placeSchema, null)
  // For a day, also over a restart: the question returns tomorrow.
  const [accepted, accept] = useRemembered('gate-early', acceptedSchema, null)
  const today = new Date(engine.serverNow()).toISOString().slice(0, 10)
  useEffect(() => {
    if (data) void engine.keepEvents(data)
  }, [engine, data])
  const events = data ?? (state.events.length > 0 ? state.events : undefined)
  const event = events?.find(({ _id }) => _id === place?.event_id)
  const worker = useWorker(state.waiting === 0 && !event)

  if (state.isRevoked || !state.device)
    return (
      <Entrance>
        <NamePhone engine={engine} isRevoked={state.isRevoked} />
      </Entrance>
    )
  if (!events)
    return (
      <Entrance>
        <h1>{t('check_in')}</h1>
        {error ? (
          <LoadFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Scaffold rows={4} kind="list" />
        )}
      </Entrance>
    )
  if (!event || !place)
    return (
      <Entrance>
        <Start engine={engine} events={events} worker={worker} onAgain={() => void refetch()} onStart={setPlace} />
      </Entrance>
    )
  const leave = () => setPlace(undefined)
  if (event.opens_in_days > 0 && !(accepted?.event_id === event._id && accepted.day === today))
    return (
      <Entrance>
        <NotYet event={event} onAccept={() => accept({ event_id: event._id, day: today })} onChangeEvent={leave} />
      </Entrance>
    )
  return <Gate key={place.point_id} engine={engine} event={event} pointId={place.point_id} onLeave={leave} />
}
