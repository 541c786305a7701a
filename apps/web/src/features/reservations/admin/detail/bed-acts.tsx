import type { Route } from '@shiloh/contract/core'
import { childrenAlone } from '@shiloh/contract/error-data'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { eventRoomRoutes } from '@shiloh/contract/venues'
import { useState } from 'react'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { showFailure } from '#ui/feedback/failure'
import { ReasonDialog } from '#ui/form/reason-dialog'
import { staleAfterStaffAct } from '../queries.ts'
import { texts } from './beds-texts.ts'

interface Forced {
  force?: true
  reason?: string
}
type Act = (forced: Forced) => Promise<unknown>
type Alone = readonly { readonly name: string; readonly room: string }[]

const stale: readonly Route[] = [
  ...staleAfterStaffAct,
  bedRoutes.readBeds,
  bedRoutes.readRoomGuests,
  eventRoomRoutes.list,
  eventRoomRoutes.occupants,
]

/** Returns the children that somebody with a reason can leave alone: those among strangers cannot be. */
const aloneOf = (error: unknown): Alone | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'child_alone') return undefined
  const { data } = childrenAlone.safeParse(error.data)
  return data?.reasons ? undefined : data?.people
}

/**
 * Assigns beds in a room, or removes them. If that would leave a child alone, `asking` is the dialog that asks for a
 * reason; the page renders it.
 */
export function useBedActs() {
  const t = useT(texts)
  const assign = useAct(bedRoutes.assignBeds, stale, { shown: true })
  const take = useAct(bedRoutes.takeBeds, stale, { shown: true })
  const [question, setQuestion] = useState<{ people: Alone; act: Act; onDone: () => void }>()
  const run = async (act: Act, onDone: () => void): Promise<void> => {
    try {
      await act({})
      onDone()
    } catch (error) {
      const people = aloneOf(error)
      if (people) setQuestion({ people, act, onDone })
      else showFailure(error instanceof Error ? error.message : '')
    }
  }
  return {
    isBusy: assign.isPending || take.isPending,
    /** `id`: the reservation. */
    give: (id: string, roomId: string, persons: readonly string[], onDone: () => void) =>
      run(
        (forced) =>
          assign.mutateAsync({
            params: { id },
            body: { room_id: roomId, participant_ids: [...persons], pinned: true, ...forced },
          }),
        onDone,
      ),
    takeAway: (id: string, persons: readonly string[], onDone: () => void) =>
      run((forced) => take.mutateAsync({ params: { id }, body: { participant_ids: [...persons], ...forced } }), onDone),
    asking: question ? (
      <ReasonDialog
        title={t('alone_title')}
        reason={{ label: t('alone_reason'), hint: t('alone_reason_hint'), required: true }}
        action={() => t('alone_act')}
        danger
        onAct={async ({ reason }) => {
          await question.act({ force: true, reason })
          setQuestion(undefined)
          question.onDone()
        }}
        onClose={() => setQuestion(undefined)}
      >
        <ul>
          {question.people.map(({ name, room }) => (
            <li key={name}>{t('alone_who', { name, room })}</li>
          ))}
        </ul>
      </ReasonDialog>
    ) : null,
  }
}
