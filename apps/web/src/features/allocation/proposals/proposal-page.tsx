import { Button, Modal, Progress } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { activityRoutes, UNDER_WAY } from '@shiloh/contract/activities'
import { type ChosenPlaces, planRoutes, type RoomPlan } from '@shiloh/contract/allocation/plans'
import { formatCount } from '@shiloh/contract/text/format'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { useLive } from '#platform/live'
import { queryOf, refetchAll, useAct } from '#platform/queries'
import { Strip } from '#ui/base/figures'
import { LinkButton } from '#ui/base/link-button'
import { DateText } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { PageHeader } from '#ui/shell/page-header'
import { Publish } from '../publishing/publish.tsx'
import { Block } from './block.tsx'
import { afterAccepting, type Choice, countTicked, requestsFor } from './choice.ts'
import { LeftOver } from './left-over.tsx'
import classes from './proposal.module.css'
import { texts } from './texts.ts'
import { Weights } from './weights.tsx'

/** Milliseconds between two looks at a run. */
const LOOK_MS = 1000
/** Milliseconds between two looks at a plan that colleagues accept at the same time. */
const FOLLOW_MS = 1500

const STALE = [planRoutes.readRoomPlan, planRoutes.listPlanPlaces, planRoutes.listRoomPlans]

/** `/admin/reservations/rooms/proposals/{id}`: a plan of rooms, to look at, accept, and take back. */
export function ProposalPage() {
  const { id } = useParams({ from: '/admin/reservations/rooms/proposals/$id' })
  return <Proposal key={id} id={id} />
}

/** A plan by its id. */
export function Proposal({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...queryOf(planRoutes.readRoomPlan, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
  })
  if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (data?._id !== id) return <Scaffold />
  return <Screen plan={data} />
}

