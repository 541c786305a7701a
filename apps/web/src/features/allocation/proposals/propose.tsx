import { Button } from '@mantine/core'
import { planRoutes, planWeights } from '@shiloh/contract/allocation/plans'
import { IconWand } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { texts } from './texts.ts'

interface ProposeProps {
  eventId: string
  /** People who have no bed. */
  waiting: number
}

/** Starts a run that proposes rooms, and opens the last proposal while it is of use. */
export function Propose({ eventId, waiting }: ProposeProps) {
  const t = useT(texts)
  const navigate = useNavigate()
  const { data } = useQuery(queryOf(planRoutes.listRoomPlans, { params: { event_id: eventId } }))
  const propose = useAct(planRoutes.proposeRooms, [planRoutes.listRoomPlans])
  const last = data?.[0]
  const isRunning = last?.state === 'running'
  // Looking at it comes before another one.
  const isWaiting = last?.state === 'proposed'
  // Of one that was undone, other places may still be open.
  const isOfUse = last !== undefined && last.state !== 'failed' && last.state !== 'discarded'
  const open = (id: string) =>
    void navigate({
      to: '/admin/reservations/rooms/proposals/$id',
      params: { id },
      search: { event_id: eventId },
    })
  return (
    <>
      {isOfUse ? (
        <LinkButton
          to="/admin/reservations/rooms/proposals/$id"
          params={{ id: last._id }}
          search={{ event_id: eventId }}
          variant={isWaiting ? 'filled' : 'default'}
        >
          {isRunning ? t('under_way') : t('proposal_number', { number: last.number })}
        </LinkButton>
      ) : null}
      {isRunning || waiting === 0 ? null : (
        <Button
          variant={isWaiting ? 'default' : 'filled'}
          leftSection={<IconWand size={18} />}
          loading={propose.isPending}
          onClick={() =>
            propose.mutate(
              { params: { event_id: eventId }, body: { weights: planWeights.parse({}) } },
              { onSuccess: (answer) => open(answer.data._id) },
            )
          }
        >
          {t('propose')}
        </Button>
      )}
    </>
  )
}
