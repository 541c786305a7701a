import { buffer } from 'node:stream/consumers'
import { isLanguage, LANGUAGES, type Language } from '@shiloh/contract/core'
import { EXPORT_TYPES } from '@shiloh/contract/lists'
import { type Authorization, isAllowed } from '@shiloh/contract/permissions'
import { denialsOf, saveDenied } from '#features/exports'
import { runActivity } from '#platform/activity/activity'
import { loadAuthors } from '#platform/auth/auth.store'
import { attempted } from '#platform/db/attempted.store'
import type { Queryable, Tx } from '#platform/db/db'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError, isFieldCode, isPassing, refusalIn } from '#platform/errors'
import { inWork, type Work } from '#platform/jobs/work'
import { columnLabel } from '#platform/tables/column-texts'
import { writeXlsx } from '#platform/tables/xlsx-writer'
import { errorText, fieldText, isErrorCode } from '#platform/text/texts'
import { actOf } from './acts.ts'
import { type Answer, findBulkEdit, keepRow, lockRow, noteAnswer, type Refused, takeRow } from './store.ts'

/**
 * Why a row was refused, in a language.
 *
 * @param isReader may read the row. Others get the reason without the names that a refusal can say (ADR 110)
 */
export const reasonOf = ({ code, problem, says }: Refused, language: Language, isReader: boolean): string => {
  const said = isReader ? says?.[language] : undefined
  if (said !== undefined) return said
  if (problem !== undefined && isFieldCode(problem)) return fieldText(problem, language)
  return isErrorCode(code) ? errorText(code, language) : code
}

/** Rows of one transaction, where an act takes several. */
const TOGETHER = 25

/** How often a row is tried while the database is busy, before the job is run again later. */
const TRIES = 3

/** It ends all of the work, not a row of it. */
const AUTHOR_FORBIDDEN = 'author_forbidden'

/** Returns why a row was refused. @throws the error itself if it is none of a row; Error for one that passes */
const refusalOf = (id: string, error: unknown): Refused => {
  const refusal = refusalIn(error)
  if (refusal.code === AUTHOR_FORBIDDEN) throw refusal
  if (isPassing(refusal)) throw new Error('the row was not answered', { cause: error })
  const { code, fields, says } = refusal
  const problem = code === 'invalid_input' ? fields?.[0]?.code : undefined
  return {
    id,
    code,
    ...(problem && { problem }),
    ...(says && { says: Object.fromEntries(LANGUAGES.map((language) => [language, says(language)])) }),
  }
}

/**
 * Acts on the rows of an activity. Each, or several where the act says so, is a transaction that also writes down that
 * it was answered. A row that is refused stays as it was. An author who lost the permission meanwhile changes nothing more.
 * After a crash, a pause or a stop nothing is half done, and nothing is done twice.
 */
