import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { type Config, ConfigError } from '../config.ts'
import type { Db } from './db.ts'

/** Identifies a master key without telling it. */
export const keyMark = (masterKey: Buffer): string =>
  createHmac('sha256', masterKey).update('the key of a backup').digest('hex').slice(0, 16)

/**
 * Refuses a database that was made with a key that is not configured: health data, second factors and QR codes would be
 * unreadable. The first start notes its key, and a change that lists the former one notes the new one.
 * @throws ConfigError
 */
export const requireOwnKey = async (db: Db, { masterKeys }: Pick<Config, 'masterKeys'>): Promise<void> => {
  const marks = masterKeys.map(keyMark)
  const [current = ''] = marks
  await sql`insert into installation (key_mark) values (${current}) on conflict (one) do nothing`.execute(db)
  const { rows } = await sql<{ key_mark: string }>`select key_mark from installation`.execute(db)
  const noted = rows[0]?.key_mark ?? ''
  if (!marks.includes(noted))
    throw new ConfigError(
      'ENCRYPTION_KEY: this database was made with another one. Set that one, or list it in ENCRYPTION_KEYS_FORMER.',
    )
  if (noted !== current) await sql`update installation set key_mark = ${current}`.execute(db)
}
