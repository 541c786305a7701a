/** Milliseconds that a transaction can wait for its own process. One that hangs keeps its locks no longer. */
export const HANGING_MS = 10_000
/**
 * The same for a booking, a scan, or an act on one reservation: everybody at the event waits for it, and it takes milliseconds. What
 * computes for longer under the locks of an event, as rooms for thousands, keeps `HANGING_MS`.
 */
export const HANGING_HOT_MS = 600
/** How often a transaction that was ended because its process was slow is run again. */
const REPEATS = 3
/** Milliseconds for which a transaction asks for a lock. */
export const LOCK_MS = 8000
/**
 * Milliseconds that it waits in line for the locks of an event before it begins again, at the end of the line. A process that
 * hangs does not begin again: when the transaction that holds the locks is ended, none of the same process is next, which
 * would have to be ended, too. So this is less than `HANGING_HOT_MS`, by more than what a process takes between two statements.
 */
export const IN_LINE_MS = 450

/** A column of a `select`. From there on its transaction holds what the same person asks for when they repeat a request. */
export const HURRYING_ALONE = `set_config('idle_in_transaction_session_timeout', '${HANGING_HOT_MS}ms', true) as hanging`
/** Columns of a `select`. From there on its transaction holds what everybody at an event waits for. */
export const HURRYING = `${HURRYING_ALONE}, set_config('lock_timeout', '${IN_LINE_MS}ms', true) as in_line`

const LOCK_NOT_AVAILABLE = '55P03'
const IDLE_IN_TRANSACTION = '25P03'
const IS_CLOSED = 'EPIPE'
/** The driver: the connection had ended before the statement was sent. */
const NOT_SENT = /^Client has encountered a connection error/

/**
 * Ends a transaction that found what was written before it had its locks, as one that did not get them in time: it begins again
 * (`repeating`).
 */
export class BeginAgain extends Error {
  readonly code = LOCK_NOT_AVAILABLE
}

const codeOf = (error: unknown): unknown => {
  if (!(error instanceof Error)) return undefined
  return 'code' in error ? error.code : codeOf(error.cause)
}

/**
 * The transaction was ended while the database waited for its next statement. Nothing of it was committed, because its commit
 * is the last that it sends.
 */
const isEndedIdle = (error: unknown): boolean =>
  [IDLE_IN_TRANSACTION, IS_CLOSED].includes(String(codeOf(error))) ||
  (error instanceof Error && NOT_SENT.test(error.message))

/**
 * Runs a transaction, and again if it did not get its locks in time (`IN_LINE_MS`), for `LOCK_MS` altogether; and up to three
 * times if it was ended because its process was slow for a moment (`HANGING_HOT_MS`). So `once` leaves nothing behind when it fails.
 */
export const repeating = async <T>(once: () => Promise<T>): Promise<T> => {
  const since = performance.now()
  let ended = 0
  for (;;)
    try {
      return await once()
    } catch (error) {
      const isInLine = codeOf(error) === LOCK_NOT_AVAILABLE && performance.now() - since < LOCK_MS
      if (isInLine) continue
      if (ended === REPEATS || !isEndedIdle(error)) throw error
      ended += 1
    }
}
