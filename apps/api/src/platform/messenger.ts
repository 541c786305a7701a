import { setImmediate } from 'node:timers/promises'
import { isLanguage, type Language } from '@shiloh/contract/core'
import nodemailer from 'nodemailer'
import type { z } from 'zod'
import type { Config } from './config.ts'
import type { Deps, Messenger } from './deps.ts'
import { enqueue } from './jobs.store.ts'
import { mailHtml, type Written } from './mail-html.ts'
import {
  DELIVER_BATCHES,
  type Delivery,
  leaseBatches,
  leaseQueued,
  type QueuedMessage,
  saveDeliveries,
} from './messages.store.ts'
import type { SmsSender } from './sms.ts'

/** Writes one message. Pure; what it is given is checked by its own schema. */
export interface Template {
  readonly write: (data: unknown, language: Language, frame: { publicUrl: string }) => Written
}
export type Templates = Readonly<Record<string, Template>>

/** Declares a template: the data it needs, and how it is written in each language. */
export const template = <S extends z.ZodType>(
  schema: S,
  write: (data: z.output<S>, language: Language, frame: { publicUrl: string }) => Written,
): Template => ({ write: (data, language, frame) => write(schema.parse(data), language, frame) })

/** Longer than a provider takes for all of them; a process that died gives its messages free after it. */
const LEASE_MS = 10 * 60_000
const AT_ONCE = 100
/**
 * Of the mails of a sale so many are written in one run, and then the next run waits: they never take more than a small share of
 * the machine from those who still reserve. No provider takes them faster.
 */
const BATCHED_A_RUN = 200
const BATCHES_AT_ONCE = 4
const REST_MS = 1000
/** Whoever asks for something meanwhile does not wait until all are written. */
const WRITTEN_A_TURN = 8
/** Over about a day. */
const MAX_ATTEMPTS = 12
const LONGEST_PAUSE_MS = 6 * 3600_000

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

/** After half a minute first, then each time twice as long. */
const nextAttempt = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, 15_000 * 2 ** attempts))

export const openMessenger = (config: Config, templates: Templates, sms: SmsSender | undefined): Messenger => {
  const transport = config.smtpUrl ? nodemailer.createTransport(config.smtpUrl) : undefined
  const keepsOutbox = !config.production && !transport

  const hand = async (message: QueuedMessage, written: Written): Promise<boolean> => {
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
      text: written.text,
      html: mailHtml(written),
    })
    return true
  }

  /** No transaction is open while a provider is asked. */
  const deliverOne = async (message: QueuedMessage, now: Date): Promise<Delivery> => {
    const { id, attempts, template: name } = message
    const language = isLanguage(message.language) ? message.language : 'en'
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
      written = found.write(message.data, language, { publicUrl: config.publicUrl })
    } catch (error) {
      // It will never be written; those behind it are not to wait for it.
      return failed(reasonOf(error))
    }
    try {
      const sent = await hand(message, written)
      if (!sent && config.production) return failed(`no ${message.channel} provider is configured`)
      const body = sent ? null : written.text
      return { id, status: 'sent', subject: written.subject, body, error: null, again: null }
    } catch (error) {
      const reason = reasonOf(error)
      if (attempts >= MAX_ATTEMPTS) return failed(reason)
      return { id, status: 'queued', subject: null, body: null, error: reason, again: nextAttempt(now, attempts) }
    }
  }

  const deliverAll = async (deps: Deps, taken: readonly QueuedMessage[]): Promise<void> => {
    const now = deps.clock()
    const deliveries: Delivery[] = []
    for (const [index, message] of taken.entries()) {
      if (index % WRITTEN_A_TURN === 0) await setImmediate()
      deliveries.push(await deliverOne(message, now))
    }
    await saveDeliveries(deps.db, deps.clock(), deliveries)
  }

  return {
    keepsOutbox,
    deliver: async (deps) => {
      let taken: QueuedMessage[]
      let since: Date | null = null
      do {
        const now = deps.clock()
        taken = await leaseQueued(deps.db, AT_ONCE, since, now, leaseEnd(now))
        await deliverAll(deps, taken)
        for (const { created_at } of taken) if (since === null || created_at > since) since = created_at
      } while (taken.length === AT_ONCE)
    },
    deliverBatches: async (deps) => {
      let unpacked = 0
      while (unpacked < BATCHED_A_RUN) {
        const taken = await leaseBatches(deps.db, BATCHES_AT_ONCE, leaseEnd(deps.clock()))
        if (taken.length === 0) return
        unpacked += taken.length
        await deliverAll(deps, taken)
      }
      const runAt = new Date(deps.clock().getTime() + REST_MS)
      await enqueue(deps.db, DELIVER_BATCHES, {}, { runAt, jobKey: DELIVER_BATCHES })
    },
  }
}
