import type { Write } from '#platform/db/sql.store'
import { addingJob } from '../booking/book.store.ts'
import { type ConsentRow, savingConsents } from './consents.store.ts'

export const ASK_GUARDIANS = 'ask_guardians'

/** Saves the consents that are needed. A job sends the links after the commit. */
export const askingGuardians = (rows: readonly ConsentRow[], now: Date): Write[] =>
  rows.length === 0 ? [] : [...savingConsents(rows, now), addingJob(ASK_GUARDIANS, 0)]
