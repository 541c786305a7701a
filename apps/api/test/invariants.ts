import { type InvariantReport, runInvariants } from '../src/features/reservations/index.ts'
import type { Db, Tx } from '../src/platform/db/db.ts'

/** Returns the invariants that this database violates. Every scenario ends with an empty list. */
export const brokenInvariants = async (db: Db | Tx): Promise<readonly InvariantReport[]> =>
  (await runInvariants(db)).filter(({ count }) => count > 0)
