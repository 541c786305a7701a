import { sqlIn } from '#platform/db/sql.store'
import type { Work } from '#platform/jobs/work'
import { emptyAlerts } from '#platform/messaging/alerts.store'
import { forgetMessages } from '#platform/messaging/messages.store'
import { forgetNotifications } from '#platform/messaging/notices.store'
import { taskLink, templates } from './mails.ts'
import { deleteTasksAbout } from './tasks.store.ts'

/** Deletes the tasks about a person whose account is erased or deleted, with what was written about them to others. */
export const forgetTasksAbout = async (work: Work, userId: string): Promise<void> => {
  const ids = await deleteTasksAbout(work.tx, userId)
  if (ids.length === 0) return
  await emptyAlerts(work.tx, ['task_unassigned'], ids, work.now)
  await forgetNotifications(sqlIn(work.tx), { links: ids.map(taskLink) })
  await forgetMessages(work.tx, Object.keys(templates), 'task_id', ids)
  work.publish('staff', 'tasks.changed')
}