export const runBulkEdit = (payload: unknown, deps: Deps): Promise<void> =>
  runActivity<'bulk_edit'>(deps, payload, async ({ id, advance, hold }) => {
    const edit = found(await findBulkEdit(deps.db, id))
    const { names, read, act } = actOf(edit.resource, edit.act)
    const by = { id: edit.actor_id ?? '', name: edit.actor_name, reason: edit.reason, at: edit.asked_at }
    const named = (work: Work): Work => ({ ...work, audit: (entry) => work.audit({ ...entry, by }) })
    const refused = [...edit.refused]
    let { answered, unchanged } = edit
    const figures = () => ({ updated: answered - refused.length - unchanged, unchanged, refused: refused.length })

    /** Returns what the author may do now. @throws author_forbidden */
    const readAuthor = async (db: Queryable): Promise<Authorization> => {
      const author = (await loadAuthors(sqlIn(db), [by.id])).get(by.id)
      if (!author || !isAllowed(author, act.permission)) throw new AppError(AUTHOR_FORBIDDEN)
      return author
    }

    /**
     * The last thing of a transaction that acted on rows. It may have waited for a colleague while its author was deactivated, or was
     * denied one of the rows. @throws author_forbidden, forbidden
     */
    const checkAuthor = async (tx: Tx, rows: readonly string[]): Promise<void> => {
      const author = await readAuthor(tx)
      if (!rows.every((row) => isAllowed(author, act.permission, row))) throw new AppError('forbidden')
    }

    /** Acts on a row, or takes an act on it back. Returns whether it was already so. */
    const actOn = async (
      { run, undo }: Pick<typeof act, 'run' | 'undo'>,
      work: Work,
      row: string,
    ): Promise<boolean> => {
      if (edit.undoes !== null) {
        const kept = await takeRow(work.tx, edit.undoes, row)
        if (kept) await undo?.(named(work), row, by, kept)
        return kept === undefined
      }
      const kept = await run(named(work), row, by, edit.change)
      if (kept === undefined) return false
      const isUnchanged = Object.keys(kept.after).length === 0
      if (!isUnchanged) await keepRow(work.tx, id, row, kept)
      return isUnchanged
    }

    /** Acts on a row in a transaction of its own. */
    const alone = async (row: string, isDenied: boolean, tries = TRIES): Promise<Answer> => {
      try {
        if (isDenied) throw new AppError('forbidden')
        return await inWork(deps, async (work) => {
          await hold(work.tx)
          await lockRow(work.tx, edit.resource, row)
          const answer = { isUnchanged: await actOn(act, work, row) }
          await checkAuthor(work.tx, [row])
          await noteAnswer(work.tx, id, answer)
          return answer
        })
      } catch (error) {
        if (tries > 1 && isPassing(refusalIn(error))) return alone(row, isDenied, tries - 1)
        const answer = { refused: refusalOf(row, error) }
        await inWork(deps, async (work) => {
          await hold(work.tx)
          await noteAnswer(work.tx, id, answer)
        })
        return answer
      }
    }

    /** Acts on rows in one transaction. Returns undefined where what follows from all of them is refused. */
    const inOne = async (
      { around, act: single }: NonNullable<typeof act.together>,
      rows: readonly string[],
      isDenied: (row: string) => boolean,
    ): Promise<Answer[] | undefined> => {
      try {
        return await inWork(deps, async (work) => {
          await hold(work.tx)
          const answers: Answer[] = []
          await around(named(work), async () => {
            for (const row of rows)
              try {
                if (isDenied(row)) throw new AppError('forbidden')
                answers.push({ isUnchanged: await attempted(work.tx, () => actOn(single, work, row)) })
              } catch (error) {
                answers.push({ refused: refusalOf(row, error) })
              }
          })
          await checkAuthor(
            work.tx,
            rows.filter((row) => !isDenied(row)),
          )
          for (const answer of answers) await noteAnswer(work.tx, id, answer)
          return answers
        })
      } catch (error) {
        // The refusal of one of them, or of all in a busy moment. Each row is tried on its own.
        refusalIn(error)
        return undefined
      }
    }

    let aloneUntil = 0
    while (answered < edit.ids.length) {
      const author = await readAuthor(deps.db)
      const isDenied = (row: string) => !isAllowed(author, act.permission, row)
      const rows = edit.ids.slice(answered, answered + TOGETHER)
      const joined =
        act.together && rows.length > 1 && answered >= aloneUntil
          ? await inOne(act.together, rows, isDenied)
          : undefined
      if (act.together && !joined && answered >= aloneUntil) aloneUntil = answered + rows.length
      const [row = ''] = rows
      const answers = joined ?? [await alone(row, isDenied(row))]
      for (const answer of answers) {
        if ('refused' in answer) refused.push(answer.refused)
        else if (answer.isUnchanged) unchanged += 1
      }
      answered += answers.length
      if (!(await advance(answered, edit.ids.length))) return { result: figures(), done: answered }
    }
    if (refused.length === 0) return { result: figures(), done: answered }

    const language = isLanguage(edit.language) ? edit.language : 'en'
    const reader = (await loadAuthors(sqlIn(deps.db), [by.id])).get(by.id)
    const isReadable = (row: string): boolean => reader !== undefined && isAllowed(reader, read, row)
    const ids = refused.map((row) => row.id).filter(isReadable)
    const known = ids.length > 0 ? await names(deps.db, ids) : new Map<string, string[]>()
    const rows = refused.map((row) => [...(known.get(row.id) ?? ['', '']), reasonOf(row, language, isReadable(row.id))])
    const headers = ['code', 'name', 'error'].map((column) => columnLabel(column, language))
    const bytes = await buffer(writeXlsx({ name: edit.resource, headers }, [rows]))
    const stored = await deps.files.storeTable({ field: 'file', name: 'refused.xlsx', bytes }, EXPORT_TYPES.xlsx)
    const keep = async ({ tx }: Work) => {
      if (reader) await saveDenied(tx, id, denialsOf({ authorization: reader }))
    }
    return { result: figures(), done: answered, file: { stored, keep } }
  })
