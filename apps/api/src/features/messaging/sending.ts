import { setTimeout } from 'node:timers/promises'
import type { Unreached } from '@shiloh/contract/messaging/bulk'
import { MESSAGE_CHANNELS } from '@shiloh/contract/messaging/fields'
import { storedTexts } from '@shiloh/contract/messaging/templates'
import { findReservationFacts } from '#features/reservations'
import { runActivity, startActivity } from '#platform/activity/activity'
import type { Queryable } from '#platform/db/db'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps, JobTable } from '#platform/deps'
import { AppError } from '#platform/errors'
import { inWork, type Work } from '#platform/jobs/work'
import { raiseAlert } from '#platform/messaging/alerts.store'
import { smsParts } from '#platform/messaging/gsm'
import { insertLeased, type Lease, type QueuedMessage } from '#platform/messaging/messages.store'
import { noticeHints } from '#platform/messaging/messenger'
import { insertNotifications } from '#platform/messaging/notices.store'
import * as store from './bulk.store.ts'
import { findReaders } from './people.store.ts'
import { audienceNow, authorOf, eventOf, heldAudience } from './planned.ts'
import { priceOfParts } from './price.ts'
import { frameOf, noticeOf, OFFICE_NOTICE, outgoingOf } from './send.ts'
import { writeFor } from './write.ts'

/** Starts messages whose time has come. */
export const START_MESSAGES = 'start_bulk_messages'
/** Sends one message. Its activity holds the progress. */
const SEND_MESSAGE = 'send_bulk_message'

/** People for whom one transaction writes. A pause takes effect after them. */
const AT_ONCE = 50
/** Between two of them, in milliseconds, so that other work of the machine goes on. */
const REST_MS = 100
/** Messages to more people are sent one after the other: a sending takes one of three workers, and codes need one too. */
const MANY = 100

/** The hint that a message began, went on or ended. */
export const MESSAGES_CHANGED = 'bulk-messages'

/** Starts the next message that is due: writes its people down and begins its activity. */
const startNext = (deps: Deps, tried: string[]): Promise<boolean> => {
  const before = [...tried]
  return inWork(deps, async (work) => {
    const { tx, now } = work
    const id = await store.takeDue(tx, now, before)
    const message = id === undefined ? undefined : await store.findMessage(tx, id, {})
    if (!message) return false
    tried.push(message.id)
    const event_id = eventOf(message)
    const begin = (people: number) =>
      startActivity(work, {
        kind: 'message',
        about: { name: message.name, ...(event_id !== null && { event_id }) },
        ownerId: message.created_by,
        permission: 'messages.update',
        total: people,
        link: message.audience === 'members' ? '/admin/announcements' : `/admin/messages/${message.id}`,
        acts: ['pause', 'resume', 'stop'],
        task: SEND_MESSAGE,
      })
    const stop = async () => {
      await store.saveEnd(tx, now, message.id, 'stopped')
      work.publish('staff', MESSAGES_CHANGED, { id: message.id })
      return true
    }
    const author = await authorOf(tx, message)
    let audience: ReturnType<typeof audienceNow>
    try {
      audience = author ? audienceNow(tx, message, author, now) : await heldAudience(tx, message, now)
    } catch (error) {
      // Its filter names something that the list no longer has. The activity fails, and says so.
      if (!(error instanceof AppError)) throw error
      await store.saveStart(tx, now, message.id, { people: 0, activityId: await begin(0), price: null })
      return stop()
    }
    const people = (await store.readAudience(tx, audience)).length
    if (people > MANY && (await store.isSendingToMany(tx, MANY))) return true
    await store.insertRecipients(tx, message.id, audience)
    const activityId = await begin(people)
    const price = message.channels.includes('sms') ? await priceOfParts(tx, 1) : null
    await store.saveStart(tx, now, message.id, { people, activityId, price })
    // Whom it was for is written down, so that somebody else can write to them. The activity fails, and says why.
    if (!author) return stop()
    work.publish('staff', MESSAGES_CHANGED, { id: message.id })
    return true
  })
}

