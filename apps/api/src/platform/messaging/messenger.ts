import { performance } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { isLanguage } from '@shiloh/contract/core'
import { withoutMarks } from '@shiloh/contract/text/marks'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import type { Tx } from '../db/db.ts'
import { isConnectionLoss } from '../db/pool.ts'
import { type Sql, sqlIn, sqlOf, type TxSql } from '../db/sql.store.ts'
import type { Deps, Messenger } from '../deps.ts'
import { enqueue } from '../jobs/jobs.store.ts'
import type { Log } from '../log/log.ts'
import { userRoom } from '../realtime.ts'
import { setOwnTexts } from '../text/own-texts.ts'
import { gsm } from './gsm.ts'
import { mailHtml, mailParagraphs } from './mail-html.ts'
import {
  type Attachment,
  DELIVER_BATCHES,
  DELIVER_MESSAGES,
  type Delivery,
  type DirectMessage,
  insertLeased,
  type Lease,
  leaseQueued,
  type Notice,
  type OutgoingMessage,
  type QueuedMessage,
  queueMessages,
  releaseUnsent,
  saveAttachments,
  saveDeliveries,
  takeBatches,
} from './messages.store.ts'
import { insertNotifications, lockAddressees } from './notices.store.ts'
import { unfoldNotices } from './notices.ts'
import { readOwnTexts } from './own-texts.store.ts'
import type { SmsSender } from './sms.ts'
import type { Extras, Template, Templates } from './templates.ts'
import type { Written } from './written.ts'

/**
 * Milliseconds, longer than a provider takes for all of them. Whatever ends early gives its lease back itself, and others
 * give back those of a process that died.
 */
const LEASE_MS = 10 * 60_000
/** Milliseconds until what was given back is sent: others see a process again within a second. */
const AGAIN_MS = 2000
/** First and longest wait until a lost database is tried again, in milliseconds. */
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 1000
const AT_ONCE = 100
/**
 * Mails of a batch per run, with a pause between runs, so that the mails of a sale use only a small share of the
 * machine while people still reserve. No provider accepts them faster.
 */
const BATCHED_A_RUN = 200
const BATCHES_AT_ONCE = 4
const REST_MS = 1000
/** Mails written per turn of the event loop, so that concurrent requests do not wait for all of them. */
const WRITTEN_A_TURN = 8
/** Milliseconds for which texts of the office are kept. Within them a change by another process is not seen. */
const TEXTS_MS = 2000
/** Spread over about a day. */
const MAX_ATTEMPTS = 12
const LONGEST_PAUSE_MS = 6 * 3600_000

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)

const languageOf = ({ language }: QueuedMessage) => (isLanguage(language) ? language : 'en')

/** The lease of messages that this process sends itself, while it does. */
interface Held {
  readonly lease: Lease
  /** Messages that a provider may have, and whose result is not stored. They are not sent by anybody else. */
  readonly inDoubt: Set<string>
  /** Messages were left that no provider has. */
  isUnfinished: boolean
}

/** Writes until the database is there again, or this process ends. @throws what is not a lost connection */
const untilBack = async ({ presence }: Deps, write: () => Promise<unknown>): Promise<void> => {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      await write()
      return
    } catch (error) {
      if (!isConnectionLoss(error) || presence.isEnding()) throw error
    }
    await setTimeout(wait)
  }
}

/** Gives back what was leased and not handed over. */
const giveBackUnsent = ({ db, clock }: Deps, { lease, inDoubt }: Held): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock()
    if ((await releaseUnsent(tx, now, lease.by, [...inDoubt])) === 0) return
    await enqueue(
      tx,
      DELIVER_MESSAGES,
      {},
      { runAt: new Date(now.getTime() + AGAIN_MS), jobKey: 'messages_given_back' },
    )
  })

/**
 * Runs work that leases messages and sends them. If it fails, also where nobody knows whether the lease was committed, or
 * if it leaves some, these are given back.
 */
