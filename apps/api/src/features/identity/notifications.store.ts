import type { Language, QueryOf } from '@shiloh/contract/core'
import type { identityRoutes } from '@shiloh/contract/identity/identity'
import { sql } from 'kysely'
import type { Notifications } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { inOthers, languageTold, toldIn } from '#platform/db/languages.store'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'

type ListNotifications = typeof identityRoutes.listNotifications

const notifications = {
  table: 'n',
  sort: {},
  filter: {
    search: (words) => contains(words, 'n.title', 'n.body', inOthers('n', 'title'), inOthers('n', 'body')),
    unread: (unread) => sql<boolean>`(n.read_at is null) = ${unread}`,
  },
} as const satisfies ListSql<ListNotifications, Notifications>

export const listNotifications = (
  db: Queryable,
  userId: string,
  language: Language,
  query: QueryOf<ListNotifications>,
) =>
  paginate(
    db
      .selectFrom('notifications as n')
      .select([
        'n.id',
        'n.kind',
        toldIn(language, 'n', 'title').as('title'),
        toldIn(language, 'n', 'body').as('body'),
        languageTold(language, 'n').as('language'),
        'n.link',
        'n.read_at',
        'n.created_at',
      ])
      .where('n.user_id', '=', userId),
    query,
    notifications,
  )

/** Marks one or all as read. Returns how many of this person's notifications there were. */
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