/** How far a run is. It can be stopped, and goes on without this page. */
function Running({ activityId }: { activityId: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const { data } = useQuery({
    ...queryOf(activityRoutes.getActivity, { params: { id: activityId } }),
    refetchInterval: LOOK_MS,
  })
  const control = useAct(activityRoutes.controlActivity, [activityRoutes.getActivity])
  if (data && !UNDER_WAY.includes(data.state)) return <EmptyState title={t('failed')} hint={t('failed_hint')} />
  const people = data?.total ?? 0
  return (
    <section className={classes.running}>
      <h2>{t('running')}</h2>
      <Progress
        value={people > 0 ? (100 * (data?.done ?? 0)) / people : 0}
        aria-label={t('running')}
        size="lg"
        radius="xs"
      />
      <p aria-live="polite">
        {people > 0
          ? t('so_far', { placed: formatCount(data?.done ?? 0, language), people: formatCount(people, language) })
          : t('reading')}
      </p>
      <p className="small dim">{t('leave')}</p>
      {data?.allowed.includes('stop') ? (
        <Button
          variant="default"
          loading={control.isPending}
          onClick={() => control.mutate({ params: { id: data._id, act: 'stop' } })}
        >
          {t('stop')}
        </Button>
      ) : null}
    </section>
  )
}

function Figures({ plan: { figures, left } }: { plan: RoomPlan }) {
  const t = useT(texts)
  const language = useLanguage()
  if (!figures || figures.people === 0) return null
  const shown = (count: number) => formatCount(count, language)
  const of = (count: number) => t('of_people', { count: shown(count) })
  const { placed, people, bound, wishes, wishes_kept, districts, districts_together, broken } = figures
  return (
    <section aria-label={t('figures')}>
      <Strip
        figures={[
          {
            label: t('placed'),
            value: shown(placed),
            of: of(people),
            note: bound === null ? undefined : t('at_most', { count: shown(bound) }),
          },
          {
            label: t('left'),
            value: shown(left.reduce((sum, { persons }) => sum + persons.length, 0)),
            note: left.length > 0 ? t('each_reason') : undefined,
          },
          {
            label: t('wishes'),
            value: shown(wishes_kept),
            of: of(wishes),
            note: wishes_kept < wishes ? t('wishes_missed') : undefined,
          },
          {
            label: t('districts'),
            value: shown(districts_together),
            of: of(districts),
            note: t('in_one_block'),
          },
          { label: t('broken'), value: shown(broken), note: t('second_check'), warn: broken > 0 },
        ]}
      />
    </section>
  )
}

/** Whether a plan was undone, and has no other place that can be accepted. */
const isUsedUp = ({ state, blocks }: RoomPlan): boolean =>
  state === 'undone' && blocks.every(({ proposed }) => proposed === 0)

/** What the plan is by now, if there is nothing to accept in it any more. */
function Standing({ plan }: { plan: RoomPlan }) {
  const t = useT(texts)
  const { data } = useQuery(queryOf(planRoutes.listRoomPlans, { params: { event_id: plan.event._id } }))
  const newest = data?.[0]
  const isOlder = newest !== undefined && newest.number > plan.number
  const words = [
    plan.state === 'discarded'
      ? t('discarded')
      : plan.state === 'undone'
        ? t(isUsedUp(plan) ? 'undone' : 'undone_part')
        : '',
    isOlder ? t('newer') : '',
  ].filter(Boolean)
  if (words.length === 0) return null
  return (
    <div className={classes.standing} role="status">
      <p>{words.join(' ')}</p>
      {isOlder ? (
        <LinkButton
          to="/admin/reservations/rooms/proposals/$id"
          params={{ id: newest._id }}
          search={{ event_id: plan.event._id }}
          variant="default"
        >
          {t('open_newer', { number: newest.number })}
        </LinkButton>
      ) : null}
    </div>
  )
}

/** Ticks, and the acts on a plan. */
function usePlanActs(plan: RoomPlan) {
  const t = useT(texts)
  const client = useQueryClient()
  const [choice, setChoice] = useState<Choice>(new Map())
  const accept = useAct(planRoutes.acceptRoomPlan)
  const undo = useAct(planRoutes.undoRoomPlan)
  const discard = useAct(planRoutes.discardRoomPlan, STALE)
  const follow = useThrottledCallback(() => void refetchAll(client, STALE), FOLLOW_MS)
  // A colleague may accept the same plan.
  useLive('reservations', follow)
  const params = { id: plan._id }

  const run = async (
    requests: readonly ChosenPlaces[],
    act: typeof accept | typeof undo,
    say: (count: number) => string,
  ): Promise<boolean> => {
    let [changed, refused] = [0, 0]
    try {
      for (const body of requests) {
        const { data } = await act.mutateAsync({ params, body })
        changed += data.changed
        refused += data.refused
      }
    } catch {
      // The page shows the failure. Blocks that were done before it stay done.
      return false
    } finally {
      await refetchAll(client, STALE)
    }
    toastDone({ message: refused > 0 ? `${say(changed)}; ${t('refused', { count: refused })}` : say(changed) })
    return true
  }
  return {
    choice,
    setChoice,
    isBusy: accept.isPending || undo.isPending || discard.isPending,
    accept: async (blocks: RoomPlan['blocks'], isWhole = false) => {
      const isDone = await run(requestsFor(choice, blocks, isWhole), accept, (count) => t('changed_accept', { count }))
      if (isDone) setChoice((before) => afterAccepting(before, blocks))
    },
    undo: (body: ChosenPlaces) => run([body], undo, (count) => t('changed_undo', { count })),
    discard: () => discard.mutate({ params, body: {} }, { onSuccess: () => toastDone({ message: t('discard_done') }) }),
  }
}

/** The address names the plan's event. Who chooses another one gets the board of that one. */
function useEventOf({ event }: RoomPlan) {
  const navigate = useNavigate()
  const named = useSearch({ strict: false, select: listSearch })['event_id']
  useEffect(() => {
    if (named === event._id) return
    if (named === undefined)
      void navigate({ to: '.', search: (before) => ({ ...before, event_id: event._id }), replace: true })
    else void navigate({ to: '/admin/reservations/rooms', search: { event_id: named } })
  }, [named, event._id, navigate])
}

function Screen({ plan }: { plan: RoomPlan }) {
  const t = useT(texts)
  const navigate = useNavigate()
  const client = useQueryClient()
  const [weights, setWeights] = useState(plan.weights)
  const acts = usePlanActs(plan)
  const again = useAct(planRoutes.proposeRooms, STALE)
  const { state, blocks, event } = plan
  useEventOf(plan)
  const wasRunning = useRef(state === 'running')
  useEffect(() => {
    // The rows and the list of plans were not there before.
    if (wasRunning.current && state !== 'running')
      void refetchAll(client, [planRoutes.listPlanPlaces, planRoutes.listRoomPlans])
    wasRunning.current = state === 'running'
  }, [state, client])
  const noteOf = ({ created_by: name }: RoomPlan): string => {
    if (accepted > 0) return [name === null ? '' : t('by', { name }), t('next')].filter(Boolean).join(' ')
    // What was undone or put aside gives nobody a bed any more.
    if (state === 'undone' || state === 'discarded') return name === null ? '' : t('by', { name })
    return name === null ? t('made') : t('made_by', { name })
  }
  const [asked, setAsked] = useState<{ readonly body: ChosenPlaces; readonly told: number; readonly all: number }>()
  /** Asks first where people know their rooms: a message cannot be taken back. */
  const undo = (body: ChosenPlaces, of: readonly RoomPlan['blocks'][number][]) => {
    const told = of.reduce((sum, one) => sum + one.told, 0)
    if (told === 0) void acts.undo(body)
    else setAsked({ body, told, all: of.reduce((sum, one) => sum + one.undoable, 0) })
  }
  const answer = (exceptTold: boolean) => {
    if (asked) void acts.undo({ ...asked.body, except_told: exceptTold })
    setAsked(undefined)
  }
  const isRunning = state === 'running'
  const isOpen = state === 'proposed' || state === 'confirmed' || state === 'undone'
  const ticked = blocks.reduce((sum, block) => sum + countTicked(acts.choice, block), 0)
  const accepted = blocks.reduce((sum, block) => sum + block.accepted, 0)
  const undoable = blocks.reduce((sum, block) => sum + block.undoable, 0)
  const canUndo = state === 'confirmed' && undoable > 0
  const onAgain = () =>
    again.mutate(
      { params: { event_id: event._id }, body: { weights, seed: plan.seed } },
      {
        onSuccess: ({ data }) =>
          void navigate({
            to: '/admin/reservations/rooms/proposals/$id',
            params: { id: data._id },
            search: { event_id: event._id },
          }),
      },
    )
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        compact
        title={t('proposal_number', { number: plan.number })}
        note={
          <>
            <DateText value={plan.created_at} time />
            {'. '}
            {noteOf(plan)}
          </>
        }
        actions={
          isRunning ? null : (
            <>
              {state === 'discarded' || state === 'confirmed' ? null : (
                <Button variant="subtle" disabled={acts.isBusy} onClick={acts.discard}>
                  {t('discard')}
                </Button>
              )}
              {canUndo ? (
                <Button variant="default" disabled={acts.isBusy} onClick={() => undo({}, blocks)}>
                  {t('undo_all', { count: undoable })}
                </Button>
              ) : null}
              <Button
                variant={!isUsedUp(plan) && (accepted > 0 || (isOpen && ticked > 0)) ? 'default' : 'filled'}
                leftSection={<IconRefresh size={18} />}
                loading={again.isPending}
                onClick={onAgain}
              >
                {t('run_again')}
              </Button>
              {accepted > 0 ? <Publish eventId={event._id} untold={0} isNext={!isOpen || ticked === 0} /> : null}
              {isOpen && ticked > 0 ? (
                <Button variant="filled" disabled={acts.isBusy} onClick={() => void acts.accept(blocks, true)}>
                  {t('accept_all', { count: ticked })}
                </Button>
              ) : null}
            </>
          )
        }
      />
      {asked ? (
        <Modal
          opened
          onClose={() => setAsked(undefined)}
          title={t('told_title')}
          closeButtonProps={{ 'aria-label': t('cancel') }}
        >
          <p>{t('told_hint', { count: asked.told })}</p>
          <div className={classes.asks}>
            <Button variant="default" onClick={() => setAsked(undefined)}>
              {t('cancel')}
            </Button>
            <Button variant="default" onClick={() => answer(false)}>
              {t('told_all', { count: asked.all })}
            </Button>
            {asked.all > asked.told ? (
              <Button data-autofocus data-saves onClick={() => answer(true)}>
                {t('told_leave')}
              </Button>
            ) : null}
          </div>
        </Modal>
      ) : null}
      <Standing plan={plan} />
      {isRunning && plan.activity_id !== null ? <Running activityId={plan.activity_id} /> : null}
      {state === 'failed' ? <EmptyState title={t('failed')} hint={t('failed_hint')} /> : null}
      <Figures plan={plan} />
      {isRunning || state === 'failed' || !plan.figures ? null : plan.figures.people === 0 ? (
        <EmptyState title={t('nobody')} hint={t('nobody_hint')} />
      ) : (
        <div className={classes.columns}>
          <Weights plan={plan} weights={weights} onChange={setWeights} />
          <section className={classes.blocks} aria-label={t('plan')} aria-busy={acts.isBusy || undefined}>
            {blocks.length === 0 ? <p className="dim">{t('nobody_placed')}</p> : null}
            {blocks.map((block, index) => (
              <Block
                key={block.event_block_id}
                planId={plan._id}
                block={block}
                isOpen={isOpen}
                canUndo={state === 'confirmed'}
                isBusy={acts.isBusy}
                startsOpen={index === 0}
                choice={acts.choice}
                onChoose={acts.setChoice}
                onAccept={() => void acts.accept([block])}
                onUndo={() => undo({ event_block_id: block.event_block_id }, [block])}
                onUndoSome={(ids) => void acts.undo({ participant_ids: [...ids] })}
              />
            ))}
          </section>
          <LeftOver groups={plan.left} eventId={event._id} />
        </div>
      )}
    </>
  )
}
