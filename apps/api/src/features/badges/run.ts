import { isLanguage } from '@shiloh/contract/core'
import { isAllowed } from '@shiloh/contract/permissions'
import { denialsOf, findExport, saveDenied } from '#features/exports'
import { readClientGroup } from '#features/organisation'
import { runActivity } from '#platform/activity/activity'
import { loadCallerOf } from '#platform/auth/auth.store'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { insertPrints, listBadges } from './badges.store.ts'
import { badgeWork, stillChosen, withQr } from './choose.ts'
import { badgeWords } from './words.ts'
import { badgeFile } from './worker.ts'

/** Signing a code takes a thirtieth of a millisecond. */
const SIGNED_A_TURN = 100

const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Makes a file of badges with the rights that its owner has now. The badges are counted as printed in the transaction that
 * keeps the file: after a crash, a stop or a failure, none is, nor is a proof.
 */
export const runBadges = (payload: unknown, deps: Deps): Promise<void> =>
  runActivity<'badges'>(deps, payload, async ({ id, advance }) => {
    const { db, files } = deps
    const asked = found(await findExport(db, id))
    const caller = await loadCallerOf(sqlIn(db), asked.user_id)
    if (!caller || !isAllowed(caller.authorization, 'reservations.print_badges')) throw new AppError('forbidden')
    const work = badgeWork.parse(asked.body)
    const now = deps.clock()
    const language = isLanguage(asked.language) ? asked.language : caller.language
    const chosen = await listBadges(db, stillChosen(work, caller, now), work.participants.length, language)
    if (chosen.length === 0) throw invalid([{ field: 'filter', code: 'not_found' }])
    const rows: ReturnType<typeof withQr>[] = []
    for (const row of chosen) {
      if (rows.length % SIGNED_A_TURN === 0) await pause()
      rows.push(withQr(deps, row))
    }
    const { layout, paper, covers, proof } = work
    const { name: organisation } = await readClientGroup(db)
    let drawn = 0
    let isStopped = false
    async function* whileWanted() {
      const task = { rows, layout, paper, covers, proof, organisation, language, now }
      for await (const bytes of badgeFile(task, (persons) => (drawn = persons))) {
        if (!(await advance(drawn, rows.length))) {
          isStopped = true
          return
        }
        yield bytes
      }
    }
    const name = `${badgeWords(language)('title')}-${layout}-${now.toISOString().slice(0, 10)}.pdf`.toLowerCase()
    const stored = await files.storeStream({ name, mime: 'application/pdf', body: whileWanted() })
    if (isStopped) {
      await files.remove(stored.storageKey)
      return { done: drawn }
    }
    const keep = async ({ tx, now: at }: Work) => {
      await saveDenied(tx, id, denialsOf(caller))
      const participants = rows.map(({ participant_id }) => participant_id)
      if (!proof) await insertPrints(tx, participants, { printId: id, layout, place: 'office', by: caller.id, at })
    }
    return { result: { badges: rows.length }, done: rows.length, file: { stored, keep } }
  })
