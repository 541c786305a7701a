import {
  ACTIVITIES_CHANGED,
  ACTIVITY_PROGRESS,
  type ActivityAbout,
  type ActivityAct,
  type ActivityKind,
  type ActivityResult,
} from '@shiloh/contract/activities'
import type { ErrorCode } from '@shiloh/contract/errors'
import type { Permission } from '@shiloh/contract/permissions'
import { z } from 'zod'
import type { Tx } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { saveFile } from '../files/files.store.ts'
import type { StoredFile } from '../files/files.ts'
import { inWork, type Work } from '../jobs/work.ts'
import { userRoom } from '../realtime.ts'
import {
  addToResult,
  claimActivity,
  countErasures,
  endActivity,
  findAbandoned,
  holdErasures,
  holdLease,
  insertActivity,
  saveKept,
  saveProgress,
} from './activities.store.ts'

/** Milliseconds between two writes of progress. */
const PROGRESS_MS = 700
/** Milliseconds between two signs of life of a worker that reports no progress. */
const BEAT_MS = 20_000
/** Milliseconds without a sign of life after which a worker counts as dead, although its process lives. */
const SILENT_MS = 90_000
/** Workers that may die at the same place, or fail for a reason that is not in the work, before the activity fails. */
const MOST_ATTEMPTS = 3

interface ActivitySpec<K extends ActivityKind> {
  readonly kind: K
  readonly about: ActivityAbout<K>
  /** The person who started it. Null for work that nobody started: then a permission says who sees it. */
  readonly ownerId: string | null
  /** Others with this permission see and control it too. If absent, only its owner does. */
  readonly permission?: Permission
  readonly total?: number
  /** The page of the work. */
  readonly link?: string
  /** What its worker supports: it then returns soon after `advance` returned false, and can be run again. */
  readonly acts?: readonly ActivityAct[]
  /** The job that does the work: it calls `runActivity` with the `activity_id` of its payload. */
  readonly task: string
}

const jobOf = (id: string) => ({ jobKey: `activity:${id}`, maxAttempts: MOST_ATTEMPTS })

/** Publishes that an activity began, ended or changed its state. */
export const hintActivity = ({ publish }: Pick<Work, 'publish'>, ownerId: string | null): void => {
  if (ownerId !== null) publish(userRoom(ownerId), ACTIVITIES_CHANGED)
  publish('staff', ACTIVITIES_CHANGED)
}

/** Enqueues the job of an activity, with the transaction. */
export const enqueueActivity = ({ enqueue }: Pick<Work, 'enqueue'>, { id, task }: { id: string; task: string }) =>
  enqueue(task, { activity_id: id }, jobOf(id))

/** Creates an activity and enqueues its job, with the transaction. Returns its id. */
export const startActivity = async <K extends ActivityKind>(work: Work, spec: ActivitySpec<K>): Promise<string> => {
  const { kind, about, ownerId, permission = null, total = null, link = null, acts = [], task } = spec
  const id = await insertActivity(work.tx, work.now, { kind, about, ownerId, permission, total, link, acts, task })
  await enqueueActivity(work, { id, task })
  hintActivity(work, ownerId)
  return id
}

export { countErasure, findKeptUnderWay } from './activities.store.ts'

/** An activity while its worker runs. */
export interface Running {
  readonly id: string
  /** What was done before a pause or a crash. */
  readonly done: number
  /**
   * Reports progress, written and sent at most every 700 ms. Call it outside of transactions. Returns false when
   * somebody paused or stopped the activity: the work then returns.
   */
  advance(done: number, total?: number): Promise<boolean>
  /**
   * Locks the activity for the rest of a transaction, so that no second worker does the same step.
   * @throws TakenOver when another worker has taken the activity over
   */
  hold(tx: Tx): Promise<void>
  /**
   * The same for steps that one worker does at a time with others: none of them does what another one does. A worker that takes
   * over waits for all of them with `hold`.
   * @throws TakenOver when another worker has taken the activity over
   */
  join(tx: Tx): Promise<void>
}

interface KeptSpec<K extends ActivityKind> {
  /** One activity for each key. */
  readonly key: string
  readonly kind: K
  readonly about: ActivityAbout<K>
  readonly permission: Permission
  readonly link: string
  readonly isOver: boolean
  readonly done: number
  readonly total: number
  readonly result: ActivityResult<K>
  readonly startedAt: Date
}

/**
 * Shows work that nobody started, and that has its own state elsewhere, as activities: each is stored under its key, and
 * again whenever its figures changed. It cannot be paused or stopped here.
 */
export const keepActivities = async <K extends ActivityKind>(
  work: Work,
  specs: readonly KeptSpec<K>[],
): Promise<void> => {
  if (specs.length === 0) return
  await saveKept(work.tx, work.now, specs)
  hintActivity(work, null)
}

interface Ended {
  readonly result?: Readonly<Record<string, number>>
  readonly done?: number
  readonly file?: MadeFile
  readonly link?: string
}

/** A file that an activity made. If it is not kept, its bytes are deleted. */
interface MadeFile {
  readonly stored: StoredFile
  /** What is stored in the transaction that keeps it. */
  readonly keep?: (work: Work) => Promise<void>
}

/** Another worker has the activity. */
class TakenOver extends Error {}

const payloadOf = z.object({ activity_id: z.string() })