const underLease = async <T>(deps: Deps, work: (held: Held) => Promise<T>): Promise<T> => {
  const { presence, random, clock, log } = deps
  const by = `${presence.name}-${random.bytes(8).toString('hex')}`
  const held: Held = {
    lease: { until: new Date(clock().getTime() + LEASE_MS), by },
    inDoubt: new Set(),
    isUnfinished: true,
  }
  try {
    return await work(held)
  } finally {
    if (held.isUnfinished)
      await untilBack(deps, () => giveBackUnsent(deps, held)).catch((err: unknown) =>
        log.error({ err }, 'leased messages rest until their lease ends'),
      )
  }
}

/** Half a minute after the first attempt, doubling each time. */
const nextAttempt = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, 15_000 * 2 ** attempts))

/** Hints the pages of people with a new notice. */
export const noticeHints = (userIds: readonly string[]) =>
  [...new Set(userIds)].map((id) => ({ room: userRoom(id), event: 'notifications.changed', data: {} }))

/** Queues messages to addresses, and notices to people. Returns whose pages need a hint. */
export const sendAll = async (
  deps: Deps,
  tx: Tx,
  now: Date,
  given: readonly OutgoingMessage[],
): Promise<readonly string[]> => {
  const trace = deps.trace.here()
  const messages = trace === undefined ? given : given.map((message) => ({ ...message, trace }))
  await queueMessages(
    tx,
    now,
    messages.filter((message) => message.channel !== 'notice'),
  )
  return deps.messenger.tell(
    tx,
    now,
    messages.filter((message) => message.channel === 'notice'),
  )
}

/**
 * After a mail with a PDF, the renderer pauses for this multiple of its duration: the mails of a sale use at most a
 * third of a core while people still reserve.
 */
const REST_A_PDF = 2

/** Maximum bytes of attachments. Some mailboxes would refuse more. */
const MAX_ATTACHED = 2_000_000

