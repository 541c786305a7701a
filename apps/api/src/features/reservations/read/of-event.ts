import type { ReadContext } from '#platform/context'
import { dayCell, type ExportCell } from '#platform/tables/cells'
import {
  type AnswerRow,
  type AskedQuestion,
  findAnswersOf,
  findAsked,
  finderOf,
  findFormNow,
  type OptionWords,
} from './answers.sql.ts'
import { type ExportFilters, exportedOf } from './lists.sql.ts'
import { findOrdered, findQuantitiesOf } from './products.sql.ts'

/** What a reservation has in the columns that only its event has: column → cell. */
type Cells = ReadonlyMap<string, ExportCell>

/** Columns that an export of one event has and others have not. */
export interface EventColumns {
  /** Column → what it is called, in the order of the file. */
  readonly labels: Readonly<Record<string, string>>
  readonly cellsOf: (reservationIds: readonly string[]) => Promise<ReadonlyMap<string, Cells>>
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The question decides: what somebody typed as a text can look like a day that does not exist. */
const answerCell = ({ value, words }: AnswerRow, { isDay }: AskedQuestion): ExportCell => {
  if (typeof value === 'number') return value
  return isDay && DAY.test(value) ? dayCell(value) : (words ?? value)
}

/**
 * Returns the columns of the questions that the event of an export asked: those of its form as it is now, and behind them what else
 * was answered. Undefined for an export of several events, whose forms differ.
 */
export const answerColumns = async (
  ctx: ReadContext,
  query: ExportFilters,
): Promise<(EventColumns & { readonly numbers: ReadonlySet<string> }) | undefined> => {
  if (query.event_id === undefined) return undefined
  const form = await findFormNow(ctx, query.event_id, query)
  const questions = await findAsked(ctx, form, exportedOf(query, ctx.now))
  const columnOf = new Map<string, string>()
  for (const { id, key } of questions) {
    const wordings = questions.filter((one) => one.id === id && columnOf.has(one.key)).length
    columnOf.set(key, `answer_${id}${wordings > 0 ? `_${wordings}` : ''}`)
  }
  const nameOf = ({ key }: { readonly key: string }) => columnOf.get(key) ?? key
  const questionOf = finderOf(questions)
  const words: OptionWords = new Map()
  return {
    labels: Object.fromEntries(questions.map((question) => [nameOf(question), question.label])),
    numbers: new Set(questions.filter(({ isNumber }) => isNumber).map(nameOf)),
    cellsOf: async (ids) => {
      const answers = Map.groupBy(await findAnswersOf(ctx, ids, words), ({ reservation_id }) => reservation_id)
      return new Map(
        [...answers].map(([id, given]) => [
          id,
          new Map(
            given.flatMap((answer): [string, ExportCell][] => {
              const question = questionOf(answer)
              return question ? [[nameOf(question), answerCell(answer, question)]] : []
            }),
          ),
        ]),
      )
    },
  }
}

/**
 * Returns a column for each product option of the event of an export, with quantities: they can be added, sorted and filtered in a
 * spreadsheet, which a list of products in one cell cannot. Undefined for an export of several events.
 */
export const productColumns = async (ctx: ReadContext, query: ExportFilters): Promise<EventColumns | undefined> => {
  if (query.event_id === undefined) return undefined
  const options = await findOrdered(ctx, query.event_id, query)
  const nameOf = (id: string) => `product_${id}`
  return {
    labels: Object.fromEntries(options.map(({ id, name }) => [nameOf(id), name])),
    cellsOf: async (ids) => {
      const quantities = Map.groupBy(await findQuantitiesOf(ctx.db, ids), ({ reservation_id }) => reservation_id)
      return new Map(
        [...quantities].map(([id, lines]) => [
          id,
          new Map(lines.map(({ option_id, quantity }): [string, ExportCell] => [nameOf(option_id), quantity])),
        ]),
      )
    },
  }
}