/**
 * Runs the work of an activity in its job. The activity is done when `work` returns, unless `advance` returned false
 * before. A file that was begun before an erasure is made again (ADR 117). An AppError ends it as failed. Any other error lets the job run again, three times at most. A worker that
 * dies is replaced: `work` begins again, and continues from what it stored with `hold`.
 */
export const runActivity = async <K extends ActivityKind>(
  deps: Deps,
  payload: unknown,
  work: (activity: Running) => Promise<Ended & { readonly result?: ActivityResult<K> }>,
): Promise<void> => {
  const { activity_id: id } = payloadOf.parse(payload)
  const lease = `${deps.presence.name}-${deps.random.bytes(8).toString('hex')}`
  const claimed = await inWork(deps, async (ctx) => {
    const row = await claimActivity(ctx.tx, ctx.now, id, lease)
    if (row) hintActivity(ctx, row.owner_id)
    return row
  })
  if (!claimed) return
  const held = { id, lease }
  // Before anything is read, and where it may be read: a replica that is late knows of fewer.
  const erasures = await countErasures(deps.replica.source())
  const write = (progress: { done?: number; total?: number | null }) =>
    deps.db.transaction().execute((tx) => saveProgress(tx, deps.clock(), held, progress))
  const end = (ended: Parameters<typeof endActivity>[3]) =>
    inWork(deps, async (ctx) => {
      if (await endActivity(ctx.tx, ctx.now, held, ended)) hintActivity(ctx, claimed.owner_id)
    })
  /** Ends the activity with its file. Lets it run again, without the file, if somebody was erased since it began. */
  const endWith = ({ stored, keep }: MadeFile, ended: Parameters<typeof endActivity>[3]) =>
    inWork(deps, async (ctx) => {
      const isCurrent = (await holdErasures(ctx.tx)) === erasures
      await running.hold(ctx.tx)
      if (isCurrent) {
        await keep?.(ctx)
        const owner = { ownerId: claimed.owner_id, purpose: 'activity', visibility: 'owner' } as const
        await endActivity(ctx.tx, ctx.now, held, { ...ended, fileId: await saveFile(ctx.tx, ctx.now, stored, owner) })
      } else {
        await endActivity(ctx.tx, ctx.now, held, { state: 'queued' })
        await enqueueActivity(ctx, { id, task: claimed.task })
      }
      hintActivity(ctx, claimed.owner_id)
      return isCurrent
    })

  let goesOn = true
  let written = 0
  let total = claimed.total
  let made: StoredFile | undefined
  const beat = setInterval(() => {
    write({}).catch((error: unknown) => deps.log.warn({ err: error }, 'activity'))
  }, BEAT_MS)
  const running: Running = {
    id,
    done: claimed.done,
    advance: async (done, all = total ?? undefined) => {
      total = all ?? null
      if (performance.now() - written < PROGRESS_MS) return goesOn
      written = performance.now()
      goesOn = await write({ done, total })
      if (claimed.owner_id !== null)
        deps.realtime.publish([
          { room: userRoom(claimed.owner_id), event: ACTIVITY_PROGRESS, data: { id, done, total } },
        ])
      return goesOn
    },
    hold: async (tx) => {
      if (!(await holdLease(tx, id, lease, false))) throw new TakenOver()
    },
    join: async (tx) => {
      if (!(await holdLease(tx, id, lease, true))) throw new TakenOver()
    },
  }
  try {
    const { file, ...ended } = await work(running)
    const state = goesOn ? 'done' : null
    if (!file) return await end({ state, ...ended })
    made = file.stored
    if (await endWith(file, { state, ...ended })) made = undefined
  } catch (error) {
    if (error instanceof TakenOver) return
    if (error instanceof AppError) return await end({ state: 'failed', error: error.code })
    deps.log.error({ err: error, activity: id }, 'an activity failed')
    if (claimed.attempts >= MOST_ATTEMPTS) return await end({ state: 'failed', error: 'internal_error' })
    await end({ state: 'queued' })
    throw error
  } finally {
    clearInterval(beat)
    if (made) await deps.files.remove(made.storageKey)
  }
}

/** Adds figures to the result of an activity that has ended, and shows them. */
export const noteResult = async (work: Work, id: string, figures: Readonly<Record<string, number>>): Promise<void> => {
  hintActivity(work, await addToResult(work.tx, id, figures))
}

/** Runs activities again whose worker died. Those that killed several workers at the same place fail. */
const resume = async (work: Work, abandoned: Awaited<ReturnType<typeof findAbandoned>>): Promise<number> => {
  const failed: ErrorCode = 'internal_error'
  for (const { id, owner_id, task, attempts, lease } of abandoned) {
    if (lease === null) continue
    const isOver = attempts >= MOST_ATTEMPTS
    await endActivity(
      work.tx,
      work.now,
      { id, lease },
      isOver ? { state: 'failed', error: failed } : { state: 'queued' },
    )
    if (!isOver) await enqueueActivity(work, { id, task })
    hintActivity(work, owner_id)
  }
  return abandoned.length
}

/** Runs the activities of a process again that is gone. Returns how many there were. */
export const resumeActivitiesOf = async (work: Work, process: string): Promise<number> =>
  resume(work, await findAbandoned(work.tx, { process }))

/** Runs activities again whose worker has been silent for long. */
export const watchActivities = (deps: Deps): Promise<void> =>
  inWork(deps, async (work) => {
    await resume(work, await findAbandoned(work.tx, { silentSince: new Date(work.now.getTime() - SILENT_MS) }))
  })
