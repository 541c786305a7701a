import { type Language, USER_TYPES, type UserType } from '@shiloh/contract/core'
import type { LogEntry, LogOf, LogType } from '@shiloh/contract/insight'
import type { ExportWishes } from '@shiloh/contract/lists'
import { NOTICE_OUTCOMES } from '@shiloh/contract/payments/payments'
import { maskEmail, maskPhone } from '@shiloh/contract/text/masking'
import { z } from 'zod'
import type { FileAnswer, ReadContext } from '#platform/context'
import type { Page } from '#platform/db/pages'
import { isFieldCode } from '#platform/errors'
import { amountCell, type CellValue, momentCell } from '#platform/tables/cells'
import { eachOf, exportRows, inChunks } from '#platform/tables/exports'
import { errorText, fieldText, isErrorCode } from '#platform/text/texts'
import * as store from './logs.store.ts'

interface Log {
  readonly list: (ctx: ReadContext, query: store.LogPage, reading: store.Reading) => Promise<Page<LogEntry>>
  readonly download: (
    ctx: ReadContext,
    wishes: ExportWishes,
    about: string,
    reading: store.Reading,
  ) => Promise<FileAnswer>
}

/** The reader: their view of people, and their language. */
interface Reader {
  readonly seesPeople: boolean
  readonly language: Language
}

/** Defines a log: its source, how its rows are shown, and what an export contains. */
const log = <E extends LogEntry, R extends { id: string | number; at: Date }, T extends LogType>(
  source: store.Source<R, T>,
  view: (row: R, reader: Reader) => E,
  columns: Readonly<Record<string, (entry: E) => CellValue>>,
): Log => {
  const viewer =
    ({ language }: ReadContext, { seesPeople }: store.Reading) =>
    (row: R) =>
      view(row, { seesPeople, language })
  return {
    list: async (ctx, query, reading) => {
      const { items, total } = await store.listLog(ctx.db, source, query, reading)
      return { items: items.map(viewer(ctx, reading)), total }
    },
    download: async (ctx, wishes, about, reading) => {
      const next = await store.logReader(ctx.db, source, reading)
      return exportRows(ctx, wishes, {
        name: 'log',
        about,
        columns,
        rows: eachOf(inChunks<R>(next), viewer(ctx, reading)),
      })
    },
  }
}

/** Returns the type of an account as the contract knows it. */
export const userTypeOf = (text: string | null): UserType | null => USER_TYPES.find((type) => type === text) ?? null

const head = ({ id, at }: { id: string | number; at: Date }) => ({ _id: String(id), at: at.toISOString() })
const userOf = ({ user_id, user_name, user_type }: store.WithUser) =>
  user_id === null ? null : { _id: user_id, name: user_name ?? '', user_type: userTypeOf(user_type) }
const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const messageView = (row: store.MessageRow, { seesPeople }: Reader, mask: (recipient: string) => string) => ({
  ...head(row),
  user: seesPeople ? userOf(row) : null,
  message_id: row.message_id,
  recipient: seesPeople ? row.recipient : mask(row.recipient),
  template: row.template,
  language: row.language,
  status: row.status,
  attempts: row.attempts,
  error: row.error,
  sent_at: iso(row.sent_at),
})
const messageColumns = {
  at: (entry: LogOf<'mail' | 'sms'>) => momentCell(entry.at),
  recipient: (entry: LogOf<'mail' | 'sms'>) => entry.recipient,
  person: (entry: LogOf<'mail' | 'sms'>) => entry.user?.name,
  template: (entry: LogOf<'mail' | 'sms'>) => entry.template,
  language: (entry: LogOf<'mail' | 'sms'>) => entry.language,
  status: (entry: LogOf<'mail' | 'sms'>) => entry.status,
  attempts: (entry: LogOf<'mail' | 'sms'>) => entry.attempts,
  sent_at: (entry: LogOf<'mail' | 'sms'>) => momentCell(entry.sent_at),
  error: (entry: LogOf<'mail' | 'sms'>) => entry.error,
}

const problems = z.array(z.object({ row: z.number(), field: z.string(), code: z.string() }))
const problemText = (code: string, language: Language): string => (isFieldCode(code) ? fieldText(code, language) : code)

