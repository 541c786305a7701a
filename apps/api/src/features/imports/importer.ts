import { isAllowed } from '@shiloh/contract/permissions'
import { loadAuthors } from '#platform/auth/auth.store'
import type { Tx } from '#platform/db/db'
import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { isImported } from './imports.store.ts'

/**
 * Call it last in a transaction that imported or undid rows: it may have waited for a colleague while its author was deactivated.
 * @throws author_forbidden when the author may not import any more
 */
export const requireImporter = async (tx: Tx, resource: string, author: string | null): Promise<void> => {
  const authorization = author === null ? undefined : (await loadAuthors(sqlIn(tx), [author])).get(author)
  if (!isImported(resource) || !authorization || !isAllowed(authorization, `${resource}.import`))
    throw new AppError('author_forbidden')
}
