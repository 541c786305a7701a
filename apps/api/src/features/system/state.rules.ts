import type { SystemReason, SystemState } from '@shiloh/contract/system'

/** Work in the queue is begun within seconds. A job that waits this long, in seconds, is late, then stuck. */
const LATE_JOB = 60
const STUCK_JOB = 600
/** The same for mails. A provider that refuses is asked again for an hour. */
const LATE_MESSAGE = 300
const STUCK_MESSAGE = 3600
/** Below this many free bytes the product is not ready: files and the embedded database could stop in the middle. */
export const DISK_NEEDED = 100 * 1024 * 1024
/** Below this many free bytes somebody should make room. */
const DISK_LOW = 1024 * 1024 * 1024

export interface Figures {
  readonly jobsAge: number
  readonly jobsFailed: number
  readonly messagesAge: number
  readonly waitingForDatabase: number
  readonly freeBytes: number
}

/** Judges the figures of an installation. */
export const judge = (figures: Figures): { readonly state: SystemState; readonly reasons: SystemReason[] } => {
  const { jobsAge, jobsFailed, messagesAge, waitingForDatabase, freeBytes } = figures
  const found: [SystemReason, boolean, SystemState][] = [
    ['disk', freeBytes < DISK_LOW, freeBytes < DISK_NEEDED ? 'trouble' : 'busy'],
    ['jobs_failed', jobsFailed > 0, 'trouble'],
    ['jobs_wait', jobsAge > LATE_JOB, jobsAge > STUCK_JOB ? 'trouble' : 'busy'],
    ['mails_wait', messagesAge > LATE_MESSAGE, messagesAge > STUCK_MESSAGE ? 'trouble' : 'busy'],
    ['database_waits', waitingForDatabase > 0, 'busy'],
  ]
  const given = found.filter(([, holds]) => holds)
  const states = given.map(([, , state]) => state)
  return {
    state: states.includes('trouble') ? 'trouble' : states.includes('busy') ? 'busy' : 'good',
    reasons: given.map(([reason]) => reason),
  }
}
