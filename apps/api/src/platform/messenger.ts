import { isLanguage, type Language } from '@shiloh/contract/core'
import nodemailer from 'nodemailer'
import type { z } from 'zod'
import type { Config } from './config.ts'
import type { Messenger } from './deps.ts'
import { mailHtml, type Written } from './mail-html.ts'
import { markAttempt, markSent, type QueuedMessage, takeQueued } from './messages.store.ts'
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

  return {
    keepsOutbox,
    deliver: async (ids, deps) => {
      const failures: string[] = []
      for (const id of ids) {
        // One message, one transaction: the row stays locked while its provider is asked, so that no other process
        // sends it too; nothing else waits for that row.
        await deps.db.transaction().execute(async (tx) => {
          const [message] = await takeQueued(tx, [id])
          if (!message) return
          const language = isLanguage(message.language) ? message.language : 'en'
          const found = templates[message.template]
          if (!found) {
            await markAttempt(tx, id, `no template ${message.template}`, true)
            return
          }
          const written = found.write(message.data, language, { publicUrl: config.publicUrl })
          try {
            const sent = await hand(message, written)
            if (!sent && config.production) {
              await markAttempt(tx, id, `no ${message.channel} provider is configured`, true)
              return
            }
            await markSent(tx, id, deps.clock(), { subject: written.subject, body: written.text }, !sent)
          } catch (error) {
            const reason = error instanceof Error ? error.message : String(error)
            await markAttempt(tx, id, reason.slice(0, 500), false)
            failures.push(reason)
          }
        })
      }
      if (failures.length > 0) throw new Error(`${failures.length} of ${ids.length} messages failed: ${failures[0]}`)
    },
  }
}
