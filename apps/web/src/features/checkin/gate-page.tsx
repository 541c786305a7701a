import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { useRemembered } from '#platform/remembered'
import { Mark } from '#ui/base/mark'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { AccountCorner } from '#ui/shell/account-corner'
import { ChooseEvent } from './choose-event.tsx'
import classes from './gate.module.css'
import { Gate } from './gate.tsx'
import { NotYet } from './not-yet.tsx'
import { useGateEvents } from './queries.ts'
import { texts } from './texts.ts'

const eventId = z.string().nullable()

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

/** `/check-in`: chooses the event once, then shows its gate. */
export function GatePage() {
  const t = useT(texts)
  const { data: events, error, refetch } = useGateEvents()
  // For this visit only: the question returns tomorrow.
  const [accepted, accept] = useState<string>()
  const [chosen, choose] = useRemembered('gate-event', eventId, null)
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
  const [only, ...others] = events
  const event = only && others.length === 0 ? only : events.find(({ _id }) => _id === chosen)
  if (event && event.opens_in_days > 0 && accepted !== event._id)
    return (
      <Entrance>
        <NotYet
          event={event}
          onAccept={() => accept(event._id)}
          {...(others.length > 0 && { onChangeEvent: () => choose(undefined) })}
        />
      </Entrance>
    )
  if (event)
    return <Gate key={event._id} event={event} {...(others.length > 0 && { onChangeEvent: () => choose(undefined) })} />
  return (
    <Entrance>
      <ChooseEvent events={events} onChoose={choose} onAgain={() => void refetch()} />
    </Entrance>
  )
}
