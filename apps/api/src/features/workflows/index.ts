import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { templates } from './mails.ts'
import { endWorkflowsAbout, RUN_WORKFLOWS, runWorkflows, startDated, workflowsOf } from './runs.ts'

export { endWorkflowsAbout, workflowsOf }

/** Routine that runs by itself: when something happens, if conditions hold, then steps. */
export const workflows: Feature = {
  endpoints,
  jobs: {
    [RUN_WORKFLOWS]: (_, deps) => runWorkflows(deps),
    start_dated_workflows: async (_, deps) => {
      await startDated(deps)
      await runWorkflows(deps)
    },
  },
  crontab: [`* * * * * ${RUN_WORKFLOWS}`, '*/10 * * * * start_dated_workflows'],
  templates,
}
