import { isAllowed, isPermission } from '@shiloh/contract/permissions'
import type { Endpoint } from '#http/binder'
import type { Feature } from '#http/feature'
import { countErasure, hintActivity } from '#platform/activity/activity'
import type { ReadContext } from '#platform/context'
import type { Service } from '#platform/deps'
import { removeFile } from '#platform/files/files.store'
import type { Work } from '#platform/jobs/work'
import { exportsAmong, type FindExport } from './ask.ts'
import { endpoints } from './endpoints.ts'
import { denialsOf, runExport } from './run.ts'
import { findExport, takeFilesOfMembers } from './store.ts'

export { denialsOf } from './run.ts'
export { FILE_ERASED, findExport, insertExport, saveDenied } from './store.ts'

interface ExportsService extends Service {
  readonly find: FindExport
}

declare module '#platform/deps' {
  interface Services {
    readonly exports: ExportsService
  }
}

/** Finds exports among all endpoints, which no feature knows alone. */
export const startExports = (all: readonly Endpoint[]): ExportsService => ({
  find: exportsAmong(all),
  stop: () => Promise.resolve(),
})

/**
 * Returns whether the caller may download the file of an activity. A caller who lost the permission since, or was denied
 * something, gets no file of an export, of badges or of what a bulk edit refused that was made with more rights.
 */
export const mayDownload = async ({ db, caller }: ReadContext, activityId: string): Promise<boolean> => {
  const made = await findExport(db, activityId)
  if (!made) return true
  const { permission, denied } = made
  return isPermission(permission) && isAllowed(caller.authorization, permission) && denialsOf(caller) === denied
}

/**
 * Deletes the files that were made of lists of people, when somebody is erased or deleted: a file does not say who is in it. A new
 * one is made in a moment, and those that are being made begin again.
 */
export const forgetFilesOfMembers = async (work: Work): Promise<void> => {
  await countErasure(work.tx)
  const files = await takeFilesOfMembers(work.tx)
  for (const file of files) await removeFile(work, file)
  if (files.length > 0) hintActivity(work, null)
}

/** Exports that take longer than a moment, as activities. */
export const backgroundExports: Feature = { endpoints, jobs: { run_export: runExport } }