/** Every log by its type. */
export const LOGS: Readonly<Record<LogType, Log>> = {
  access: log(
    store.access,
    (row): LogOf<'access'> => ({
      ...head(row),
      type: 'access',
      user: userOf(row),
      route: row.route,
      comment: row.comment,
      ip: row.ip,
      user_agent: row.user_agent,
    }),
    {
      at: (entry) => momentCell(entry.at),
      person: (entry) => entry.user?.name,
      person_id: (entry) => entry.user?._id,
      route: (entry) => entry.route,
      comment: (entry) => entry.comment,
      address: (entry) => entry.ip,
      browser: (entry) => entry.user_agent,
    },
  ),
  mail: log(
    store.messages('mail'),
    (row, reader): LogOf<'mail'> => ({ ...messageView(row, reader, maskEmail), type: 'mail' }),
    messageColumns,
  ),
  sms: log(
    store.messages('sms'),
    (row, reader): LogOf<'sms'> => ({ ...messageView(row, reader, maskPhone), type: 'sms' }),
    messageColumns,
  ),
  payments: log(
    store.payments,
    (row): LogOf<'payments'> => ({
      ...head(row),
      type: 'payments',
      provider: row.provider,
      event: row.event,
      reference: row.reference,
      payment:
        row.payment_status !== null && row.amount !== null && row.currency !== null
          ? { status: row.payment_status, amount: row.amount, currency: row.currency }
          : null,
      reservation:
        row.reservation_id !== null && row.code !== null ? { _id: row.reservation_id, code: row.code } : null,
      outcome: NOTICE_OUTCOMES.find((outcome) => outcome === row.outcome) ?? null,
    }),
    {
      at: (entry) => momentCell(entry.at),
      provider: (entry) => entry.provider,
      event: (entry) => entry.event,
      outcome: (entry) => entry.outcome,
      reference: (entry) => entry.reference,
      reservation: (entry) => entry.reservation?.code,
      status: (entry) => entry.payment?.status,
      amount: (entry) => (entry.payment ? amountCell(entry.payment.amount) : null),
      currency: (entry) => entry.payment?.currency,
    },
  ),
  imports: log(
    store.imports,
    (row, { language }): LogOf<'imports'> => ({
      ...head(row),
      type: 'imports',
      user: userOf(row),
      resource: row.resource,
      file_name: row.file_name,
      dry_run: row.dry_run,
      status: row.status,
      total: row.rows_total,
      created: row.rows_created,
      updated: row.rows_updated,
      refused: row.rows_refused,
      finished_at: iso(row.finished_at),
      problems: problems
        .parse(row.problems)
        .map(({ row: number, field, code }) => ({ row: number, field, message: problemText(code, language) })),
    }),
    {
      at: (entry) => momentCell(entry.at),
      person: (entry) => entry.user?.name,
      resource: (entry) => entry.resource,
      file: (entry) => entry.file_name,
      dry_run: (entry) => entry.dry_run,
      status: (entry) => entry.status,
      rows: (entry) => entry.total,
      created: (entry) => entry.created,
      updated: (entry) => entry.updated,
      refused: (entry) => entry.refused,
      finished_at: (entry) => momentCell(entry.finished_at),
    },
  ),
  errors: log(
    store.errors,
    (row): LogOf<'errors'> => ({
      ...head(row),
      type: 'errors',
      method: row.method,
      path: row.path,
      message: row.message,
      request_id: row.request_id,
    }),
    {
      at: (entry) => momentCell(entry.at),
      method: (entry) => entry.method,
      path: (entry) => entry.path,
      message: (entry) => entry.message,
      request: (entry) => entry.request_id,
    },
  ),
  security: log(
    store.security,
    (row, { language }): LogOf<'security'> => ({
      ...head(row),
      type: 'security',
      first_at: row.first_at.toISOString(),
      kind: row.kind,
      code: row.code,
      message: isErrorCode(row.code) ? errorText(row.code, language) : row.code,
      method: row.method,
      path: row.path,
      fields: row.fields,
      user: userOf(row),
      ip: row.ip,
      user_agent: row.user_agent,
      request_id: row.request_id,
      count: row.count,
    }),
    {
      first_at: (entry) => momentCell(entry.first_at),
      at: (entry) => momentCell(entry.at),
      count: (entry) => entry.count,
      kind: (entry) => entry.kind,
      code: (entry) => entry.code,
      method: (entry) => entry.method,
      path: (entry) => entry.path,
      fields: (entry) => entry.fields.join(', '),
      person: (entry) => entry.user?.name,
      person_id: (entry) => entry.user?._id,
      address: (entry) => entry.ip,
      browser: (entry) => entry.user_agent,
      request: (entry) => entry.request_id,
    },
  ),
}
