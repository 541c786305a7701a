import { ALERT_TODOS } from '@shiloh/contract/alerts/alert-texts'
import { ALERT_KINDS, ALERT_RULES, alertAssignee, isAlertKind } from '@shiloh/contract/alerts/alerts'
import { type Authorization, isAllowed } from '@shiloh/contract/permissions'
import { z } from 'zod'
import { loadActiveAuthorizations } from '#platform/auth/auth.store'
import { hiddenFrom, namedByFields } from '#platform/auth/denied'
import { namesHidden } from '#platform/auth/denied.store'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps, JobTable } from '#platform/deps'
import { inWork, type ReadWork } from '#platform/jobs/work'
import { raiseAlert, resolveOtherAlerts } from '#platform/messaging/alerts.store'
import {
  type Addressee,
  findAddressees,
  insertNotifications,
  type NewNotification,
} from '#platform/messaging/notices.store'
import { userRoom } from '#platform/realtime'
import { translate } from '#platform/text/texts'
import { aboutIn, pageFor, type Raised } from './alert.ts'
import { nameOfAlert, waitsText } from './mails.ts'
import { findAdministrators, findFailedTasks, findSoldOut, takeUnmailed, takeUntold } from './store.ts'

const LIST = '/admin/alerts'
/** More new alerts than this are announced in one notice. */
const NAMED_AT_ONCE = 3

const record = z.record(z.string(), z.unknown())

/** An administrator, with the alerts that are for them. */
interface Reader {
  readonly person: Addressee
  readonly authorization: Authorization
  readonly alerts: readonly Raised[]
}

const toldOf = (rows: readonly { kind: string; data: unknown }[]): Raised[] =>
  rows.flatMap(({ kind, data }) => (isAlertKind(kind) ? [{ kind, data: record.parse(data) }] : []))

/** Returns the alerts that an administrator may see: covered by their permissions, and not denied. */
const seenBy = async (work: ReadWork, authorization: Authorization, alerts: readonly Raised[]): Promise<Raised[]> => {
  const opened = alerts.filter(({ kind }) => isAllowed(authorization, ALERT_RULES[kind].permission))
  const hidden = hiddenFrom(authorization)
  if (!hidden) return opened
  const seen: Raised[] = []
  for (const alert of opened) if (!(await namesHidden(work.db, hidden, namedByFields(alert.data)))) seen.push(alert)
  return seen
}

/** Returns each administrator with the given alerts that are for them. One for a person who cannot see it is for everybody. */
const readersOf = async (work: ReadWork, alerts: readonly Raised[]): Promise<Reader[]> => {
  const sql = sqlIn(work.db)
  if (alerts.length === 0) return []
  const ids = await findAdministrators(work.db)
  const authorizations = await loadActiveAuthorizations(sql, ids)
  const people = await findAddressees(sql, ids)
  const readers: Reader[] = []
  for (const person of people.values()) {
    const authorization = authorizations.get(person.id)
    if (authorization) readers.push({ person, authorization, alerts: await seenBy(work, authorization, alerts) })
  }
  const taken = new Map(
    readers.flatMap(({ person, alerts: seen }) =>
      seen.filter(({ data }) => alertAssignee(data) === person.id).map((alert) => [alert, person.id] as const),
    ),
  )
  return readers
    .map(({ alerts: seen, ...reader }) => ({
      ...reader,
      alerts: seen.filter((alert) => (taken.get(alert) ?? reader.person.id) === reader.person.id),
    }))
    .filter(({ alerts: own }) => own.length > 0)
}

const noticesOf = ({ person, authorization, alerts }: Reader): NewNotification[] =>
  alerts.length > NAMED_AT_ONCE
    ? [
        {
          user_id: person.id,
          kind: 'alerts',
          title: waitsText(alerts.length, person.language),
          body: '',
          language: person.language,
          link: LIST,
        },
      ]
    : alerts.map((alert) => ({
        user_id: person.id,
        kind: alert.kind,
        title: nameOfAlert({ kind: alert.kind, about: aboutIn(alert, person.language) }, person.language),
        body: translate(ALERT_TODOS[alert.kind], person.language),
        language: person.language,
        link: pageFor(authorization, alert) ?? LIST,
      }))

/** Notifies staff of new alerts in the app, and mails each person the critical ones. The others are mailed hourly. */
const tellStaff = (deps: Deps, mails: 'critical' | 'all'): Promise<void> =>
  inWork(deps, async (work) => {
    const untold = toldOf(await takeUntold(work.tx, work.now))
    for (const reader of await readersOf(work, untold)) {
      await insertNotifications(sqlIn(work.tx), work.now, noticesOf(reader))
      work.publish(userRoom(reader.person.id), 'notifications.changed')
    }
    if (untold.length > 0) work.publish('staff', 'alerts')
    const kinds = ALERT_KINDS.filter((kind) => mails === 'all' || ALERT_RULES[kind].severity === 'critical')
    const unmailed = toldOf(await takeUnmailed(work.tx, kinds, work.now))
    for (const { person, authorization, alerts } of await readersOf(work, unmailed)) {
      if (person.email === null || !person.mail || person.muted.includes('alert')) continue
      await work.send({
        template: 'alert_digest',
        channel: 'mail',
        to: person.email,
        userId: person.id,
        language: person.language,
        data: {
          alerts: alerts.map((alert) => ({
            kind: alert.kind,
            about: aboutIn(alert, person.language),
            page: pageFor(authorization, alert) ?? undefined,
          })),
        },
      })
    }
  })

/** Looks for conditions that nothing else reports: jobs that failed for good, and sold-out events. */
const watch = (deps: Deps): Promise<void> =>
  inWork(deps, async ({ tx, now }) => {
    const failed = await findFailedTasks(tx)
    for (const { task, error, count } of failed)
      await raiseAlert(tx, 'job_failed', task, { task, error: error.slice(0, 500), count }, now)
    await resolveOtherAlerts(
      tx,
      'job_failed',
      failed.map(({ task }) => task),
      now,
    )
    const soldOut = await findSoldOut(tx, now)
    for (const { id, name, capacity } of soldOut)
      await raiseAlert(tx, 'event_sold_out', id, { event_id: id, event: name, capacity }, now)
    await resolveOtherAlerts(
      tx,
      'event_sold_out',
      soldOut.map(({ id }) => id),
      now,
    )
  })

export const jobs: JobTable = {
  watch_alerts: async (_, deps) => {
    await watch(deps)
    await tellStaff(deps, 'critical')
  },
  mail_alerts: (_, deps) => tellStaff(deps, 'all'),
}

export const crontab = ['* * * * * watch_alerts', '7 * * * * mail_alerts'] as const
