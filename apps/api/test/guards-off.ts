import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Plugin } from 'vite'

/**
 * A guard of the books, and how to switch it off: in the source, as the test loads it, or in the database of the test. `npm run
 * check:guards` switches off one at a time and expects books.model.test.ts to notice.
 */
export type Guard = { readonly name: string } & (
  | { readonly file: string; readonly find: string; readonly replace: string }
  | { readonly sql: string }
)

const root = path.resolve(import.meta.dirname, '../../..')
const GUARD = process.env['GUARD_OFF']

export const GUARDS: readonly Guard[] = []

const guardNamed = (name: string): Guard => {
  const guard = GUARDS.find((one) => one.name === name)
  if (!guard) throw new Error(`There is no guard "${name}".`)
  return guard
}

/** Loads the one guarded file without its guard. Throws where the file does not hold the guard exactly once. */
export const guardsOff = (): Plugin => ({
  name: 'guards-off',
  enforce: 'pre',
  transform: (code, id) => {
    if (GUARD === undefined) return undefined
    const guard = guardNamed(GUARD)
    if ('sql' in guard || id !== path.join(root, guard.file)) return undefined
    return { code: withoutGuard(guard, code), map: null }
  },
})

const withoutGuard = (guard: Extract<Guard, { file: string }>, code: string): string => {
  const parts = code.split(guard.find)
  if (parts.length !== 2) throw new Error(`${guard.file} holds the guard "${guard.name}" ${parts.length - 1} times.`)
  return parts.join(guard.replace)
}

/** Switches the guard off that is one of the database. */
export const switchOffInDatabase = async (pool: pg.Pool): Promise<void> => {
  const guard = GUARD === undefined ? undefined : guardNamed(GUARD)
  if (guard && 'sql' in guard) await pool.query(guard.sql)
}

/** Guards whose source is not where this list says: the list must follow the code. */
export const lostGuards = (): string[] =>
  GUARDS.flatMap((guard) => {
    if ('sql' in guard) return []
    const isThere = readFileSync(path.join(root, guard.file), 'utf8').split(guard.find).length === 2
    return isThere ? [] : [guard.name]
  })
