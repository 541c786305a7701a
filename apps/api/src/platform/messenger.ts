import { isLanguage, type Language } from '@shiloh/contract/core'
import nodemailer from 'nodemailer'
import type { z } from 'zod'
import type { Config } from './config.ts'
import type { Messenger } from './deps.ts'
import { mailHtml, type Written } from './mail-html.ts'
import { type Delivery, leaseQueued, type QueuedMessage, saveDeliveries } from './messages.store.ts'
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

/** Longer than any provider takes; a process that died gives its messages free after it. */
const LEASE_MS = 10 * 60_000

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
  const deliverOne = async (message: QueuedMessage): Promise<Delivery> => {
    const language = isLanguage(message.language) ? message.language : 'en'
    const found = templates[message.template]
    const failed = (error: string): Delivery => ({ id: message.id, status: 'failed', subject: null, body: null, error })
    if (!found) return failed(`no template ${message.template}`)
    const written = found.write(message.data, language, { publicUrl: config.publicUrl })
    try {
      const sent = await hand(message, written)
      if (!sent && config.production) return failed(`no ${message.channel} provider is configured`)
      return { id: message.id, status: 'sent', subject: written.subject, body: sent ? null : written.text, error: null }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { id: message.id, status: 'queued', subject: null, body: null, error: reason.slice(0, 500) }
    }
  }

  return {
    keepsOutbox,
    deliver: async (ids, deps) => {
      const now = deps.clock()
      const taken = await leaseQueued(deps.db, ids, now, new Date(now.getTime() + LEASE_MS))
      const deliveries: Delivery[] = []
      for (const message of taken) deliveries.push(await deliverOne(message))
      await saveDeliveries(deps.db, deps.clock(), deliveries)
      const again = deliveries.filter(({ status }) => status === 'queued')
      if (again.length > 0) throw new Error(`${again.length} of ${ids.length} messages failed: ${again[0]?.error}`)
    },
  }
}
