import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Watches a batcher (`gather`). */
export interface BatchWatch {
  /** A batch of this many requests has run. `waitedMs` is how long the first of them waited for it to begin. */
  ran(size: number, waitedMs: number): void
  /** Tells how to read the number of requests that wait for a batch. */
  queue(length: () => number): void
}

/** One value of a gauge with its labels. */
export interface Reading {
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

interface GaugeSpec<Name extends string> {
  readonly name: Name
  readonly help: string
  readonly labels?: readonly string[]
}

/**
 * The metrics of this process in the format of Prometheus. Names begin with `shiloh_`; durations are seconds. Labels
 * never hold anything of a person: routes are patterns, codes and results are closed sets.
 */
export interface Metrics {
  /** Without a reader nothing is counted: the functions below do nothing. */
  readonly isRead: boolean
  /** Counts an answered request. `route` is the pattern, `seconds` the time until the last byte was handed over. */
  answered(method: string, route: string, status: number, seconds: number): void
  batches(name: string): BatchWatch
  /** Counts a request that can be tried again: answered with 503, by error code. */
  turnedAway(code: string): void
  /** Counts a reservation that was refused, by error code. */
  refused(code: string): void
  /** Counts a scan by its result. */
  scanned(result: string): void
  /** Counts a read that may be late by where it went. */
  readLate(source: 'replica' | 'primary'): void
  /** Adds gauges that are read when the metrics are. A failed reading leaves them out and is reported as `stale`. */
  gauges<Name extends string>(
    specs: readonly GaugeSpec<Name>[],
    read: () => Promise<Readonly<Record<Name, readonly Reading[]>>> | Readonly<Record<Name, readonly Reading[]>>,
  ): void
  /** Returns the current values as text, with the content type. */
  read(): Promise<{ readonly type: string; readonly text: string }>
  close(): void
}

const nothing = (): void => undefined

/** Metrics that nobody reads. */
const quiet: Metrics = {
  isRead: false,
  answered: nothing,
  batches: () => ({ ran: nothing, queue: nothing }),
  turnedAway: nothing,
  refused: nothing,
  scanned: nothing,
  readLate: nothing,
  gauges: nothing,
  read: () => Promise.resolve({ type: 'text/plain; charset=utf-8', text: '' }),
  close: nothing,
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8]
const WAITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/** Creates the metrics of one process. @param isRead whether the configuration lets anybody read them */
export const openMetrics = (isRead: boolean): Metrics => {
  if (!isRead) return quiet
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'shiloh_http_request_seconds',
    help: 'Answered requests by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const sizes = new Histogram({
    name: 'shiloh_batch_size',
    help: 'Requests in one batch.',
    labelNames: ['batch'],
    buckets: SIZES,
    registers,
  })
  const waits = new Histogram({
    name: 'shiloh_batch_wait_seconds',
    help: 'How long the first request of a batch waited for it to begin.',
    labelNames: ['batch'],
    buckets: WAITS,
    registers,
  })
  const queued = new Gauge({
    name: 'shiloh_batch_queue',
    help: 'Requests that wait for a batch.',
    labelNames: ['batch'],
    registers,
  })
  const away = new Counter({
    name: 'shiloh_turned_away_total',
    help: 'Requests answered with 503 and Retry-After, by error code: overloaded is a full queue, unavailable a lost database.',
    labelNames: ['code'],
    registers,
  })
  const refusals = new Counter({
    name: 'shiloh_reservations_refused_total',
    help: 'Refused reservations by error code.',
    labelNames: ['code'],
    registers,
  })
  const scans = new Counter({
    name: 'shiloh_scans_total',
    help: 'Scans at gates by result.',
    labelNames: ['result'],
    registers,
  })
  const lateReads = new Counter({
    name: 'shiloh_late_reads_total',
    help: 'Reads that may be late, by where they went. Counted when there is a replica.',
    labelNames: ['source'],
    registers,
  })
  const stale = new Counter({
    name: 'shiloh_metrics_stale_total',
    help: 'Readings of gauges that failed. Their values are missing meanwhile.',
    registers,
  })
  const readings: (() => Promise<void>)[] = []
  return {
    isRead: true,
    answered: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    batches: (batch) => {
      const size = sizes.labels(batch)
      const wait = waits.labels(batch)
      return {
        ran: (count, waitedMs) => {
          size.observe(count)
          wait.observe(waitedMs / 1000)
        },
        queue: (length) => {
          readings.push(() => Promise.resolve(queued.set({ batch }, length())))
        },
      }
    },
    turnedAway: (code) => away.inc({ code }),
    refused: (code) => refusals.inc({ code }),
    scanned: (result) => scans.inc({ result }),
    readLate: (source) => lateReads.inc({ source }),
    gauges: (specs, read) => {
      const known = specs.map((spec) => ({
        name: spec.name,
        gauge: new Gauge({ name: spec.name, help: spec.help, labelNames: [...(spec.labels ?? [])], registers }),
      }))
      readings.push(async () => {
        for (const { gauge } of known) gauge.reset()
        const values = await read()
        for (const { name, gauge } of known)
          for (const { value, labels } of values[name]) gauge.set({ ...labels }, value)
      })
    },
    read: async () => {
      const results = await Promise.allSettled(readings.map((reading) => reading()))
      for (const { status } of results) if (status === 'rejected') stale.inc()
      return { type: registry.contentType, text: await registry.metrics() }
    },
    close: () => registry.clear(),
  }
}
