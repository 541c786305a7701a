import type { Feature } from '#http/feature'
import { taskEndpoints, templateEndpoints } from './endpoints.ts'
import { crontab, jobs } from './jobs.ts'
import { templates } from './mails.ts'

export { blindRoles, changeTask, taskValues } from './change.ts'
export { forgetTasksAbout } from './forget.ts'
export { applyTemplate, createTask } from './plan.ts'
export { selectTasks } from './tasks.store.ts'

/** Tasks and planning: the office's work, by hand and from templates. */
export const tasks: Feature = { endpoints: [...taskEndpoints, ...templateEndpoints], jobs, crontab, templates }
