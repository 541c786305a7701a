import { API_PREFIX } from '../config.ts'
import type { Queryable, Tx } from '../db/db.ts'
import type { Work } from '../jobs/work.ts'
import type { StoredFile } from './files.ts'

type Purpose =
  | 'avatar'
  | 'event_picture'
  | 'speaker_photo'
  | 'ticket_attachment'
  | 'logo'
  | 'blog_picture'
  | 'sample_csv'
  | 'product_picture'
  | 'import'
  | 'activity'

/** Returns the URL of an uploaded file. */
export const fileUrl = (fileId: string): string => `${API_PREFIX}/files/${fileId}`
export const fileUrlOrNull = (fileId: string | null): string | null => (fileId === null ? null : fileUrl(fileId))

/** Returns where the bytes of a public file are, by its URL. Null: there is no such file. */
export const findStorageKey = async (db: Queryable, url: string | null): Promise<string | null> => {
  if (url === null) return null
  const id = url.slice(url.lastIndexOf('/') + 1)
  const file = await db
    .selectFrom('files')
    .select('storage_key')
    .where('id', '=', id)
    .where('visibility', '=', 'public')
    .executeTakeFirst()
  return file?.storage_key ?? null
}

/** Stores the row of a file and returns its id. */
export const saveFile = async (
  tx: Tx,
  now: Date,
  stored: StoredFile,
  owner: { ownerId: string | null; purpose: Purpose; visibility: 'public' | 'owner' | 'staff' },
): Promise<string> => {
  const { id } = await tx
    .insertInto('files')
    .values({
      owner_id: owner.ownerId,
      purpose: owner.purpose,
      visibility: owner.visibility,
      name: stored.name,
      mime: stored.mime,
      bytes: stored.bytes,
      storage_key: stored.storageKey,
      sha256: stored.sha256,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The job that deletes the bytes of a file: `{ storage_key }`. */
export const REMOVE_STORED_FILE = 'remove_stored_file'

/** Deletes the row of a file, and its bytes after the commit. */
export const removeFile = async (
  { tx, enqueue }: Pick<Work, 'tx' | 'enqueue'>,
  file: { readonly id: string; readonly storage_key: string },
): Promise<void> => {
  await tx.deleteFrom('files').where('id', '=', file.id).execute()
  await enqueue(REMOVE_STORED_FILE, { storage_key: file.storage_key })
}
