import type { Deps, JobTable } from '#platform/deps'
import { inWork } from '#platform/jobs/work'
import { raiseAlert, resolveOtherAlerts } from '#platform/messaging/alerts.store'
import { assigneesOf } from './plan.ts'
import { findOrphans, takeReminders } from './tasks.store.ts'

/** Reminds assignees once of each due date: the reminder is marked in the transaction that writes the notices. */
const remind = (deps: Deps): Promise<number> =>
  inWork(deps, async (work) => {
    const due = await takeReminders(work.tx, work.now)
    for (const task of due)
      for (const userId of await assigneesOf(work, task))
        await work.send({
          channel: 'notice',
          template: 'task_reminder',
          userId,
          data: { task_id: task.id, title: task.title, due_on: task.due_on },
        })
    return due.length
  })

/** Alerts staff to unfinished tasks whose assignee has gone, until they are assigned again. */
const watchAssignees = (deps: Deps): Promise<void> =>
  inWork(deps, async ({ tx, now }) => {
    const orphans = await findOrphans(tx)
    for (const { id, title, event_id, reservation_id, user_id } of orphans)
      await raiseAlert(
        tx,
        'task_unassigned',
        id,
        {
          task_id: id,
          subject: title,
          ...(event_id === null ? {} : { event_id }),
          ...(reservation_id === null ? {} : { reservation_id }),
          ...(user_id === null ? {} : { user_id }),
        },
        now,
      )
    await resolveOtherAlerts(
      tx,
      'task_unassigned',
      orphans.map(({ id }) => id),
      now,
    )
  })

export const jobs: JobTable = {
  watch_tasks: async (_, deps) => {
    while ((await remind(deps)) > 0);
    await watchAssignees(deps)
  },
}

export const crontab = ['*/5 * * * * watch_tasks'] as const
