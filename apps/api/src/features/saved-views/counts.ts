import { peopleFilter } from '@shiloh/contract/authorization'
import { blogFilter } from '@shiloh/contract/content'
import { eventFilter } from '@shiloh/contract/events/events'
import { isAllowed, type Permission } from '@shiloh/contract/permissions'
import { reservationFilter } from '@shiloh/contract/reservations/reservations'
import { MOST_COUNTED } from '@shiloh/contract/saved-views'
import { roomFilter } from '@shiloh/contract/venues'
import type { z } from 'zod'
import { selectPeople } from '#features/authorization'
import { selectBlogs } from '#features/content'
import { selectEvents } from '#features/events'
import { countOfFilter } from '#features/reservations'
import { selectRooms } from '#features/venues'
import { hiddenFrom, hideIn } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { countUpTo, type Select } from './store.ts'

type Query = Readonly<Record<string, string>>
type Count = (ctx: ReadContext, query: Query) => Promise<number | undefined>

/** Counts the rows of a filter that the caller sees. A view whose filter can no longer be read has no count. */
const counting =
  <F extends z.ZodObject>(
    permission: Permission,
    filter: F,
    count: (ctx: ReadContext, filter: z.output<F>) => Promise<number>,
  ): Count =>
  async (ctx, { sort: _, ...query }) => {
    const read = filter.safeParse(query)
    if (!read.success || !isAllowed(ctx.caller.authorization, permission)) return undefined
    hideIn(read.data, hiddenFrom(ctx.caller.authorization, permission))
    return count(ctx, read.data)
  }

const selecting =
  <F>(select: (db: Queryable, now: Date, filter: F) => Select) =>
  ({ db, now }: ReadContext, filter: F) =>
    countUpTo(db, select(db, now, filter), MOST_COUNTED + 1)

/** The lists whose views are counted, by their names. */
const COUNTS: Readonly<Record<string, Count>> = {
  reservations: counting('reservations.read', reservationFilter, async ({ db, now }, filter) =>
    Math.min(await countOfFilter(db, filter, now), MOST_COUNTED + 1),
  ),
  users: counting(
    'users.read',
    peopleFilter,
    selecting((db, _, filter) => selectPeople(db, filter)),
  ),
  events: counting('events.read', eventFilter, selecting(selectEvents)),
  'event-rooms': counting(
    'event_rooms.read',
    roomFilter,
    selecting((db, _, filter) => selectRooms(db, filter)),
  ),
  blogs: counting('blogs.read', blogFilter, selecting(selectBlogs)),
}

/** Returns how many rows a view has. Undefined for a list whose views are not counted. */
export const countOf = (ctx: ReadContext, list: string, query: Query): Promise<number | undefined> =>
  COUNTS[list]?.(ctx, query) ?? Promise.resolve(undefined)
