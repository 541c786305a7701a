import { resumeActivitiesOf } from '../activity/activity.ts'
import type { Deps } from '../deps.ts'
import { inWork } from '../jobs/work.ts'
import { DELIVER_MESSAGES, releaseMessages } from '../messaging/messages.store.ts'
import { removeProcess, unlockJobs } from './presence.store.ts'

/** Gives back what a process worked on that is gone: its activities, jobs, and the messages that it had leased. */
export const giveBack = (deps: Deps, name: string): Promise<void> =>
  inWork(deps, async (work) => {
    const pools = await removeProcess(work.tx, name)
    if (pools === undefined) return
    // First, because it replaces the jobs that are still locked.
    const activities = await resumeActivitiesOf(work, name)
    await unlockJobs(work.tx, pools)
    const messages = await releaseMessages(work.tx, work.now, name)
    if (messages > 0) await work.enqueue(DELIVER_MESSAGES, {})
    deps.log.warn({ process: name, activities, messages }, 'a process is gone; its work goes on')
  })