/** Writes the messages of the next people to the outbox and marks the people, in one transaction. */
const sendNext = async (
  work: Work,
  message: store.MessageRow,
  lease: Lease,
): Promise<{ readonly people: number; readonly sent: number; readonly queued: readonly QueuedMessage[] }> => {
  const { tx, now, deps } = work
  const taken = await store.takeWaiting(tx, message.id, AT_ONCE)
  if (taken.length === 0) return { people: 0, sent: 0, queued: [] }
  const frame = await frameOf(tx, deps.config.publicUrl)
  const readers = await findReaders(
    tx,
    taken.map(({ user_id }) => user_id),
  )
  const facts = await findReservationFacts(
    tx,
    taken.flatMap(({ reservation_id }) => reservation_id ?? []),
    now,
  )
  const texts = storedTexts.parse(message.texts)
  const channels = MESSAGE_CHANNELS.filter((channel) => message.channels.includes(channel))
  const all = taken.map(({ user_id, reservation_id }) => {
    const reader = readers.get(user_id)
    // The message can have been paused for days. Who is deactivated gets nothing that no reservation brings.
    const isOut = reader?.deactivated === true && reservation_id === null
    if (!reader || isOut) return { user_id, isOut, written: undefined, out: undefined, notice: undefined }
    const reservation = facts.get(reservation_id ?? '')
    const written = writeFor({ channels, texts, needed: message.needed }, reader, reservation, frame)
    const out = outgoingOf(written, reader, frame, message.needed)
    return { user_id, isOut, written, out, notice: noticeOf(written, reader, reservation) }
  })
  const notices = all.flatMap(({ notice }) => notice ?? [])
  await insertNotifications(sqlIn(tx), now, notices)
  const told = notices.map(({ user_id }) => user_id)
  await store.linkNotices(tx, now, OFFICE_NOTICE, message.id, told)
  for (const { room, event } of noticeHints(told)) work.publish(room, event)
  // The rows come back in the order in which they were given.
  const outgoing = all.flatMap(({ user_id, out }) =>
    [out?.mail, out?.sms].flatMap((row) => (row ? [{ user_id, row }] : [])),
  )
  const queued = await insertLeased(
    tx,
    outgoing.map(({ row }) => row),
    now,
    lease,
  )
  const idOf = new Map(
    queued.map(({ id }, index) => [`${outgoing[index]?.user_id} ${outgoing[index]?.row.channel}`, id]),
  )
  const marks = all.map(({ user_id, isOut, written }): store.Marked => {
    const mark = (channel: (typeof MESSAGE_CHANNELS)[number]): 'sent' | Unreached | null => {
      if (isOut) return channels.includes(channel) ? 'deactivated' : null
      return written?.[channel] ? 'sent' : (written?.leftOut[channel] ?? null)
    }
    const [app, mail, sms] = [mark('app'), mark('mail'), mark('sms')]
    const isSent = [app, mail, sms].includes('sent')
    const sms_id = idOf.get(`${user_id} sms`) ?? null
    const text = outgoing.find((each) => each.user_id === user_id && each.row.channel === 'sms')?.row.data['text']
    return {
      user_id,
      state: isSent ? 'sent' : 'unreached',
      language: written?.mail?.language ?? written?.sms?.language ?? written?.app?.language ?? null,
      app,
      mail,
      sms,
      mail_id: idOf.get(`${user_id} mail`) ?? null,
      sms_id,
      sms_parts: typeof text === 'string' ? smsParts(text) : 0,
    }
  })
  await store.markRecipients(tx, now, message.id, marks)
  work.publish('staff', MESSAGES_CHANGED, { id: message.id })
  return { people: taken.length, sent: marks.filter(({ state }) => state === 'sent').length, queued }
}

/** Alerts staff to a message that its author may not send any more. */
const alertHeld = (deps: Deps, { id, name, audience }: store.MessageRow): Promise<void> =>
  inWork(deps, async (work) => {
    const data = { message_id: id, name, is_announcement: audience === 'members' }
    await raiseAlert(work.tx, 'message_held', id, data, work.now)
    work.publish('staff', 'alerts')
  })

const send = (deps: Deps, payload: unknown): Promise<void> =>
  runActivity<'message'>(deps, payload, async (activity) => {
    const message = await store.findByActivity(deps.db, activity.id)
    if (!message) return {}
    const requireAuthor = async (db: Queryable) => {
      if (await authorOf(db, message)) return
      // Not with the transaction of the messages, which is rolled back.
      await alertHeld(deps, message)
      throw new AppError('author_forbidden')
    }
    await requireAuthor(deps.db)
    if (message.status === 'stopped' && message.people === 0) throw new AppError('filter_gone')
    let { done } = activity
    for (;;) {
      const next = await deps.messenger.deliverLeased(deps, (lease) =>
        inWork(deps, async (work) => {
          await activity.hold(work.tx)
          const sent = await sendNext(work, message, lease)
          // An author can be deactivated, or lose the permission, at any moment until the last ones are written to.
          if (sent.people > 0) await requireAuthor(work.tx)
          return sent
        }),
      )
      if (next.people === 0) break
      done += next.people
      if (!(await activity.advance(done))) return { done }
      if (!deps.config.test) await setTimeout(REST_MS)
    }
    const counted = await store.countResults(deps.db, message.id)
    await inWork(deps, async (work) => {
      await store.saveEnd(work.tx, work.now, message.id, 'done')
      work.publish('staff', MESSAGES_CHANGED, { id: message.id })
    })
    const sent = (await store.findMessage(deps.db, message.id, {}))?.told ?? 0
    // What was left before a crash is counted too.
    return { result: { sent, failed: counted.mail_failed + counted.sms_failed }, done: message.people }
  })

export const bulkJobs: JobTable = {
  [START_MESSAGES]: async (_, deps) => {
    for (const id of await store.findStopped(deps.db))
      await inWork(deps, ({ tx, now }) => store.saveEnd(tx, now, id, 'stopped'))
    const tried: string[] = []
    while (await startNext(deps, tried));
  },
  [SEND_MESSAGE]: (payload, deps) => send(deps, payload),
}

export const bulkCrontab = [`* * * * * ${START_MESSAGES}`] as const
