import { createHash } from 'node:crypto'
import { planWeights } from '@shiloh/contract/allocation/plans'
import { runActivity } from '#platform/activity/activity'
import type { Tx } from '#platform/db/db'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { inWork } from '#platform/jobs/work'
import { readInput } from './input.store.ts'
import type { Plan, RunInput } from './model.rules.ts'
import { discardOlder, findRunOf, insertRun, savePlan, setRunState } from './runs.store.ts'
import { plansOf } from './worker.ts'

const hashOf = (input: RunInput): string => createHash('sha256').update(JSON.stringify(input)).digest('hex')

/**
 * Makes the plan of a run, and stores it as proposed. Who stops the activity has the best plan so far. Nothing is
 * stored before: after a crash the run begins again and comes to the same plan.
 */
export const runRoomPlan = (payload: unknown, deps: Deps): Promise<void> =>
  runActivity<'room_plan'>(deps, payload, async ({ id, advance, hold }) => {
    const run = found(await findRunOf(deps.db, id))
    if (run.state !== 'running') return {}
    const input = await readInput(deps.db, run.event_id, deps.clock())
    const people = input.parties.reduce((sum, party) => sum + party.people.length, 0)
    const weights = planWeights.parse(run.weights)
    let best: Plan | undefined
    try {
      for await (const plan of plansOf({ input, weights, seed: run.seed })) {
        best = plan
        if (!(await advance(plan.figures.placed, people))) break
      }
    } catch (error) {
      deps.log.error({ err: error, run: run.id }, 'a plan of rooms failed')
      best = undefined
    }
    const plan = best
    const doubtful = plan?.left.filter(({ reason }) => reason.code === 'check') ?? []
    if (doubtful.length > 0)
      deps.log.error({ run: run.id, people: doubtful.length }, 'the second check took people out of a plan of rooms')
    await inWork(deps, async ({ tx, now }) => {
      await hold(tx)
      if (!plan) return setRunState(tx, run.id, 'failed', now)
      await savePlan(tx, run.id, plan, hashOf(input), now)
      await discardOlder(tx, run, now)
    })
    if (!plan) throw new AppError('internal_error')
    const { placed } = plan.figures
    return {
      result: { placed, left: plan.left.length },
      done: people,
      link: `/admin/reservations/rooms/proposals/${run.id}?event_id=${run.event_id}`,
    }
  })

/**
 * Makes a plan within a transaction and proposes it, without an activity that anybody follows: the demo church has one
 * that waits from its first minute. `activityId` names no activity.
 */
export const proposeNow = async (
  tx: Tx,
  {
    eventId,
    activityId,
    by,
    now,
  }: { readonly eventId: string; readonly activityId: string; readonly by: string; readonly now: Date },
): Promise<void> => {
  const weights = planWeights.parse({})
  const seed = 1
  const id = await insertRun(tx, now, { eventId, activityId, weights, seed, by })
  const input = await readInput(tx, eventId, now)
  let best: Plan | undefined
  for await (const plan of plansOf({ input, weights, seed })) best = plan
  if (id !== undefined && best) await savePlan(tx, id, best, hashOf(input), now)
}
