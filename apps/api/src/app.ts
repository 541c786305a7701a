import type { FastifyInstance } from 'fastify'
import { readClientGroup } from '#features/organisation'
import { type Authenticator, openAuthenticator } from '#http/credentials'
import { openHot } from '#http/hot'
import { openServer } from '#http/server'
import { openCrypto } from '#platform/auth/crypto'
import { openLimits } from '#platform/auth/limits'
import { openSignedIds } from '#platform/auth/signed-ids'
import type { Clock } from '#platform/clock'
import { systemClock } from '#platform/clock'
import type { Config } from '#platform/config'
import { openDatabase, type PoolState } from '#platform/db/db'
import { openReplica } from '#platform/db/replica'
import type { Deps, Service } from '#platform/deps'
import { openFiles } from '#platform/files/files'
import { openJobs } from '#platform/jobs/jobs'
import { openLog } from '#platform/log/log'
import { openSecurityLog } from '#platform/log/security-log'
import { saveSecurityEntries } from '#platform/log/security-log.store'
import { openTokenCallLog } from '#platform/log/token-calls'
import { saveTokenCalls } from '#platform/log/token-calls.store'
import { openMessenger } from '#platform/messaging/messenger'
import { openSms } from '#platform/messaging/sms'
import { openMetrics } from '#platform/metrics/metrics'
import { giveBack } from '#platform/presence/give-back'
import { openPresence } from '#platform/presence/presence'
import { type Random, systemRandom } from '#platform/random'
import { openRealtime } from '#platform/realtime'
import { openTrace } from '#platform/trace/trace'
import { features, startServices } from './features.ts'
import { addPages } from './site/pages.ts'

export interface AppOptions {
  readonly config: Config
  readonly databaseUrl: string
  /** Injected by tests. The default is the system clock. */
  readonly clock?: Clock
  readonly random?: Random
}

export interface App {
  readonly server: FastifyInstance
  readonly deps: Deps
  readonly authenticator: Authenticator
  /** The current state of the connection pools. */
  connections(): PoolState[]
  /** Stops accepting work, finishes what is in progress and closes everything. */
  close(): Promise<void>
}

/** How stale the places and prices shown to a visitor can be, in milliseconds. */
const HOT_MS = 1000

/** Builds the whole application on a migrated database. Nothing listens and no job runs until the caller starts it. */
export const openApp = async ({
  config,
  databaseUrl,
  clock = systemClock,
  random = systemRandom,
}: AppOptions): Promise<App> => {
  const log = openLog(config.logLevel)
  const database = openDatabase(databaseUrl, {
    max: config.databasePool,
    replicaUrl: config.replica?.url,
    log: (state, text) => log.warn(state, text),
  })
  const { db, pipelines } = database
  const crypto = openCrypto(config.masterKeys, random)
  const metrics = openMetrics(config.metrics !== undefined)
  const tables = features.map((feature) => feature.jobs ?? {})
  const authenticator = openAuthenticator(() => deps, metrics)
  const deps: Deps = {
    config,
    db,
    replica: openReplica({
      primary: db,
      replica: database.replica,
      maxLag: config.replica?.maxLag ?? 0,
      log,
      count: (source) => metrics.readLate(source),
    }),
    pipelines,
    clock,
    random,
    log,
    crypto,
    signedIds: openSignedIds(random, crypto),
    jobs: openJobs(
      database.queue,
      Object.assign({}, ...tables),
      features.flatMap((feature) => feature.crontab ?? []).join('\n'),
      () => deps,
    ),
    presence: openPresence({ databaseUrl, random, clock, log }, (name) => giveBack(deps, name)),
    realtime: openRealtime(config, database.hints, log, authenticator),
    files: await openFiles(config, random),
    limits: openLimits(database.pool),
    messenger: openMessenger(
      config,
      Object.assign({}, ...features.map((feature) => feature.templates ?? {})),
      openSms(config),
      log,
    ),
    securityLog: openSecurityLog({
      save: (entries) => saveSecurityEntries(db, entries),
      onFailure: (error) => log.error({ err: error }, 'security log not written'),
    }),
    tokenCalls: openTokenCallLog({
      save: (counts) => saveTokenCalls(db, counts),
      onFailure: (error) => log.warn({ err: error }, 'calls of programs not written'),
    }),
    metrics,
    trace: openTrace(config.traces, (error) => log.warn({ err: error }, 'the last traces are not sent')),
    // Started with these same dependencies.
    get services() {
      return services
    },
  }
  const services = startServices(deps, database.state)
  const endpoints = features.flatMap((feature) => feature.endpoints)
  const hot = openHot(clock, config.test ? 0 : HOT_MS)
  const server = await openServer({
    deps,
    endpoints,
    authenticator,
    homeCountry: async () => (await readClientGroup(db)).country,
    hot,
  })
  await addPages(server, deps, endpoints, hot)
  return {
    server,
    deps,
    authenticator,
    connections: database.state,
    close: async () => {
      deps.signedIds.stop()
      // In parallel: only a closing server tells open connections that it accepts no further requests.
      await Promise.all([server.close(), deps.realtime.close(), deps.jobs.stop()])
      // Requests that were cut off and jobs that were returned can still wait for a batch.
      const running: readonly Service[] = [authenticator, ...Object.values(services)]
      await Promise.all(running.map((service) => service.stop()))
      await deps.presence.stop()
      await deps.replica.stop()
      await Promise.all([deps.securityLog.flush(), deps.tokenCalls.flush()])
      await database.close()
      metrics.close()
      await deps.trace.close()
    },
  }
}
