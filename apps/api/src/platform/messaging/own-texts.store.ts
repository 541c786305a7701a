import type { Sql } from '../db/sql.store.ts'
import type { OwnText } from '../text/own-texts.ts'

const ALL = { name: 'own_texts', text: 'select text_id as id, language, text from text_overrides' }

/** Returns every text that the office wrote in place of ours. */
export const readOwnTexts = (sql: Sql): Promise<OwnText[]> => sql<OwnText>(ALL, [])
