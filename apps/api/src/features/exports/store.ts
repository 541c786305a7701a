import type { ErrorCode } from '@shiloh/contract/errors'
import type { Resource } from '@shiloh/contract/permissions'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'

export interface BackgroundExport {
  readonly activity_id: string
  readonly user_id: string
  readonly address: string
  readonly language: string
  readonly permission: string
  /** What was asked for by a body. */
  readonly body?: object
}

export const insertExport = async (tx: Tx, { body, ...asked }: BackgroundExport): Promise<void> => {
  await tx
    .insertInto('background_exports')
    .values({ ...asked, body: body ? JSON.stringify(body) : null })
    .execute()
}

export const findExport = (db: Queryable, activityId: string) =>
  db.selectFrom('background_exports').selectAll().where('activity_id', '=', activityId).executeTakeFirst()

/** Writes down what was denied to the person when the file was made. */
export const saveDenied = async (tx: Tx, activityId: string, denied: string): Promise<void> => {
  await tx.updateTable('background_exports').set({ denied }).where('activity_id', '=', activityId).execute()
}

/** Lists that name no member of the church. Files of all others, of reports and of badges can. */
const WITHOUT_MEMBERS: readonly Resource[] = [
  ...(['events', 'event_centers', 'event_blocks', 'room_categories', 'products', 'product_options'] as const),
  ...(['participant_types', 'committee_types', 'titles', 'designations', 'church_map', 'countries'] as const),
]

export const FILE_ERASED: ErrorCode = 'file_erased'

/** Takes the files that can name members from activities, which say why. Returns the files. */
export const takeFilesOfMembers = async (tx: Tx): Promise<{ id: string; storage_key: string }[]> => {
  const { rows } = await sql<{ id: string; storage_key: string }>`
    update activities a set file_id = null, error = ${FILE_ERASED} from files f
    where f.id = a.file_id and coalesce(a.about ->> 'resource', '') <> all(${[...WITHOUT_MEMBERS]}::text[])
    returning f.id, f.storage_key`.execute(tx)
  return rows
}
