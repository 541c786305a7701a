import type { UserEvent } from '@shiloh/contract/events/events'
import { atKeptPrices } from '@shiloh/contract/reservations/kept-prices'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { OwnWaiting, WaitingView } from '@shiloh/contract/reservations/views'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useAccount } from '#platform/account'
import { queryOf } from '#platform/queries'
import { LoadFailed } from '#ui/feedback/page-states'
import { OwnFrame } from '#ui/shell/own-frame'
import { HoldClock } from '../parts/hold-clock.tsx'
import { useKeptWords } from '../parts/kept-words.ts'
import { useReservationsChanged } from '../queries.ts'
import { choiceOfWish } from './choice.ts'
import { costsAnything } from './costs.ts'
import { draftStore } from './draft.ts'
import { fitChoice, withoutSoldOut } from './fit.ts'
import { lostIn } from './lost.ts'
import { openTypes } from './people.ts'
import { type Lists, relativesOf } from './step.ts'
import { isStep, type Step } from './steps.ts'
import { Wizard } from './wizard.tsx'

interface OfferedProps {
  event: UserEvent
  lists: Lists
  entry: WaitingView
  onStale: () => void
  onBusy: (isBusy: boolean) => void
}

/** The wizard for an offer of the waiting list, filled in with its wish, with the time that is left. */
function Offered({ event, lists, entry, onStale, onBusy }: Omit<OfferedProps, 'entry'> & { entry: OwnWaiting }) {
  const { user } = useAccount()
  const navigate = useNavigate()
  const changed = useReservationsChanged()
  const { step } = useSearch({ from: '/events/$id/reserve' })
  const { id } = useParams({ from: '/events/$id/reserve' })
  const me = useMemo(
    () => ({ name: user?.name ?? '', gender: user?.gender ?? null, birth_date: user?.birth_date ?? null }),
    [user],
  )
  const [begun] = useState(() => {
    const store = draftStore(
      `${user?._id ?? ''}:${entry._id}`,
      () => localStorage,
      () => sessionStorage,
    )
    const known = {
      offer: event,
      relatives: relativesOf(lists),
      title_id: user?.title_id ?? null,
      designation_id: user?.designation_id ?? null,
      opening: { me, openTo: openTypes(event, user) },
    }
    const wish = choiceOfWish(entry.wish, event.time_zone)
    const isHeld = ([question]: readonly [string, unknown]) => !entry.lost_answers.includes(question)
    const held = { ...wish, answers: Object.fromEntries(Object.entries(wish.answers).filter(isHeld)) }
    const wished = fitChoice(held, known)
    const draft = store.read()
    const choice = draft ? withoutSoldOut(fitChoice(draft.choice, known), event, held) : wished
    const lost = lostIn(draft?.choice ?? wish, choice, known)
    return {
      store,
      fresh: wished,
      restored: draft !== null || lost.length > 0,
      lost,
      offer: { _id: entry._id, choice: wished },
      start: draft ? { ...draft, choice } : { choice, step: 'people' as const, key: null, changed_at: '' },
    }
  })
  const onStep = useCallback(
    (next: Step, how: 'push' | 'replace') =>
      void navigate({
        to: '/events/$id/reserve',
        params: { id },
        search: { step: next, offer: entry._id },
        replace: how === 'replace',
      }),
    [navigate, id, entry._id],
  )
  const onOver = useCallback(() => void changed(), [changed])
  const { prices } = entry
  const priced = useMemo(() => atKeptPrices(event, prices), [event, prices])
  const kept = useKeptWords(entry, event.time_zone)
  return (
    <Wizard
      event={priced}
      lists={lists}
      me={me}
      {...begun}
      waitingFor={[]}
      step={isStep(step) ? step : undefined}
      onStep={onStep}
      onCancel={() => void navigate({ to: '/reservations' })}
      onStale={onStale}
      onBusy={onBusy}
      kept={costsAnything(event) ? { words: kept, step: 'people' } : undefined}
      hold={
        entry.offer_expires_at ? (
          <HoldClock
            count={entry.wish.participants.length}
            until={entry.offer_expires_at}
            zone={event.time_zone}
            onOver={onOver}
          />
        ) : undefined
      }
    />
  )
}

/** Loads what the offer is for. */
export function OfferedBegin({ entry, ...props }: OfferedProps) {
  const { data, error, refetch } = useQuery(queryOf(reservationRoutes.listMyWaiting))
  const own = data?.find(({ _id, status }) => _id === entry._id && status === 'offered')
  // Once taken it is no offer any more, and the wizard stays until the next page comes.
  const last = useRef(own)
  if (own) last.current = own
  if (last.current) return <Offered {...props} entry={last.current} />
  return (
    <OwnFrame>{error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : undefined}</OwnFrame>
  )
}
