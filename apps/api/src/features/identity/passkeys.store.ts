import type { Passkey } from '@shiloh/contract/identity/passkeys'
import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '#platform/db/db'

export interface NewPasskey {
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly synced: boolean
}

const COLUMNS = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'synced',
  'created_at',
  'last_used_at',
] as const

/** Returns the passkeys of an account, oldest first. */
export const listPasskeys = (db: Queryable, userId: string) =>
  db.selectFrom('passkeys').select(COLUMNS).where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

/** A passkey as its owner sees it. */
export const passkeyView = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  synced: row.synced,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

export const findPasskey = (db: Queryable, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').select(COLUMNS).where('credential_id', '=', credentialId).executeTakeFirst()

export const insertPasskey = (tx: Tx, now: Date, passkey: NewPasskey): Promise<PasskeyRow> =>
  tx
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      synced: passkey.synced,
      created_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Notes a use. Returns false if the authenticator counted no further than at the last use: it was copied. */
export const notePasskeyUse = async (
  tx: Tx,
  now: Date,
  id: string,
  { counter, synced }: { readonly counter: number; readonly synced: boolean },
): Promise<boolean> => {
  const rows = await tx
    .updateTable('passkeys')
    .set({ counter, synced, last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)
    .returning('id')
    .execute()
  return rows.length > 0
}

export const renamePasskey = (tx: Tx, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
  tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirst()

/** Deletes a passkey of an account, or all. Returns those deleted. */
export const deletePasskeys = (tx: Tx, userId: string, which: { readonly id: string } | 'all'): Promise<PasskeyRow[]> =>
  tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .$if(which !== 'all', (q) => q.where('id', '=', which === 'all' ? '' : which.id))
    .returning(COLUMNS)
    .execute()

export type ChallengePurpose = 'add' | 'second_step' | 'sign_in'

export const insertChallenge = async (
  tx: Tx,
  challenge: {
    readonly hash: string
    readonly purpose: ChallengePurpose
    readonly userId: string | null
    readonly expiresAt: Date
  },
): Promise<void> => {
  await tx
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: challenge.hash,
      purpose: challenge.purpose,
      user_id: challenge.userId,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

/** Takes a challenge. Of two answers to the same one, the second finds none. */
export const takeChallenge = async (
  tx: Tx,
  now: Date,
  hashes: readonly string[],
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<boolean> => {
  const rows = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', 'in', hashes)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where(sql<boolean>`user_id is not distinct from ${userId}`)
    .returning('purpose')
    .execute()
  return rows.length > 0
}

/** Deletes challenges that nobody answered. */
export const sweepChallenges = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before).execute()
}