export const openMessenger = (
  config: Config,
  templates: Templates,
  sms: SmsSender | undefined,
  log: Log,
): Messenger => {
  const transport = config.smtpUrl ? nodemailer.createTransport(config.smtpUrl) : undefined
  const keepsOutbox = !config.production && !transport
  const unfolding = { templates, publicUrl: config.publicUrl, sendsSms: sms !== undefined || !config.production, log }

  let readAt = Number.NEGATIVE_INFINITY
  setOwnTexts([], () => undefined)
  /** Reads the texts of the office if they were not read a moment ago. Other processes may have changed them. */
  const readTexts = async (sql: Sql): Promise<void> => {
    if (performance.now() - readAt < TEXTS_MS) return
    readAt = performance.now()
    setOwnTexts(await readOwnTexts(sql), (own, err) =>
      log.error({ err, text: own.id }, 'our text instead of the office’s'),
    )
  }
  /** A message is sent in our words rather than not at all. */
  const readTextsOrGoOn = (deps: Deps): Promise<void> =>
    readTexts(sqlIn(deps.db)).catch((err: unknown) => log.error({ err }, 'texts of the office not read'))

  const hand = async (message: QueuedMessage, written: Written, extras: Extras | null): Promise<boolean> => {
    if (message.channel === 'sms') {
      if (!sms) return false
      await sms.send(message.recipient, written.text)
      return true
    }
    if (!transport) return false
    await transport.sendMail({
      from: config.mailFrom,
      to: message.recipient,
      subject: written.subject,
      text: written.marked ? withoutMarks(written.text) : written.text,
      html: mailHtml(written.subject, extras?.html ?? mailParagraphs(written)),
      ...(written.unsubscribe ? { list: { unsubscribe: written.unsubscribe } } : {}),
      attachments: (extras?.attachments ?? []).map(({ name, mime, bytes, contentId }) => ({
        filename: name,
        contentType: mime,
        content: bytes,
        ...(contentId ? { cid: contentId, contentDisposition: 'inline' as const } : {}),
      })),
    })
    return true
  }

  /**
   * A mail without its ticket is better than none: what cannot be attached is omitted and logged. A lost database is back
   * soon, so the mail waits for it. @throws the loss
   */
  const extrasOf = async (message: QueuedMessage, found: Template, deps: Deps): Promise<Extras | null> => {
    if (message.channel !== 'mail' || !found.attach) return null
    try {
      const extras = await found.attach(message.data, languageOf(message), deps)
      const size = (extras?.attachments ?? []).reduce((sum, { bytes }) => sum + bytes.length, 0)
      if (extras === null || size <= MAX_ATTACHED) return extras
      log.error({ template: message.template, size }, 'too large to attach')
    } catch (error) {
      if (isConnectionLoss(error)) throw error
      log.error({ err: error, template: message.template }, 'nothing could be attached')
    }
    return null
  }

  const write = (message: QueuedMessage, found: Template): Written => {
    const frame = { publicUrl: config.publicUrl }
    if (message.channel === 'mail' || !found.notice) return found.write(message.data, languageOf(message), frame)
    return { subject: '', text: gsm(found.notice.write(message.data, languageOf(message), frame).sms) }
  }

  /** Returns what the outbox shows besides the text: the mail as it would be sent, and its attachments. */
  const kept = (message: QueuedMessage, written: Written, extras: Extras | null): Attachment[] => {
    if (message.channel !== 'mail' || !extras) return []
    const html = mailHtml(written.subject, extras.html ?? mailParagraphs(written))
    return [
      ...extras.attachments,
      { name: 'mail.html', mime: 'text/html', bytes: Buffer.from(html), contentId: 'mail' },
    ]
  }

  /** No transaction is open during a call to a provider. */
  const deliverOne = async (message: QueuedMessage, now: Date, deps: Deps): Promise<Delivery> => {
    const { id, attempts, template: name } = message
    const failed = (error: string): Delivery => ({
      id,
      status: 'failed',
      subject: null,
      body: null,
      error,
      again: null,
    })
    const found = templates[name]
    if (!found) return failed(`no template ${name}`)
    let written: Written
    try {
      written = write(message, found)
    } catch (error) {
      // It can never be written, and must not block those behind it.
      return failed(reasonOf(error))
    }
    let extras: Extras | null
    let sent: boolean
    try {
      extras = await extrasOf(message, found, deps)
      sent = await hand(message, written, extras)
    } catch (error) {
      const reason = reasonOf(error)
      if (attempts >= MAX_ATTEMPTS) return failed(reason)
      return { id, status: 'queued', subject: null, body: null, error: reason, again: nextAttempt(now, attempts) }
    }
    if (!sent && config.production) return failed(`no ${message.channel} provider is configured`)
    const files = sent ? (extras?.attachments ?? []) : kept(message, written, extras)
    // It is out: whatever happens to the record of its attachments, it is not sent again.
    await untilBack(deps, () => saveAttachments(deps.db, id, files, !sent)).catch((err: unknown) =>
      log.error({ err, template: name }, 'attachments not recorded'),
    )
    return { id, status: 'sent', subject: written.subject, body: sent ? null : written.text, error: null, again: null }
  }

  const deliverAll = async (deps: Deps, held: Held, taken: readonly QueuedMessage[], gently = false): Promise<void> => {
    const now = deps.clock()
    let deliveries: Delivery[] = []
    const save = async () => {
      const unsaved = deliveries
      deliveries = []
      await untilBack(deps, () => saveDeliveries(deps.db, deps.clock(), unsaved))
      for (const { id } of unsaved) held.inDoubt.delete(id)
    }
    held.isUnfinished = true
    for (const [index, message] of taken.entries()) {
      // Others may be sending the rest.
      if (deps.presence.isLost()) return await save()
      if (index % WRITTEN_A_TURN === 0) await setImmediate()
      const began = performance.now()
      const attributes = { 'shiloh.template': message.template, 'shiloh.channel': message.channel }
      held.inDoubt.add(message.id)
      const delivery = await deps.trace.span('send message', { kind: 'client', after: message.trace, attributes }, () =>
        deliverOne(message, now, deps),
      )
      deliveries.push(delivery)
      // After a crash, at most this one is sent twice.
      if (message.channel === 'sms' ? sms : transport) await save()
      if (gently && templates[message.template]?.attach && message.channel === 'mail')
        await setTimeout(REST_A_PDF * (performance.now() - began))
    }
    await save()
    held.isUnfinished = false
  }

  /** Turns a few batches into notices and messages, in one transaction. Returns what to send now. */
  const unpack = async (deps: Deps, lease: Lease): Promise<readonly QueuedMessage[] | null> => {
    const unpacked = await deps.db.transaction().execute(async (tx) => {
      const batches = await takeBatches(tx, BATCHES_AT_ONCE)
      const sql = sqlIn(tx)
      const people = await lockAddressees(
        sql,
        batches.flatMap(({ messages }) => messages.flatMap(({ user_id }) => user_id ?? [])),
      )
      const queued: QueuedMessage[] = []
      const told: string[] = []
      for (const { messages, createdAt } of batches) {
        const direct = messages.flatMap((each): DirectMessage[] =>
          // Nothing is sent to who was erased or deleted meanwhile.
          each.channel === undefined || (each.user_id !== null && !people.has(each.user_id))
            ? []
            : [{ ...each, to: each.recipient, userId: each.user_id ?? undefined }],
        )
        const notices = messages.flatMap((each) =>
          each.channel === undefined ? [{ ...each, userId: each.user_id }] : [],
        )
        const unfolded = unfoldNotices(unfolding, notices, people)
        await insertNotifications(sql, createdAt, unfolded.notifications)
        queued.push(...(await insertLeased(tx, [...direct, ...unfolded.messages], createdAt, lease)))
        told.push(...unfolded.notifications.map(({ user_id }) => user_id))
      }
      return { found: batches.length > 0, queued, told }
    })
    deps.realtime.publish(noticeHints(unpacked.told))
    return unpacked.found ? unpacked.queued : null
  }

  return {
    keepsOutbox,
    templates,
    forgetOwnTexts: () => {
      readAt = Number.NEGATIVE_INFINITY
    },
    deliverLeased: async (deps, write) => {
      await readTextsOrGoOn(deps)
      return underLease(deps, async (held) => {
        const written = await write(held.lease)
        held.isUnfinished = written.queued.length > 0
        for (const message of written.queued) {
          // Each result is stored at once: a process that dies leaves at most one message in doubt.
          await deliverAll(deps, held, [message], !config.test)
          if (held.isUnfinished) break
        }
        return written
      })
    },
    tell: async (via: Tx | TxSql, now: Date, notices: readonly Notice[]) => {
      if (notices.length === 0) return []
      const sql = sqlOf(via)
      await readTexts(sql)
      const people = await lockAddressees(
        sql,
        notices.map(({ userId }) => userId),
      )
      const { notifications, messages } = unfoldNotices(unfolding, notices, people)
      await insertNotifications(sql, now, notifications)
      await queueMessages(sql, now, messages)
      return notifications.map(({ user_id }) => user_id)
    },
    deliver: async (deps) => {
      await readTextsOrGoOn(deps)
      let taken: QueuedMessage[]
      let since: Date | null = null
      do {
        taken = await underLease(deps, async (held) => {
          const leased = await leaseQueued(deps.db, AT_ONCE, since, deps.clock(), held.lease)
          await deliverAll(deps, held, leased)
          return leased
        })
        for (const { created_at } of taken) if (since === null || created_at > since) since = created_at
      } while (taken.length === AT_ONCE && !deps.presence.isLost())
    },
    deliverBatches: async (deps) => {
      await readTextsOrGoOn(deps)
      let sent = 0
      while (sent < BATCHED_A_RUN) {
        const taken = await underLease(deps, async (held) => {
          const unpacked = await unpack(deps, held.lease)
          await deliverAll(deps, held, unpacked ?? [], !config.test)
          return unpacked
        })
        if (taken === null) return
        sent += taken.length
      }
      const runAt = new Date(deps.clock().getTime() + REST_MS)
      await deps.db.transaction().execute((tx) => enqueue(tx, DELIVER_BATCHES, {}, { runAt, jobKey: DELIVER_BATCHES }))
    },
  }
}
