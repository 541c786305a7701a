import { ACTIVITY_DAYS } from '@shiloh/contract/activities'
import type { Feature } from '#http/feature'
import { watchActivities } from '#platform/activity/activity'
import { removeFile } from '#platform/files/files.store'
import { inWork } from '#platform/jobs/work'
import { deleteActivities, findOld } from './activities.store.ts'
import { endpoints } from './endpoints.ts'

const DAY_MS = 86_400_000

/** Long work of the office: listed, paused, stopped, and run again when its worker died. */
export const activity: Feature = {
  endpoints,
  jobs: {
    watch_activities: (_, deps) => watchActivities(deps),
    purge_activities: (_, deps) =>
      inWork(deps, async (work) => {
        const old = await findOld(work.tx, new Date(work.now.getTime() - ACTIVITY_DAYS * DAY_MS))
        await deleteActivities(
          work.tx,
          old.map(({ id }) => id),
        )
        for (const { file_id, storage_key } of old)
          if (file_id !== null && storage_key !== null) await removeFile(work, { id: file_id, storage_key })
      }),
  },
  crontab: ['* * * * * watch_activities', '23 3 * * * purge_activities'],
}
