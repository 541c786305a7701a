import { defineTexts, LANGUAGES, type Language } from '@shiloh/contract/core'
import { MESSAGE_CHANNELS, type MessageTexts } from '@shiloh/contract/messaging/fields'
import {
  type MessageTemplate,
  messageTemplateRoutes,
  missingTexts,
  storedTexts,
  textsOfReservations,
} from '@shiloh/contract/messaging/templates'
import { TRIGGER_NAMES, TRIGGERS } from '@shiloh/contract/workflows'
import { bind, reads, readsLate } from '#http/binder'
import { recordHandlers } from '#http/records'
import type { Queryable, Tx } from '#platform/db/db'
import { found } from '#platform/db/found'
import { invalid } from '#platform/errors'
import { momentCell, wordsCell } from '#platform/tables/cells'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import { translate } from '#platform/text/texts'
import * as store from './templates.store.ts'

const WITHOUT_RESERVATION = TRIGGER_NAMES.filter((trigger) => TRIGGERS[trigger] !== 'reservation')

const view = ({ id, texts, channels, created_at, updated_at, ...row }: store.TemplateRow): MessageTemplate => {
  const written = storedTexts.parse(texts)
  return {
    _id: id,
    ...row,
    channels: MESSAGE_CHANNELS.filter((channel) => channels.includes(channel)),
    texts: written,
    languages: LANGUAGES.filter((language) => written[language] !== undefined),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** Returns one template. @throws not_found */
export const templateOf = async (db: Queryable, id: string): Promise<MessageTemplate> =>
  view(found(await store.findTemplate(db, id)))

/** @throws invalid_input, naming the text that a channel lacks */
export const requireTexts = (texts: MessageTexts, channels: MessageTemplate['channels']): void => {
  const missing = missingTexts(texts, channels)
  if (missing.length > 0) throw invalid(missing.map((field) => ({ field, code: 'required' })))
}

/** @throws invalid_input, naming the texts of a message to people that say something of a reservation */
export const refuseReservationFields = (texts: MessageTexts): void => {
  const fields = textsOfReservations(texts)
  if (fields.length > 0) throw invalid(fields.map((field) => ({ field, code: 'unknown_field' })))
}

const uses = defineTexts('server/template-uses', {
  without_reservation: 'The workflow “{workflow}” sends this template where there is no reservation.',
})

/** Returns those of these templates that say something about a reservation. */
export const findReservationTemplates = async (db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await store.findTexts(db, ids)
  return new Set(
    rows.filter(({ texts }) => textsOfReservations(storedTexts.parse(texts)).length > 0).map(({ id }) => id),
  )
}

/** @throws invalid_input, naming the texts, where a workflow sends them to people without a reservation */
const requireUseful = async (tx: Tx, id: string, texts: MessageTexts): Promise<void> => {
  const fields = textsOfReservations(texts)
  const workflow = fields.length > 0 ? await store.findUseWithoutReservation(tx, id, WITHOUT_RESERVATION) : undefined
  if (workflow === undefined) return
  const says = (language: Language) => translate(uses.without_reservation, language, { workflow })
  throw invalid(fields.map((field) => ({ field, code: 'unsupported', says })))
}

const record = recordHandlers('messages', templateOf)

export const templateEndpoints = bind(messageTemplateRoutes, {
  listMessageTemplates: reads(async (ctx, { query }) => {
    const { items, total } = await store.listTemplates(ctx.db, query)
    return { items: items.map(view), total }
  }),
  exportMessageTemplates: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'message-templates',
      columns: {
        name: (row) => row.name,
        purpose: (row) => row.purpose,
        channels: (row) => wordsCell(row.channels),
        languages: (row) => wordsCell(row.languages),
        needed: (row) => row.needed,
        created_at: (row) => momentCell(row.created_at),
        updated_at: (row) => momentCell(row.updated_at),
      },
      rows: eachOf(
        eachPage((page) => store.listTemplates(ctx.db, { ...query, ...page })),
        view,
      ),
    }),
  ),
  getMessageTemplate: record.get,
  createMessageTemplate: record.create(async (tx: Tx, now: Date, body: Parameters<typeof store.insertTemplate>[2]) => {
    requireTexts(body.texts, body.channels)
    return store.insertTemplate(tx, now, body)
  }),
  updateMessageTemplate: record.update(
    async (tx: Tx, now: Date, id: string, body: Parameters<typeof store.updateTemplate>[3]) => {
      const before = await templateOf(tx, id)
      requireTexts(body.texts ?? before.texts, body.channels ?? before.channels)
      if (body.texts) await requireUseful(tx, id, body.texts)
      await store.updateTemplate(tx, now, id, body)
    },
  ),
  removeMessageTemplate: record.remove(store.deleteTemplate),
})
