import type { ListQuery } from '@shiloh/contract/core'
import type { Queryable, Tx } from '#platform/db/db'
import { paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'

export const listNotifications = (db: Queryable, userId: string, query: ListQuery & { unread?: boolean | undefined }) =>
  paginate(
    db
      .selectFrom('notifications as n')
      .select(['n.id', 'n.kind', 'n.title', 'n.body', 'n.link', 'n.read_at', 'n.created_at'])
      .where('n.user_id', '=', userId)
      .$if(query.unread !== undefined, (q) => q.where('n.read_at', query.unread ? 'is' : 'is not', null))
      .$if(Boolean(query.search), (q) => q.where(contains(query.search ?? '', 'n.title', 'n.body'))),
    query,
    {
      sortable: { created_at: 'n.created_at', read_at: 'n.read_at', title: 'n.title' },
      defaultSort: '-created_at',
      tieBreak: 'n.id',
    },
  )

/** Marks one, or all, as read; answers how many of this person's there were. */
export const markRead = async (tx: Tx, now: Date, userId: string, id?: string): Promise<number> => {
  const rows = await tx
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('user_id', '=', userId)
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
    .$if(id === undefined, (q) => q.where('read_at', 'is', null))
    .returning('id')
    .execute()
  return rows.length
}
